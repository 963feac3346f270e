/** The service's graphs of a campaign, put together from the rows of a recording as these come. */
import {type Graphs, graphNames} from './graphs.ts';
import type {Value, Values} from './recording.ts';

/** A graph: its points by their numbers, and which of them it shows. */
type Graph = {
	first: number;
	length: number;
	points: Map<Value | undefined, object>;
	/** The points as an answer has them; undefined once a row has changed them. */
	shown: readonly object[] | undefined;
};

const pointOf = ({graph, n, first, length, ...numbers}: Values): object => ({...numbers, extra: {}, unreadable: []});

/** Reads row after row. */
export class GraphPoints {
	readonly #graphs = new Map<Value | undefined, Graph>();

	/** Takes a row of `graphs/ID`. */
	add(values: Values): void {
		const {graph: name, n, first, length} = values;
		const graph = this.#graphs.get(name) ?? {first: 0, length: 0, points: new Map(), shown: undefined};
		this.#graphs.set(name, graph);
		graph.shown = undefined;
		if (first !== undefined) {
			graph.first = Number(first);
			graph.length = Number(length);
			for (const number of graph.points.keys()) {
				if (Number(number) < graph.first) {
					graph.points.delete(number);
				}
			}
		}
		if (n !== undefined) {
			graph.points.set(n, pointOf(values));
		}
	}

	/** Whether the first and the last point of each graph were among the rows. */
	get isWhole(): boolean {
		return (
			this.#graphs.size > 0 &&
			[...this.#graphs.values()].every(({first, length, points}) => points.has(first) && points.has(first + length - 1))
		);
	}

	/** The graphs as the newest answer had them. */
	get graphs(): Graphs {
		return Object.fromEntries(
			graphNames.map(name => {
				const graph = this.#graphs.get(name);
				if (graph) {
					const {first, length, points} = graph;
					graph.shown ??= Array.from({length}, (_, index) => points.get(first + index)).filter(
						point => point !== undefined,
					);
				}
				return [name, graph?.shown];
			}),
		) as Graphs;
	}
}
