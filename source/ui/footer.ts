/** The footer: the open prompt, else what was said or done last, else the keys. */
import {shownFor} from '../model/pending.ts';
import type {State} from '../model/state.ts';
import {type Action, actions} from './actions.ts';
import type {Context} from './context.ts';
import {questionOf, whichOf} from './controls.ts';
import {fit, wrap} from './format.ts';
import {bindingsIn, keyLabel} from './keymap.ts';
import {line} from './parts/box.ts';
import {lastCommand, sentenceOf, toneOf} from './parts/command.ts';
import {spread} from './parts/spread.ts';
import {type Prompt, takesText} from './state.ts';
import type {Look, Role} from './theme.ts';

const hints = (context: Context, look: Look, width: number): string => {
	const shown = bindingsIn(context.options.keymap, context.ui.view).flatMap(({keys, action}) => {
		const row: Action = actions[action];
		const [key] = keys;
		// A control that cannot run stays, faint; what is merely out of place is left out.
		const why = row.whyDisabled?.(context);
		return row.hint && key && !(action === 'signIn' && why)
			? [
					{
						order: row.group === 'control' ? 0 : 1,
						piece: line(look, [why ? 'faint' : 'key', keyLabel(key)], [why ? 'faint' : 'text', ` ${row.hint}`]),
					},
				]
			: [];
	});
	const help = line(look, ['key', '?'], ['text', ' help']);
	return spread(
		shown
			.toSorted((a, b) => a.order - b.order)
			.map(({piece}) => piece)
			.filter(({text}) => text !== help.text),
		[help],
		width,
	);
};

const labelOf = (prompt: Prompt, state: State): string => {
	switch (prompt.kind) {
		case 'filter':
			return 'Filter (! inverts): ';
		case 'search':
			return 'Search name, phone or account: ';
		case 'user':
			return `User at ${state.source.host}: `;
		case 'password':
			return `Password of ${prompt.user}: `;
		case 'type':
			return prompt.expected === prompt.controls[0].target.name ? 'Name: ' : 'Type: ';
		case 'which':
		case 'yes-no':
			return '';
	}
};

/** Draws the footer: its lines, and the label of the text field in the last one, where one is open. */
export const drawFooter = (
	context: Context,
	look: Look,
	width: number,
): {lines: string[]; label: string | undefined} => {
	const {state, ui} = context;
	const {prompt, said} = ui;
	const paint = (role: Role, text: string): string => look.paint(role, fit(text, width));
	if (prompt) {
		const question =
			'controls' in prompt
				? wrap(questionOf(state, prompt), width)
				: prompt.kind === 'which'
					? wrap(whichOf(state, prompt), width)
					: [];
		const shown = question.map(text => paint('warning', text));
		return takesText(prompt)
			? {lines: [...shown, ' '.repeat(width)], label: labelOf(prompt, state)}
			: {lines: shown, label: undefined};
	}
	const command = lastCommand(state.commands, state.now, shownFor);
	if (said && (!command || said.at >= command.at.mono)) {
		return {lines: [paint(said.tone === 'error' ? 'error' : 'text', said.text)], label: undefined};
	}
	if (command) {
		return {
			lines: wrap(sentenceOf(command), width)
				.slice(0, 3)
				.map(text => paint(toneOf(command), text)),
			label: undefined,
		};
	}
	return {lines: [hints(context, look, width)], label: undefined};
};
