/** A report for a terminal: 80 columns at least, aligned. */
import {cut, cutBefore, width, wrap} from '../present/format.ts';
import type {Paint} from '../present/theme.ts';
import type {Block, Cell, Line, ReportDocument} from './blocks.ts';

type Table = Extract<Block, {kind: 'table'}>;

/** The least width that names are cut to. */
const leastName = 12;

const whole = ({text, end = ''}: Cell): string => text + end;

/** The names in a column of so many cells; what must follow a name stays. */
const fitName = ({text, end = ''}: Cell, cells: number): string => {
	const shown = end === '' ? cut(text, cells) : cutBefore(text, end, cells);
	return shown + ' '.repeat(Math.max(0, cells - width(shown)));
};

const right = (text: string, cells: number): string => ' '.repeat(Math.max(0, cells - width(text))) + text;

/** The lines of a table: if they do not fit, columns get closer together, and then names are cut. */
const tableLines = ({columns, rows, total}: Table, room: number, paint: Paint): string[] => {
	const all = [...rows, ...(total ? [total.map(text => ({text}))] : [])];
	const widths = columns.map((title, index) =>
		Math.max(width(title), ...all.map(row => width(whole(row[index] ?? {text: ''})))),
	);
	const figures = widths.slice(1).reduce((sum, one) => sum + one, 0);
	const gap = (widths[0] ?? 0) + figures + 2 * (columns.length - 1) <= room ? 2 : 1;
	const names = Math.max(leastName, Math.min(widths[0] ?? 0, room - figures - gap * (columns.length - 1)));
	const line = (cells: readonly Cell[], roleOf: (cell: Cell) => Cell['role']): string =>
		cells
			.map((cell, index) => {
				const text = index === 0 ? fitName(cell, names) : right(cell.text, widths[index] ?? 0);
				return paint(roleOf(cell) ?? 'text', text);
			})
			.join(' '.repeat(gap))
			.trimEnd();
	return [
		line(
			columns.map(text => ({text})),
			() => 'column',
		),
		...rows.map(row => line(row, ({role}) => role)),
		...(total
			? [
					line(
						total.map(text => ({text})),
						() => 'strong',
					),
				]
			: []),
	];
};

const wrapped = (text: string, room: number, first: string, others: string): string[] =>
	wrap(text, room - width(others)).map((part, index) => (index === 0 ? first : others) + part);

const sentenceLines = ({text, role = 'text', more = []}: Line, room: number, paint: Paint): string[] =>
	[...wrapped(text, room, '', '    '), ...more.flatMap(one => wrapped(one, room, '    ', '      '))].map(line =>
		paint(role, line),
	);

const blockLines = (block: Block, room: number, paint: Paint): string[] => {
	switch (block.kind) {
		case 'heading':
			return [paint('title', block.text.toUpperCase())];
		case 'lines':
			return block.lines.length === 0 ? [] : [...block.lines.flatMap(line => sentenceLines(line, room, paint)), ''];
		case 'paragraphs':
			return block.lines.length === 0
				? []
				: [...block.lines.flatMap(({text, role = 'text'}) => wrap(text, room).map(line => paint(role, line))), ''];
		case 'table':
			return [...tableLines(block, room, paint), ''];
		case 'charts':
			return [];
	}
};

/** Writes a document for a terminal that is so wide. */
export const asText = ({title, blocks}: ReportDocument, room: number, paint: Paint): string =>
	`${[paint('title', title), ...blocks.flatMap(block => blockLines(block, room, paint))].join('\n').trimEnd()}\n`;
