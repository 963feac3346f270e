/** Where keys arrive: an open prompt takes them all; else an open sheet takes those that it knows, and the others run actions. */

import {seenBy} from '../present/command-text.ts';
import {keyFor} from '../present/keymap.ts';
import {sentence} from '../present/sentence.ts';
import {answerOf, isArrow, readFor, tooSoon} from '../steering/answer.ts';
import {answered, recheck} from '../steering/conductor.ts';
import type {Confirmation} from '../steering/question.ts';
import type {Key} from '../terminal/decode.ts';
import {ask, askAnew, carryOut} from './actions/ask.ts';
import {sayIfNotApplied} from './actions/moves.ts';
import {askOwnAnew, confirmOwn, ownActionsIn, whyVoidNow} from './actions/own-commands.ts';
import {searchAll} from './actions/search.ts';
import {actionFor} from './keys/actions.ts';
import {editText} from './parts/text-edit.ts';
import {pressSheet} from './sheets/press.ts';
import {tierOf} from './state/layout.ts';
import type {Ask, Choose, Prompt, TextPrompt} from './state/prompt.ts';
import {type Context, onEach} from './store/context.ts';

/** What the router needs beside the context. */
export type RouterParts = {
	context(): Context;
	/** When the question on screen was drawn, by the clock of `key.at`; undefined if it has not been. */
	drawnAt(promptNumber: number): number | undefined;
};

export type Router = {
	press(key: Key): void;
	/** Checks the open question against the service's present state: one that is void is asked again. */
	hold(): void;
};

/** The keys that move over choices, by their step. */
const steps: Readonly<Record<string, 1 | -1>> = {up: -1, left: -1, k: -1, down: 1, right: 1, j: 1};

/** Counts a key as stray, but not an arrow, which may be the wheel of a mouse. */
const strayUnlessArrow = ({guard}: Context, key: Key): void => {
	if (!isArrow(key)) {
		guard.stray();
	}
};

