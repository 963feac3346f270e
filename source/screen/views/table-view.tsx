/** What the views of rows share: a panel, the table in it, or why there is none. */
import {Box} from 'ink';
import {createContext, use, useMemo, useRef} from 'react';
import type {Zone} from '../../model/calling-hours.ts';
import type {View as ViewName} from '../../present/actions.ts';
import {fitTable, type Needs, needsOf} from '../../present/fit-table.ts';
import {type Cell, type Column, columnAt, pageOf, positionOf, sortMark, topFor} from '../../present/grid.ts';
import {keyFor} from '../../present/keymap.ts';
import {faintLines, type Spans} from '../../present/spans.ts';
import type {Role} from '../../present/theme.ts';
import {Lines} from '../parts/line.tsx';
import {inside, Panel, type Size} from '../parts/panel.tsx';
import {rowOn, Table, type TableProps} from '../parts/table.tsx';
import {drawnOf, isSameDrawn} from '../state/floors.ts';
import type {Sort} from '../state/options.ts';
import type {Table as Rows} from '../state/tables.ts';
import {shallow, useArea, useReport, useReportColumns, useService, useStore, useTop} from '../store/store.ts';

/** Lines at the end of the main part that a prompt or an outcome covers. */
export const Covered = createContext(0);

/** A view of rows. */
export type TableViewProps<R> = Size &
	Pick<TableProps<R>, 'isStale' | 'overlay' | 'totals' | 'ofClock'> & {
		view: ViewName;
		title: string;
		/** Follows the title, which is cut before it. */
		titleEnd?: string;
		/** The note in the border; gets which of the rows are on screen, whether that is all of them, and the first of them. */
		note(position: string, isAll: boolean, top: number): string;
		noteRole?: Role;
		isFocused?: boolean;
		table: Rows<R>;
		columns: readonly Column<R>[];
		/** Lines above and below the table. */
		head?: readonly Spans[];
		below?: readonly Spans[];
		/** Whether the lines above and below are shown without rows too. */
		isFramed?: boolean;
		/** Whether the lines below follow the last row, instead of being at the bottom. */
		isShort?: boolean;
		/** The text if there are no rows. */
		empty(): readonly string[];
		/** Rows whose campaigns are on screen, for the poller. */
		visible?(rows: readonly R[]): readonly string[];
	};

/** The columns that fit, as wide as what was shown before needs too; and what the border says of the others. */
const useFitting = <R,>(
	view: ViewName,
	columns: readonly Column<R>[],
	rows: readonly R[],
	width: number,
): {columns: readonly Column<R>[]; end: number; hint: string} => {
	const {from, keymap} = useStore(
		({ui, options}) => ({from: ui.scrolledPast[view] ?? 0, keymap: options.keymap}),
		shallow,
	);
	const needs = useRef<Needs>(undefined);
	return useMemo(() => {
		needs.current = needsOf(columns, rows, needs.current);
		const fitted = fitTable(columns, width, rows, from, needs.current);
		const side = (action: 'columnsLeft' | 'columnsRight', count: number): string =>
			count > 0 ? `${keyFor(keymap, action) ?? ''} ${count} more`.trim() : '';
		return {
			columns: fitted.columns,
			end: fitted.end,
			hint: [side('columnsLeft', fitted.left), side('columnsRight', fitted.right)].filter(Boolean).join('  '),
		};
	}, [columns, rows, width, from, keymap]);
};

/** The order of the rows where no title on screen bears its mark. */
const orderText = <R,>(sort: Sort | undefined, columns: readonly Column<R>[], shown: readonly string[]): string => {
	if (!sort || shown.includes(sort.column)) {
		return '';
	}
	if (sort.column === 'trouble') {
		return sort.reversed ? 'trouble last' : 'trouble first';
	}
	const column = columns.find(({id}) => id === sort.column);
	return column ? `by ${column.title} ${sortMark(sort)}` : sort.reversed ? 'reversed' : '';
};

