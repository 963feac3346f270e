/**
 * Asks on the terminal before something is sent, as the monitor does; keys typed before the question do not answer it.
 */
import {closeSync, openSync} from 'node:fs';
import {isatty, ReadStream, WriteStream} from 'node:tty';
import {width} from '../present/format.ts';
import {segmenter} from '../present/segmenter.ts';
import {wrapSentence} from '../present/sentence.ts';
import {answerOf, askedAnew, canConfirm, readFor} from '../steering/answer.ts';
import type {Key} from '../terminal/decode.ts';
import {Keys} from '../terminal/keys.ts';
import {crashMessage, HANGUP, type Reason, watchSignals} from '../terminal/signals.ts';
import {struck} from '../wire/secrets.ts';

/**
 * How a question was answered.
 *
 * - `confirmed`: on the terminal or by a flag
 * - `declined`: on the terminal; after a signal, `process.exitCode` is its code
 * - `no-terminal`: there is no terminal to ask on, and no flag answers
 * - `mismatch`: the flag's text is not the expected one
 * - `void`: the question was withdrawn, since it was no longer true
 */
export type Answer = 'confirmed' | 'declined' | 'no-terminal' | 'mismatch' | 'void';

/** Answers that the command line gives before the question is asked. */
export type GivenAnswers = {
	/** `--yes`: answers a question that a yes is enough for. */
	yes: boolean;
	/** `--confirm`: the text for a question that wants it typed. */
	confirm?: string | undefined;
};

/** What is asked. */
export type Question = GivenAnswers & {
	/** Words it in full, with the text to type. Called only if it is asked. */
	question(): string;
	/** The text to type; undefined if a yes is enough. */
	expected?: string | undefined;
	/** Whether it takes the place of one that was no longer true. */
	isAnew?: boolean;
	/** Aborted when the question is no longer true. */
	isVoid?: AbortSignal;
};

/** Milliseconds that the terminal may take to deliver what was typed before the question. */
const drainFor = 50;

const marksPastes = (on: boolean): string => (process.env.TERM === 'dumb' ? '' : `\u001b[?2004${on ? 'h' : 'l'}`);

/**
 * Opens the controlling terminal, even if standard input is a pipe and standard error a file; undefined without one.
 */
const openTerminal = (): {input: ReadStream; output: WriteStream; close(): void} | undefined => {
	let descriptor: number;
	try {
		descriptor = openSync('/dev/tty', 'r');
	} catch {
		return undefined;
	}
	if (!isatty(descriptor)) {
		closeSync(descriptor);
		return undefined;
	}
	const own = process.stderr.isTTY ? undefined : new WriteStream(openSync('/dev/tty', 'w'));
	const input = new ReadStream(descriptor);
	return {
		input,
		output: own ?? (process.stderr as WriteStream),
		close() {
			input.destroy();
			own?.destroy();
		},
	};
};

/** The line being typed, echoed as it grows. */
const createLine = (write: (text: string) => void) => {
	let value = '';
	const erase = (part: string): void => write('\b \b'.repeat(width(part)));
	return {
		value: (): string => value,
		type(text: string): void {
			value += text;
			write(text);
		},
		press(name: string): void {
			const last = name === 'ctrl-u' ? value : [...segmenter.segment(value)].at(-1)?.segment;
			if (last !== undefined && (name === 'backspace' || name === 'ctrl-u')) {
				value = value.slice(0, value.length - last.length);
				erase(last);
			}
		},
	};
};

const ask = (
	{input, output, close}: NonNullable<ReturnType<typeof openTerminal>>,
	{question, expected, isAnew = false, isVoid}: Question,
): Promise<Answer> => {
	const {promise, resolve} = Promise.withResolvers<Answer>();
	const least = readFor(isAnew);
	let drawnAt = Number.POSITIVE_INFINITY;
	let timer: NodeJS.Timeout | undefined;
	/** Incremented when the question is suspended or ends: a draw that was scheduled before is dropped. */
	let round = 0;
	const line = createLine(text => output.write(text));

	const rest = (): void => {
		round++;
		clearTimeout(timer);
		drawnAt = Number.POSITIVE_INFINITY;
		keys.leave();
		output.write(`${marksPastes(false)}\n`);
	};
	const end = (answer: Answer): void => {
		stopWatching();
		isVoid?.removeEventListener('abort', revoke);
		rest();
		signals.close();
		close();
		resolve(answer);
	};
	const revoke = (): void => end('void');
	const leave = (reason: Reason): void => {
		process.exitCode = reason.code;
		end('declined');
		if (reason.kind === 'crash') {
			process.stderr.write(crashMessage(reason.error, struck));
		}
	};
	const draw = (): void => {
		const columns = (output.columns || 80) - 1;
		const lines = [...(isAnew ? wrapSentence(askedAnew, columns) : []), ...wrapSentence(question(), columns)];
		output.write(`${marksPastes(true)}${lines.join('\n')}\n> ${line.value()}`);
		drawnAt = performance.now();
	};
	/** Draws the question once everything typed before it has been read and discarded. */
	const begin = (): void => {
		keys.enter();
		keys.discard();
		clearTimeout(timer);
		const own = round;
		timer = setTimeout(() => {
			keys.discard();
			// Keys to be discarded arrive in this turn of the event loop or the next; they must not count as an answer.
			setImmediate(() => setImmediate(() => setImmediate(() => (own === round ? draw() : undefined))));
		}, drainFor);
	};

	const answerYesNo = (key: Key): void => {
		const answer = answerOf(key, drawnAt, ['y'], least);
		if (answer !== 'nothing') {
			output.write(answer === 'chosen' ? 'y' : '');
			end(answer === 'chosen' ? 'confirmed' : 'declined');
		}
	};
	const answerTyped = (key: Key): void => {
		const {name, text} = key;
		if (name === 'escape' || (name === 'enter' && canConfirm(key, drawnAt, least))) {
			const isMeant = name === 'enter' && line.value() === expected;
			if (name === 'enter' && !isMeant && line.value() !== '') {
				output.write('\ndialtop: what was typed is not what was asked for');
			}
			end(isMeant ? 'confirmed' : 'declined');
		} else if (text !== undefined) {
			line.type(text);
		} else {
			line.press(name);
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
			case 'ctrl-d':
				end('declined');
				return;
			default:
				if (key.at > drawnAt) {
					(expected === undefined ? answerYesNo : answerTyped)(key);
				}
		}
	};

	const keys = new Keys({input, onHangup: () => leave(HANGUP)});
	const stopWatching = keys.onKey(press);
	const signals = watchSignals({onLeave: leave, onStop: rest, onContinue: begin, onResize: () => undefined});
	isVoid?.addEventListener('abort', revoke);
	begin();
	return promise;
};

/**
 * Asks a question whose answer sends something. Without `expected`, a single `y` confirms once the question could be
 * read and any other key declines; with it, the exact text has to be typed, followed by a single Enter. The question is
 * written to standard error, or to the terminal if standard error is redirected.
 */
export const confirm = async (asked: Question): Promise<Answer> => {
	const {expected, yes, confirm: given} = asked;
	if (expected === undefined && yes) {
		return 'confirmed';
	}
	if (expected !== undefined && given !== undefined) {
		return given === expected ? 'confirmed' : 'mismatch';
	}
	const terminal = openTerminal();
	return terminal ? ask(terminal, asked) : 'no-terminal';
};
