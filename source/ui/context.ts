/** What an action may look at and do. */
import {type CampaignRow, campaignRow, commandOn} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Monitor} from '../monitor/monitor.ts';
import type {UiOptions} from './options.ts';
import type {UiMessage, UiState} from './state.ts';
import type {Tables} from './tables.ts';
import type {ListRow} from './views/lists.ts';

/** The screen as it stands when a key arrives. */
export type Context = {
	/** The service as it is now, frozen screen or not. */
	state: State;
	ui: UiState;
	options: UiOptions;
	/** The tables as they are on screen. */
	tables: Tables;
	/** Rows that a page holds in the view on screen. */
	page: number;
	/** The last line that help or details can be scrolled to. */
	scrollEnd: number;
	/** Nothing until the monitor's modules are loaded. */
	monitor: Monitor | undefined;
	dispatch(message: UiMessage): void;
	lock(locked: boolean): void;
	say(text: string, tone?: 'info' | 'error'): void;
	quit(): void;
};

/** The row of the board that the operator means, as the service stands now. */
export const selectedCampaign = ({state, tables: {campaigns}}: Context): CampaignRow | undefined => {
	const row = campaigns.rows[campaigns.selectedIndex];
	// The screen may be frozen; a control never acts on a frozen figure.
	return row && campaignRow(state, row.campaign.id);
};

/** The list that the operator means. */
export const selectedList = ({state, tables: {lists}}: Context): ListRow | undefined => {
	const row = lists.rows[lists.selectedIndex];
	const list = row && state.lists?.lists.find(({id}) => id === row.list.id);
	return list && {list, command: commandOn(state, {kind: 'list', id: list.id})};
};
