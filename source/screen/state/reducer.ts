/** What becomes of the screen by what the operator does, and at its start. */

import {withTexts} from '../../model/texts.ts';
import type {View} from '../../present/actions.ts';
import {stagedAfter} from '../../steering/changes.ts';
import type {TextState} from '../parts/text-edit.ts';
import {ownUi, uiOn} from './floors.ts';
import {type TextPrompt, takesText} from './prompt.ts';
import {withSavedView} from './saved-view.ts';
import {endForm, keepLine, withTried} from './sheet.ts';
import {initialUi, type Notice, type UiMessage, type UiState} from './state.ts';

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
	mouse,
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
	mouse,
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
	const shown = {answer: sheet?.answer, output: sheet?.output, detail, frozen, past, notice};
	const {answer, output, ...struck} = withTexts(shown, strike);
	const others = [...ui.others].map(([floor, own]) => {
		const drawn = {frozen: own.frozen, past: own.past};
		return [floor, {...own, ...withTexts(drawn, strike)}] as const;
	});
	return {...ui, ...struck, sheet: sheet && {...sheet, answer, output}, others: new Map(others)};
};

/** An error that was not seen yet stays, unless it no longer holds; so does the answer to a key where nobody asked for what comes. */
const noticeAfter = (shown: Notice | undefined, come: Notice, replaces: string | undefined): Notice => {
	const stays = shown?.tone === 'error' ? shown.text !== replaces : shown && !shown.isUnasked && come.isUnasked;
	return shown && stays && come.tone !== 'error' ? {...shown, next: come} : come;
};

const withoutCampaign = <T>({
	campaigns: _,
	...others
}: Readonly<Partial<Record<View, T>>>): Readonly<Partial<Record<View, T>>> =>
	others as Readonly<Partial<Record<View, T>>>;

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
		case 'configured': {
			const {masked = ui.masked, muted = ui.muted, mouse = ui.mouse, sorts, hasColumns} = message;
			return {
				...ui,
				masked,
				muted,
				mouse,
				...(sorts && {sorts: {...withoutCampaign(ui.sorts), ...sorts}, ranks: new Map()}),
				...(hasColumns && {boardColumns: undefined}),
			};
		}
		case 'show-view':
			return withSavedView(ui, message.view, message.marked);
		case 'mask':
			return {...ui, masked: message.masked};
		case 'mute':
			return {...ui, muted: message.muted};
		case 'mouse':
			return {...ui, mouse: message.on};
		case 'flood': {
			const others = [...ui.openFloods].filter(flood => flood !== message.flood);
			const isOpen = others.length < ui.openFloods.size;
			return {...ui, openFloods: new Set(isOpen ? others : [...others, message.flood])};
		}
		case 'mark':
			return {...ui, marks: {...ui.marks, [message.view ?? ui.view]: message.ids}};
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
		case 'output': {
			const {sheet} = ui;
			const {id, note, lines} = message;
			return sheet?.output?.id === id ? {...ui, sheet: {...sheet, output: {...sheet.output, note, lines}}} : ui;
		}
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
			return message.prompt === ui.promptNumber
				? {...ui, foreseen: {prompt: message.prompt, answer: message.answer, at: message.at}}
				: ui;
		case 'tried': {
			const {campaignId, extraAgents, about, answer} = message;
			const {whatIf} = ui.sheet ?? {};
			return ui.sheet && whatIf?.campaignId === campaignId
				? {...ui, sheet: {...ui.sheet, whatIf: withTried(whatIf, extraAgents, about, answer)}}
				: ui;
		}
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
			const {text, tone, at, isUnasked, replaces} = message;
			return {...ui, notice: noticeAfter(ui.notice, {text, tone, at, isUnasked}, replaces)};
		}
		case 'unseen':
			return {...ui, unseenSince: message.since};
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
