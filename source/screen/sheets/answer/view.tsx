/** Draws an answer: one record as a table of fields, many as a grid, or the whole as JSON. */
import type {ReactNode} from 'react';
import {cellText, jsonText} from '../../../present/answer-cell.ts';
import {type AnswerPart, columnsFrom, countOf, gridColumn} from '../../../present/answer-parts.ts';
import {fitColumns} from '../../../present/fit-table.ts';
import {width as cells, counted, cut, dayAndTime, fit, number} from '../../../present/format.ts';
import {pageOf, topFor} from '../../../present/grid.ts';
import {type Mask, maskOf, personalOf} from '../../../present/mask.ts';
import {faintLines, type Span, type Spans} from '../../../present/spans.ts';
import type {Role} from '../../../present/theme.ts';
import {FieldTable, fieldLines, fitsTable} from '../../parts/field-table.tsx';
import {Lines} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import {Table} from '../../parts/table.tsx';
import type {JsonLine} from '../../state/json.ts';
import type {Answer} from '../../state/sheet.ts';
import {useReport, useService, useStore} from '../../store/store.ts';
import {type ShownRecord, shownPart, shownRecord} from './answer.ts';

const countText = (value: unknown): string =>
	Array.isArray(value) ? counted(value.length, 'item') : counted(Object.keys(value ?? {}).length, 'field');

const brackets = (value: unknown): readonly [string, string] => (Array.isArray(value) ? ['[', ']'] : ['{', '}']);

/** A line of JSON: a mark that shows whether it is folded, then the text. */
const jsonLine = ({depth, key, value, kind, followed}: JsonLine, width: number, mask: Mask): string => {
	const [opening, closing] = brackets(value);
	const indent = '  '.repeat(Math.min(depth, 20));
	const name = key === undefined || kind === 'close' ? '' : `${JSON.stringify(key)}: `;
	const comma = followed ? ',' : '';
	const start = `${indent}${name}`;
	switch (kind) {
		case 'open':
			return fit(`- ${start}${opening}`, width);
		case 'close':
			return fit(`  ${start}${closing}${comma}`, width);
		case 'scalar':
			return fit(`  ${start}${jsonText(value, key ?? '', mask, width)}${comma}`, width);
		case 'folded': {
			const count = `  ${countText(value)}`;
			const room = Math.max(4, width - cells(start) - count.length - 2);
			return fit(`+ ${start}${cut(jsonText(value, key ?? '', mask, room), room)}${count}`, width);
		}
	}
};

const jsonSpans = ({json}: Answer, width: number, height: number, mask: Mask): Spans[] => {
	const top = topFor(json.top, json.selected, height, json.lines.length);
	return json.lines.slice(top, top + height).map((shown, index): Spans => {
		const role: Role = top + index === json.selected ? 'selected' : 'text';
		return [[role, jsonLine(shown, width, mask)]];
	});
};

const partTitle = (part: AnswerPart): string => {
	const count = countOf(part);
	return count === undefined ? part.name : `${part.name} (${number(count)})`;
};

/** The names of the parts on one line, scrolled so that the shown part is in it. */
const partSpans = ({parts, part}: Answer, width: number): Spans => {
	const titles = parts.map(partTitle);
	let from = 0;
	while (from < part && titles.slice(from, part + 1).reduce((sum, title) => sum + cells(title) + 2, 0) > width) {
		from++;
	}
	const pieces: Span[] = [];
	let used = 0;
	for (const [index, title] of titles.entries()) {
		const text = cut(index === part ? `[${title}]` : ` ${title} `, width - used);
		if (index >= from) {
			pieces.push([index === part ? 'strong' : 'faint', text]);
			used += cells(text);
		}
	}
	return pieces;
};

/** The line with the names of the parts, if there are several. */
const headOf = (answer: Answer, width: number): Spans[] => (answer.parts.length > 1 ? [partSpans(answer, width)] : []);

const rowOf = (answer: Answer, row: number): string => {
	const part = shownPart(answer);
	return `row ${number(row + 1)} of ${number((part && countOf(part)) ?? 0)}`;
};

type AnswerProps = Size & {answer: Answer};

