/** What the operator is looking at and doing; the service's own state is the model's. */

import type {ChartSpan} from '../../model/chart-steps.ts';
import type {State} from '../../model/state.ts';
import type {ListsQuestion} from '../../model/wire.ts';
import type {View} from '../../present/actions.ts';
import type {Personal} from '../../present/mask.ts';
import type {Forecasted, NoForecast, WhatIf} from '../../service/foresight.ts';
import type {FormOperation, Forms} from '../../service/forms.ts';
import type {Staging} from '../../steering/changes.ts';
import type {AllStaged} from '../../steering/offer.ts';
import type {PausedAll} from '../../steering/pause-progress.ts';
import type {TextState} from '../parts/text-edit.ts';
import type {PaneName} from './layout.ts';
import type {SavedView} from './options.ts';
import {type Sort, troubleFirst} from './options.ts';
import type {Prompt} from './prompt.ts';
import {type Asked, type FormEnd, type FormMemory, noForms, type Sheet} from './sheet.ts';

/**
 * A notice that is shown once, above the footer; `next` came while it had to stay, and is shown after it. What the operator did not
 * ask for waits while the answer to a key or the outcome of a command is new.
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

/** What of the screen belongs to one service: another one may be on screen beside it. */
export type OwnUi = {
	/** Selection is by id, never by index: rows move under it. */
	selected: Readonly<Partial<Record<View, string>>>;
	/** The floods of alerts whose campaigns are shown. */
	openFloods: ReadonlySet<number>;
	/** Rows that the operator has marked, by id. */
	marks: Readonly<Partial<Record<View, ReadonlySet<string>>>>;
	/** Changes of settings that are not sent yet, by campaign and the setting's wire name. */
	staged: AllStaged;
	/** The last pause of everything, until its lines are closed. */
	pausedAll: PausedAll | undefined;
	/** Lists of every campaign instead of the selected one's. */
	listsOfAll: boolean;
	/** Which of them the service is asked for. */
	listsFilter: Omit<ListsQuestion, 'campaignId'>;
	/** The company whose accounts are shown, once it was named in this run. */
	companyId: string | undefined;
	/** The companies that were named in this run, the last one first. */
	companies: readonly string[];
	/** What was typed into forms in this run; no secrets. */
	forms: FormMemory;
	/** The state as it was when the screen was frozen; collection goes on. */
	frozen: State | undefined;
	/** The past, while it is on screen; collection goes on. */
	past: LookBack | undefined;
	/** The id of the last command whose failure was on screen when a key was pressed. */
	seenCommand: number;
};

/** The whole state of the screen. */
export type UiState = OwnUi & {
	columns: number;
	rows: number;
	/** The service that its {@link OwnUi} is of, while several are on screen; undefined for one. */
	floor: string | undefined;
	/** What of the screen belongs to the other services, by name. */
	others: ReadonlyMap<string, OwnUi>;
	/** The service that the open prompt, or the open sheet, is for; undefined for the only one. */
	promptOf: string | undefined;
	sheetOf: string | undefined;
	view: View;
	/** The service that the view was opened for; undefined for the only one. */
	viewOf: string | undefined;
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
	/** The mouse scrolls, selects, sorts and changes the view. */
	mouse: boolean;
	/** The first line of views that are text and not a table. */
	scrolls: Readonly<Partial<Record<View, number>>>;
	/** The columns of the board in their order, once they were chosen on screen. */
	boardColumns: readonly string[] | undefined;
	/** How many columns of a table are scrolled past to the right. */
	scrolledPast: Readonly<Partial<Record<View, number>>>;
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
	/** The last lines of the palette that were run, the newest first; nothing of a person. */
	lines: readonly string[];
	prompt: Prompt | undefined;
	/** What the question of this number is likely to do, once that is known. */
	foreseen: {prompt: number; answer: Forecasted | NoForecast; at: number} | undefined;
	/** Where the text of the prompt is edited. */
	cursor: number;
	/** Counts prompts, so that an answer can be matched with the question that was on screen. */
	promptNumber: number;
	notice: Notice | undefined;
	/** Since when nothing is drawn, as nobody is there to see it, UTC milliseconds; undefined while somebody may be. */
	unseenSince: number | undefined;
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
	/** The configuration has other settings of the screen: what it does not name stays as it is. */
	| {
			type: 'configured';
			masked?: boolean | undefined;
			muted?: boolean | undefined;
			mouse?: boolean | undefined;
			sorts?: UiState['sorts'] | undefined;
			/** Whether its columns take the place of those that were chosen on screen. */
			hasColumns?: boolean | undefined;
	  }
	| {type: 'mask'; masked: boolean}
	| {type: 'mute'; muted: boolean}
	| {type: 'mouse'; on: boolean}
	/** Shows the campaigns of a flood of alerts, or hides them. */
	| {type: 'flood'; flood: number}
	/** A saved view is shown, with these rows of the board marked. */
	| {type: 'show-view'; view: SavedView; marked: ReadonlySet<string>}
	/** Of the view on screen, unless one is named. */
	| {type: 'mark'; ids: ReadonlySet<string>; view?: View}
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
	/** A command of the operator's own has ended: its output, if its sheet is still open. */
	| {type: 'output'; id: number; note: string; lines: readonly string[]}
	| {type: 'catalogue'; catalogue: Forms}
	| {type: 'forms'; forms: FormMemory}
	/** A line of the palette was run. */
	| {type: 'line'; line: string}
	| {type: 'form-ended'; asked: Asked; operation: FormOperation; end: FormEnd}
	| {type: 'prompt'; prompt: Prompt}
	/** What a question is likely to do is known; a question that is no longer open does not get it. */
	| {type: 'foreseen'; prompt: number; answer: Forecasted | NoForecast; at: number}
	/** Some of the levels of a what-if are simulated, with so many more agents; `about` is what it was asked of. */
	| {type: 'tried'; campaignId: string; extraAgents: number; about: string; answer: WhatIf | NoForecast}
	| {type: 'typed'; text: TextState}
	| {type: 'point'; at: number}
	| {type: 'close-prompt'}
	| {type: 'freeze'; state: State | undefined}
	| {type: 'look-back'; past: LookBack | undefined}
	/** A notice takes the place of the one that it `replaces`, though it was an error that was not seen yet. */
	| {type: 'say'; text: string; tone: Notice['tone']; at: number; isUnasked?: boolean; replaces?: string | undefined}
	/** The notice has been seen. */
	| {type: 'hush'; at?: number}
	/** The failures of commands up to this one have been seen. */
	| {type: 'seen'; command: number}
	/** Nobody is there to see the screen since then (UTC milliseconds), or somebody may be again. */
	| {type: 'unseen'; since: number | undefined}
	/** A secret is known from now on; shown texts may contain it, and `strike` removes it. */
	| {type: 'secret-learnt'; strike(text: string): string};

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
	mouse: false,
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
	unseenSince: undefined,
});
