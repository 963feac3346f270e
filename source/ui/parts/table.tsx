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
	/** The last line of rows that nothing covers, counted from 0: the selected row stands there if its own is covered. */
	lastInSight?: number;
	sort?: {column: string; reversed: boolean} | undefined;
	isStale?: ((row: R) => boolean) | undefined;
	/** Told whether all columns are shown. */
	overlay?: ((row: R, isWhole: boolean) => Overlay | undefined) | undefined;
	totals?: Readonly<Record<string, Cell>> | undefined;
	/** What the columns say of the clock in a row, where that is all they read beside the row: another row stays as it is. */
	ofClock?: ((row: R) => string) | undefined;
};

type RowProps<R> = {
	columns: readonly Column<R>[];
	/** The ids and widths of the columns. */
	shape: string;
	clock: string | undefined;
	row: R;
	isStale: boolean;
	overlay: Overlay | undefined;
	isSelected: boolean;
	width: number;
};

const sameOverlay = (one: Overlay | undefined, other: Overlay | undefined): boolean =>
	one === other ||
	(one?.state === other?.state &&
		one?.name === other?.name &&
		one?.id === other?.id &&
		one?.role === other?.role &&
		one?.tail === other?.tail);

const sameRow = (one: RowProps<unknown>, other: RowProps<unknown>): boolean =>
	one.row === other.row &&
	one.shape === other.shape &&
	(other.clock === undefined ? one.columns === other.columns : one.clock === other.clock) &&
	one.isStale === other.isStale &&
	one.isSelected === other.isSelected &&
	one.width === other.width &&
	sameOverlay(one.overlay, other.overlay);

/** A row, made anew only if what it says is another: the next selection changes two of them. */
const Row = memo(({columns, row, isStale, overlay, isSelected, width}: RowProps<unknown>) => {
	const spans = rowSpans(columns, row, isStale, overlay);
	// The selected row is one bar: its colours would be lost in the inverse anyway.
	return <Line spans={isSelected ? [['selected', fit(textOf(spans), width)]] : spans} width={width} />;
}, sameRow) as <R>(props: RowProps<R>) => ReactNode;

/** The index of the row on a line: the last line in sight holds the selected row where that is covered. */
export const rowOn = (
	line: number,
	{top, selected, lastInSight}: Pick<TableProps<never>, 'top' | 'selected' | 'lastInSight'>,
): number => (line === lastInSight ? Math.max(top + line, selected) : top + line);

/** A table in its height: columns that do not fit are left out, and each row on screen is one line. */
export function Table<R>(props: TableProps<R>) {
	const {rows, selected, top, width, height, sort, isStale, overlay, totals, ofClock} = props;
	const page = pageOf(height, totals !== undefined);
	const shown = rows.slice(top, top + page);
	const columns = useMemo(() => fitColumns(props.columns, width, shown), [props.columns, width, rows, top, page]);
	const shape = columns.map(column => `${column.id} ${column.width}`).join();
	const isWhole = columns.length === props.columns.length;
	const lines = [
		<Line key="titles" spans={titleSpans(columns, sort)} width={width} />,
		...Array.from({length: page}, (_, index) => {
			const at = rowOn(index, props);
			const row = rows[at];
			return row === undefined ? (
				<Line key={index} spans={[]} width={width} />
			) : (
				<Row
					key={index}
					columns={columns}
					shape={shape}
					clock={ofClock?.(row)}
					row={row}
					isStale={isStale?.(row) ?? false}
					overlay={overlay?.(row, isWhole)}
					isSelected={at === selected}
					width={width}
				/>
			);
		}),
		...(totals ? [<Line key="totals" spans={totalSpans(columns, totals)} width={width} />] : []),
	];
	return lines.slice(0, Math.max(0, height));
}