const noTotals: readonly Readonly<Record<string, Cell>>[] = [];

/** A view of rows, in exactly this size. */
export function TableView<R>(props: TableViewProps<R>) {
	const {
		view,
		title,
		titleEnd = '',
		note,
		noteRole = 'faint',
		isFocused = true,
		table,
		columns,
		totals = noTotals,
		empty,
		visible,
	} = props;
	const {head = [], isFramed = false, below = [], isShort = false, width, height, isStale, overlay, ofClock} = props;
	const {rows, selectedIndex, sort, marked, idOf, problem} = table;
	const inner = inside({width, height});
	const most = inner.height - head.length - below.length;
	const room = isShort ? Math.min(most, rows.length + 2) : most;
	const page = pageOf(room, totals.length);
	const top = useTop(view, previous => topFor(previous, selectedIndex, page, rows.length));
	const shown = useMemo(() => rows.slice(top, top + page), [rows, top, page]);
	const fitting = useFitting(view, columns, shown, inner.width);
	useReport({page, visible: visible?.(shown) ?? [], columnsEnd: rows.length === 0 ? 0 : fitting.end});
	const onColumns = useReportColumns();
	const order = useStore(context => (noteRole === 'error' ? '' : orderText(sort, columns, context.columns)));
	// Below the upper border, the lines above the table and its titles.
	const lastInSight = Math.min(page, height - use(Covered) - head.length - 2) - 1;
	const isMarked = (line: number): boolean => {
		const row = rows[rowOn(line, {top, selected: selectedIndex, lastInSight})];
		return row !== undefined && marked.has(idOf(row));
	};
	const ref = useArea(({column, row}) => {
		const line = row - 1;
		if (line > lastInSight) {
			return undefined;
		}
		if (line < 0) {
			const id = columnAt(fitting.columns, column)?.id;
			return id === undefined ? undefined : {kind: 'column', view, id};
		}
		const shownRow = line < page ? rows[rowOn(line, {top, selected: selectedIndex, lastInSight})] : undefined;
		return shownRow === undefined ? undefined : {kind: 'row', view, id: idOf(shownRow)};
	});
	const floors = useStore(shown => shown.floors, isSameDrawn);
	const {serviceOf} = table.view;
	const zoneOf =
		floors.length > 1 && serviceOf ? (row: R): Zone => drawnOf(floors, {floor: serviceOf(row)}).zone : undefined;
	const service = useService();
	const marks = marked.size > 0 ? shown.flatMap((_row, line) => (isMarked(line) ? [head.length + 1 + line] : [])) : [];
	return (
		<Panel
			service={serviceOf ? undefined : service}
			title={title}
			titleEnd={titleEnd}
			note={[order, note(positionOf(top, page, rows.length), rows.length <= page, top)].filter(Boolean).join(', ')}
			noteRole={problem === undefined ? noteRole : 'error'}
			foot={rows.length > 0 ? fitting.hint : ''}
			isFocused={isFocused}
			marked={marks}
			width={width}
			height={height}
		>
			{rows.length === 0 ? (
				<Lines {...inner} lines={isFramed ? [...head, ...faintLines(empty()), ...below] : faintLines(empty())} />
			) : (
				<>
					<Lines {...inner} lines={head} />
					<Box ref={ref} flexDirection="column" flexShrink={0} width={inner.width} height={Math.max(0, room)}>
						<Table
							columns={fitting.columns}
							rows={rows}
							selected={selectedIndex}
							top={top}
							lastInSight={lastInSight}
							width={inner.width}
							height={room}
							sort={sort}
							isStale={isStale}
							overlay={overlay}
							totals={totals}
							ofClock={ofClock}
							zoneOf={zoneOf}
							onColumns={onColumns}
						/>
					</Box>
					<Lines {...inner} lines={below} />
				</>
			)}
		</Panel>
	);
}
