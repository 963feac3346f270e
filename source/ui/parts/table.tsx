/** A table: titles, the rows on screen, one of them selected, totals. */
import {fit} from '../../look/format.ts';
import {
	type Cell,
	type Column,
	fitColumns,
	type Overlay,
	pageOf,
	rowSpans,
	titleSpans,
	totalSpans,
} from '../../look/grid.ts';
import {type Spans, textOf} from '../../look/spans.ts';
import {Line} from './line.tsx';
import type {Size} from './panel.tsx';

/** What a table shows. */
export type TableProps<R> = Size & {
	columns: readonly Column<R>[];
	rows: readonly R[];
	/** The index of the selected row; -1 for none. */
	selected: number;
	/** The index of the first row shown. */
	top: number;
	sort?: {column: string; reversed: boolean} | undefined;
	isStale?: ((row: R) => boolean) | undefined;
	/** Told whether all columns are shown. */
	overlay?: ((row: R, isWhole: boolean) => Overlay | undefined) | undefined;
	totals?: Readonly<Record<string, Cell>> | undefined;
};

/** A table in its height: columns that do not fit are left out, and each row on screen is one line. */
export function Table<R>(props: TableProps<R>) {
	const {rows, selected, top, width, height, sort, isStale, overlay, totals} = props;
	const page = pageOf(height, totals !== undefined);
	const columns = fitColumns(props.columns, width, rows.slice(top, top + page));
	const lines = Array.from({length: page}, (_, index): Spans => {
		const row = rows[top + index];
		if (row === undefined) {
			return [];
		}
		const spans = rowSpans(
			columns,
			row,
			isStale?.(row) ?? false,
			overlay?.(row, columns.length === props.columns.length),
		);
		// The selected row is one bar: its colours would be lost in the inverse anyway.
		return top + index === selected ? [['selected', fit(textOf(spans), width)]] : spans;
	});
	const ends = totals ? [totalSpans(columns, totals)] : [];
	return [titleSpans(columns, sort), ...lines, ...ends]
		.slice(0, Math.max(0, height))
		.map((spans, index) => <Line key={index} spans={spans} />);
}
