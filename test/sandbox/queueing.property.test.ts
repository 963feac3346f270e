/** The world against queueing theory; every row, with twice the calls, is measured by `npm run bench`. */
import {expect, test} from 'vitest';
import {measureQueue, queueingTable, tolerance} from '../helpers/queueing.ts';

// The row whose queue forgets soonest: the fewest calls tell whether the world is right.
const [row = expect.fail()] = queueingTable;

test('5 agents under a load of 3: as many wait, and as long, as the table says', () => {
	const calls = row.calls / 2;
	const {waits, meanWait, arrivals} = measureQueue({...row, calls}, 5);
	expect(arrivals).toBeGreaterThanOrEqual(calls);
	expect(Math.abs(waits - row.waits)).toBeLessThanOrEqual(tolerance.waits);
	expect(Math.abs(meanWait / row.meanWait - 1)).toBeLessThanOrEqual(tolerance.meanWait);
});

/** Erlang's P(wait) and mean wait in service times. */
const inTheory = ({agents, load}: {agents: number; load: number}) => {
	let blocked = 1;
	for (let servers = 1; servers <= agents; servers++) {
		blocked = (load * blocked) / (servers + load * blocked);
	}
	const waits = blocked / (1 - (load / agents) * (1 - blocked));
	return {waits, meanWait: waits / (agents - load)};
};

test('the tolerance is far less than a load makes that is two in a hundred off', () => {
	for (const {agents, load, waits, meanWait} of queueingTable) {
		expect(inTheory({agents, load}).waits).toBeCloseTo(waits, 5);
		expect(inTheory({agents, load}).meanWait).toBeCloseTo(meanWait, 5);
	}
	expect(inTheory({...row, load: row.load * 1.02}).meanWait / row.meanWait).toBeGreaterThan(1 + 2 * tolerance.meanWait);
});
