/** Switching lists on and off: the selected one, or those that are marked. */

import {type CallingList, listIsOn} from '../model/list.ts';
import type {Control, Target} from '../model/pending.ts';
import {listIn, whyNotNow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {serviceText, word} from '../present/sentence.ts';
import {
	type Batch,
	because,
	eitherOf,
	listVerbs,
	type Offer,
	offerOf,
	type Reason,
	type Refusal,
	sortOut,
	whyNoControl,
} from './offer.ts';

/** A list as the service lists it. */
type ListRow = {list: CallingList};

/** A list as the target of a control. */
const listTarget = (service: string, {list: {id, name}}: ListRow): Target => ({
	service,
	kind: 'list',
	id,
	name: name ?? `list ${id}`,
});

const switching = (service: string, row: ListRow, to: 'on' | 'off'): Control => {
	const {status, ...verb} = listVerbs[to];
	return {
		...verb,
		params: {list_id: row.list.id, status},
		target: listTarget(service, row),
		before: row.list.status,
		campaign: {id: row.list.campaignId, name: row.list.campaignName},
	};
};

/** On or off, whatever it is now. */
const switchTo = (service: string, row: ListRow, to: 'on' | 'off'): Control => ({
	...switching(service, row, to),
	undo: switching(service, row, to === 'on' ? 'off' : 'on'),
});

const whySkipped = (state: State, row: ListRow, to: 'on' | 'off'): Reason | undefined => {
	const {status} = row.list;
	const isOn = listIsOn(status);
	const busy = whyNotNow(state, {operation: 'change_status', target: listTarget(state.source.profile, row)});
	return (
		because(busy) ??
		(isOn === undefined
			? {why: `its status ${word(status ?? '')} is neither Y nor N`}
			: isOn === (to === 'on')
				? {why: `it is ${to} already`, already: true}
				: undefined)
	);
};

/** One switch for some lists, as they are now. */
const offerSwitch = (state: State, ids: readonly string[], to: 'on' | 'off'): Batch | Refusal => {
	const rows = ids.flatMap(id => listIn(state, id) ?? []).map(list => ({list}));
	const {profile} = state.source;
	const {able, skipped} = sortOut(
		rows,
		row => listTarget(profile, row),
		row => whySkipped(state, row, to),
	);
	return offerOf(
		state,
		able.map(row => switchTo(profile, row, to)),
		skipped,
		now => offerLists(now.state, ids, to),
	);
};

/** One switch for these lists, whatever is selected or marked. */
export const offerLists = (state: State, ids: readonly string[], to: 'on' | 'off'): Batch | Refusal => {
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
		return `${serviceText(state.source)}: of ${rows.length} marked lists ${on} are on and ${off} off. Press 1 to switch off the ${on}, 2 to switch on the ${off}; Esc for neither.`;
	});
};
