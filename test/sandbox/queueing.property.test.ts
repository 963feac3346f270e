/** The world against queueing theory; the busiest rows, and all of them with twice the calls, are measured by `npm run bench`. */
import {expect, test} from 'vitest';
import {measureQueue, queueingTable, tolerance} from '../helpers/queueing.ts';

test.each(queueingTable.filter(({calls}) => calls <= 2_000_000))(
	'$agents agents under a load of $load: as many wait, and as long, as the table says',
	row => {
		const calls = row.calls / 2;
		const {waits, meanWait, arrivals} = measureQueue({...row, calls}, 5);
		expect(arrivals).toBeGreaterThanOrEqual(calls);
		expect(Math.abs(waits - row.waits)).toBeLessThanOrEqual(tolerance.waits);
		expect(Math.abs(meanWait / row.meanWait - 1)).toBeLessThanOrEqual(tolerance.meanWait);
	},
);

test('the measure tells a load apart that is two in a hundred off', () => {
	const [, row] = queueingTable;
	const measured = row && measureQueue({...row, load: row.load * 1.02, calls: 500_000}, 5);
	expect((measured?.meanWait ?? 0) / (row?.meanWait ?? 1)).toBeGreaterThan(1 + tolerance.meanWait);
});
