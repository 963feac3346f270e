/** The footer: the keys, or the open prompt. A prompt of several lines covers the end of the body, which does not move. */
import {isDeepStrictEqual} from 'node:util';
import {Box} from 'ink';
import {memo, useLayoutEffect} from 'react';
import type {State} from '../../model/state.ts';
import {width as cells, cut, cutBefore, fit} from '../../present/format.ts';
import {onService, wrapSentence} from '../../present/sentence.ts';
import type {Span, Spans} from '../../present/spans.ts';
import type {Role} from '../../present/theme.ts';
import {type OwnQuestion, ownQuestionLines} from '../../steering/own-command.ts';
import {type Confirmation, fitsOn, questionFits, questionLines, rowsFor} from '../../steering/question.ts';
import {foreseenLines} from '../actions/foreseen.ts';
import {hintsOf} from '../keys/hints.ts';
import {EditedLine} from '../parts/edited-line.tsx';
import {Ends, Line, Lines} from '../parts/line.tsx';
import {type Choose, type Prompt, takesText} from '../state/prompt.ts';
import type {Shown} from '../store/shown.ts';
import {shallow, useStore} from '../store/store.ts';

const typedLabel = ({controls: [{target}], expected}: Extract<Prompt, {kind: 'type'}>): string =>
	target.kind === 'number' && expected === target.id ? 'Number: ' : 'Type: ';

/** The host of a service, behind its name while several are on screen. */
const serverText = ({floor, host}: State['source']): string => (floor === undefined ? host : `${floor}, ${host}`);

const labelOf = (prompt: Prompt, state: State): string => {
	switch (prompt.kind) {
		case 'filter':
			return 'Filter (drop>3, state:pause, ! inverts): ';
		case 'help-filter':
			return 'Find in the help: ';
		case 'search':
			return state.source.floor === undefined ? 'Search name, phone or account: ' : 'Search every service: ';
		case 'user':
			return `User at ${serverText(state.source)}: `;
		case 'password':
			return onService(state.source, `Password of ${prompt.user}: `);
		case 'type':
			return typedLabel(prompt);
		case 'ask':
			return prompt.label;
		case 'choose':
		case 'which':
		case 'yes-no':
		case 'run':
			return '';
	}
};

/** The size of the screen. */
type Room = {columns: number; rows: number};

/** Choices shown at once; the others come as the arrows move on. */
const choicesShown = 7;

const choiceLines = ({choices, at}: Choose, width: number): Span[] => {
	const top = Math.max(0, Math.min(at - Math.floor(choicesShown / 2), choices.length - choicesShown));
	return choices
		.slice(top, top + choicesShown)
		.map(({id, label, isBare = label === id}, index) => [
			top + index === at ? 'selected' : 'text',
			cutBefore(`${top + index === at ? ' >' : '  '} ${isBare ? '' : label}`, isBare ? label : ` (${id})`, width),
		]);
};

/** A question that sends or runs something. */
type Question = Confirmation | OwnQuestion;

const isQuestion = (prompt: Prompt): prompt is Question => 'controls' in prompt || 'order' in prompt;

/** Whether a screen of this size shows the whole question. */
const isWhole = (state: State, question: Question, room: Room): boolean =>
	question.kind === 'run'
		? questionFits(ownQuestionLines(state, question, room.columns).length, room)
		: fitsOn(state, question, room);

const higher = (state: State, question: Question, {columns}: Room): string =>
	question.kind === 'run' ? 'higher' : `${rowsFor(state, question, columns)} rows high`;

/** A question is shown whole or not at all. */
const questionSpans = (state: State, prompt: Question, room: Room): Span[] =>
	isWhole(state, prompt, room)
		? (prompt.kind === 'run' ? ownQuestionLines(state, prompt, room.columns) : questionLines(state, prompt, room)).map(
				part => ['warning', part],
			)
		: wrapSentence(
				`The question does not fit on this screen any longer, and cannot be answered: make it ${higher(state, prompt, room)} or wider, or leave it with Esc`,
				room.columns,
			).map(part => ['error', part]);

/** What the open question is likely to do, above it, where that covers no more than the body: the question does not move. */
const foreseenSpans = ({prompt, promptNumber, foreseen, columns, rows}: Shown['ui'], lines: number): Span[] => {
	if (!prompt || !('controls' in prompt) || foreseen?.prompt !== promptNumber) {
		return [];
	}
	const parts = foreseenLines(foreseen.answer, foreseen.at, columns).map((part): Span => ['text', part]);
	return parts.length + lines + aroundPrompt <= rows ? parts : [];
};

/** Lines that a prompt leaves: the header, the rule above it, and the field below it. */
const aroundPrompt = 3;

/** The lines above the text field of a prompt, or the whole prompt, as wide as the screen at most. */
const above = (state: State, prompt: Prompt, room: Room): Span[] => {
	const width = room.columns;
	const wrapped = (role: Role, text: string) => wrapSentence(text, width).map((part): Span => [role, part]);
	switch (prompt.kind) {
		case 'yes-no':
		case 'type':
		case 'run':
			return questionSpans(state, prompt, room);
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

/** What the footer shows: lines, the last of them with a text field after its label, or the hints. */
type Foot = {lines: Spans; label?: string} | 'hints';

const footOf = ({asking, ui}: Shown): Foot => {
	const {prompt, columns, rows} = ui;
	if (!prompt) {
		return 'hints';
	}
	const own = above(asking, prompt, {columns, rows});
	const lines = [...foreseenSpans(ui, own.length), ...own];
	return takesText(prompt) ? {lines, label: cut(labelOf(prompt, asking), Math.floor(columns / 2))} : {lines};
};

/** Lines of the body that the open prompt covers, including a rule above it; the header always stays. */
export const coveredByPrompt = (shown: Shown): number => {
	const foot = footOf(shown);
	const lines = foot === 'hints' ? 1 : foot.lines.length + (foot.label === undefined ? 0 : 1);
	return lines > 1 ? Math.min(lines, shown.ui.rows - 2) : 0;
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

/** What the footer reports. */
export type FooterProps = {
	/**
	 * Called with the number of a prompt in the commit that draws it, and again where it was out of sight: no key from before
	 * that is an answer. What it returns is called once the prompt is no longer in sight.
	 */
	onQuestion(promptNumber: number): () => void;
};

/** The footer. */
export const Footer = memo(({onQuestion}: FooterProps) => {
	const foot = useStore(footOf, isDeepStrictEqual);
	const {columns, rows, question} = useStore(
		({asking, ui: {columns, rows, prompt, promptNumber}}) => ({
			columns,
			rows,
			question: prompt && (!isQuestion(prompt) || isWhole(asking, prompt, {columns, rows})) ? promptNumber : undefined,
		}),
		shallow,
	);
	useLayoutEffect(() => (question === undefined ? undefined : onQuestion(question)), [question]);
	if (foot === 'hints') {
		return <Hints />;
	}
	const {lines, label} = foot;
	const count = lines.length + (label === undefined ? 0 : 1);
	const covered = count > 1 ? Math.min(count, rows - 2) : 0;
	const room = Math.max(1, rows - 2) - (label === undefined ? 0 : 1);
	return (
		<Box flexDirection="column" flexShrink={0} marginTop={-covered}>
			{covered > 0 && <Line spans={[['warning', '─'.repeat(columns)]]} width={columns} />}
			<Lines lines={lines.map(span => [[span[0], fit(span[1], columns)]])} width={columns} height={room} />
			{label !== undefined && <Field label={label} />}
		</Box>
	);
});
