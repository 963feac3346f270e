import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Size} from '../../source/screen/parts/panel.tsx';
import {type Layout, layout, type Open, paneNames, tierOf} from '../../source/screen/state/layout.ts';
import {fill, makeScreen} from './make.ts';
import {bordersOf} from './whole.ts';

const open: Open = {tier: 'medium', panes: true, pane: 'pace', zoom: false, zoomBoard: false, boardRows: 14};

const cells = ({width, height}: Size): number => width * height;

/** The parts of a layout. */
const partsOf = ({main, strips, panes}: Layout): Size[] => [
	...(main ? [main] : []),
	...(strips ? [strips.alerts, strips.log] : []),
	...panes,
];

test('the parts have all cells of the body between them, at any size and whatever is open', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 60, max: 300}),
			fc.integer({min: 16, max: 120}),
			fc.record({
				panes: fc.boolean(),
				pane: fc.constantFrom(...paneNames),
				zoom: fc.boolean(),
				zoomBoard: fc.boolean(),
				boardRows: fc.integer({min: 0, max: 1000}),
			}),
			(columns, rows, what) => {
				const body = {width: columns, height: rows - 2};
				const parts = partsOf(layout(body, {...what, tier: tierOf(columns, rows)}));
				expect(parts.reduce((sum, part) => sum + cells(part), 0)).toBe(cells(body));
				expect(parts.every(({width, height}) => width > 0 && height > 0)).toBe(true);
			},
		),
		{numRuns: 2000},
	);
});

test('every box is whole on the screen, at any size', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 60, max: 240}),
			fc.integer({min: 16, max: 80}),
			fc.constantFrom('', '2', '3', 'w', '?', ':', 'z'),
			(columns, rows, key) => {
				const screen = makeScreen(columns, rows);
				fill(screen.store);
				if (key !== '') {
					screen.press(key);
				}
				const frame = screen.frame().rows;
				expect(frame.map(row => row.length)).toEqual(new Array(rows).fill(columns));
				const {upper, lower} = bordersOf(frame);
				expect(lower).toBe(upper);
				expect(frame.at(-2)).toMatch(/^╰.*╯$/);
			},
		),
		{numRuns: 60},
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
		const screen = makeScreen(columns, rows);
		fill(screen.store);
		expect(screen.text().match(/─ (?:Pace|Leads|Calls|Agents) ─/g) ?? []).toHaveLength(panes);
	});

	test('the board takes a third at 120x40, and less where it needs less', () => {
		const body = {width: 120, height: 38};
		expect(layout(body, open).main?.height).toBe(12);
		expect(layout(body, {...open, boardRows: 3}).main?.height).toBe(7);
	});

	test('the board of a large screen is as wide as it, and as high as its rows', () => {
		const body = {width: 200, height: 58};
		expect(layout(body, {...open, tier: 'large'}).main).toEqual({width: 200, height: 18});
		const many = layout(body, {...open, tier: 'large', boardRows: 300});
		expect(many.main).toEqual({width: 200, height: 36});
		expect(many.panes.map(({height}) => height)).toEqual([15, 15, 15, 15]);
		const row = layout({width: 160, height: 43}, {...open, tier: 'large'}).panes;
		expect(row.map(({width, height}) => [width, height])).toEqual(Array.from({length: 4}, () => [40, 18]));
	});

	test('a zoomed pane has the whole body', () => {
		const {main, panes} = layout({width: 120, height: 38}, {...open, pane: 'agents', zoom: true});
		expect(main).toBeUndefined();
		expect(panes).toEqual([{name: 'agents', width: 120, height: 38}]);
	});
});
