/** Draws a form: a row for each field with its hint or problem, then the meaning of the focused field, then the send row. */

import {width as cells, clock, cut, cutStart, fit, number, wrap} from '../../../present/format.ts';
import {topFor} from '../../../present/grid.ts';
import {type Mask, maskOf, personalOf} from '../../../present/mask.ts';
import {parameterWords} from '../../../present/parameter-words.ts';
import {type Span, type Spans, textOf} from '../../../present/spans.ts';
import type {Role} from '../../../present/theme.ts';
import type {FormOperation, FormParameter} from '../../../service/forms.ts';
import {
	type Choice,
	choicesFor,
	choicesOf,
	type KnownTargets,
	knownTargets,
	nameOf,
} from '../../../steering/operation.ts';
import {EditedLine} from '../../parts/edited-line.tsx';
import {Line, Lines} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import type {Form} from '../../state/sheet.ts';
import {useReport, useService, useShown} from '../../store/store.ts';
import {editedText} from './form.ts';
import {type FormRow, formRows, sendRow} from './rows.ts';
import {whyNotSent} from './send.ts';

/** What a form shows beside its own state. */
type FormParts = {
	operation: FormOperation;
	known: KnownTargets;
	/** Why it cannot be sent now. */
	why: string | undefined;
	mask: Mask;
};

/** The day in a time zone, by default this machine's, `YYYY-MM-DD`. */
const dayOf = (wall: number, timeZone: string | undefined): string =>
	// Swedish dates are written so.
	new Date(wall).toLocaleDateString('sv-SE', {timeZone});

const dot = '•';

const notOurs =
	"The interface only names this operation: these fields are the sandbox's own, another service may take others.";

const between = (min: number | undefined, max: number | undefined): string =>
	min !== undefined && max !== undefined
		? ` ${number(min)} to ${number(max)}`
		: min !== undefined
			? ` from ${number(min)}`
			: max !== undefined
				? ` up to ${number(max)}`
				: '';

/** Below so many characters the bound of a text is shown, since it may be reached. */
const shortText = 2000;

/** What a parameter accepts, in a few words. */
const kindText = ({kind, min, max, choices, name, summary}: FormParameter): string => {
	switch (kind) {
		case 'choice':
			return (choices ?? []).join(' ');
		case 'integer':
			return name.endsWith('_id') ? 'an id' : `a whole number${between(min, max)}`;
		case 'number':
			return `a number${between(min, max)}`;
		case 'money':
			return 'an amount such as 12.50';
		case 'date':
			return 'a day, YYYY-MM-DD';
		case 'secret':
			return min ? `a secret of ${min} characters and more` : 'a secret';
		case 'file':
			return 'the path of a file of this machine';
		default: {
			const most = max !== undefined && max < shortText ? `up to ${number(max)} characters` : '';
			// The hint does not repeat the label.
			const meaning = summary === parameterWords(name) ? '' : summary;
			return [meaning, most].filter(Boolean).join(', ');
		}
	}
};

/** Less than so many cells have no room for the wire's names beside the words. */
const leastForNames = 70;

/** Widths of the columns of a form, which do not depend on what is typed. */
const columnsOf = (
	operation: FormOperation,
	width: number,
): {label: number; wire: number; value: number; hint: number} => {
	const one = Object.fromEntries(operation.params.map(({name}) => [name, 1]));
	const rows = formRows(operation, one);
	const fields = rows.filter(row => row.kind === 'field');
	const widest = Math.max(0, ...fields.map(row => cells(row.label) + row.depth * 2));
	const label = Math.min(widest, Math.floor(width * 0.35), 30);
	const names = width < leastForNames ? 0 : Math.max(0, ...fields.map(row => cells(row.wire)));
	const wire = Math.min(names, Math.floor(width * 0.23));
	const room = width - label - (wire > 0 ? wire + 1 : 0) - 4;
	const value = Math.max(14, Math.min(48, Math.floor(room * 0.45)));
	return {label, wire, value, hint: Math.max(0, room - value)};
};

/** What is wrong with a field, once the operator has moved on from it or tried to send the form. */
const problemOf = (form: Form, id: string): Span | undefined => {
	const problem = form.problems.find(({name}) => name === id);
	const isShown = problem?.missing ? form.tried && problem.blocks : form.tried || form.visited.has(id);
	if (!problem || !isShown) {
		return undefined;
	}
	return problem.blocks ? ['error', `! ${problem.message}`] : ['warning', `! goes as typed; ${problem.message}`];
};

