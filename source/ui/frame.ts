import type {CampaignRow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {toAscii} from './ascii.ts';
import type {Context} from './context.ts';
import {drawFooter} from './footer.ts';
import {width as cells, cut} from './format.ts';
import {drawHeader} from './header.ts';
import {type Layout, layout, type Rectangle} from './layout.ts';
import {drawPane} from './panes/draw.ts';
import {pageOf} from './parts/grid.ts';
import type {Detail, UiState} from './state.ts';
import {campaignTable, entryTable, listTable, type Table} from './tables.ts';
import type {Look} from './theme.ts';
import {drawBoard} from './views/campaigns.ts';
import {detailRows, drawDetail} from './views/details.ts';
import {emptyBoard, emptyLists, tooSmall} from './views/empty.ts';
import {drawHelp} from './views/help.ts';
import {drawLists} from './views/lists.ts';
import {drawLog} from './views/log.ts';
import {drawSearch} from './views/search.ts';

/** Where the text field of an open prompt stands. */
export type InputPlace = {row: number; label: string; width: number};

/** A frame. */
export type Frame = {
	/** One string a row of the terminal, each exactly as wide as it. */
	rows: string[];
	/** The details to be drawn over their box, and where. */
	detail: {area: Rectangle; detail: Detail} | undefined;
	/** The row that holds a text field, drawn by the caller after its label. */
	input: InputPlace | undefined;
	/** Campaigns on screen, for the poller. */
	visible: string[];
	/** Rows that a page of the view holds. */
	page: number;
	/** The last line that help or details can be scrolled to. */
	scrollEnd: number;
};

/** What a frame remembers for the next: which row each table started with. */
export type FrameMemory = {tops: {campaigns: number; lists: number; search: number}};

/** Writes the lines of a part into the rows; parts of one row are joined from left to right. */
const place = (rows: string[], area: Rectangle, lines: readonly string[]): void => {
	for (let index = 0; index < area.height; index++) {
		rows[area.y + index] = (rows[area.y + index] ?? '') + (lines[index] ?? ' '.repeat(area.width));
	}
};

const scopeOf = (context: Context): string => {
	const {ui, tables} = context;
	const row = tables.campaigns.rows[tables.campaigns.selectedIndex];
	return ui.listsOfAll || !row ? 'all campaigns' : row.campaign.name;
};

/** Whose lists are wanted: the selected campaign's, or all. */
export const listsWanted = (ui: UiState, campaigns: Table<CampaignRow>): string | undefined =>
	ui.listsOfAll ? undefined : campaigns.rows[campaigns.selectedIndex]?.campaign.id;

/** What is drawn: the frozen state where there is one, but with ages, link and commands as they are now. */
const drawnState = (state: State, ui: UiState): State =>
	ui.frozen
		? {
				...ui.frozen,
				now: state.now,
				link: state.link,
				locked: state.locked,
				commands: state.commands,
				staleBefore: state.staleBefore,
			}
		: state;

/** The tables as the screen shows them. */
export const tablesOf = (state: State, ui: UiState, interval: number): Context['tables'] => {
	const shown = drawnState(state, ui);
	const campaigns = campaignTable(shown, ui, interval);
	return {
		campaigns,
		lists: listTable(shown, ui, listsWanted(ui, campaigns)),
		search: entryTable(shown, ui),
	};
};

const mainLines = (
	context: Context,
	shown: State,
	area: Rectangle,
	look: Look,
	memory: FrameMemory,
	interval: number,
) => {
	const {ui, tables} = context;
	const filter = ui.filters[ui.view] ?? '';
	if (ui.help) {
		const {lines, lastTop} = drawHelp(context, area, look);
		return {lines, visible: [], scrollEnd: lastTop};
	}
	if (ui.detail) {
		const scrollEnd = Math.max(0, ui.detail.rows.length - detailRows(area.height - 2));
		return {lines: drawDetail(ui.detail, area, look), visible: [], scrollEnd};
	}
	if (ui.view === 'lists') {
		const wanted = listsWanted(ui, tables.campaigns);
		const loading = shown.lists !== undefined && shown.lists.campaignId !== wanted;
		const {lines, top} = drawLists({
			area,
			table: tables.lists,
			state: shown,
			scope: scopeOf(context),
			filter,
			look,
			previousTop: memory.tops.lists,
			empty: loading ? ['Reading the lists…'] : emptyLists(shown, filter),
			loading,
		});
		memory.tops.lists = top;
		return {lines, visible: []};
	}
	if (ui.view === 'search') {
		const {lines, top} = drawSearch({
			area,
			table: tables.search,
			state: shown,
			filter,
			look,
			previousTop: memory.tops.search,
		});
		memory.tops.search = top;
		return {lines, visible: []};
	}
	const {lines, top, visible} = drawBoard({
		area,
		table: tables.campaigns,
		state: shown,
		interval,
		focused: ui.focus === 'board',
		filter,
		look,
		previousTop: memory.tops.campaigns,
		empty: emptyBoard(shown, tables.campaigns.total, filter),
	});
	memory.tops.campaigns = top;
	return {lines, visible};
};

const layoutOf = ({ui, tables}: Context, footerLines: number): Layout =>
	layout(ui.columns, ui.rows, {
		footer: footerLines,
		panes: ui.view === 'campaigns' && !ui.help && !ui.detail,
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

/** Draws a frame. */
export const drawFrame = (context: Context, look: Look, memory: FrameMemory, interval: number): Frame => {
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
	let visible: string[] = [];
	let scrollEnd = 0;
	if (places.main) {
		const main = mainLines(context, shown, places.main, look, memory, interval);
		place(rows, places.main, main.lines);
		visible = main.visible;
		scrollEnd = main.scrollEnd ?? 0;
	}
	const drawn: Context = {...context, state: shown};
	if (places.log) {
		place(rows, places.log, drawLog(state, places.log, look));
	}
	for (const [name, area] of places.panes) {
		place(rows, area, drawPane(drawn, name, area, look, interval));
	}
	place(rows, places.footer, foot.lines);
	const body = places.main ?? places.panes.values().next().value;
	const label = foot.label && cut(foot.label, Math.floor(columns / 2));
	return {
		rows: look.ascii ? rows.map(toAscii) : rows,
		input: label === undefined ? undefined : {row: height - 1, label, width: columns - cells(label)},
		detail: places.main && ui.detail && !ui.help ? {area: inside(places.main), detail: ui.detail} : undefined,
		visible,
		page: body ? pageOf(body.height - 2, ui.view === 'campaigns') : 0,
		scrollEnd,
	};
};
