/** Calling lists, and which of them are asked for. */
import {expect, test} from 'vitest';
import {callingLists, isFiltered, listIsOn, sameLists} from '../../source/model/list.ts';
import {listIn} from '../../source/model/select.ts';
import type {ListsQuestion} from '../../source/model/wire.ts';
import {after, fresh, list, listsPolled} from './make.ts';

test('a list is on at Y, off at N, and nothing else', () => {
	expect(['Y', ' n ', 'ON', '', undefined].map(listIsOn)).toEqual([true, false, undefined, undefined, undefined]);
});

test('a list without an id is left out, and of two with one id the first counts', () => {
	const records = [list('7', {status: 'Y'}), list('7', {status: 'N'}), list('8', {id: undefined})];
	expect(callingLists(records)).toHaveLength(2);
	expect(listIn(after(fresh(), listsPolled(1, records)), '7')?.status).toBe('Y');
});

test('lists are the same where campaign, status and filter are', () => {
	const questions: readonly (ListsQuestion | undefined)[] = [
		...[undefined, {campaignId: undefined}, {campaignId: '1'}, {campaignId: '2'}, {campaignId: '1', status: 'Y'}],
		...[
			{campaignId: '1', filter: 'RA'},
			{campaignId: '1', status: 'Y', filter: 'RA'},
		],
	] as const;
	for (const [index, one] of questions.entries()) {
		const same = questions.flatMap((other, at) => (sameLists(one, other) ? [at] : []));
		// Those of all campaigns are asked for where nothing is said.
		expect(same).toEqual(index < 2 ? [0, 1] : [index]);
		expect(sameLists(one, one && {...one})).toBe(true);
	}
	expect(questions.map(one => one && isFiltered(one))).toEqual([undefined, false, false, false, true, true, true]);
});