const hintOf = (form: Form, {id, param}: FormRow & {kind: 'field'}, {known}: FormParts): Span => {
	const name = nameOf(choicesOf(param, known), form.typed[id] ?? '');
	const problem = problemOf(form, id);
	if (problem) {
		return problem;
	}
	if ((form.typed[id] ?? '') !== '' && form.typed[id] === form.prefilled[id]) {
		return ['pending', name === undefined ? 'filled in' : `filled in: ${name}`];
	}
	if (name !== undefined) {
		return ['strong', name];
	}
	return ['faint', [param.required && 'required', kindText(param)].filter(Boolean).join(', ')];
};

const shownText = (value: string, {kind, name}: FormParameter, mask: Mask): string =>
	kind === 'secret' ? dot.repeat(Math.min(8, value.length)) : mask(personalOf(name), value);

type Columns = ReturnType<typeof columnsOf>;

/** A row of the form in three parts: before the value, the value, and after it. */
const rowParts = (
	form: Form,
	row: FormRow,
	columns: Columns,
	given: FormParts,
): {before: Spans; value: string; after: Spans} => {
	const isFocused = row.id === form.focus;
	const marker: Span = ['key', isFocused ? '>' : ' '];
	const label = fit(`${'  '.repeat(row.depth)}${row.label}`, columns.label);
	if (row.kind !== 'field') {
		const room = columns.value + columns.hint + 2 + (columns.wire > 0 ? columns.wire + 1 : 0);
		const role: Role = row.kind === 'add' ? (isFocused ? 'selected' : 'key') : 'strong';
		const text = row.kind === 'add' ? `[ + ${row.label} ]` : label;
		const about = fit(row.summary, Math.max(0, room + columns.label - cells(text) - 1));
		return {before: [marker, [role, text], ['faint', ` ${about} `]], value: '', after: []};
	}
	const [hintRole, hint] = hintOf(form, row, given);
	return {
		before: [
			marker,
			[isFocused || row.param.required ? 'strong' : 'text', label],
			['faint', columns.wire > 0 ? ` ${fit(row.wire, columns.wire)} ` : ' '],
		],
		value: fit(shownText(form.typed[row.id] ?? '', row.param, given.mask), columns.value),
		after: [
			['text', ' '],
			[hintRole, fit(hint, columns.hint)],
			['text', ' '],
		],
	};
};

/** The values that a field offers, on one line that has the present one in it. */
const offerSpans = (offers: readonly Choice[], typed: string, width: number): Spans => {
	const matching = choicesFor(offers, typed);
	if (offers.length === 0) {
		return [];
	}
	if (matching.length === 0) {
		return [['faint', fit(' none that is known is called so', width)]];
	}
	const present = Math.max(
		0,
		matching.findIndex(({value}) => value === typed),
	);
	const pieces: Span[] = [['key', ' ← →']];
	let used = 4;
	for (const [index, {value, name}] of matching.slice(Math.max(0, present - 1)).entries()) {
		const room = Math.max(0, width - used - 2);
		if (room < cells(value) && used > 4) {
			pieces.push(['faint', ' …']);
			break;
		}
		const hasRoomForName = name !== undefined && room > cells(value) + 2;
		const shown = hasRoomForName ? cut(`${value} ${name}`, room) : cutStart(value, room);
		const isPresent = value === typed;
		pieces.push(['text', '  '], [isPresent ? 'selected' : index === 0 && typed !== '' ? 'strong' : 'text', shown]);
		used += cells(shown) + 2;
	}
	return pieces;
};

const howSent: Readonly<Record<FormOperation['effect'], string>> = {
	read: 'is sent at once',
	session: 'is sent at once',
	write: 'asks y/N before it is sent',
	irreversible: 'asks for a name or a number to be typed before it is sent',
	money: 'asks for the amount to be typed before it is sent',
};

const sendSpans = (form: Form, {operation, why}: FormParts, width: number): Spans => {
	const isRead = operation.effect === 'read';
	const button = isRead ? '[ Ask ]' : '[ Send ]';
	const waited = form.asked?.control ? undefined : form.asked;
	const [role, text]: Span = waited
		? ['pending', `asked at ${clock(waited.at.wall)}, waiting for the answer`]
		: form.notice
			? [form.notice.tone === 'error' ? 'error' : 'text', form.notice.text]
			: why
				? ['warning', `not now: ${why}`]
				: ['faint', howSent[operation.effect]];
	const marker = form.focus === sendRow ? '>' : ' ';
	const room = Math.max(0, width - cells(button) - 2);
	return [
		['key', marker],
		[form.focus === sendRow ? 'selected' : 'key', button],
		[role, ` ${cut(text, room)}`],
	];
};

