/** What the operator is looking at and doing; the service's own state is the model's. */

import type {ChartSpan} from '../../model/chart-steps.ts';
import type {State} from '../../model/state.ts';
import {withTexts} from '../../model/texts.ts';
import type {ListsQuestion} from '../../model/wire.ts';
import type {View} from '../../present/actions.ts';
import type {Personal} from '../../present/mask.ts';
import type {FormOperation, Forms} from '../../service/forms.ts';
import {type Staging, stagedAfter} from '../../steering/changes.ts';
import type {AllStaged} from '../../steering/offer.ts';
import type {PausedAll} from '../../steering/pause-progress.ts';
import type {TextState} from '../parts/text-edit.ts';
import {type OwnUi, ownUi, uiOn} from './floors.ts';
import type {PaneName} from './layout.ts';
import {type Sort, troubleFirst} from './options.ts';
import {type Prompt, type TextPrompt, takesText} from './prompt.ts';
import {type Asked, endForm, type FormEnd, type FormMemory, keepLine, noForms, type Sheet} from './sheet.ts';

/**
 * A notice that is shown once, above the footer; `next` came while an error was not seen yet, and is shown after it. What the operator did not
 * ask for waits while the outcome of a command is new.
 */
export type Notice = {
	text: string;
	tone: 'info' | 'error';
	at: number;
	isUnasked?: boolean | undefined;
	next?: Notice | undefined;
};

/** One record whole; what a value reveals about a person follows from its field's name, unless it is given. */
export type Detail = {
	title: string;
	rows: readonly (readonly [field: string, value: string, kind?: Personal])[];
	top: number;
};

/** The past on screen. */
export type LookBack = {
	/** The moment that is shown, UTC milliseconds. */
	at: number;
	/** What was known then. */
	state: State;
	/** Seconds of the past per second; undefined while it is paused. */
	speed: number | undefined;
	/** The count of changes of the present alerts when the operator began to look back: newer ones are shown. */
	alertChanges: number;
	/** Where the figures come from, if they were not recorded, in words: `from metrics`. */
	source?: string | undefined;
};

/** Ranks of trouble by the ids of campaigns. */
export type Ranks = ReadonlyMap<string, number>;

/** The whole state of the screen. */
export type UiState = {
	columns: number;
	rows: number;
	/** The service that {@link OwnUi} below is of, while several are on screen; undefined for one. */
	floor: string | undefined;
	/** What of the screen belongs to the other services, by name. */
	others: ReadonlyMap<string, OwnUi>;
	/** The service that the open prompt, or the open sheet, is for; undefined for the only one. */
	promptOf: string | undefined;
	sheetOf: string | undefined;
	view: View;
	/** The service that the view was opened for; undefined for the only one. */
	viewOf: string | undefined;
	/** Selection is by id, never by index: rows move under it. */
	selected: Readonly<Partial<Record<View, string>>>;
	filters: Readonly<Partial<Record<View, string>>>;
	sorts: Readonly<Partial<Record<View, Sort>>>;
	/**
	 * The rank of trouble by which each campaign is ordered on the board, by its id; one that is not here is ordered by
	 * its present trouble.
	 */
	ranks: Ranks;
	/** What Tab moves over: the board, then the panes. */
	focus: 'board' | PaneName;
	/** The pane shown where there is room for one. */
	pane: PaneName;
	zoom: boolean;
	/** The time that charts of a zoomed pane and of a campaign's page show, once it was chosen. */
	chartSpan: ChartSpan | undefined;
	/** The board alone with all its columns, for a screen on a wall. */
	wall: boolean;
	/** Names and numbers of people are hidden. */
	masked: boolean;
	/** The bell is silent. */
	muted: boolean;
	/** The floods of alerts whose campaigns are shown. */
	openFloods: ReadonlySet<number>;
	/** Rows that the operator has marked, by id. */
	marks: Readonly<Partial<Record<View, ReadonlySet<string>>>>;
	/** Changes of settings that are not sent yet, by campaign and the setting's wire name. */
	staged: AllStaged;
	/** The last pause of everything, until its lines are closed. */
	pausedAll: PausedAll | undefined;
	/** The first line of views that are text and not a table. */
	scrolls: Readonly<Partial<Record<View, number>>>;
	/** The columns of the board in their order, once they were chosen on screen. */
	boardColumns: readonly string[] | undefined;
	/** How many columns of a table are scrolled past to the right. */
	scrolledPast: Readonly<Partial<Record<View, number>>>;
	/** Lists of every campaign instead of the selected one's. */
	listsOfAll: boolean;
	/** Which of them the service is asked for. */
	listsFilter: Omit<ListsQuestion, 'campaignId'>;
	/** The company whose accounts are shown, once it was named in this run. */
	companyId: string | undefined;
	/** The companies that were named in this run, the last one first. */
	companies: readonly string[];
	/** The view that the complaint sheet was opened from. */
	complaintFrom: View;
	help: boolean;
	helpTop: number;
	/** Which lines of the help are shown. */
	helpFilter: string;
	/** The details on screen instead of the table they are of. */
	detail: Detail | undefined;
	/** What lies over the main part: the palette, a form, an answer. It has the keys where no prompt is open. */
	sheet: Sheet | undefined;
	/** What forms are made of; nothing until one is asked for. */
	catalogue: Forms | undefined;
	/** What was typed into forms in this run; no secrets. */
	forms: FormMemory;
	/** The last lines of the palette that were run, the newest first; nothing of a person. */
	lines: readonly string[];
	prompt: Prompt | undefined;
	/** What the question of this number is likely to do, once that is known. */
	foreseen: {prompt: number; text: string} | undefined;
	/** Where the text of the prompt is edited. */
	cursor: number;
	/** Counts prompts, so that an answer can be matched with the question that was on screen. */
	promptNumber: number;
	/** The state as it was when the screen was frozen; collection goes on. */
	frozen: State | undefined;
	/** The past, while it is on screen; collection goes on. */
	past: LookBack | undefined;
	notice: Notice | undefined;
	/** The id of the last command whose failure was on screen when a key was pressed. */
	seenCommand: number;
};

