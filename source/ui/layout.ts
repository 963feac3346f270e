/** Where everything goes: (size, what is open) -> rectangles. Pure; the tiers are those of media/screens.md. */

/** A part of the screen, in cells from the top left. */
export type Rectangle = {x: number; y: number; width: number; height: number};

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

/** What decides the layout, besides the size. */
export type Open = {
	/** Lines of the footer: hints, a message or a prompt. */
	footer: number;
	/** Whether panes stand beside the board. */
	panes: boolean;
	/** The pane shown where there is room for one, and the one that is zoomed. */
	pane: PaneName;
	zoom: boolean;
	/** The board zoomed instead: it has the focus and the operator zoomed. */
	zoomBoard: boolean;
	/** Rows that the board could use, so that panes get what it does not need. */
	boardRows: number;
};

/** The rectangles of one frame. */
export type Layout = {
	tier: Tier;
	header: Rectangle;
	footer: Rectangle;
	main: Rectangle | undefined;
	panes: ReadonlyMap<PaneName, Rectangle>;
	/** The active alerts and the last commands, under the board of a large screen. */
	alerts?: Rectangle;
	log?: Rectangle;
};

/** Lines that a table needs beside its rows: two borders, the column titles and the totals. */
export const tableFrame = 4;

/** Panes side by side need this much together; in less they stand one below the other. */
const besides = 80;

/** The board's width beside the panes: enough to show the drop rate, and its share of a wider screen. */
const boardBeside = (columns: number): number => Math.max(112, Math.floor(columns * 0.58));

/** Lines of the strips under the board, where there is room for them. */
const alertsHeight = 7;
const logHeight = 6;

/** Cuts a length into parts that differ by one cell at most. */
const parts = (length: number, count: number): {at: number; size: number}[] =>
	Array.from({length: count}, (_, index) => {
		const at = Math.floor((index * length) / count);
		return {at, size: Math.floor(((index + 1) * length) / count) - at};
	});

/** Places the panes in as many columns as given, row by row. */
const placePanes = (area: Rectangle, columns: 1 | 2): Map<PaneName, Rectangle> => {
	const across = parts(area.width, columns);
	const down = parts(area.height, paneNames.length / columns);
	return new Map(
		down.flatMap((row, y) =>
			across.map((column, x) => [
				paneNames[y * columns + x] ?? 'pace',
				{x: area.x + column.at, y: area.y + row.at, width: column.size, height: row.size},
			]),
		),
	);
};

/** Lays out a frame. */
export const layout = (columns: number, rows: number, open: Open): Layout => {
	const tier = tierOf(columns, rows);
	const footer = Math.min(open.footer, Math.max(1, rows - 2));
	const body: Rectangle = {x: 0, y: 1, width: columns, height: Math.max(0, rows - 1 - footer)};
	const base = {
		tier,
		header: {x: 0, y: 0, width: columns, height: 1},
		footer: {x: 0, y: rows - footer, width: columns, height: footer},
	};
	if (tier === 'tiny') {
		return {...base, main: undefined, panes: new Map()};
	}
	if (!open.panes || open.zoomBoard) {
		return {...base, main: body, panes: new Map()};
	}
	if (open.zoom) {
		return {...base, main: undefined, panes: new Map([[open.pane, body]])};
	}
	if (tier === 'large') {
		const left = boardBeside(columns);
		const right: Rectangle = {...body, x: left, width: columns - left};
		const height = body.height - alertsHeight - logHeight;
		return {
			...base,
			main: {...body, width: left, height},
			alerts: {x: 0, y: body.y + height, width: left, height: alertsHeight},
			log: {x: 0, y: body.y + height + alertsHeight, width: left, height: logHeight},
			panes: placePanes(right, right.width >= besides ? 2 : 1),
		};
	}
	// A third of the height, or less where there are fewer campaigns: the panes use the rest.
	const share = tier === 'medium' ? Math.floor(body.height / 3) : Math.floor(body.height / 2);
	const height = Math.min(share, Math.max(tableFrame + 3, open.boardRows + tableFrame));
	const below: Rectangle = {...body, y: body.y + height, height: body.height - height};
	return {
		...base,
		main: {...body, height},
		panes: tier === 'medium' ? placePanes(below, 2) : new Map([[open.pane, below]]),
	};
};
