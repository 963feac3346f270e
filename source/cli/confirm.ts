/**
 * Asks on the terminal before something is sent, as the monitor does; keys typed before the question do not answer it.
 */
import {UsageError} from '../config/errors.ts';
import {wrapSentence} from '../present/sentence.ts';
import {type Asking, answered, questionAbout, recheck, type Voided} from '../steering/conductor.ts';
import type {Basis, Batch, Refusal} from '../steering/offer.ts';
import {aboutOf, type Confirmation, questionOf} from '../steering/question.ts';
import {quoted} from '../system/private.ts';
import type {Key} from '../terminal/decode.ts';
import {Keys} from '../terminal/keys.ts';
import {crashMessage, HANGUP, type Reason, watchSignals} from '../terminal/signals.ts';
import {struck} from '../wire/secrets.ts';
import {say} from './out.ts';
import {createLine, marksPastes, type OwnTerminal, openTerminal} from './typing.ts';

/** Answers that the command line gives before the question is asked. */
export type GivenAnswers = {
	/** `--yes`: answers a question that a yes is enough for. */
	yes: boolean;
	/** `--confirm`: the text for a question that wants it typed. */
	confirm?: string | undefined;
};

/** What a question is asked with. */
export type Conversation = Asking & {
	/** The newest state. */
	basis(): Basis;
	/** Calls back whenever that changes; returns what stops it. */
	subscribe(listener: () => void): () => void;
	/** Reads once more what the question is about, before it is sent; resolves with why it could not, if so. */
	readAnew(): Promise<string | undefined>;
	given: GivenAnswers;
	/** What `--confirm` may give instead of the text to type, which a script cannot always know. */
	instead?: string | undefined;
};

/** What was confirmed; why it cannot be sent any more; or that it was declined: after a signal, `process.exitCode` is its code. */
type Answer = Confirmation | Refusal | 'declined';

/** Milliseconds that the terminal may take to deliver what was typed before the question. */
const drainFor = 50;

/** Why nothing can be sent any more, for the message of the command: what changed, and what is skipped by now. */
const refusalOf = ({change, instead}: Voided): Refusal => ({...('why' in instead && instead), why: change});

const ask = ({input, output, close}: OwnTerminal, first: Confirmation, conversation: Conversation): Promise<Answer> => {
	const {basis, subscribe} = conversation;
	const {promise, resolve} = Promise.withResolvers<Answer>();
	let question = first;
	let drawnAt = Number.POSITIVE_INFINITY;
	let timer: NodeJS.Timeout | undefined;
	/** Incremented when the question is suspended or ends: a draw that was scheduled before is dropped. */
	let round = 0;
	let line = createLine(text => output.write(text));

	const suspend = (): void => {
		round++;
		clearTimeout(timer);
		drawnAt = Number.POSITIVE_INFINITY;
		keys.leave();
		output.write(`${marksPastes(false)}\n`);
	};
	const end = (answer: Answer): void => {
		stopWatching();
		unsubscribe();
		suspend();
		signals.close();
		close();
		resolve(answer);
	};
	/** Asks anew, or ends where nothing can be asked any more. */
	const replace = ({change, instead}: Voided): void => {
		if ('controls' in instead) {
			suspend();
			question = questionAbout(instead, conversation, change);
			line = createLine(text => output.write(text));
			begin();
		} else {
			end(refusalOf({change, instead}));
		}
	};
	const leave = (reason: Reason): void => {
		process.exitCode = reason.code;
		end('declined');
		if (reason.kind === 'crash') {
			process.stderr.write(crashMessage(reason.error, struck));
		}
	};
	const draw = (): void => {
		const columns = (output.columns || 80) - 1;
		const {changed = ''} = question;
		const lines = [changed, questionOf(basis().state, question)].flatMap(text => text && wrapSentence(text, columns));
		output.write(`${marksPastes(true)}${lines.filter(Boolean).join('\n')}\n> ${line.value()}`);
		drawnAt = performance.now();
	};
	/** Draws the question once everything typed before it has been read and discarded. */
	const begin = (): void => {
		keys.enter();
		keys.discard();
		clearTimeout(timer);
		const own = round;
		timer = setTimeout(() => keys.discard(() => (own === round ? draw() : undefined)), drainFor);
	};

	const answer = (key: Key): void => {
		const typed = question.kind === 'type' ? {...question, value: line.value()} : question;
		const result = answered(typed, key, drawnAt, basis());
		switch (result.to) {
			case 'confirmed':
				output.write(question.kind === 'yes-no' ? 'y' : '');
				end(question);
				break;
			case 'void':
				replace(result);
				break;
			case 'mismatch': {
				const wasTyped = line.value() !== '';
				end('declined');
				if (wasTyped) {
					say('what was typed is not what was asked for');
				}
				break;
			}
			case 'declined':
				end('declined');
				break;
			case 'typing':
				if (key.text === undefined) {
					line.press(key.name);
				} else {
					line.type(key.text);
				}
				break;
			case 'nothing':
		}
	};
	const press = (key: Key): void => {
		switch (key.name) {
			case 'ctrl-c':
				leave({kind: 'signal', signal: 'SIGINT', code: 130});
				return;
			case 'ctrl-\\':
				leave({kind: 'signal', signal: 'SIGQUIT', code: 131});
				return;
			case 'ctrl-z':
				signals.stop();
				return;
			default:
				if (key.at > drawnAt || key.name === 'ctrl-d') {
					answer(key);
				}
		}
	};

	const keys = new Keys({input, onHangup: () => leave(HANGUP)});
	const stopWatching = keys.onKey(press);
	const signals = watchSignals({onLeave: leave, onStop: suspend, onContinue: begin, onResize: () => undefined});
	const unsubscribe = subscribe(() => {
		const voided = recheck(question, basis());
		if (voided) {
			replace(voided);
		}
	});
	begin();
	return promise;
};

