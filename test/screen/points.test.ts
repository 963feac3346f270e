/** The points that panes draw. */
import {expect, test} from 'vitest';
import {cached} from '../../source/screen/views/board/panes/points.ts';

type Minute = {time?: number; dialed: number | undefined; extra: object};

test('the lines of a graph are the same for the same figures, and others for any other', () => {
	const linesOf = cached((minutes: readonly Minute[]) => minutes.map(({dialed}) => dialed));
	const graph = (...dialed: (number | undefined)[]): Minute[] => dialed.map(count => ({dialed: count, extra: {}}));
	const first = linesOf(graph(4, undefined, 6));
	expect(linesOf(graph(4, undefined, 6))).toBe(first);
	expect(linesOf(graph(4, 5, 6))).toEqual([4, 5, 6]);
	expect(linesOf(graph(4, 5, 7))).toEqual([4, 5, 7]);
	expect(linesOf(graph(4, 5, 7, 8))).toEqual([4, 5, 7, 8]);
	const timed = graph(4, 5, 7, 8).map((minute, index) => ({...minute, time: index}));
	const before = linesOf(graph(4, 5, 7, 8));
	expect(linesOf(timed)).not.toBe(before);
	expect(linesOf(graph())).toEqual([]);
});
