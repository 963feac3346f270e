/** The trade-off of a floor, and the level that it recommends. */
import {expect, test} from 'vitest';
import {movedBy, safestLevel, type TradeOffPoint, tradeOff, valuesAround} from '../../source/foresight/curve.ts';
import type {Dialing} from '../../source/foresight/floor.ts';
import {groundsOf, resultOf} from '../../source/foresight/foresee.ts';
import {watchedFloor} from './floor.ts';

const band = {median: 1, low: 0, high: 2};
const point = (value: number, under: number): TradeOffPoint => ({
	value,
	under,
	drop: band,
	dropAtClose: band,
	talk: band,
	ready: band,
	leadsOut: undefined,
});

const dialing: Dialing = {method: 'RATIO', level: 1.4, levelLimit: 4, dropLimit: 3, lines: 100, isDialing: true};

test('eight values lie around the present one, which is among them', () => {
	expect(valuesAround(dialing)).toEqual([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]);
	expect(valuesAround({...dialing, level: 1})).toEqual([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]);
	expect(valuesAround({...dialing, level: 2.55})).toEqual([1.75, 1.95, 2.15, 2.35, 2.55, 2.75, 2.95, 3.15]);
	expect(valuesAround({...dialing, method: 'PREDICTIVE'})).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5]);
});

test('the highest level is recommended up to which the day stays under its limit in 19 of 20 runs', () => {
	expect(safestLevel([point(1, 1), point(1.2, 0.96), point(1.4, 0.94), point(1.6, 0.97)])).toBe(1.2);
	expect(safestLevel([point(1, 1), point(1.2, 0.95)])).toBe(1.2);
	expect(safestLevel([point(1, 0.9), point(1.2, 0.96)])).toBeUndefined();
	expect(safestLevel([])).toBeUndefined();
});

test('on the curve of a floor a higher level brings more drops and more talk, and with fewer agents it is another', () => {
	const {points, now, closesAt} = watchedFloor({agents: 16, seed: 3});
	const known = resultOf(groundsOf({points, zone: 'America/New_York', now, closesAt, isDialing: true, minutes: 10}));
	if ('why' in known) {
		throw new Error(known.why);
	}
	const {floor, day, grounds} = known;
	const moved = movedBy(floor.dialing);
	expect({moved, present: floor.dialing[moved], ahead: grounds.ahead}).toEqual({
		moved: 'level',
		present: 1.2,
		ahead: 10,
	});
	const asked = {minutes: 10, limit: 3, values: [1, 1.2, 1.8], runs: 40};
	const curve = resultOf(tradeOff(floor, day, asked));
	expect(curve.map(({value}) => value)).toEqual([1, 1.2, 1.8]);
	const [low, , high] = curve;
	expect(high?.dropAtClose.median).toBeGreaterThan(low?.dropAtClose.median ?? Number.NaN);
	expect(high?.talk.median).toBeGreaterThan(low?.talk.median ?? Number.NaN);
	expect(high?.under).toBeLessThanOrEqual(low?.under ?? Number.NaN);
	const others = resultOf(tradeOff(floor, day, {...asked, values: [1.2], extraAgents: -4}));
	expect(others).toHaveLength(1);
	expect(others).not.toEqual(curve.slice(1, 2));
});
