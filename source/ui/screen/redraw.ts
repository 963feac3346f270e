/** When to draw: at once for what the operator did or waits for; figures off the selected row can wait for the next second. */
import {sameLists} from '../../model/list.ts';
import type {State} from '../../model/state.ts';

/** Milliseconds between two ticks of the clock, which draw the ages anew. */
export const tickEvery = 1000;

/** Whether the change from one state to the next is worth a frame of its own. */
export const isUrgent = (before: State, after: State): boolean =>
	before.link.kind !== after.link.kind ||
	before.commands !== after.commands ||
	before.locked !== after.locked ||
	before.search !== after.search ||
	before.accounts !== after.accounts ||
	before.alerts.changes !== after.alerts.changes ||
	before.settings !== after.settings ||
	before.campaigns.value === undefined ||
	!sameLists(before.lists.value, after.lists.value) ||
	(before.lists.value === undefined) !== (after.lists.value === undefined) ||
	before.now !== after.now;

/** Fewest milliseconds between two frames that show figures as they come in for the first time. */
export const fillEvery = 100;

/** Whether figures of a campaign have come in for the first time: each row shows up soon, though not each in a frame of its own. */
export const isFilling = (before: State, after: State): boolean => before.dashboards.size !== after.dashboards.size;