/** The meaning of the focused row. */
const aboutRow = (row: FormRow | undefined): string => {
	if (!row) {
		return '';
	}
	if (row.kind === 'add') {
		return `Enter makes one more: ${row.summary}`;
	}
	if (row.kind === 'title') {
		return row.summary;
	}
	const {param, wire} = row;
	const {summary, required} = param;
	const kind = kindText(param);
	// The choices are on the line below.
	const meaning = [summary, param.kind === 'choice' || kind.startsWith(summary) ? '' : kind].filter(Boolean).join('; ');
	const whole = kind.startsWith(summary) ? kind : meaning;
	return `${wire === '' ? '' : `${wire}: `}${whole}${required ? ' (required)' : ''}`;
};

/** The meaning of the focused row, and what is wrong with it. */
const aboutLines = (form: Form, row: FormRow | undefined, width: number, height: number): Spans[] => {
	const problem = row && problemOf(form, row.id);
	const lines: Spans[] = [
		...wrap(aboutRow(row), width).map((text): Spans => [['text', ` ${text}`]]),
		...(problem ? wrap(problem[1], width).map((text): Spans => [[problem[0], ` ${text}`]]) : []),
	];
	// The problem comes last, and must not be cut.
	const shown = problem ? lines.slice(-height) : lines.slice(0, height);
	const isCut = !problem && lines.length > height;
	return Array.from({length: height}, (_, index): Spans => {
		const line = shown[index] ?? [];
		return isCut && index === height - 1 ? [['text', `${cut(textOf(line), width - 1)}…`]] : line;
	});
};

/** Lines for the meanings of the fields: as many as the longest needs, up to so many, so that nothing moves with the focus. */
const aboutHeightOf = (rows: readonly FormRow[], width: number, least: number, most: number): number =>
	Math.min(most, Math.max(least, ...rows.map(row => wrap(aboutRow(row), width).length)));

export function FormSheet({form, operation, ...size}: Size & {form: Form; operation: FormOperation}) {
	const shown = useShown();
	const {ui, state} = shown;
	const given: FormParts = {
		operation,
		known: knownTargets(state),
		why: whyNotSent(operation, shown),
		mask: maskOf(ui),
	};
	const inner = inside(size);
	const rows = formRows(operation, form.counts);
	const columns = columnsOf(operation, inner.width);
	const isTall = inner.height >= 16;
	const intro =
		operation.documented || !isTall ? [] : wrap(notOurs, inner.width - 2).map((text): Spans => [['faint', ` ${text}`]]);
	const aboutHeight = aboutHeightOf(rows, inner.width - 2, isTall ? 2 : 1, isTall ? 4 : 2);
	// The send row is right below the fields, or at the bottom if they do not all fit.
	const page = Math.max(1, Math.min(rows.length, inner.height - intro.length - aboutHeight - 3));
	const focused = rows.findIndex(({id}) => id === form.focus);
	const top =
		focused === -1 ? Math.min(form.top, Math.max(0, rows.length - page)) : topFor(form.top, focused, page, rows.length);
	const focusedRow = rows[focused];
	const field = focusedRow?.kind === 'field' ? focusedRow : undefined;
	const offers = field ? choicesOf(field.param, given.known) : [];
	const below: Spans[] = [
		[['border', '─'.repeat(inner.width)]],
		...aboutLines(form, focusedRow, inner.width - 2, aboutHeight),
		field ? offerSpans(offers, form.typed[field.id] ?? '', inner.width - 1) : [],
		sendSpans(form, given, inner.width),
	];
	const more = rows.length > page ? `, fields ${top + 1}-${Math.min(rows.length, top + page)} of ${rows.length}` : '';
	const note = `${operation.effect}${more}`;
	const title = cut(`${operation.type}: ${operation.summary}`, inner.width - cells(note) - 8);
	const service = useService();
	useReport({page});
	return (
		<Panel {...size} service={service} title={title} note={note} isFocused>
			<Lines {...inner} lines={intro} />
			{rows.slice(top, top + page).map(row => {
				const {before, value, after} = rowParts(form, row, columns, given);
				return row === field ? (
					<EditedLine
						key={row.id}
						before={before}
						text={editedText(form)}
						after={after}
						width={columns.value}
						mask={field.param.kind === 'secret' ? dot : undefined}
						placeholder={field.param.kind === 'date' ? dayOf(state.now.wall, state.source.timeZone) : ''}
						isOpen={!ui.prompt}
						closed={value}
					/>
				) : (
					<Line key={row.id} spans={[...before, ['text', value], ...after]} width={inner.width} />
				);
			})}
			<Lines {...inner} lines={below} />
		</Panel>
	);
}
