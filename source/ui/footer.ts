/** The footer: the open prompt, else what was said or done last, else the keys. */

import {questionLines} from '../control/question.ts';
import {cutBefore, fit} from '../look/format.ts';
import {maskOf} from '../look/mask.ts';
import {wrapSentence} from '../look/sentence.ts';
import type {Look, Role} from '../look/theme.ts';
import {shownFor} from '../model/pending.ts';
import type {State} from '../model/state.ts';
import type {Context} from './context.ts';
import {drawHints} from './hints.ts';
import {lastCommand, sentenceOf, toneOf} from './parts/command.ts';
import {type Choose, type Prompt, takesText} from './prompt.ts';

const typedLabel = ({controls: [{target}], expected}: Extract<Prompt, {kind: 'type'}>): string =>
	target.kind === 'number' && expected === target.id ? 'Number: ' : 'Type: ';

const labelOf = (prompt: Prompt, state: State): string => {
	switch (prompt.kind) {
		case 'filter':
			return 'Filter (! inverts): ';
		case 'help-filter':
			return 'Find in the help: ';
		case 'search':
			return 'Search name, phone or account: ';
		case 'user':
			return `User at ${state.source.host}: `;
		case 'password':
			return `Password of ${prompt.user}: `;
		case 'type':
			return typedLabel(prompt);
		case 'ask':
			return prompt.label;
		case 'choose':
		case 'which':
		case 'yes-no':
			return '';
	}
};

/** Lines that a sentence takes at most. */
const sentenceLines = 3;

/** Choices shown at once; the others come as the arrows move on. */
const choicesShown = 7;

const choiceLines = ({choices, at}: Choose, width: number): (readonly [Role, string])[] => {
	const top = Math.max(0, Math.min(at - Math.floor(choicesShown / 2), choices.length - choicesShown));
	return choices
		.slice(top, top + choicesShown)
		.map(({id, label}, index) => [
			top + index === at ? 'selected' : 'text',
			cutBefore(
				`${top + index === at ? ' >' : '  '} ${label === id ? '' : label}`,
				label === id ? id : ` (${id})`,
				width,
			),
		]);
};

/** What stands above the text field of a prompt, or is all of it, in lines of so many cells at most. */
const above = (state: State, prompt: Prompt, width: number): (readonly [Role, string])[] => {
	const wrapped = (role: Role, text: string) => wrapSentence(text, width).map(part => [role, part] as const);
	switch (prompt.kind) {
		case 'yes-no':
		case 'type':
			return questionLines(state, prompt, width).map(part => ['warning', part] as const);
		case 'which':
			return wrapped('warning', prompt.text);
		case 'ask':
		case 'choose':
			return [
				...wrapped('text', prompt.about),
				...(prompt.wrong === '' ? [] : wrapped('error', prompt.wrong)),
				...(prompt.kind === 'choose' ? choiceLines(prompt, width) : []),
				['faint', prompt.kind === 'choose' ? '↑ ↓ choose, Enter takes it, Esc leaves' : 'Enter goes on, Esc leaves'],
			];
		default:
			return [];
	}
};

/** Milliseconds that something said stays: then the keys are wanted again. */
const saidFor = 15_000;

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
		const shown = above(state, prompt, width).map(([role, text]) => paint(role, text));
		return takesText(prompt)
			? {lines: [...shown, ' '.repeat(width)], label: labelOf(prompt, state)}
			: {lines: shown, label: undefined};
	}
	const command = lastCommand(state.commands, state.now, shownFor);
	const isHeard = said && state.now.mono - said.at < saidFor;
	if (isHeard && (!command || said.at >= command.at.mono)) {
		const lines = wrapSentence(said.text, width).slice(0, sentenceLines);
		return {lines: lines.map(text => paint(said.tone === 'error' ? 'error' : 'text', text)), label: undefined};
	}
	if (command) {
		return {
			lines: wrapSentence(sentenceOf(command, maskOf(ui)), width)
				.slice(0, sentenceLines)
				.map(text => paint(toneOf(command), text)),
			label: undefined,
		};
	}
	return {lines: [drawHints(context, look, width)], label: undefined};
};
