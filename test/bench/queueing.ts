/** The world against the queueing table: by how much it is off. */
import {measureQueue, queueingTable, tolerance} from '../helpers/queueing.ts';
import type {Figure} from './figures.ts';

/** Every row of the table, the two figures of each. */
export const measureQueueing = (): Figure[] =>
	queueingTable.flatMap(row => {
		const {waits, meanWait, arrivals} = measureQueue(row, 5);
		const name = `queue, ${row.agents} agents, load ${row.load}`;
		const shown = (value: number): string => value.toFixed(6);
		return [
			{
				name: `${name}: P(wait) off by`,
				unit: '',
				samples: [Math.abs(waits - row.waits)],
				aim: tolerance.waits,
				note: `${shown(waits)} of ${shown(row.waits)}, ${arrivals.toLocaleString('en')} calls`,
			},
			{
				name: `${name}: mean wait off by`,
				unit: '%',
				samples: [100 * Math.abs(meanWait / row.meanWait - 1)],
				aim: 100 * tolerance.meanWait,
				note: `${shown(meanWait)} of ${shown(row.meanWait)} service times`,
			},
		];
	});