/** What changes the screen's state. */
export type UiMessage =
	| {type: 'resized'; columns: number; rows: number}
	/** Another service is on screen from now on. */
	| {type: 'service-changed'}
	/** Something happens on one of several services, whatever is selected by then. */
	| {type: 'on'; floor: string; message: UiMessage}
	| {type: 'view'; view: View}
	| {type: 'select'; id: string | undefined}
	| {type: 'focus'; focus: UiState['focus']}
	| {type: 'zoom'; zoom: boolean}
	| {type: 'chart-span'; span: ChartSpan}
	| {type: 'wall'; wall: boolean}
	| {type: 'mask'; masked: boolean}
	| {type: 'mute'; muted: boolean}
	/** Shows the campaigns of a flood of alerts, or hides them. */
	| {type: 'flood'; flood: number}
	| {type: 'mark'; ids: ReadonlySet<string>}
	| ({type: 'stage'} & Staging)
	| {type: 'paused-all'; run: PausedAll | undefined}
	| {type: 'scroll'; top: number}
	| {type: 'scroll-columns'; past: number}
	| {type: 'board-columns'; columns: readonly string[]}
	| {type: 'sort'; sort: Sort | undefined}
	/** Sorts the board by the trouble of its campaigns; unless a key has selected a row, the first row is then selected. */
	| {type: 'rank'; ranks: Ranks; isUntouched: boolean}
	| {type: 'filter'; value: string}
	| {type: 'lists-of-all'; all: boolean}
	| {type: 'lists-filter'; filter: UiState['listsFilter']}
	| {type: 'company'; id: string}
	| {type: 'help'; open: boolean}
	| {type: 'help-scroll'; top: number}
	| {type: 'help-filter'; value: string}
	| {type: 'detail'; detail: Detail | undefined}
	| {type: 'sheet'; sheet: Sheet | undefined}
	| {type: 'catalogue'; catalogue: Forms}
	| {type: 'forms'; forms: FormMemory}
	/** A line of the palette was run. */
	| {type: 'line'; line: string}
	| {type: 'form-ended'; asked: Asked; operation: FormOperation; end: FormEnd}
	| {type: 'prompt'; prompt: Prompt}
	/** What a question is likely to do is known; a question that is no longer open does not get it. */
	| {type: 'foreseen'; prompt: number; text: string}
	| {type: 'typed'; text: TextState}
	| {type: 'point'; at: number}
	| {type: 'close-prompt'}
	| {type: 'freeze'; state: State | undefined}
	| {type: 'look-back'; past: LookBack | undefined}
	| {type: 'say'; text: string; tone: Notice['tone']; at: number; isUnasked?: boolean}
	/** The notice has been seen. */
	| {type: 'hush'; at?: number}
	/** The failures of commands up to this one have been seen. */
	| {type: 'seen'; command: number}
	/** A secret is known from now on; shown texts may contain it, and `strike` removes it. */
	| {type: 'secret-learnt'; strike(text: string): string};

/**
 * The screen at its start.
 *
 * @param floors the names of the services, where there are several
 */