export const createRouter = ({context, drawnAt}: RouterParts): Router => {
	const cancel = ({dispatch, say, guard}: Context, prompt: Prompt): void => {
		dispatch({type: 'close-prompt'});
		if ('controls' in prompt || 'which' in prompt || 'order' in prompt || prompt.kind === 'choose') {
			guard.stray();
		}
		if ('controls' in prompt || 'which' in prompt) {
			say('Cancelled: nothing was sent');
		} else if ('order' in prompt) {
			say('Cancelled: nothing was run');
		}
	};

	/** A question that is answered by a key: an offered key goes on, any other means no. */
	const answer = (here: Context, prompt: Prompt, key: Key, asked: readonly string[], goOn: () => void): void => {
		const least = 'isLight' in prompt ? 0 : readFor(prompt);
		switch (answerOf(key, drawnAt(here.ui.promptNumber), asked, least)) {
			case 'chosen':
				goOn();
				break;
			case 'no':
				cancel(here, prompt);
				break;
			case 'nothing':
				strayUnlessArrow(here, key);
		}
	};

	/** A choice sends nothing: it leads to a question, made from the present state. */
	const choose = (here: Context, prompt: Extract<Prompt, {kind: 'which'}>, key: Key): void => {
		const digits = prompt.which.map((_batch, index) => String(index + 1));
		answer(here, prompt, key, digits, () => {
			const offer = prompt.which[digits.indexOf(key.name)]?.again(here);
			here.dispatch({type: 'close-prompt'});
			if (offer) {
				ask(here.now(), offer);
			}
		});
	};

	/** Goes on with an answer that sends nothing; a wrong answer is asked for again. */
	const lead = (here: Context, prompt: Ask | Choose, value: string): void => {
		const wrong = prompt.check(value);
		if (wrong !== undefined) {
			here.dispatch({type: 'prompt', prompt: prompt.kind === 'ask' ? {...prompt, value, wrong} : {...prompt, wrong}});
			return;
		}
		here.dispatch({type: 'close-prompt'});
		prompt.next(value);
	};

	const point = (here: Context, prompt: Choose, key: Key): void => {
		const {choices, at} = prompt;
		const step = key.paste ? undefined : steps[key.name];
		if (step !== undefined) {
			here.dispatch({type: 'point', at: (at + step + choices.length) % choices.length});
		} else {
			answer(here, prompt, key, ['enter'], () => lead(here, prompt, choices[at]?.id ?? ''));
		}
	};

	/** Takes the text of a prompt at Enter. */
	const submit = (here: Context, prompt: TextPrompt): void => {
		const {dispatch, monitor, say, state} = here;
		const {value} = prompt;
		switch (prompt.kind) {
			case 'filter': {
				dispatch({type: 'close-prompt'});
				sayIfNotApplied(here);
				return;
			}
			case 'help-filter':
				dispatch({type: 'close-prompt'});
				return;
			case 'search':
				dispatch({type: 'close-prompt'});
				if (value.trim() === '') {
					return;
				}
				dispatch({type: 'view', view: 'search'});
				searchAll(here, {query: value.trim()});
				return;
			case 'user':
				if (value.trim() !== '') {
					dispatch({type: 'prompt', prompt: {kind: 'password', user: value.trim(), value: ''}});
				}
				return;
			case 'password': {
				dispatch({type: 'close-prompt'});
				say(`Signing in at ${state.source.host} as ${prompt.user}…`);
				const again = keyFor(here.options.keymap, 'signIn');
				void monitor?.signIn({user: prompt.user, password: value}).then(result => {
					say(
						result.kind === 'signed-in'
							? `Signed in as ${prompt.user}`
							: [`Not signed in: ${result.reason}`, again && `Press ${again} to try again`].filter(Boolean).join('. '),
						result.kind === 'signed-in' ? 'info' : 'error',
					);
				});
				return;
			}
			case 'ask':
				lead(here, prompt, value);
				return;
		}
	};

	/** A key on a question that sends something. */
	const decide = (here: Context, prompt: Confirmation, key: Key): void => {
		const result = answered(prompt, key, drawnAt(here.ui.promptNumber), here);
		switch (result.to) {
			case 'confirmed':
				carryOut(here, prompt);
				break;
			case 'void':
				askAnew(here, result);
				break;
			case 'declined':
				cancel(here, prompt);
				break;
			case 'mismatch':
				here.dispatch({type: 'close-prompt'});
				here.guard.stray();
				if (prompt.kind === 'type') {
					here.say(
						sentence('Cancelled, nothing was sent: what was typed is not what was asked for', [
							['Typed', prompt.value],
							['Asked for', prompt.expected],
						]),
						'error',
					);
				}
				break;
			case 'typing':
				if (prompt.kind === 'type') {
					type(here, prompt, key);
				}
				break;
			case 'nothing':
				strayUnlessArrow(here, key);
		}
	};

	/** A key on a prompt that takes text. */
	const type = (here: Context, prompt: TextPrompt, key: Key): void => {
		switch (key.name) {
			case 'enter':
				submit(here, prompt);
				return;
			case 'escape':
				if (prompt.kind === 'filter' || prompt.kind === 'help-filter') {
					here.dispatch({type: prompt.kind, value: ''});
				}
				cancel(here, prompt);
				return;
			case 'ctrl-d':
				// For example where a shell asks for a password, or dialtop for a name.
				if (prompt.kind === 'user' || prompt.kind === 'password') {
					cancel(here, prompt);
				}
				return;
			default: {
				const text = editText({value: prompt.value, cursor: here.ui.cursor}, key);
				here.dispatch({type: 'typed', text});
			}
		}
	};

	/** A key while no prompt is open. */
	const pressOpen = (here: Context, key: Key): void => {
		const {ui, state, dispatch, guard} = here;
		dispatch({type: 'hush', at: state.now.mono});
		for (const {state, ui, dispatch} of onEach(here)) {
			const command = seenBy(state.commands, state.now);
			if (command > ui.seenCommand) {
				dispatch({type: 'seen', command});
			}
		}
		const hushed = here.now();
		if (pressSheet(hushed, key)) {
			if (key.text !== undefined && here.now().ui === hushed.ui) {
				guard.stray();
			}
			return;
		}
		const action = key.paste
			? undefined
			: (actionFor(here.options.keymap, key.name, ui.view, ui.past !== undefined) ??
				ownActionsIn(here, ui.view).find(({keys}) => keys.includes(key.name)));
		if (!action || (ui.help && action.group === 'control') || (ui.sheet && !action.overAnswer)) {
			strayUnlessArrow(here, key);
			return;
		}
		const isWrite = action.group === 'control' && action.operations !== undefined;
		const why = action.whyDisabled?.(here);
		if (why) {
			here.say(`${action.label}: not now, ${why}`, 'error');
			guard.stray();
		} else if (isWrite && guard.isTyping()) {
			here.say(tooSoon, 'error');
			guard.stray();
		} else {
			action.run(here);
		}
	};

	return {
		press(key) {
			const here = context();
			const {ui} = here;
			const {prompt} = ui;
			if (key.name === 'ctrl-c') {
				here.quit();
				return;
			}
			if (tierOf(ui.columns, ui.rows) === 'tiny') {
				if (key.name === 'q') {
					here.quit();
				}
				return;
			}
			here.guard.press(key.at);
			if (!prompt) {
				pressOpen(here, key);
				return;
			}
			switch (prompt.kind) {
				case 'yes-no':
				case 'type':
					decide(here, prompt, key);
					break;
				case 'which':
					choose(here, prompt, key);
					break;
				case 'run':
					answer(here, prompt, key, ['y'], () => confirmOwn(here, prompt));
					break;
				case 'choose':
					point(here, prompt, key);
					break;
				default:
					type(here, prompt, key);
			}
		},

		hold() {
			const here = context();
			const {prompt} = here.ui;
			if (prompt?.kind === 'run') {
				const change = whyVoidNow(here, prompt);
				if (change !== undefined) {
					askOwnAnew(here, prompt, change);
				}
				return;
			}
			const voided = prompt && 'controls' in prompt ? recheck(prompt, here) : undefined;
			if (voided) {
				askAnew(here, voided);
			}
		},
	};
};
