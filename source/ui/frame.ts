/** A frame: everything that is on screen, as rows of text. */

import {toAscii} from '../look/ascii.ts';
import {width as cells, cut} from '../look/format.ts';
import {maskOf} from '../look/mask.ts';
import type {Look} from '../look/theme.ts';
import type {State} from '../model/state.ts';
import type {Context} from './context.ts';
import {drawFooter} from './footer.ts';
import {drawHeader} from './header.ts';
import {type Layout, layout, type Rectangle} from './layout.ts';
import type {UiOptions} from './options.ts';
import {drawPane} from './panes/draw.ts';
import {pageOf} from './parts/grid.ts';
import {drawSheet} from './sheets/draw.ts';
import type {EditedLine, SheetDrawn} from './sheets/drawn.ts';
import type {Detail, UiState, View as ViewName} from './state.ts';
import type {Table} from './table.ts';
import {createTables, type Tables} from './tables.ts';
import {drawAlertStrip} from './views/alerts.ts';
import {detailRows, drawDetail, maskedDetail} from './views/details.ts';
import {tooSmall} from './views/empty.ts';
import {drawHelp} from './views/help.ts';
import {views} from './views/index.ts';
import {drawLogStrip} from './views/log.ts';
import type {Drawn, View} from './views/view.ts';

/** Where the text field of an open prompt or sheet stands. */
export type InputPlace = {
	row: number;
	/** What stands before it, and behind it. */
	label: string;
	after: string;
	width: number;
	/** What a sheet edits; a prompt has a field of its own. */
	edited: Pick<EditedLine, 'text' | 'mask' | 'placeholder'> | undefined;
};

/** A frame. */
export type Frame = {
	/** One string a row of the terminal, each exactly as wide as it. */
	rows: string[];
	/** The details to be drawn over their box, and where. */
	detail: {area: Rectangle; detail: Detail} | undefined;
	/** The row that holds a text field, drawn by the caller after its label. */
	input: InputPlace | undefined;
	/** Campaigns on screen, for the poller. */
	visible: readonly string[];
	/** Rows that a page of the view holds. */
	page: number;
	/** The last line that help or details can be scrolled to. */
	scrollEnd: number;
};

/** What a frame remembers for the next: which row each table started with. */
export type FrameMemory = {tops: Partial<Record<ViewName, number>>};

/** Writes the lines of a part into the rows; parts of one row are joined from left to right. */
const place = (rows: string[], area: Rectangle, lines: readonly string[]): void => {
	for (let index = 0; index < area.height; index++) {
		rows[area.y + index] = (rows[area.y + index] ?? '') + (lines[index] ?? ' '.repeat(area.width));
	}
};

/** What is drawn: the frozen state where there is one, but with ages, link, commands and alerts as they are now. */
const drawnState = (state: State, ui: UiState): State =>
	ui.frozen
		? {
				...ui.frozen,
				now: state.now,
				link: state.link,
				locked: state.locked,
				commands: state.commands,
				alerts: state.alerts,
				staleBefore: state.staleBefore,
			}
		: state;

/** The tables as the screen shows them. */
export const tablesOf = (state: State, ui: UiState, options: UiOptions): Tables =>
	createTables(drawnState(state, ui), ui, options);

/** What fills the main part: the help, one record whole, or the view. */
const drawMain = (context: Context, state: State, area: Rectangle, look: Look, memory: FrameMemory): Drawn => {
	const {ui, tables} = context;
	if (ui.help) {
		const {lines, lastTop} = drawHelp(context, area, look);
		return {lines, scrollEnd: lastTop};
	}
	if (ui.detail) {
		const scrollEnd = Math.max(0, ui.detail.rows.length - detailRows(area.height - 2));
		return {lines: drawDetail(ui.detail, area, look), scrollEnd};
	}
	const previousTop = memory.tops[ui.view] ?? 0;
	// Each view knows the rows of its own table.
	const view = views[ui.view] as View<never>;
	const drawn = view.draw({context, state, table: tables[ui.view] as Table<never>, area, look, previousTop});
	memory.tops[ui.view] = drawn.top ?? 0;
	return drawn;
};

