/** The tables of all views, each made when it is first looked at. */

import type {State} from '../../model/state.ts';
import {type View as ViewName, viewNames} from '../../present/actions.ts';
import type {UiOptions} from '../state/options.ts';
import type {UiState} from '../state/state.ts';
import {type RowOf, views} from './index.ts';
import {selectedCampaignId, type Table, tableOf} from './table.ts';
import type {View} from './view.ts';

/** The tables by view. */
export type Tables = {readonly [V in ViewName]: Table<RowOf<V>>};

/** The tables as the screen shows them; `state` may be frozen. */
export const createTables = (state: State, ui: UiState, options: UiOptions): Tables => {
	const made = new Map<ViewName, Table<never>>();
	const tables = {} as Tables;
	for (const name of viewNames) {
		Object.defineProperty(tables, name, {
			get() {
				const campaignId = name === 'campaigns' ? undefined : selectedCampaignId(tables);
				const known = made.get(name) ?? tableOf(name, views[name] as View<never>, {state, ui, options, campaignId});
				made.set(name, known);
				return known;
			},
			enumerable: true,
		});
	}
	return tables;
};
