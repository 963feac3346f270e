/** What holds for every frame, whatever is on it, at the five sizes that people have. */
import {expect, test} from 'vitest';
import {type View, viewNames} from '../../source/present/actions.ts';
import {width} from '../../source/present/format.ts';
import {type Look, painter} from '../../source/present/theme.ts';
import {parseRow} from '../../source/terminal/grid.ts';
import {createStyles} from '../../source/terminal/style.ts';
import {sizes} from '../helpers/sizes.ts';
import {fillAll} from '../screen/fill.ts';
import {plainLook} from '../screen/make.ts';
import {
	otherScenes,
	outcomeScenes,
	type Screen,
	screenOf,
	sheetScenes,
	show,
	states,
	viewScenes,
	zoomScenes,
} from './scenes.ts';

/** The selected row alone is painted: in reverse. */
const theme = {...plainLook.theme, selected: '7'};
const selecting: Look = {...plainLook, theme, paint: painter(theme)};
const reverse = /\u001b\[(?:\d+;)*7[;m]/;

const styles = createStyles('truecolor');

const isBlank = (cells: readonly string[]): boolean => cells.join('').trim() === '';

/** The titles of the boxes; each box must be closed, and hold something. */
const titlesIn = (rows: readonly string[], columns: number): string[] => {
	const cells = rows.map(row => parseRow(row, columns, styles).chars);
	// A long question lies over what is below a line of its own, and words may fill the last border of all boxes.
	const cover = rows.indexOf('─'.repeat(columns));
	return rows.flatMap((row, top) =>
		// Charts have corners too, but no words behind them.
		[...row.matchAll(/╭─ (?=\p{L})(.*?) ─/gu)].map(({1: title = '', index}) => {
			const left = width(row.slice(0, index));
			const right = (cells[top] ?? []).indexOf('╮', left);
			const bottom = cells.findIndex((line, y) => y > top && !/[│├*]/.test(line[left] ?? ''));
			const box = `the box "${title}"`;
			expect(right, `${box} has a right corner`).toBeGreaterThan(left);
			expect(bottom, `${box} ends`).toBeGreaterThan(top + 1);
			for (const line of cells.slice(top + 1, bottom)) {
				expect(line[right], `${box} is closed on the right`).toMatch(/[│┤]/);
			}
			const lower = (cells[bottom] ?? []).slice(left, right + 1).join('');
			const isCovered = bottom === cover || /^╰─ .*╯$/.test(rows[bottom] ?? '');
			expect(isCovered ? '' : lower, `${box} is closed below, and on the left`).toMatch(/^(?:╰─.*╯)?$/);
			const inside = cells.slice(top + 1, bottom).map(line => line.slice(left + 1, right));
			expect(inside.every(isBlank), `${box} is empty`).toBe(false);
			return title;
		}),
	);
};

/** What must hold of any frame; returns the titles of its boxes. */
const checked = (screen: Screen, columns: number, height: number): string[] => {
	const {rows} = screen.frame(plainLook);
	expect(rows).toHaveLength(height);
	expect(rows.filter(row => width(row) !== columns)).toEqual([]);
	expect(rows.filter(row => /\bundefined\b|\bNaN\b|\bInfinity\b|\[object /.test(row))).toEqual([]);
	expect(rows[0]).toMatch(/^dialtop +QA\b/);
	expect(rows.at(-1)?.trim()).not.toBe('');
	return titlesIn(rows, columns);
};

/** A title that is cut says so, unless it is cut between words. */
const checkTitles = (titles: readonly string[], whole: ReadonlySet<string>): void => {
	const full = [...whole];
	for (const title of titles) {
		const stem = title.endsWith('…') ? title.slice(0, -1) : `${title} `;
		const isWhole = whole.has(title) || full.some(one => one.startsWith(stem));
		expect(isWhole ? '' : title).toBe('');
	}
};

const scenes = {...viewScenes, ...sheetScenes, ...otherScenes, ...zoomScenes, ...outcomeScenes};

/** A small screen shows one pane, which a large one may show under another view. */
const paneTitles = ['Pace', 'Leads', 'Calls', 'Agents'];

/** The largest screen has room for every title. */
const fromLargest = sizes.toReversed();

test.for(Object.entries(scenes))('%s is whole at every size', async ([, open]) => {
	let whole: ReadonlySet<string> | undefined;
	for (const [columns, rows] of fromLargest) {
		const screen = screenOf(columns, rows);
		await open(screen);
		const titles = checked(screen, columns, rows);
		whole ??= new Set(titles);
		checkTitles(titles, new Set([...whole, ...paneTitles]));
	}
});

test.for(Object.entries(states))('%s is whole in every view and at every size', ([, fill]) => {
	for (const [columns, rows] of sizes) {
		const screen = screenOf(columns, rows, fill);
		for (const view of viewNames) {
			show(screen, view);
			checked(screen, columns, rows);
		}
	}
});

const tables: readonly View[] = ['campaigns', 'lists', 'search', 'settings', 'accounts', 'alerts', 'log'];

test.for(tables)('the selected row of %s is in sight, the first and the last', view => {
	for (const [columns, rows] of sizes) {
		const screen = screenOf(columns, rows, fillAll);
		show(screen, view);
		for (const key of ['home', 'end']) {
			screen.press(key);
			screen.settle();
			expect(
				screen.frame(selecting).rows.filter(row => reverse.test(row)),
				`${columns}x${rows}, ${key}`,
			).toHaveLength(1);
		}
	}
});