export const initialUiOf = (floors: readonly string[], columns: number, rows: number): UiState => {
	const ui = initialUi(columns, rows);
	const [floor, ...others] = floors;
	return others.length === 0 ? ui : {...ui, floor, others: new Map(others.map(name => [name, ownUi(ui)]))};
};

/** The screen of one service at its start. */
export const initialUi = (columns: number, rows: number): UiState => ({
	columns,
	rows,
	floor: undefined,
	others: new Map(),
	promptOf: undefined,
	sheetOf: undefined,
	view: 'campaigns',
	viewOf: undefined,
	selected: {},
	filters: {},
	sorts: {campaigns: troubleFirst},
	ranks: new Map(),
	focus: 'board',
	pane: 'pace',
	zoom: false,
	chartSpan: undefined,
	wall: false,
	masked: false,
	muted: false,
	openFloods: new Set(),
	marks: {},
	staged: new Map(),
	pausedAll: undefined,
	scrolls: {},
	boardColumns: undefined,
	scrolledPast: {},
	listsOfAll: false,
	listsFilter: {},
	companyId: undefined,
	companies: [],
	complaintFrom: 'campaigns',
	help: false,
	helpTop: 0,
	helpFilter: '',
	detail: undefined,
	sheet: undefined,
	catalogue: undefined,
	forms: noForms,
	lines: [],
	prompt: undefined,
	foreseen: undefined,
	cursor: 0,
	promptNumber: 0,
	frozen: undefined,
	past: undefined,
	notice: undefined,
	seenCommand: 0,
});

/** The text that is typed into the prompt; a filter follows it. */
const typedInto = (ui: UiState, prompt: TextPrompt, {value, cursor}: TextState): UiState => {
	if (value === prompt.value) {
		return cursor === ui.cursor ? ui : {...ui, cursor};
	}
	const typed = {...ui, cursor, prompt: {...prompt, value}};
	switch (prompt.kind) {
		case 'filter':
			return {...typed, filters: {...ui.filters, [ui.view]: value}};
		case 'help-filter':
			return {...typed, helpFilter: value, helpTop: 0};
		default:
			return typed;
	}
};

/** The look stays; what was selected, marked, staged, typed or asked belonged to the service before. */
const onAnotherService = ({
	columns,
	rows,
	masked,
	muted,
	wall,
	pane,
	chartSpan,
	catalogue,
	sorts,
	boardColumns,
	promptNumber,
}: UiState): UiState => ({
	...initialUi(columns, rows),
	masked,
	muted,
	wall,
	pane,
	chartSpan,
	catalogue,
	sorts: sorts.campaigns ? {campaigns: sorts.campaigns} : {},
	boardColumns,
	// An answer to the last question does not answer the next.
	promptNumber: promptNumber + 1,
});

/** The shown answers of the service without secrets; typed and confirmed texts stay as they will be sent. */
const withoutSecret = (ui: UiState, strike: (text: string) => string): UiState => {
	const {sheet, detail, frozen, past, notice} = ui;
	const shown = {answer: sheet?.answer, detail, frozen, past, notice};
	const {answer, ...struck} = withTexts(shown, strike);
	const others = [...ui.others].map(([floor, own]) => {
		const drawn = {frozen: own.frozen, past: own.past};
		return [floor, {...own, ...withTexts(drawn, strike)}] as const;
	});
	return {...ui, ...struck, sheet: sheet && {...sheet, answer}, others: new Map(others)};
};

/** An error that was not seen yet stays. */
const noticeAfter = (shown: Notice | undefined, come: Notice): Notice =>
	shown?.tone === 'error' && come.tone !== 'error' ? {...shown, next: come} : come;

const withoutCampaign = ({campaigns: _, ...others}: UiState['selected']): UiState['selected'] => others;

