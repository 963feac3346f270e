/** What an action may look at and do. */

import type {Account} from '../../model/account.ts';
import type {Pending} from '../../model/pending.ts';
import {type CampaignRow, campaignRow, commandOn, listIn, listsOf, settingsOf} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import type {CallLogEntry, Setting} from '../../model/wire.ts';
import type {ListRow} from '../../present/columns.ts';
import type {Foresight} from '../../service/foresight.ts';
import type {Monitor} from '../../service/monitor.ts';
import type {HandTerminal} from '../../service/own-commands.ts';
import type {Past} from '../../service/past.ts';
import type {Guard} from '../../steering/answer.ts';
import type {Floors} from '../state/floors.ts';
import type {UiOptions} from '../state/options.ts';
import type {Ask, Choose} from '../state/prompt.ts';
import type {UiMessage, UiState} from '../state/state.ts';
import {selectedCampaignId, type Table, type Tables} from '../state/tables.ts';
import type {Rows} from '../state/view.ts';

/**
 * The screen at the time when a key arrives, bound to one service: what it reads, sends and dispatches is that service's, whatever is selected
 * later.
 */
export type Context = {
	/** The service as it is now, frozen screen or not. */
	state: State;
	/** Every service on screen as it is drawn, in order; this one is among them. */
	floors: Floors;
	/** The same screen bound to another of its services, by its name. */
	on(service: string): Context;
	ui: UiState;
	options: UiOptions;
	/** The tables as they are on screen. */
	tables: Tables;
	/** Rows that a page holds in the view on screen. */
	page: number;
	/** The last line that help or details can be scrolled to. */
	scrollEnd: number;
	/** The most columns that the table on screen can be scrolled past. */
	columnsEnd: number;
	/** The columns of the table that was drawn last, by id. */
	columns: readonly string[];
	/** Nothing until the monitor's modules are loaded. */
	monitor: Monitor | undefined;
	/** What is recorded of the service; undefined if nothing is. */
	past: Past | undefined;
	/** Has the forecasts of a campaign judged by the recording; undefined without one. */
	judgeForecasts?: ((campaignId: string, isOnItsPage: boolean) => void) | undefined;
	/** What a control is likely to do, by the recording; undefined without one. */
	foresight?: Foresight | undefined;
	/** Tells intended keys from stray ones. */
	guard: Guard;
	dispatch(message: UiMessage): void;
	lock(locked: boolean): void;
	/** The moment of the past on screen, from which nothing can be changed, UTC milliseconds; undefined for the present. */
	lookAt(at: number | undefined): void;
	/** Shows a notice, which names the service if several are on screen. */
	say(text: string, tone?: 'info' | 'error'): void;
	/** Shows a notice that is about no service, or about all of them. */
	announce(text: string, tone?: 'info' | 'error'): void;
	/** Puts a text into the clipboard of the terminal, if it allows that; returns in words how. */
	copy(text: string): string;
	/** The whole screen as it is drawn now, with people masked and without prompt and notice. */
	maskedFrame(): string;
	/** Releases the terminal while another program has it. */
	hand: HandTerminal;
	/** Replaces the service on screen by that of a profile. */
	switchTo(profile: string): void;
	/** Opens the service on screen anew: another embedded sandbox instead of one that has ended. */
	restart(): void;
	/** The present screen, bound to the same service, for actions that take a while. */
	now(): Context;
	quit(): void;
};

/** Why no other service can be opened in place of one on screen; undefined if one can. */
export const whyNoSwitch = ({floor}: State['source']): string | undefined =>
	floor === undefined ? undefined : 'several services are on screen; leave, and open one with -p NAME';

/** The screen bound to each of its services. */
export const onEach = (context: Context): Context[] =>
	context.floors.map(({state}) => context.on(state.source.profile));

/** The screen once help and sheets are closed: their entries act on it. */
export const belowHelpAndSheets = (context: Context): Context => ({
	...context,
	ui: {...context.ui, help: false, sheet: undefined},
});