const layoutOf = ({ui, tables}: Context, footerLines: number): Layout =>
	layout(ui.columns, ui.rows, {
		footer: footerLines,
		panes: ui.view === 'campaigns' && !ui.wall && !ui.help && !ui.detail && !ui.sheet,
		pane: ui.pane,
		zoom: ui.zoom,
		zoomBoard: ui.zoom && ui.focus === 'board',
		boardRows: tables.campaigns.rows.length,
	});

/** What a border leaves of an area. */
const inside = ({x, y, width, height}: Rectangle): Rectangle => ({
	x: x + 1,
	y: y + 1,
	width: width - 2,
	height: height - 2,
});

const promptInput = (label: string, columns: number, height: number): InputPlace => ({
	row: height - 1,
	label,
	after: '',
	width: columns - cells(label),
	edited: undefined,
});

/** A question over a sheet has the keys: nothing is typed below it. */
const sheetInput = (
	{ui}: Context,
	sheet: SheetDrawn | undefined,
	{main}: Layout,
	{ascii}: Look,
): InputPlace | undefined => {
	const edited = sheet?.edited;
	const shown = ascii ? toAscii : (text: string) => text;
	return main && edited && !ui.prompt
		? {row: main.y + edited.line, label: shown(edited.before), after: shown(edited.after), width: edited.width, edited}
		: undefined;
};

/** Draws a frame. */
export const drawFrame = (context: Context, look: Look, memory: FrameMemory): Frame => {
	const {state, ui} = context;
	const {columns, rows: height} = ui;
	const shown = drawnState(state, ui);
	const foot = drawFooter(context, look, columns);
	const places = layoutOf(context, foot.lines.length);
	if (places.tier === 'tiny') {
		return {rows: tooSmall(columns, height), input: undefined, detail: undefined, visible: [], page: 0, scrollEnd: 0};
	}
	const rows: string[] = [];
	place(rows, places.header, [drawHeader(context, look, columns)]);
	let visible: readonly string[] = [];
	let scrollEnd = 0;
	let page: number | undefined;
	const sheet = places.main && drawSheet(context, places.main, look);
	if (places.main && sheet) {
		place(rows, places.main, sheet.lines);
		scrollEnd = sheet.scrollEnd ?? 0;
	} else if (places.main) {
		const main = drawMain(context, shown, places.main, look, memory);
		place(rows, places.main, main.lines);
		visible = main.visible ?? [];
		scrollEnd = main.scrollEnd ?? 0;
		page = ui.wall ? visible.length : main.page;
	}
	const drawn: Context = {...context, state: shown};
	if (places.alerts) {
		place(rows, places.alerts, drawAlertStrip(state, context.options.interval, places.alerts, look));
	}
	if (places.log) {
		place(rows, places.log, drawLogStrip(state, places.log, look, maskOf(ui)));
	}
	for (const [name, area] of places.panes) {
		place(rows, area, drawPane(drawn, name, area, look));
	}
	place(rows, places.footer, foot.lines);
	const body = places.main ?? places.panes.values().next().value;
	const details =
		places.main && ui.detail && !ui.help
			? {area: inside(places.main), detail: maskedDetail(ui.detail, maskOf(ui))}
			: undefined;
	return {
		rows: look.ascii ? rows.map(toAscii) : rows,
		input:
			foot.label === undefined
				? sheetInput(context, sheet, places, look)
				: promptInput(cut(foot.label, Math.floor(columns / 2)), columns, height),
		detail: sheet ? sheet.detail : details,
		visible,
		page: sheet?.page ?? page ?? (body ? pageOf(body.height - 2, ui.view === 'campaigns') : 0),
		scrollEnd,
	};
};
