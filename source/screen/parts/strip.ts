/** A line over time in one row of blocks, with both ends of its scale before it. */
import {fit} from '../../present/format.ts';
import {type Spans, sparks} from '../../present/spans.ts';
import {type Chart, endOf, type Widths} from './chart.ts';
import {spansOf, writeOver} from './plot.ts';
import {endsRoom, endsText, stripScale} from './scale.ts';
import {columnOf, inColumns} from './time-columns.ts';

/** Cells before the blocks: the title, and the ends of the scale. */
export const roomBefore = (titleRoom: number): number => titleRoom + endsRoom + 3;

/** A row of blocks from 0 on, with its title and its scale before it and its last value behind it. */
export const strip = (
	chart: Chart,
	span: number,
	{left, columns}: Pick<Widths, 'left' | 'columns'>,
	ahead = 0,
): Spans => {
	const values = inColumns(chart.points, span, columns, ahead);
	const scale = stripScale({
		values: values.flatMap(value => value ?? []),
		isWhole: chart.format === undefined,
		cap: chart.most,
		limit: chart.limit?.value,
	});
	const text = sparks(
		values.map(value => (value === undefined ? value : value - scale.min)),
		scale.max - scale.min,
	);
	const cells = Array.from(text, char => ({role: chart.role, char}));
	// Of marks that would overlap the newest is written.
	let free = columns;
	for (const {at, text, role} of chart.marks?.toReversed() ?? []) {
		const column = columnOf(at, {span, ahead}, columns);
		const from = Math.max(0, Math.min(column, columns - text.length));
		if (from + text.length <= free) {
			writeOver(cells, from, text, role);
			free = from;
		}
	}
	const titleRoom = left - endsRoom - 1;
	return [
		['faint', `${fit(` ${chart.title}`, titleRoom)}${fit(endsText(scale), endsRoom, 'right')} `],
		...spansOf(cells),
		[chart.role, ` ${endOf(chart)}`],
	];
};
