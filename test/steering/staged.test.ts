/** What is staged, change by change. */
import {expect, test} from 'vitest';
import {stagedAfter, stepped} from '../../source/steering/changes.ts';
import type {AllStaged, Staged} from '../../source/steering/offer.ts';

test('what is staged is kept by campaign and setting, and nothing is left of what was dropped', () => {
	const [yes, no] = ['Y', 'N'].map((value): Staged => ({value, was: '', from: 'settings'})) as [Staged, Staged];
	const steps: readonly [campaignId: string, name: string, staged: Staged | undefined, all: AllStaged][] = [
		['1', 'amd', yes, new Map([['1', new Map([['amd', yes]])]])],
		['1', 'amd', no, new Map([['1', new Map([['amd', no]])]])],
		[
			'1',
			'recording',
			yes,
			new Map([
				[
					'1',
					new Map([
						['amd', no],
						['recording', yes],
					]),
				],
			]),
		],
		['1', 'amd', undefined, new Map([['1', new Map([['recording', yes]])]])],
		['2', 'amd', undefined, new Map([['1', new Map([['recording', yes]])]])],
		['1', 'recording', undefined, new Map()],
	];
	let all: AllStaged = new Map();
	for (const [campaignId, name, staged, then] of steps) {
		const before = structuredClone(all);
		const next = stagedAfter(all, {campaignId, name, staged});
		expect(all).toEqual(before);
		expect(next).toEqual(then);
		all = next;
	}
});

test.for<[value: string, by: number, becomes: string]>([
	['2', 0.1, '2.1'],
	['2.15', -0.1, '2.05'],
	['1.3', -0.1, '1.2'],
	['8.95', 0.1, '9'],
	['1.05', -0.1, '1'],
	['x', 1.5, '1.5'],
])('a step from %s by %d within 1 and 9 makes %s', ([value, by, becomes]) => {
	expect(stepped(value, {by, least: 1, most: 9})).toBe(becomes);
});
