/** How an answer looks: one record as a table of fields, many as a grid, or the whole as JSON. */
import {width as cells, clock, cut, fit, number, wrap} from '../../look/format.ts';
import {type Mask, personalOf} from '../../look/mask.ts';
import type {Look, Role} from '../../look/theme.ts';
import type {Rectangle} from '../layout.ts';
import {box, faintLines, type Line, line} from '../parts/box.ts';
import {fitColumns, grid, pageOf, topFor} from '../parts/grid.ts';
import {detailRows} from '../views/details.ts';
import {shownPart, shownRecord} from './answer.ts';
import type {JsonLine} from './answer-json.ts';
import {type AnswerPart, columnsFrom, countOf, gridColumn} from './answer-parts.ts';
import {cellText, jsonText} from './cell.ts';
import type {SheetDrawn} from './drawn.ts';
import type {Answer} from './sheet.ts';

const countText = (value: unknown): string =>
	Array.isArray(value)
		? `${number(value.length)} ${value.length === 1 ? 'item' : 'items'}`
		: `${number(Object.keys(value ?? {}).length)} fields`;

const brackets = (value: unknown): readonly [string, string] => (Array.isArray(value) ? ['[', ']'] : ['{', '}']);

/** A line of JSON in so many cells: a mark that says whether it can be unfolded, then the line itself. */
const drawJsonLine = ({depth, key, value, kind, followed}: JsonLine, width: number, mask: Mask): string => {
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

const drawJson = ({json}: Answer, width: number, height: number, look: Look, mask: Mask): Line[] => {
	const top = topFor(json.top, json.selected, height, json.lines.length);
	return json.lines.slice(top, top + height).map((shown, index) => {
		const role: Role = top + index === json.selected ? 'selected' : 'text';
		return line(look, [role, drawJsonLine(shown, width, mask)]);
	});
};

/** Cells that the table of fields takes beside its texts. */
const rules = 7;

/** The widest that the column of field names becomes. */
const mostName = 32;

const partTitle = (part: AnswerPart): string => {
	const count = countOf(part);
	return count === undefined ? part.name : `${part.name} (${number(count)})`;
};

/** The names of the parts on one line, so moved that the one on screen is in it. */
const drawParts = ({parts, part}: Answer, width: number, look: Look): Line => {
	const titles = parts.map(partTitle);
	let from = 0;
	while (from < part && titles.slice(from, part + 1).reduce((sum, title) => sum + cells(title) + 2, 0) > width) {
		from++;
	}
	const pieces: (readonly [Role, string])[] = [];
	let used = 0;
	for (const [index, title] of titles.entries()) {
		const text = cut(index === part ? `[${title}]` : ` ${title} `, width - used);
		if (index >= from) {
			pieces.push([index === part ? 'strong' : 'faint', text]);
			used += cells(text);
		}
	}
	return line(look, ...pieces);
};

const rowOf = (answer: Answer, row: number): string => {
	const part = shownPart(answer);
	return `row ${number(row + 1)} of ${number((part && countOf(part)) ?? 0)}`;
};

const drawRecords = (answer: Answer, width: number, height: number, look: Look, mask: Mask) => {
	const part = shownPart(answer);
	if (part?.kind !== 'records') {
		return {lines: [], note: ''};
	}
	const {records} = part;
	const columns = columnsFrom(part.columns, answer.left).map(column => gridColumn(column, mask));
	const page = pageOf(height, false);
	const top = topFor(answer.top, answer.selected, page, records.length);
	if (records.length === 0) {
		return {lines: faintLines(look, ['none']), note: ''};
	}
	const shown = fitColumns(columns, width, records.slice(top, top + page)).length;
	const sideways =
		shown < part.columns.length ? `up to column ${answer.left + shown} of ${part.columns.length} ← →` : '';
	const lines = grid({columns, rows: records, selected: answer.selected, top, height, width, look});
	return {
		lines,
		note: [rowOf(answer, answer.selected), sideways].filter(Boolean).join(', '),
	};
};

/** A record that is too large for a table with rules: a line a field, and more where its value needs them. */
const fieldLines = (rows: readonly (readonly [string, string])[], width: number, look: Look): Line[] => {
	const nameWidth = Math.min(mostName, Math.max(0, ...rows.map(([name]) => cells(name))));
	const room = Math.max(1, width - nameWidth - 3);
	return rows.flatMap(([name, value]) =>
		wrap(value, room).map((part, index) =>
			line(look, ['faint', ` ${fit(index === 0 ? name : '', nameWidth)}  `], ['text', fit(part, room)]),
		),
	);
};

/** Draws an answer. */
export const drawAnswer = (answer: Answer, area: Rectangle, look: Look, mask: Mask): SheetDrawn => {
	const inner = {width: area.width - 2, height: area.height - 2};
	const sent = answer.fields.map(({name, text}) => `${name}=${mask(personalOf(name), text)}`);
	const title = [answer.operation, ...sent].join(' ');
	const asked = `at ${clock(answer.at.wall)}`;
	const boxed = (lines: readonly Line[], note: string): string[] =>
		box(lines, area.width, area.height, look, {
			title: cut(title, Math.floor(inner.width / 2)),
			note: [note, asked].filter(Boolean).join(', '),
			focused: true,
		});
	if (answer.mode === 'json') {
		const lines = drawJson(answer, inner.width, inner.height, look, mask);
		return {lines: boxed(lines, 'JSON'), page: inner.height};
	}
	const head = answer.parts.length > 1 ? [drawParts(answer, inner.width, look)] : [];
	const height = inner.height - head.length;
	const record = shownRecord(answer);
	if (!record) {
		const {lines, note} = drawRecords(answer, inner.width, height, look, mask);
		return {lines: boxed([...head, ...lines], note), page: pageOf(height, false)};
	}
	const rows = Object.entries(record.fields).map(([name, value]) => [name, cellText(value, name, mask)] as const);
	if (rows.length === 0) {
		return {lines: boxed([...head, ...faintLines(look, ['The service said yes, and nothing else.'])], ''), page: 1};
	}
	const lines = fieldLines(rows, inner.width, look);
	const ofRows = answer.record ? rowOf(answer, answer.record.row) : '';
	if (
		rows.length <= detailRows(height) &&
		rows.every(([name, value]) => cells(name) + cells(value) + rules <= inner.width)
	) {
		const place = {x: area.x + 1, y: area.y + 1 + head.length, width: inner.width, height};
		return {
			lines: boxed(head, ofRows),
			detail: {area: place, detail: {title: record.title, rows, top: 0}},
			page: rows.length,
		};
	}
	const scrollEnd = Math.max(0, lines.length - height);
	const top = Math.min(record.top, scrollEnd);
	const scrolled = scrollEnd > 0 ? `lines ${top + 1}-${Math.min(lines.length, top + height)} of ${lines.length}` : '';
	return {
		lines: boxed([...head, ...lines.slice(top, top + height)], [ofRows, scrolled].filter(Boolean).join(', ')),
		page: height,
		scrollEnd,
	};
};
