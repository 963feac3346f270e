/**
 * The service's four graphs of a campaign as rows: only points that are new or have changed. Points are numbered as they come; a row
 * that changes the window says its `first` number and its `length`.
 */
import type {Dashboard} from '../model/wire.ts';
import type {Values} from './recording.ts';

/** The graphs of an answer. */
export type Graphs = Pick<Dashboard, 'calls' | 'agents' | 'leads' | 'liveCalls'>;

export const graphNames = ['calls', 'agents', 'leads', 'liveCalls'] as const satisfies readonly (keyof Graphs)[];
type GraphName = (typeof graphNames)[number];

type Point = Readonly<Record<string, unknown>>;

/** A graph as it was last written. */
type Written = {first: number; points: readonly Point[]};

/** The numbers of a point. */
const numbersOf = (point: Point): [string, number][] =>
	Object.entries(point).filter((entry): entry is [string, number] => typeof entry[1] === 'number');

const isSame = (a: Point | undefined, b: Point | undefined): boolean => {
	if (a === b || !a || !b) {
		return a === b;
	}
	const numbers = numbersOf(a);
	return numbers.length === numbersOf(b).length && numbers.every(([name, value]) => b[name] === value);
};

/** By how many points the window has moved on: all but the newest of those that stay are as they were. */
const shiftOf = (before: readonly Point[], after: readonly Point[]): number => {
	for (let shift = 0; shift < before.length; shift++) {
		const staying = Math.min(before.length - shift, after.length) - 1;
		let same = 0;
		while (same < staying && isSame(before[shift + same], after[same])) {
			same++;
		}
		if (same >= staying) {
			return shift;
		}
	}
	return before.length;
};

/** Makes rows of the graphs of one campaign, answer by answer. */
export class GraphRows {
	readonly #written = new Map<GraphName, Written>();

	/** The rows that an answer adds. */
	rowsOf(graphs: Graphs): Values[] {
		return graphNames.flatMap(graph => {
			const points: readonly Point[] | undefined = graphs[graph];
			const before = this.#written.get(graph);
			if (!points || points === before?.points) {
				return [];
			}
			const shift = before ? shiftOf(before.points, points) : 0;
			const first = (before?.first ?? 0) + shift;
			this.#written.set(graph, {first, points});
			const changed = points.flatMap((point, index): Values[] =>
				isSame(before?.points[index + shift], point)
					? []
					: [{graph, n: first + index, ...Object.fromEntries(numbersOf(point))}],
			);
			const isMoved = !before || shift > 0 || points.length !== before.points.length;
			const window = {graph, first, length: points.length};
			return isMoved ? [{...window, ...changed[0]}, ...changed.slice(1)] : changed;
		});
	}
}
