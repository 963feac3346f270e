/** More agents are busier at the same drop rate; `npm run media` measures more of them, and more closely. */
import {expect, test} from 'vitest';
import {type Dialing, measurePoint, misplaced, type Point, utilisationAt} from '../helpers/trade-off.ts';

const precision = {error: 0.25, share: 10, answers: 4000, days: 3};
const measured = (agents: number, ways: readonly Dialing[]): Point[] =>
	ways.map(dialing => measurePoint(agents, dialing, precision));

const few = measured(
	10,
	[1, 1.2, 1.4].map(level => ({level})),
);
const many = measured(
	50,
	[1.3, 1.5, 1.7].map(level => ({level})),
);

test('fifty agents are busier than ten where as many calls are dropped', () => {
	expect(misplaced([...few, ...many], [1, 3, 5])).toEqual([]);
	expect(utilisationAt(many, 50, 3) - utilisationAt(few, 10, 3)).toBeGreaterThan(10);
});

test('the check tells where fewer are busier, and where nothing was measured', () => {
	const swapped = [...few, ...many].map(point => ({...point, agents: 60 - point.agents}));
	expect(misplaced(swapped, [1, 3])).toEqual([
		expect.stringMatching(/^at 1 % dropped, 50 agents are [\d.]+ % busy and 10 are [\d.]+ %$/),
		expect.stringMatching(/^at 3 % dropped, /),
	]);
	expect(misplaced([...few, ...many], [90])).toEqual(['at 90 % dropped, 50 or 10 agents were not measured']);
});

test('a faster level makes agents busier and drops more', () => {
	for (const points of [few, many]) {
		for (const [place, point] of points.entries()) {
			expect(point.utilisation).toBeGreaterThan(points[place - 1]?.utilisation ?? 0);
			expect(point.dropRate).toBeGreaterThanOrEqual(points[place - 1]?.dropRate ?? 0);
		}
	}
});
