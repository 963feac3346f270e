/** The service's graphs of a campaign, poll by poll, out of the rows of a recording. */
import {hour} from '../model/time.ts';
import {GraphPoints} from './graph-points.ts';
import type {Graphs} from './graphs.ts';
import type {Period, Recording, Row} from './recording.ts';

/** How far back points are looked for that do not change any more: a recorder writes all of them anew each day. */
export const graphsWithin = 26 * hour;

/** Reads the graphs of a period, from its beginning to its end. */
export class GraphsRead {
	#points = new GraphPoints();
	#rows: readonly Row[] = [];
	#next = 0;

	/**
	 * @param name which graph; all without
	 * @throws Error what the recording throws
	 */
	constructor(recording: Pick<Recording, 'rows'>, campaignId: string, {from, to}: Period, name?: keyof Graphs) {
		for (let before = hour; ; before *= 5) {
			const length = Math.min(before, graphsWithin);
			this.#points = new GraphPoints();
			this.#next = 0;
			const {rows} = recording.rows(`graphs/${campaignId}`, {from: from - length, to}, 'polled');
			this.#rows = name ? rows.filter(({values}) => values.graph === name) : rows;
			this.#read(from);
			if (length === graphsWithin || this.#points.isWhole) {
				return;
			}
		}
	}

	/** The graphs as the newest answer had them at a moment. Moments are asked for in their order. */
	until(at: number): Graphs {
		this.#read(at);
		return this.#points.graphs;
	}

	#read(until: number): void {
		for (let row = this.#rows[this.#next]; row && row.at <= until; row = this.#rows[++this.#next]) {
			this.#points.add(row.values);
		}
	}
}
