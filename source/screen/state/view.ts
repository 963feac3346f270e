/** What a view is: which rows it has, how they are identified, sorted and copied. */

import type {AlertGroup} from '../../alerts/floods.ts';
import type {Account} from '../../model/account.ts';
import type {Alert} from '../../model/alert.ts';
import type {Pending} from '../../model/pending.ts';
import type {CampaignRow} from '../../model/select.ts';
import type {Source as Service, State} from '../../model/state.ts';
import type {Setting} from '../../model/wire.ts';
import type {View as ViewName} from '../../present/actions.ts';
import {type EntryRow, type ListRow, serviceColumn} from '../../present/columns.ts';
import type {ComplaintRow} from '../../present/complaint-columns.ts';
import type {Column} from '../../present/grid.ts';
import type {Personal} from '../../present/mask.ts';
import type {SettingWords} from '../../present/parameter-words.ts';
import type {Change} from '../../steering/changes.ts';
import type {Floors} from './floors.ts';
import type {UiOptions} from './options.ts';
import type {UiState} from './state.ts';

/** What the rows are taken from: the state as it is shown, even if it is frozen, and the state of the screen. */
export type Source = {
	state: State;
	ui: UiState;
	options: UiOptions;
	/** Every service on screen, in order. Rows are those of `state`, unless a view shows the rows of all. */
	floors: Floors;
	/** The selected campaign: the board's selected row. */
	campaignId: string | undefined;
};

/** The columns of rows of every service: where there are several, which one a row is of follows the two that a row's overlay replaces. */
export const withService = <R extends {source: Service}>(
	columns: readonly Column<R>[],
	floors: Floors,
): readonly Column<R>[] => {
	const services = floors.map(({state}) => state.source.profile);
	return services.length > 1
		? columns.toSpliced(
				2,
				0,
				serviceColumn<R>(services, ({source}) => source.profile),
			)
		: columns;
};

/** What is copied of a row: its label, and what it reveals about a person. */
export type Copied = {what: string; value: string; kind: Personal};

/** A view. */
export type View<R> = {
	/** The noun for a row: `campaign`. */
	noun: string;
	/** The columns that its rows can be sorted by; none where it is text that scrolls. */
	columns(source: Source): readonly Column<R>[];
	/** Its rows, before filter and order. */
	rows(source: Source): readonly R[];
	/** The id of a row, which stays while others come and go. */
	idOf(row: R): string;
	/** The service of a row, where the view shows those of every service; its name is that of the profile. */
	serviceOf?(row: R): string;
	/** The texts that the filter searches. */
	texts(row: R): readonly (string | undefined)[];
	/** Whether a filter of its rows may name a person: a mask hides it. */
	isOfPeople?: true;
	/** The columns that a filter compares, if these are not those of the view. */
	compared?(source: Source): readonly Column<R>[];
	/** Whether the same array of rows always sorts the same, at any time: then it is not sorted anew. */
	isStill?: true;
	/** What else an order of its rows depends on: if this object changes, so does the order. */
	restsOn?(source: Source): unknown;
	/** What is copied of a row; undefined if there is nothing to copy. */
	copies?(row: R, options: Pick<UiOptions, 'keymap'>): Copied | undefined;
};

/** Keeps the exact type of its rows. */
export const view = <R>(definition: View<R>): View<R> => definition;

/** A row of the alerts: an alert by itself, a flood as a whole, or one alert of a flood that is opened. */
export type AlertRow = {
	/** Unique among those of its service, as are the ids of the other rows below. */
	id: string;
	/** The service that it is of. */
	source: Service;
	kind: 'alert' | 'flood' | 'member';
	/** That of a flood is its gravest, from the first start to the last end. */
	alert: Alert;
	group: AlertGroup;
	isOpened: boolean;
};

/** A command, and the service that it is of. */
export type LogRow = Pending & {source: Service};

/** A call that was found, and the service that found it. */
export type FoundRow = EntryRow & {source: Service};

/** A setting, what is staged for it, and what is under way on it. */
export type SettingRow = SettingWords & {
	setting: Setting;
	change: Change | undefined;
	/** A change of it that is sent and not yet seen. */
	sent: Pending | undefined;
};

/** What a row of each view is; text has none. */
export type Rows = {
	campaigns: CampaignRow;
	campaign: never;
	lists: ListRow;
	search: FoundRow;
	settings: SettingRow;
	accounts: Account;
	alerts: AlertRow;
	log: LogRow;
	complaint: ComplaintRow;
};

/** Every view. */
export type Views = {readonly [V in ViewName]: View<Rows[V]>};
