/** Switching lists on and off: the selected one, or those that are marked. */
import {listIsOn} from '../../model/list.ts';
import type {Control, Target} from '../../model/pending.ts';
import type {State} from '../../model/state.ts';
import type {ListRow} from '../views/lists.ts';
import {batchOf, named, noneOf, type Offer, sortOut, whyNoControl, whyNotNow} from './offer.ts';

/** A list as the target of a control. */
export const listTarget = ({list: {id, name}}: Pick<ListRow, 'list'>): Target => ({
	kind: 'list',
	id,
	name: name ?? `list ${id}`,
});

const nameOf = (row: ListRow): string => named(listTarget(row));

const switching = (row: Pick<ListRow, 'list'>, to: 'on' | 'off'): Control => ({
	operation: 'change_status',
	params: {list_id: row.list.id, status: to === 'on' ? 'Y' : 'N'},
	target: listTarget(row),
	doing: `switching ${to}`,
	verb: `switch ${to}`,
	expected: to,
	before: row.list.status,
});

/** On or off, whatever it is now. */
export const switchTo = (row: Pick<ListRow, 'list'>, to: 'on' | 'off'): Control => ({
	...switching(row, to),
	undo: switching(row, to === 'on' ? 'off' : 'on'),
});

const whyOut = (state: State, row: ListRow): string | undefined =>
	whyNotNow(state, {operation: 'change_status', target: listTarget(row)}) ??
	(listIsOn(row.list.status) === undefined ? `its status "${row.list.status ?? ''}" is neither Y nor N` : undefined);

/** List on or off: what is on is switched off; where marked ones differ, the operator says which is meant. */
export const offerListSwitch = (state: State, rows: readonly ListRow[]): Offer => {
	const [row] = rows;
	if (!row) {
		return {why: 'no list is selected'};
	}
	const why = whyNoControl(state) ?? (rows.length === 1 ? whyOut(state, row) : undefined);
	if (why) {
		return {why};
	}
	const {able, left} = sortOut(rows, nameOf, one => whyOut(state, one));
	const on = able.filter(({list}) => listIsOn(list.status));
	const off = able.filter(({list}) => !listIsOn(list.status));
	const offs = batchOf(
		on.map(one => switchTo(one, 'off')),
		[...left, ...off.map(one => `${nameOf(one)}: is off already`)],
	);
	const ons = batchOf(
		off.map(one => switchTo(one, 'on')),
		[...left, ...on.map(one => `${nameOf(one)}: is on already`)],
	);
	if (offs && ons) {
		const text = `Of ${rows.length} marked lists in ${state.source.environment} ${on.length} are on and ${off.length} off. Press 1 to switch off the ${on.length}, 2 to switch on the ${off.length}; Esc for neither.`;
		return {text, which: [offs, ons]};
	}
	return offs ?? ons ?? noneOf(left);
};