/** The screen's one reducer. */
export const updateUi = (ui: UiState, message: UiMessage): UiState => {
	switch (message.type) {
		case 'resized':
			return ui.columns === message.columns && ui.rows === message.rows
				? ui
				: {...ui, columns: message.columns, rows: message.rows};
		case 'service-changed':
			return onAnotherService(ui);
		case 'on': {
			const before = uiOn(ui, message.floor);
			const after = updateUi(before, message.message);
			return after === before ? ui : uiOn(after, ui.floor);
		}
		case 'view':
			return {
				...ui,
				view: message.view,
				viewOf: ui.floor,
				complaintFrom: message.view === 'complaint' && ui.view !== 'complaint' ? ui.view : ui.complaintFrom,
				help: false,
				zoom: false,
				wall: false,
				focus: 'board',
				detail: undefined,
				// Text is read from its first line; a table finds its selected row by itself.
				scrolls: {...ui.scrolls, [message.view]: 0},
			};
		case 'select':
			return ui.selected[ui.view] === message.id ? ui : {...ui, selected: {...ui.selected, [ui.view]: message.id}};
		case 'focus':
			return {...ui, focus: message.focus, pane: message.focus === 'board' ? ui.pane : message.focus};
		case 'zoom':
			return {...ui, zoom: message.zoom, wall: false};
		case 'chart-span':
			return {...ui, chartSpan: message.span};
		case 'wall':
			return {...ui, wall: message.wall, zoom: false, focus: 'board', help: false, detail: undefined};
		case 'mask':
			return {...ui, masked: message.masked};
		case 'mute':
			return {...ui, muted: message.muted};
		case 'flood': {
			const others = [...ui.openFloods].filter(flood => flood !== message.flood);
			const isOpen = others.length < ui.openFloods.size;
			return {...ui, openFloods: new Set(isOpen ? others : [...others, message.flood])};
		}
		case 'mark':
			return {...ui, marks: {...ui.marks, [ui.view]: message.ids}};
		case 'stage':
			return {...ui, staged: stagedAfter(ui.staged, message)};
		case 'paused-all':
			return {...ui, pausedAll: message.run};
		case 'scroll':
			return {...ui, scrolls: {...ui.scrolls, [ui.view]: Math.max(0, message.top)}};
		case 'scroll-columns':
			return {...ui, scrolledPast: {...ui.scrolledPast, [ui.view]: message.past}};
		case 'board-columns':
			return {...ui, boardColumns: message.columns};
		case 'sort':
			// A chosen order applies to the trouble of now.
			return {...ui, sorts: {...ui.sorts, [ui.view]: message.sort}, ranks: new Map()};
		case 'rank':
			return {
				...ui,
				ranks: message.ranks,
				selected: message.isUntouched ? withoutCampaign(ui.selected) : ui.selected,
			};
		case 'filter':
			return {...ui, filters: {...ui.filters, [ui.view]: message.value}};
		case 'lists-of-all':
			return {...ui, listsOfAll: message.all};
		case 'lists-filter':
			return {...ui, listsFilter: message.filter};
		case 'company':
			return {...ui, companyId: message.id, companies: [message.id, ...ui.companies.filter(id => id !== message.id)]};
		case 'help':
			return {...ui, help: message.open, helpTop: 0, helpFilter: ''};
		case 'help-scroll':
			return {...ui, helpTop: Math.max(0, message.top)};
		case 'help-filter':
			return {...ui, helpFilter: message.value, helpTop: 0};
		case 'detail':
			return {...ui, detail: message.detail, help: false};
		case 'sheet':
			return {...ui, sheet: message.sheet, sheetOf: ui.floor, help: false};
		case 'catalogue':
			return {...ui, catalogue: message.catalogue};
		case 'forms':
			return {...ui, forms: message.forms};
		case 'line':
			return {...ui, lines: keepLine(ui.lines, message.line)};
		case 'form-ended':
			return endForm(ui, message.asked, message.operation, message.end);
		case 'prompt':
			return {
				...ui,
				prompt: message.prompt,
				promptOf: ui.floor,
				cursor: takesText(message.prompt) ? message.prompt.value.length : 0,
				promptNumber: ui.promptNumber + 1,
				notice: undefined,
				help: ui.help && message.prompt.kind === 'help-filter',
			};
		case 'foreseen':
			return message.prompt === ui.promptNumber ? {...ui, foreseen: {prompt: message.prompt, text: message.text}} : ui;
		case 'typed':
			return takesText(ui.prompt) ? typedInto(ui, ui.prompt, message.text) : ui;
		case 'point':
			return ui.prompt?.kind === 'choose' ? {...ui, prompt: {...ui.prompt, at: message.at}} : ui;
		case 'close-prompt':
			return {...ui, prompt: undefined};
		case 'freeze':
			return {...ui, frozen: message.state};
		case 'look-back':
			return {...ui, past: message.past, frozen: undefined};
		case 'say': {
			const {text, tone, at, isUnasked} = message;
			return {...ui, notice: noticeAfter(ui.notice, {text, tone, at, isUnasked})};
		}
		case 'secret-learnt':
			return withoutSecret(ui, message.strike);
		case 'hush':
			return ui.notice
				? {...ui, notice: ui.notice.next && {...ui.notice.next, at: message.at ?? ui.notice.next.at}}
				: ui;
		case 'seen':
			return message.command > ui.seenCommand ? {...ui, seenCommand: message.command} : ui;
	}
};