/** The selected row of the board, with its present figures. */
export const selectedCampaign = ({state, tables}: Context): CampaignRow | undefined => {
	const id = selectedCampaignId(tables);
	// The screen may be frozen; a control never acts on a frozen figure.
	return id === undefined ? undefined : campaignRow(state, id);
};

/** The selected list. */
export const selectedList = ({state, tables: {lists}}: Context): ListRow | undefined => {
	const row = lists.rows[lists.selectedIndex];
	const list = row && listIn(state, row.list.id);
	return list && {list, command: commandOn(state, {kind: 'list', id: list.id})};
};

/** The campaigns that a control is for: those marked on the board, else the selected one. */
export const targetCampaigns = (context: Context): CampaignRow[] => {
	const {state, ui, tables} = context;
	const {marked, given, idOf} = tables.campaigns;
	if (ui.view === 'campaigns' && marked.size > 0) {
		const own = given.filter(row => marked.has(idOf(row)) && row.source.floor === state.source.floor);
		return own.flatMap(({campaign}) => campaignRow(state, campaign.id) ?? []);
	}
	const row = selectedCampaign(context);
	return row ? [row] : [];
};

/** The lists that a control is for: those marked, else the selected one. */
export const targetLists = (context: Context): ListRow[] => {
	const {state, ui, tables} = context;
	const marked = ui.view === 'lists' ? tables.lists.marked : undefined;
	const row = selectedList(context);
	return marked && marked.size > 0
		? listsOf(state)
				.filter(({id}) => marked.has(id))
				.map(list => ({list, command: commandOn(state, {kind: 'list', id: list.id})}))
		: row
			? [row]
			: [];
};

/** The selected account. */
export const selectedAccount = ({tables: {accounts}}: Context): Account | undefined =>
	accounts.rows[accounts.selectedIndex];

/** Views that have the rows of every service, beside the board. */
type Shared = 'alerts' | 'log' | 'search';

/** The selected row of such a view; undefined if it is of another service than the context. */
export const selectedRowOf = <V extends Shared>({state, tables}: Context, view: V): Rows[V] | undefined => {
	const {rows, selectedIndex} = tables[view] as Table<Rows[V]>;
	const row = rows[selectedIndex];
	return row?.source.floor === state.source.floor ? row : undefined;
};

/** The selected entry of the search or of the complaint sheet, while it is on screen. */
export const selectedEntry = (context: Context): CallLogEntry | undefined => {
	const {ui, tables} = context;
	if (ui.view === 'complaint') {
		const row = tables.complaint.rows[tables.complaint.selectedIndex];
		return row && 'call' in row ? row.call.entry : undefined;
	}
	return ui.view === 'search' ? selectedRowOf(context, 'search')?.entry : undefined;
};

/** The selected setting, as it was read last. */
export const selectedSetting = (context: Context): Setting | undefined => {
	const {state, tables} = context;
	const row = selectedCampaign(context);
	const name = tables.settings.rows[tables.settings.selectedIndex]?.setting.name;
	return row && settingsOf(state, row.campaign.id)?.find(setting => setting.name === name);
};

/** The selected command of the log. */
export const selectedCommand = (context: Context): Pending | undefined => {
	const row = selectedRowOf(context, 'log');
	return row && context.state.commands.find(({command}) => command.id === row.command.id);
};

/** Asks for one of several values. It sends nothing. */
export const promptChoice = (
	{dispatch}: Pick<Context, 'dispatch'>,
	choice: Pick<Choose, 'about' | 'choices' | 'next' | 'isLight'> & Partial<Pick<Choose, 'at' | 'check'>>,
): void => dispatch({type: 'prompt', prompt: {at: 0, check: () => undefined, ...choice, kind: 'choose', wrong: ''}});

/** Asks for a text. It sends nothing. */
export const promptText = ({dispatch}: Pick<Context, 'dispatch'>, text: Omit<Ask, 'kind' | 'wrong'>): void =>
	dispatch({type: 'prompt', prompt: {...text, kind: 'ask', wrong: ''}});
