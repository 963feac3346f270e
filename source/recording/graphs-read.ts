/** The service's graphs of a campaign, poll by poll, out of the rows of a recording. */
import {type Graphs, graphNames} from './graphs.ts';
import type {Period, Recording, Row, Value, Values} from './recording.ts';

type GraphName = (typeof graphNames)[number];

/** A graph while rows are read: its points by their numbers, and which of them it shows. */
type Graph = {
	first: number;
	length: number;
	points: Map<Value | undefined, object>;
	/** The points as an answer has them; undefined once another row has changed them. */
	shown: readonly object[] | undefined;
};

const hour = 3_600_000;

/** How far back points are looked for that do not change any more: a recorder writes all of them anew each day. */
const furthest = 26 * hour;

const pointOf = ({graph, n, first, length, ...numbers}: Values): object => ({...numbers, extra: {}, unreadable: []});

/** Reads the graphs of a period, from its beginning to its end. */
export class GraphsRead {
	readonly #graphs = new Map<GraphName, Graph>();
	#rows: readonly Row[] = [];
	#next = 0;

	/**
	 * @param atMost milliseconds to look back for points; older ones are left out
	 * @throws Error what the recording throws
	 */
	constructor(recording: Pick<Recording, 'rows'>, campaignId: string, {from, to}: Period, atMost = furthest) {
		for (let before = hour; ; before *= 5) {
			const length = Math.min(before, atMost);
			this.#graphs.clear();
			this.#next = 0;
			this.#rows = recording.rows(`graphs/${campaignId}`, {from: from - length, to}, 'polled').rows;
			this.#read(from);
			if (length === atMost || this.#isWhole) {
				return;
			}
		}
	}

	/** The graphs as the newest answer had them at a moment. Moments are asked for in their order. */
	until(at: number): Graphs {
		this.#read(at);
		return Object.fromEntries(
			graphNames.map(name => {
				const graph = this.#graphs.get(name);
				if (graph) {
					graph.shown ??= Array.from({length: graph.length}, (_, index) =>
						graph.points.get(graph.first + index),
					).filter(point => point !== undefined);
				}
				return [name, graph?.shown];
			}),
		) as Graphs;
	}

	get #isWhole(): boolean {
		return (
			this.#graphs.size > 0 &&
			[...this.#graphs.values()].every(({first, length, points}) => points.has(first) && points.has(first + length - 1))
		);
	}

	#read(until: number): void {
		for (let row = this.#rows[this.#next]; row && row.at <= until; row = this.#rows[++this.#next]) {
			const {graph: name, n, first, length} = row.values;
			const graph = this.#graphs.get(name as GraphName) ?? {first: 0, length: 0, points: new Map(), shown: undefined};
			this.#graphs.set(name as GraphName, graph);
			graph.shown = undefined;
			if (first !== undefined) {
				graph.first = Number(first);
				graph.length = Number(length);
			}
			if (n !== undefined) {
				graph.points.set(n, pointOf(row.values));
			}
		}
	}
}
