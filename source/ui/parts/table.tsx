/** A table: titles, the rows on screen, one of them selected, totals. */
import {memo, type ReactNode, useMemo} from 'react';
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
import {textOf} from '../../look/spans.ts';
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

type RowProps<R> = {
	columns: readonly Column<R>[];
	row: R;
	isStale: boolean;
	overlay: Overlay | undefined;
	isSelected: boolean;
	width: number;
};

/** A row, made anew only if it or its columns are others: the next selection changes two of them. */
const Row = memo(({columns, row, isStale, overlay, isSelected, width}: RowProps<unknown>) => {
	const spans = rowSpans(columns, row, isStale, overlay);
	// The selected row is one bar: its colours would be lost in the inverse anyway.
	return <Line spans={isSelected ? [['selected', fit(textOf(spans), width)]] : spans} />;
}) as <R>(props: RowProps<R>) => ReactNode;

/** A table in its height: columns that do not fit are left out, and each row on screen is one line. */
export function Table<R>(props: TableProps<R>) {
	const {rows, selected, top, width, height, sort, isStale, overlay, totals} = props;
	const page = pageOf(height, totals !== undefined);
	const shown = rows.slice(top, top + page);
	const columns = useMemo(() => fitColumns(props.columns, width, shown), [props.columns, width, rows, top, page]);
	const isWhole = columns.length === props.columns.length;
	const lines = [
		<Line key="titles" spans={titleSpans(columns, sort)} />,
		...Array.from({length: page}, (_, index) => {
			const row = shown[index];
			return row === undefined ? (
				<Line key={index} spans={[]} />
			) : (
				<Row
					key={index}
					columns={columns}
					row={row}
					isStale={isStale?.(row) ?? false}
					overlay={overlay?.(row, isWhole)}
					isSelected={top + index === selected}
					width={width}
				/>
			);
		}),
		...(totals ? [<Line key="totals" spans={totalSpans(columns, totals)} />] : []),
	];
	return lines.slice(0, Math.max(0, height));
}
