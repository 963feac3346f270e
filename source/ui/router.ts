/** The one place where keys arrive: an open prompt gets them first, then a sheet, the help, the view, what is everywhere. */
import type {Control} from '../model/pending.ts';
import type {Context} from './context.ts';
import {ask} from './controls/ask.ts';
import {type Confirmation, fits} from './controls/question.ts';
import {afterUpdate} from './controls/settings.ts';
import {whyNoLonger} from './controls/still.ts';
import {keyFor} from './key-label.ts';
import {actionFor} from './keymap.ts';
import {tierOf} from './layout.ts';
import {type Ask, type Choose, type Prompt, takesText} from './prompt.ts';
import {pressSheet} from './sheets/press.ts';
import {tellForm} from './sheets/send.ts';
import type {UiState} from './state.ts';
import type {Key} from './terminal/decode.ts';

/** What the router needs beside the context. */
export type RouterParts = {
	context(): Context;
	/** Hands a key to the open text field. */
	toField(key: Key): void;
	/**
	 * When the question on screen was drawn, by the clock of `key.at`; nothing while it has not been. A key read before
	 * that cannot be an answer to it.
	 */
	drawnAt(promptNumber: number): number | undefined;
};

/** Takes keys, and what the text field hands back. */
export type Router = {
	press(key: Key): void;
	submit(value: string, key: Key): void;
};

const isNo = (key: Key): boolean => ['n', 'N', 'enter', 'escape', 'q'].includes(key.name);

const isAnswer = (key: Key, drawnAt: number | undefined): boolean =>
	key.alone && !key.paste && drawnAt !== undefined && key.at > drawnAt;

/** The keys that move over choices. */
const steps: Readonly<Record<string, 1 | -1>> = {up: -1, left: -1, k: -1, down: 1, right: 1, j: 1};

