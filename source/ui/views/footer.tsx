/** The footer: the open prompt, else what was said or done last, else the keys. */
import {isDeepStrictEqual} from 'node:util';
import {Box} from 'ink';
import {memo, useLayoutEffect} from 'react';
import {questionLines} from '../../control/question.ts';
import {lastCommand, sentenceOf, toneOf} from '../../look/command-text.ts';
import {width as cells, cut, cutBefore, fit} from '../../look/format.ts';
import {maskOf} from '../../look/mask.ts';
import {wrapSentence} from '../../look/sentence.ts';
import type {Span, Spans} from '../../look/spans.ts';
import type {Role} from '../../look/theme.ts';
import {shownFor} from '../../model/pending.ts';
import type {State} from '../../model/state.ts';
import {hintsOf} from '../keys/hints.ts';
import {EditedLine} from '../parts/edited-line.tsx';
import {Ends} from '../parts/ends.tsx';
import {Lines} from '../parts/line.tsx';
import type {Shown} from '../screen/shown.ts';
import {shallow, useStore} from '../screen/store.ts';
import {type Choose, type Prompt, takesText} from '../state/prompt.ts';

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

const choiceLines = ({choices, at}: Choose, width: number): Span[] => {
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
const above = (state: State, prompt: Prompt, width: number): Span[] => {
	const wrapped = (role: Role, text: string) => wrapSentence(text, width).map((part): Span => [role, part]);
	switch (prompt.kind) {
		case 'yes-no':
		case 'type':
			return questionLines(state, prompt, width).map((part): Span => ['warning', part]);
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

/** What the footer shows: lines, the last of them with a text field after its label, or the hints. */
type Foot = {lines: Spans; label?: string} | 'hints';

const footOf = ({state, ui}: Shown): Foot => {
	const {prompt, said, columns} = ui;
	if (prompt) {
		const lines = above(state, prompt, columns);
		return takesText(prompt) ? {lines, label: cut(labelOf(prompt, state), Math.floor(columns / 2))} : {lines};
	}
	const command = lastCommand(state.commands, state.now, shownFor);
	const isHeard = said && state.now.mono - said.at < saidFor;
	const sentence = (role: Role, text: string): Foot => ({
		lines: wrapSentence(text, columns)
			.slice(0, sentenceLines)
			.map(line => [role, line]),
	});
	if (isHeard && (!command || said.at >= command.at.mono)) {
		return sentence(said.tone === 'error' ? 'error' : 'text', said.text);
	}
	return command ? sentence(toneOf(command), sentenceOf(command, maskOf(ui))) : 'hints';
};

/** Lines that the footer takes; the header and a line between them stay in any case. */
export const footerLines = (shown: Shown): number => {
	const foot = footOf(shown);
	const lines = foot === 'hints' ? 1 : foot.lines.length + (foot.label === undefined ? 0 : 1);
	return Math.min(lines, Math.max(1, shown.ui.rows - 2));
};

/** Keys for a newcomer. */
function Hints() {
	const {left, right} = useStore(hintsOf, isDeepStrictEqual);
	const width = useStore(({ui}) => ui.columns);
	return <Ends left={left} right={right} width={width} />;
}

/** The text field of a prompt, behind its label. */
function Field({label}: {label: string}) {
	const {prompt, cursor, columns} = useStore(({ui: {prompt, cursor, columns}}) => ({prompt, cursor, columns}), shallow);
	return takesText(prompt) ? (
		<EditedLine
			before={[['text', label]]}
			text={{value: prompt.value, cursor}}
			width={columns - cells(label)}
			mask={prompt.kind === 'password' ? '•' : undefined}
			isOpen
		/>
	) : null;
}

/** What the footer tells. */
export type FooterProps = {
	/** Called with the number of a prompt in the commit that draws it: no key from before that is an answer. */
	onQuestion(promptNumber: number): void;
};

/** The footer. */
export const Footer = memo(({onQuestion}: FooterProps) => {
	const foot = useStore(footOf, isDeepStrictEqual);
	const {columns, rows, question} = useStore(
		({ui: {columns, rows, prompt, promptNumber}}) => ({columns, rows, question: prompt && promptNumber}),
		shallow,
	);
	useLayoutEffect(() => {
		if (question !== undefined) {
			onQuestion(question);
		}
	}, [question]);
	if (foot === 'hints') {
		return <Hints />;
	}
	const {lines, label} = foot;
	const room = Math.max(1, rows - 2) - (label === undefined ? 0 : 1);
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Lines lines={lines.map(span => [[span[0], fit(span[1], columns)]])} width={columns} height={room} />
			{label !== undefined && <Field label={label} />}
		</Box>
	);
});
