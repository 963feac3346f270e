/** How large everything is: (size, what is open) -> sizes. The tiers are those of media/screens.md; flexbox places the parts. */
import type {Size} from '../parts/panel.tsx';

/** The panes of the selected campaign. */
export const paneNames = ['pace', 'leads', 'calls', 'agents'] as const;
export type PaneName = (typeof paneNames)[number];

/** How much room there is. */
export type Tier = 'tiny' | 'small' | 'medium' | 'large';

/** Below this nothing is drawn but a line that says so, and no command key works. */
export const least = {columns: 60, rows: 16};

/** The tier of a terminal of this size. */
export const tierOf = (columns: number, rows: number): Tier => {
	if (columns < least.columns || rows < least.rows) {
		return 'tiny';
	}
	if (columns < 100 || rows < 30) {
		return 'small';
	}
	return columns < 160 || rows < 45 ? 'medium' : 'large';
};

/** What decides the layout, besides the size of the body. */
export type Open = {
	tier: Tier;
	/** Whether there are panes beside the board. */
	panes: boolean;
	/** The pane shown where there is room for one, and the one that is zoomed. */
	pane: PaneName;
	zoom: boolean;
	/** The board zoomed instead: it has the focus and the operator zoomed. */
	zoomBoard: boolean;
	/** Rows that the board could use, so that panes get what it does not need. */
	boardRows: number;
};

/** The parts of the body. */
export type Layout = {
	main?: Size;
	/** The active alerts and the last commands, side by side under the board of a large screen. */
	strips?: {alerts: Size; log: Size};
	/** The panes below, row by row: as many side by side as fit into the width. */
	panes: readonly (Size & {name: PaneName})[];
};

/** Lines that a table needs beside its rows: two borders, the column titles and the totals. */
const tableFrame = 4;

/** Of more services than these, one has its totals on screen. */
const mostTotals = 4;

/** The lines of totals that a board wants: one for each of a few services. */
export const totalsWanted = (services: number): number => (services > mostTotals ? 1 : services);

/** The lines of totals in a board of this height: two thirds of it at least are for rows. */
export const totalsIn = (height: number, services: number): number => {
	const wanted = totalsWanted(services);
	return wanted * 3 <= height - tableFrame + 1 ? wanted : 1;
};

/** Lines of the strips under the board, where there is room for them. */
const stripsHeight = 7;

/** The height of four panes in a row, at least, and of each of two rows of two. */
const rowOfPanes = 15;
const pairOfPanes = 12;

/** Cuts a length into parts that differ by one cell at most. */
export const parts = (length: number, count: number): number[] =>
	Array.from({length: count}, (_, at) => Math.floor(((at + 1) * length) / count) - Math.floor((at * length) / count));

/** Panes over the whole of an area, in rows of so many, in this order: an extra row is Pace's, for its drop rate as a line. */
export const paneGrid = ({width, height}: Size, across: number, down: number): Layout['panes'] => {
	const widths = parts(width, across);
	return parts(height, down)
		.reverse()
		.flatMap((rowHeight, y) =>
			widths.map((paneWidth, x) => ({name: paneNames[y * across + x] ?? 'pace', width: paneWidth, height: rowHeight})),
		);
};

/** Lays out the body. */
export const layout = (body: Size, open: Open): Layout => {
	const {width, height} = body;
	const {tier, pane} = open;
	if (!open.panes || open.zoomBoard) {
		return {main: body, panes: []};
	}
	if (open.zoom) {
		return {panes: [{name: pane, ...body}]};
	}
	if (tier === 'large') {
		const most = height - stripsHeight - rowOfPanes;
		const board = Math.min(Math.max(tableFrame + 3, open.boardRows + tableFrame), most);
		const below = {width, height: height - board - stripsHeight};
		const [alerts = 0, log = 0] = parts(width, 2);
		return {
			main: {width, height: board},
			strips: {alerts: {width: alerts, height: stripsHeight}, log: {width: log, height: stripsHeight}},
			panes: below.height < pairOfPanes * 2 ? paneGrid(below, 4, 1) : paneGrid(below, 2, 2),
		};
	}
	// A third of the height, or less where there are fewer campaigns: the panes use the remainder.
	const share = tier === 'medium' ? Math.floor(height / 3) : Math.ceil(height / 2);
	const board = Math.min(share, Math.max(tableFrame + 3, open.boardRows + tableFrame));
	const below = {width, height: height - board};
	return {
		main: {width, height: board},
		panes: tier === 'medium' ? paneGrid(below, 2, 2) : [{name: pane, ...below}],
	};
};
