import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Layout, layout, type Open, paneNames, tierOf} from '../../source/ui/layout.ts';

const open: Open = {footer: 1, panes: true, pane: 'pace', zoom: false, zoomBoard: false, boardRows: 14};

/** Every cell that a layout's parts cover, counted. */
const cover = ({header, footer, main, alerts, log, panes}: Layout, columns: number, rows: number): Uint8Array => {
	const cells = new Uint8Array(columns * rows);
	for (const {x, y, width, height} of [
		header,
		footer,
		...(main ? [main] : []),
		...(alerts ? [alerts] : []),
		...(log ? [log] : []),
		...panes.values(),
	]) {
		for (let row = y; row < y + height; row++) {
			for (let column = x; column < x + width; column++) {
				const at = row * columns + column;
				cells[at] = (cells[at] ?? 0) + 1;
			}
		}
	}
	return cells;
};

test('every cell belongs to exactly one part, at any size and whatever is open', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 60, max: 300}),
			fc.integer({min: 16, max: 120}),
			fc.record({
				footer: fc.integer({min: 1, max: 4}),
				panes: fc.boolean(),
				pane: fc.constantFrom(...paneNames),
				zoom: fc.boolean(),
				zoomBoard: fc.boolean(),
				boardRows: fc.integer({min: 0, max: 1000}),
			}),
			(columns, rows, what) => {
				const cells = cover(layout(columns, rows, what), columns, rows);
				expect(cells.every(count => count === 1)).toBe(true);
			},
		),
		{numRuns: 2000},
	);
});

describe('tiers', () => {
	test.for<[columns: number, rows: number, tier: ReturnType<typeof tierOf>, panes: number]>([
		[59, 24, 'tiny', 0],
		[80, 15, 'tiny', 0],
		[60, 16, 'small', 1],
		[80, 24, 'small', 1],
		[99, 60, 'small', 1],
		[120, 29, 'small', 1],
		[100, 30, 'medium', 4],
		[120, 40, 'medium', 4],
		[200, 44, 'medium', 4],
		[160, 45, 'large', 4],
		[200, 60, 'large', 4],
	])('%i x %i is %s, with %i panes', ([columns, rows, tier, panes]) => {
		expect(tierOf(columns, rows)).toBe(tier);
		expect(layout(columns, rows, open).panes.size).toBe(panes);
	});

	test('the board takes a third at 120x40, and less where it needs less', () => {
		expect(layout(120, 40, open).main?.height).toBe(12);
		expect(layout(120, 40, {...open, boardRows: 3}).main?.height).toBe(7);
	});

	test('a zoomed pane has the whole body', () => {
		const {main, panes} = layout(120, 40, {...open, pane: 'agents', zoom: true});
		expect(main).toBeUndefined();
		expect([...panes]).toEqual([['agents', {x: 0, y: 1, width: 120, height: 38}]]);
	});
});
