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

test('the measure tells a load apart that is two in a hundred off', () => {
	const {meanWait} = measureQueue({...row, load: row.load * 1.02, calls: row.calls / 2}, 5);
	expect(meanWait / row.meanWait).toBeGreaterThan(1 + tolerance.meanWait);
});
