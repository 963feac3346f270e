/** What holds for every frame, whatever is on it. */
import {expect} from 'vitest';
import {width} from '../../source/present/format.ts';
import {parseRow} from '../../source/terminal/grid.ts';
import {createStyles} from '../../source/terminal/style.ts';
import {plainLook} from '../screen/make.ts';
import type {Screen} from './scenes.ts';

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

/** Draws a screen and checks what must hold of any frame; returns its rows, and the titles of its boxes. */
export const wholeFrame = (screen: Screen): {rows: string[]; titles: string[]} => {
	const {columns, rows: height} = screen.ui.get();
	const {rows} = screen.frame(plainLook);
	expect(rows).toHaveLength(height);
	expect(rows.filter(row => width(row) !== columns)).toEqual([]);
	expect(rows.filter(row => /\bundefined\b|\bNaN\b|\bInfinity\b|\[object /.test(row))).toEqual([]);
	// Which moment of the past is on screen comes before the name of the program.
	expect(rows[0]).toMatch(/^(?:dialtop +| )QA\b/);
	expect(rows.at(-1)?.trim()).not.toBe('');
	return {rows, titles: titlesIn(rows, columns)};
};

/** A title that is cut says so, unless it is cut between words. */
export const checkTitles = (titles: readonly string[], whole: ReadonlySet<string>): void => {
	const full = [...whole];
	for (const title of titles) {
		const stem = title.endsWith('…') ? title.slice(0, -1) : `${title} `;
		const isWhole = whole.has(title) || full.some(one => one.startsWith(stem));
		expect(isWhole ? '' : title).toBe('');
	}
};
