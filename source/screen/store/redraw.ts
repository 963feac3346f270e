/** When to draw: at once for what the operator did or waits for; all else that arrives is drawn together at the next second. */
import type {Alerts} from '../../model/alert.ts';
import {sameLists} from '../../model/list.ts';
import type {State} from '../../model/state.ts';

/** Milliseconds between two ticks of the clock, which draw the ages anew. */
export const tickEvery = 1000;

/** Whether an alert is new, has risen or was acknowledged; the end of one can wait. */
const hasNews = (before: Alerts, after: Alerts): boolean =>
	before.changes !== after.changes &&
	[...after.active].some(([key, {news, acknowledgedAt}]) => {
		const known = before.active.get(key);
		return known?.news !== news || known.acknowledgedAt !== acknowledgedAt;
	});

/** Whether the change from one state to the next is worth a frame of its own. */
export const isUrgent = (before: State, after: State): boolean =>
	before.link.kind !== after.link.kind ||
	before.commands !== after.commands ||
	before.locked !== after.locked ||
	before.search !== after.search ||
	before.accounts !== after.accounts ||
	hasNews(before.alerts, after.alerts) ||
	before.settings !== after.settings ||
	before.campaigns.value === undefined ||
	!sameLists(before.lists.value, after.lists.value) ||
	(before.lists.value === undefined) !== (after.lists.value === undefined) ||
	before.now !== after.now;

/** Fewest milliseconds between two frames while the board begins to fill. */
export const fillEvery = 100;

/** Campaigns whose first figures are shown that soon: about as many as are on screen. Those of a thousand come in for minutes. */
const filledSoon = 20;

/** Whether the board begins to fill: its first rows show up soon, though not each in a frame of its own. */
export const isFilling = (before: State, after: State): boolean =>
	before.dashboards.size !== after.dashboards.size && after.dashboards.size <= filledSoon;

/** Whether a campaign's figures have come for the first time: the operator may be waiting for them. */
export const isFirstOf = (id: string | undefined, before: State, after: State): boolean =>
	id !== undefined && !before.dashboards.has(id) && after.dashboards.has(id);
