import {expect, test} from 'vitest';
import {allStatsAnswer, figuresOfAll} from '../../source/wire/dashboard.ts';

test('the statistics of all campaigns are read as the sandbox writes them, and in other shapes', () => {
	const stats = [{campaignId: '1001', humanAnswered: 500, dropRate: 1.2, calledToday: 2000}];
	const wire = allStatsAnswer.encode({stats}) as Record<string, unknown>;
	expect(figuresOfAll(wire)).toMatchObject(stats);
	expect(figuresOfAll({data: wire.stats})).toMatchObject(stats);
	expect(figuresOfAll({note: 'none'})).toEqual([]);
});
