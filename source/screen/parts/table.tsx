/** A table: titles, the rows on screen, one of them selected, totals. */
import {memo, type ReactNode, useLayoutEffect, useMemo} from 'react';
import type {Zone} from '../../model/calling-hours.ts';
import {width as cells, inZone} from '../../present/format.ts';
import {type Cell, type Column, type Overlay, pageOf, rowSpans, titleSpans, totalSpans} from '../../present/grid.ts';
import type {Spans} from '../../present/spans.ts';
import {type Role, selectedRole} from '../../present/theme.ts';
import {Line} from './line.tsx';
import type {Size} from './panel.tsx';

/** What a table shows. */
export type TableProps<R> = Size & {
	/** Those that fit. */
	columns: readonly Column<R>[];
	rows: readonly R[];
	/** The index of the selected row; -1 for none. */
	selected: number;
	/** The index of the first row shown. */
	top: number;
	/** The last line of rows that nothing covers, counted from 0: the selected row is drawn there if its own is covered. */
	lastInSight?: number;
	sort?: {column: string; reversed: boolean} | undefined;
	isStale?: ((row: R) => boolean) | undefined;
	/** Called with the columns that are shown. */
	overlay?: ((row: R, isShown: (column: string) => boolean) => Overlay | undefined) | undefined;
	/** The lines of totals, by the ids of the columns. */
	totals?: readonly Readonly<Record<string, Cell>>[];
	/** The part of the clock and of the state that the columns of a row read, if they read nothing else besides the row. */
	ofClock?: ((row: R) => string) | undefined;
	/** By whose clock the times of a row are shown, if each has its own. */
	zoneOf?: ((row: R) => Zone) | undefined;
	/** Called with the columns that there is room for, by id. */
	onColumns?: ((columns: readonly string[]) => void) | undefined;
};

type RowProps<R> = {
	columns: readonly Column<R>[];
	/** The ids and widths of the columns. */
	shape: string;
	clock: string | undefined;
	/** By whose clock its times are shown; undefined for that of the screen. */
	zone: {of: Zone} | undefined;
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
	one.zone?.of === other.zone?.of &&
	one.isStale === other.isStale &&
	one.isSelected === other.isSelected &&
	one.width === other.width &&
	sameOverlay(one.overlay, other.overlay);

/** A line as one bar in which only trouble keeps its colour. */
const bar = (spans: Spans, width: number): Spans => {
	const pieces: [Role, string][] = [];
	let used = 0;
	for (const [role, text] of spans) {
		const selected = selectedRole(role);
		const last = pieces.at(-1);
		if (last?.[0] === selected) {
			last[1] += text;
		} else {
			pieces.push([selected, text]);
		}
		used += cells(text);
	}
	return used < width ? [...pieces, ['selected', ' '.repeat(width - used)]] : pieces;
};

/** A row, made anew only if its text has changed: a move of the selection changes two of them. */
const Row = memo(({columns, zone, row, isStale, overlay, isSelected, width}: RowProps<unknown>) => {
	const made = (): Spans => rowSpans(columns, row, isStale, overlay);
	const spans = zone ? inZone(zone.of, made) : made();
	return <Line spans={isSelected ? bar(spans, width) : spans} width={width} />;
}, sameRow) as <R>(props: RowProps<R>) => ReactNode;

/** The index of the row on a line: the last line in sight holds the selected row where that is covered. */
export const rowOn = (
	line: number,
	{top, selected, lastInSight}: Pick<TableProps<never>, 'top' | 'selected' | 'lastInSight'>,
): number => (line === lastInSight ? Math.max(top + line, selected) : top + line);

/** The spans of a row by its columns alone. */
const shapeOf = <R,>(columns: readonly Column<R>[]): string =>
	columns.map(({id, width, ids}) => `${id} ${width} ${typeof ids === 'object' ? [...ids].join() : ''}`).join();

/** A table in its height: each row on screen is one line. */
export function Table<R>(props: TableProps<R>) {
	const {
		columns,
		rows,
		selected,
		width,
		height,
		sort,
		isStale,
		overlay,
		totals = [],
		ofClock,
		zoneOf,
		onColumns,
	} = props;
	const page = pageOf(height, totals.length);
	const shape = useMemo(() => shapeOf(columns), [columns]);
	useLayoutEffect(() => onColumns?.(columns.map(({id}) => id)), [onColumns, shape]);
	const isShown = (id: string): boolean => columns.some(column => column.id === id);
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
					zone={zoneOf && {of: zoneOf(row)}}
					row={row}
					isStale={isStale?.(row) ?? false}
					overlay={overlay?.(row, isShown)}
					isSelected={at === selected}
					width={width}
				/>
			);
		}),
		...totals.map((line, index) => <Line key={`totals ${index}`} spans={totalSpans(columns, line)} width={width} />),
	];
	return lines.slice(0, Math.max(0, height));
}