/** Makes the router. */
export const createRouter = ({context, toField, drawnAt}: RouterParts): Router => {
	const isDrawn = (ui: UiState, key: Key): boolean => isAnswer(key, drawnAt(ui.promptNumber));

	/** One after another: an outcome that is unknown does not hold up the others, each of which has its own. */
	const sendAll = async (controls: readonly Control[]): Promise<void> => {
		const unsent: string[] = [];
		for (const control of controls) {
			const {state, monitor} = context();
			// What has changed since it was confirmed is not what was confirmed.
			const why = monitor ? whyNoLonger(state, control) : 'not connected yet';
			if (why || !monitor) {
				unsent.push(`${controls.length > 1 ? `"${control.target.name}": ` : ''}${why ?? ''}`);
				continue;
			}
			const ending = await monitor.control(control);
			const here = context();
			for (const message of afterUpdate(here.ui, control, ending)) {
				here.dispatch(message);
			}
			tellForm(here, control, ending);
		}
		if (unsent.length > 0) {
			context().say(`Not sent: ${unsent.join('; ')}`, 'error');
		}
	};

	const carryOut = (here: Context, prompt: Confirmation): void => {
		const {dispatch, say} = here;
		dispatch({type: 'close-prompt'});
		if (!fits(here, prompt)) {
			say('Not sent: the question no longer fits on this screen', 'error');
			return;
		}
		const [{undoes}, ...others] = prompt.controls;
		// It was for the marked rows: they are dealt with.
		if (others.length + prompt.left.length > 0 && undoes === undefined) {
			dispatch({type: 'mark', ids: new Set()});
		}
		void sendAll(prompt.controls);
	};

	const cancel = ({dispatch, say}: Context, prompt: Prompt): void => {
		dispatch({type: 'close-prompt'});
		if ('controls' in prompt || 'which' in prompt) {
			say('Cancelled: nothing was sent');
		}
	};

	const answer = (here: Context, prompt: Extract<Prompt, {kind: 'yes-no'}>, key: Key): void => {
		if (key.name === 'y') {
			if (isDrawn(here.ui, key)) {
				carryOut(here, prompt);
			}
			// A y that came with other keys, or before the question could be read, is no answer; the question stays.
			return;
		}
		if (isNo(key)) {
			cancel(here, prompt);
		}
	};

	/** Choosing sends nothing: it leads to the question. */
	const choose = (here: Context, prompt: Extract<Prompt, {kind: 'which'}>, key: Key): void => {
		const batch = prompt.which[Number(key.name) - 1];
		if (batch) {
			here.dispatch({type: 'close-prompt'});
			ask(here, batch);
		} else if (isNo(key)) {
			cancel(here, prompt);
		}
	};

	/** What a question leads to that writes nothing; an answer that is wrong is asked for again. */
	const lead = (here: Context, prompt: Ask | Choose, value: string): void => {
		const wrong = prompt.check(value, here);
		if (wrong !== undefined) {
			here.dispatch({type: 'prompt', prompt: prompt.kind === 'ask' ? {...prompt, value, wrong} : {...prompt, wrong}});
			return;
		}
		here.dispatch({type: 'close-prompt'});
		prompt.next(value, context());
	};

	const point = (here: Context, prompt: Choose, key: Key): void => {
		const {choices, at} = prompt;
		const step = steps[key.name];
		if (step !== undefined) {
			here.dispatch({type: 'point', at: (at + step + choices.length) % choices.length});
		} else if (key.name === 'enter') {
			lead(here, prompt, choices[at]?.id ?? '');
		} else if (key.name === 'escape' || key.name === 'q') {
			cancel(here, prompt);
		}
	};

	return {
		press(key) {
			const here = context();
			const {ui, dispatch} = here;
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
			if (prompt) {
				if (prompt.kind === 'yes-no') {
					answer(here, prompt, key);
				} else if (prompt.kind === 'which') {
					choose(here, prompt, key);
				} else if (prompt.kind === 'choose') {
					point(here, prompt, key);
				} else if (key.name === 'escape') {
					if (prompt.kind === 'filter' || prompt.kind === 'help-filter') {
						dispatch({type: prompt.kind, value: ''});
					}
					cancel(here, prompt);
				} else {
					toField(key);
				}
				return;
			}
			dispatch({type: 'hush'});
			if (pressSheet(context, key) || key.paste) {
				return;
			}
			const action = actionFor(here.options.keymap, key.name, ui.view);
			if (!action || (ui.help && action.group === 'control') || (ui.sheet && !action.overAnswer)) {
				return;
			}
			const why = action.whyDisabled?.(here);
			if (why) {
				here.say(`${action.label}: not now, ${why}`, 'error');
				return;
			}
			action.run(here);
		},

		submit(value, key) {
			const here = context();
			const {ui, dispatch, monitor, say, state} = here;
			const {prompt} = ui;
			if (!takesText(prompt)) {
				return;
			}
			switch (prompt.kind) {
				case 'filter':
				case 'help-filter':
					dispatch({type: 'close-prompt'});
					return;
				case 'search':
					dispatch({type: 'close-prompt'});
					if (value.trim() === '') {
						return;
					}
					dispatch({type: 'view', view: 'search'});
					void monitor?.search({query: value.trim()});
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
								: [`Not signed in: ${result.reason}`, again && `Press ${again} to try again`]
										.filter(Boolean)
										.join('. '),
							result.kind === 'signed-in' ? 'info' : 'error',
						);
					});
					return;
				}
				case 'ask':
					lead(here, prompt, value);
					return;
				case 'type':
					if (value !== prompt.expected) {
						say(`"${value}" is not "${prompt.expected}": nothing was sent`, 'error');
						dispatch({type: 'close-prompt'});
						return;
					}
					// An Enter that came in one read with the name is a paste or a burst, not a decision.
					if (isDrawn(ui, key)) {
						carryOut(here, prompt);
					}
			}
		},
	};
};
