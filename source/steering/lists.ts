/** Switching lists on and off: the selected one, or those that are marked. */

import {type CallingList, listIsOn} from '../model/list.ts';
import type {Control, Target} from '../model/pending.ts';
import {listsOf, whyNotNow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {word} from '../present/sentence.ts';
import {eitherOf, type Offer, offerOf, sortOut, whyNoControl} from './offer.ts';
import {listVerbs} from './verbs.ts';

/** A list as the service lists it. */
type ListRow = {list: CallingList};

/** A list as the target of a control. */
export const listTarget = ({list: {id, name}}: ListRow): Target => ({
	kind: 'list',
	id,
	name: name ?? `list ${id}`,
});

const switching = (row: ListRow, to: 'on' | 'off'): Control => {
	const {status, ...verb} = listVerbs[to];
	return {
		...verb,
		params: {list_id: row.list.id, status},
		target: listTarget(row),
		before: row.list.status,
		campaign: {id: row.list.campaignId, name: row.list.campaignName},
	};
};

/** On or off, whatever it is now. */
export const switchTo = (row: ListRow, to: 'on' | 'off'): Control => ({
	...switching(row, to),
	undo: switching(row, to === 'on' ? 'off' : 'on'),
});

const whyOut = (state: State, row: ListRow): string | undefined =>
	whyNotNow(state, {operation: 'change_status', target: listTarget(row)}) ??
	(listIsOn(row.list.status) === undefined
		? `its status ${word(row.list.status ?? '')} is neither Y nor N`
		: undefined);

/** One switch for some lists, as they stand now. */
const offerSwitch = (state: State, ids: readonly string[], to: 'on' | 'off'): Offer => {
	const rows = listsOf(state)
		.filter(({id}) => ids.includes(id))
		.map(list => ({list}));
	const {able, left} = sortOut(
		rows,
		listTarget,
		row => whyOut(state, row) ?? (listIsOn(row.list.status) === (to === 'on') ? `it is ${to} already` : undefined),
	);
	return offerOf(
		able.map(row => switchTo(row, to)),
		left,
		now => offerSwitch(now.state, ids, to),
	);
};

/** One switch for these lists, whatever is selected or marked. */
export const offerLists = (state: State, ids: readonly string[], to: 'on' | 'off'): Offer => {
	const why = whyNoControl(state);
	return why ? {why} : offerSwitch(state, ids, to);
};

/** List on or off: what is on is switched off; if the marked ones differ, the operator chooses. */
export const offerListSwitch = (state: State, rows: readonly ListRow[]): Offer => {
	if (rows.length === 0) {
		return {why: 'no list is selected'};
	}
	const why = whyNoControl(state);
	if (why) {
		return {why};
	}
	const ids = rows.map(({list}) => list.id);
	return eitherOf(offerSwitch(state, ids, 'off'), offerSwitch(state, ids, 'on'), (offs, ons) => {
		const [on, off] = [offs.controls.length, ons.controls.length];
		return `${state.source.environment}: of ${rows.length} marked lists ${on} are on and ${off} off. Press 1 to switch off the ${on}, 2 to switch on the ${off}; Esc for neither.`;
	});
};
