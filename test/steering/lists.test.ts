/** Switching lists: which way it is offered for what is selected or marked, and why it is not. */
import {expect, test} from 'vitest';
import {listsOf} from '../../source/model/select.ts';
import type {State} from '../../source/model/state.ts';
import {offerListSwitch} from '../../source/steering/lists.ts';
import type {Offer} from '../../source/steering/offer.ts';
import {after, asked, fresh, list, listsPolled, live} from '../model/make.ts';
import {wordsOf} from './offer-words.ts';

/** The lists 1, 2, … with these status words. */
const showing = (...statuses: (string | undefined)[]): State =>
	after(
		fresh(),
		live,
		listsPolled(
			0,
			statuses.map((status, index) =>
				list(String(index + 1), {name: undefined, status, campaignId: '9', campaignName: 'Nine'}),
			),
		),
	);

const offered = (state: State, count = listsOf(state).length): Offer =>
	offerListSwitch(
		state,
		listsOf(state)
			.slice(0, count)
			.map(one => ({list: one})),
	);

test.for<[statuses: (string | undefined)[], says: string]>([
	[['Y'], 'switch off 1'],
	[['N'], 'switch on 1'],
	[['MAYBE SO'], 'its status "MAYBE SO" is neither Y nor N'],
	[[undefined], 'its status "" is neither Y nor N'],
	[[], 'no list is selected'],
	[['Y', 'Y'], 'switch off 1 2'],
	[['N', 'N', 'X'], 'switch on 1 2, 3 its status X is neither Y nor N'],
	[
		['Y', 'N', 'X', 'N'],
		[
			'QA: of 4 marked lists 1 are on and 2 off. Press 1 to switch off the 1, 2 to switch on the 2; Esc for neither.',
			'switch off 1, 2 it is off already, 3 its status X is neither Y nor N, 4 it is off already',
			'switch on 2 4, 1 it is on already, 3 its status X is neither Y nor N',
		].join('; '),
	],
	[['X', 'Y'], 'switch off 2, 1 its status X is neither Y nor N'],
])('%o: %#', ([statuses, says]) => {
	expect(wordsOf(offered(showing(...statuses)))).toBe(says);
});

test('nothing is offered where nothing can be sent, or where a switch is under way', () => {
	const state = showing('Y', 'Y');
	expect(wordsOf(offered(after(state, {type: 'lock', locked: true})))).toBe(
		'the read-only lock is on (:lock takes it off)',
	);
	const switching = asked(1, {
		operation: 'change_status',
		verb: 'switch off',
		target: {service: 'p', kind: 'list', id: '1', name: 'list 1'},
	});
	expect(wordsOf(offered(after(state, switching), 1))).toBe('switch off is still under way on it');
	expect(wordsOf(offered(after(state, switching)))).toBe('switch off 2, 1 switch off is still under way on it');
});

test('what is sent, and what takes it back', () => {
	const common = {
		operation: 'change_status',
		target: {service: 'p', kind: 'list', id: '1', name: 'list 1'},
		campaign: {id: '9', name: 'Nine'},
	} as const;
	const on = {
		...common,
		verb: 'switch on',
		doing: 'switching on',
		expected: 'on',
		params: {list_id: '1', status: 'Y'},
	} as const;
	const off = {
		...common,
		verb: 'switch off',
		doing: 'switching off',
		expected: 'off',
		params: {list_id: '1', status: 'N'},
	} as const;
	for (const [before, there, back] of [
		['Y', off, on],
		['N', on, off],
	] as const) {
		const offer = offered(showing(before));
		expect('controls' in offer && offer.controls).toEqual([{...there, before, undo: {...back, before}}]);
	}
});