/** The panel of an answer, titled by what was sent. */
function AnswerPanel({answer, note, children, ...size}: AnswerProps & {note: string; children: ReactNode}) {
	const mask = maskOf(useStore(({ui}) => ui));
	const sent = answer.fields.map(({name, text}) => `${name}=${mask(personalOf(name, answer.operation), text)}`);
	const title = cut([answer.operation, ...sent].join(' '), Math.floor(inside(size).width / 2));
	const at = useStore(({state}) => dayAndTime(answer.at, state.now));
	const service = useService();
	const notes = [note, `at ${at}`].filter(Boolean).join(', ');
	return (
		<Panel {...size} service={service} title={title} note={notes} isFocused>
			{children}
		</Panel>
	);
}

/** The whole answer as JSON. */
function JsonAnswer({answer, ...size}: AnswerProps) {
	const mask = maskOf(useStore(({ui}) => ui));
	const inner = inside(size);
	useReport({page: inner.height});
	return (
		<AnswerPanel {...size} answer={answer} note="JSON">
			<Lines {...inner} lines={jsonSpans(answer, inner.width, inner.height, mask)} />
		</AnswerPanel>
	);
}

function Records({answer, part, ...size}: AnswerProps & {part: AnswerPart & {kind: 'records'}}) {
	const mask = maskOf(useStore(({ui}) => ui));
	const inner = inside(size);
	const head = headOf(answer, inner.width);
	const height = inner.height - head.length;
	const page = pageOf(height, 0);
	const {records} = part;
	const columns = columnsFrom(part.columns, answer.left).map(column => gridColumn(column, mask));
	const top = topFor(answer.top, answer.selected, page, records.length);
	const fitting = fitColumns(columns, inner.width, records.slice(top, top + page));
	const shown = fitting.length;
	const sideways =
		shown < part.columns.length ? `up to column ${answer.left + shown} of ${part.columns.length} ← →` : '';
	const note = records.length === 0 ? '' : [rowOf(answer, answer.selected), sideways].filter(Boolean).join(', ');
	useReport({page});
	return (
		<AnswerPanel {...size} answer={answer} note={note}>
			<Lines {...inner} lines={head} />
			{records.length === 0 ? (
				<Lines {...inner} lines={faintLines(['none'])} />
			) : (
				<Table
					columns={fitting}
					rows={records}
					selected={answer.selected}
					top={top}
					width={inner.width}
					height={height}
				/>
			)}
		</AnswerPanel>
	);
}

/** One record: in a table with rules, or in lines if the table would be too large. */
function Record({answer, record, ...size}: AnswerProps & {record: ShownRecord}) {
	const mask = maskOf(useStore(({ui}) => ui));
	const inner = inside(size);
	const head = headOf(answer, inner.width);
	const height = inner.height - head.length;
	const rows = Object.entries(record.fields).map(([name, value]) => [name, cellText(value, name, mask)] as const);
	const isSmall = fitsTable(rows, {width: inner.width, height});
	const lines = isSmall ? [] : fieldLines(rows, inner.width);
	const scrollEnd = Math.max(0, lines.length - height);
	const top = Math.min(record.top, scrollEnd);
	const ofRows = answer.record ? rowOf(answer, answer.record.row) : '';
	const scrolled = scrollEnd > 0 ? `lines ${top + 1}-${Math.min(lines.length, top + height)} of ${lines.length}` : '';
	useReport({page: isSmall ? Math.max(1, rows.length) : height, scrollEnd});
	return (
		<AnswerPanel {...size} answer={answer} note={[ofRows, scrolled].filter(Boolean).join(', ')}>
			<Lines {...inner} lines={head} />
			{rows.length === 0 ? (
				<Lines {...inner} lines={faintLines(['The service reported success, and nothing else.'])} />
			) : isSmall ? (
				<FieldTable rows={rows} />
			) : (
				<Lines lines={lines.slice(top)} width={inner.width} height={height} />
			)}
		</AnswerPanel>
	);
}

export function AnswerSheet(props: AnswerProps) {
	const {answer} = props;
	if (answer.mode === 'json') {
		return <JsonAnswer {...props} />;
	}
	const record = shownRecord(answer);
	const part = shownPart(answer);
	if (record) {
		return <Record {...props} record={record} />;
	}
	return part?.kind === 'records' ? <Records {...props} part={part} /> : null;
}