/** Asks until the answer is to a question that is true: it may have been open for long, and the last poll may be old. */
const answerTo = async (
	terminal: OwnTerminal,
	question: Confirmation,
	conversation: Conversation,
): Promise<Batch | Refusal | undefined> => {
	const answer = await ask(terminal, question, conversation);
	if (answer === 'declined') {
		say('nothing was sent');
		return undefined;
	}
	if ('why' in answer) {
		return answer;
	}
	const why = await conversation.readAnew();
	if (why !== undefined) {
		say(`nothing was sent: ${why}`);
		return undefined;
	}
	const voided = recheck(answer, conversation.basis());
	if (!voided) {
		return answer;
	}
	const {change, instead} = voided;
	const again = 'controls' in instead ? openTerminal() : undefined;
	return again && 'controls' in instead
		? answerTo(again, questionAbout(instead, conversation, change), conversation)
		: refusalOf(voided);
};

/** True for a phone number, which no message may show. */
const isHidden = (expected: string): boolean => struck(expected) !== expected;

/** The flag that answers a question. */
const flagFor = (expected: string | undefined, instead: string | undefined): string => {
	const either = instead === undefined ? '' : ` or --confirm ${quoted(instead)}`;
	return expected === undefined
		? '--yes'
		: isHidden(expected)
			? '--confirm and the number'
			: `--confirm ${quoted(expected)}${either}`;
};

/**
 * Asks a question whose answer sends something, by the rules of the monitor: a single `y`, or the exact text and Enter, once it
 * could be read; one that is no longer true is asked anew. It is written to standard error, or to the terminal if standard error
 * is redirected. Resolves with what was confirmed as it is by then, with why it cannot be sent any more, or with undefined if it
 * was declined.
 *
 * @throws UsageError if there is no terminal to ask on and no flag answers, or if the flag gives another text
 */
export const confirm = async (batch: Batch, conversation: Conversation): Promise<Batch | Refusal | undefined> => {
	const {basis, given, instead} = conversation;
	const question = questionAbout(batch, conversation);
	const expected = question.kind === 'type' ? question.expected : undefined;
	const flag = flagFor(expected, instead);
	const about = (): string => aboutOf(basis().state, question);
	if (expected === undefined ? given.yes : given.confirm !== undefined) {
		if (expected === undefined || given.confirm === expected || given.confirm === instead) {
			return question;
		}
		const gave = isHidden(expected) ? 'another' : quoted(given.confirm ?? '');
		throw new UsageError(`nothing was sent: it takes ${flag}, not ${gave}. ${about()}`);
	}
	const terminal = openTerminal();
	if (!terminal) {
		const more = given.yes ? ', --yes is not enough' : '';
		throw new UsageError(`nothing was sent: there is no terminal to ask on; ${flag} confirms it${more}. ${about()}`);
	}
	return answerTo(terminal, question, conversation);
};
