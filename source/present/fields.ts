/** Groups of labelled values, flowed over columns of one width: labels and values keep their positions. */
import {width as cells, cut, fit, wrap} from './format.ts';
import {cellsOf, type Spans} from './spans.ts';
import type {Role} from './theme.ts';

/** A labelled value, and what a figure counts or a word means if that is not obvious. */
export type Field = {label: string; value: string; role?: Role; unit?: string};

/** Values under a title: figures are aligned right, words left. */
export type FieldGroup = {title: string; kind: 'figures' | 'words'; fields: readonly Field[]};

/** The least width of a column, and the gap between two. */
const least = 36;
const gap = 3;
const labelWidths: Record<FieldGroup['kind'], number> = {figures: 18, words: 16};
/** Enough for millions with separators, or a sum with cents. */
const figureWidth = 10;

/** The lines of one field; words that are too long go on below. */
const fieldLines = (
	{label, value, role = 'strong', unit = ''}: Field,
	kind: FieldGroup['kind'],
	labels: number,
	width: number,
): Spans[] => {
	const room = Math.max(1, width - labels - 2);
	const head = ['faint', ` ${fit(label, labels)} `] as const;
	if (kind === 'figures') {
		const shown = fit(value, Math.min(room, Math.max(figureWidth, cells(value))), 'right');
		return [[head, [role, shown], ['faint', cut(unit, room - cells(shown))]]];
	}
	const [first = '', ...more] = wrap(`${value}${unit}`, room);
	return [
		[head, [role, first]],
		...more.map(
			(text): Spans => [
				['text', ' '.repeat(labels + 2)],
				[role, text],
			],
		),
	];
};

const groupLines = (group: FieldGroup, width: number): Spans[] => [
	[['title', ` ${group.title}`]],
	...group.fields.flatMap(field => fieldLines(field, group.kind, labelWidths[group.kind], width)),
];

/** How columns of groups are laid out. */
export type ColumnsOptions = {
	/** Cells of each. */
	width: number;
	/** Whether a line is blank below each group. */
	isLoose?: boolean;
	/** Lines above each column. */
	above: readonly number[];
};

/** Groups in columns, each in the shortest so far, by the number of their fields, not by their texts. */
export const fieldColumns = (
	groups: readonly FieldGroup[],
	{width, isLoose = false, above}: ColumnsOptions,
): Spans[][] => {
	const columns = above.map(height => ({lines: [] as Spans[], height}));
	for (const group of groups) {
		const shortest = columns.reduce((best, column) => (column.height < best.height ? column : best));
		if (isLoose && shortest.lines.length > 0) {
			shortest.lines.push([]);
		}
		shortest.lines.push(...groupLines(group, width));
		shortest.height += group.fields.length + (isLoose ? 2 : 1);
	}
	return columns.map(({lines}) => lines);
};

/** Blocks of lines side by side, each in its width, with a gap between two. */
export const beside = (blocks: readonly {lines: readonly Spans[]; width: number}[], between: number): Spans[] =>
	Array.from({length: Math.max(0, ...blocks.map(({lines}) => lines.length))}, (_, row) =>
		blocks.flatMap(({lines, width}, index): Spans => {
			const spans = lines[row] ?? [];
			const filler = width - cellsOf(spans) + (index < blocks.length - 1 ? between : 0);
			return [...spans, ['text', ' '.repeat(Math.max(0, filler))]];
		}),
	);

/** Lays groups out in as many columns as fit. */
export const fields = (groups: readonly FieldGroup[], width: number): Spans[] => {
	const count = Math.max(1, Math.min(groups.length, Math.floor((width + gap) / (least + gap))));
	const size = Math.floor((width + gap) / count) - gap;
	const columns = fieldColumns(groups, {width: size, isLoose: true, above: Array.from({length: count}, () => 0)});
	return beside(
		columns.map(lines => ({lines, width: size})),
		gap,
	);
};

/** Fields one below the other over the whole width, with labels as wide as the widest: for names that others have chosen. */
export const wideFields = (items: readonly Field[], width: number): Spans[] => {
	const labels = Math.min(Math.floor(width / 2), Math.max(0, ...items.map(({label}) => cells(label))));
	return items.flatMap(item => fieldLines(item, 'words', labels, width));
};
