/** What holds of every frame: it fills the terminal, and its boxes are closed. */
import {stripVTControlCharacters} from 'node:util';
import {expect} from 'vitest';
import {width} from '../../source/present/format.ts';

/** How many boxes have an upper border, and how many a lower one; charts have corners too, but on no row of upper borders. */
export const bordersOf = (rows: readonly string[]): {upper: number; lower: number} => {
	const plain = rows.map(row => stripVTControlCharacters(row));
	const uppers = plain.filter(row => row.startsWith('╭─ ')).flatMap(row => row.match(/(?:^|╮)╭─ /g) ?? []);
	return {upper: uppers.length, lower: plain.join('').match(/╰─{28,}(?: [^╯│╰]+ ─)?╯/g)?.length ?? 0};
};

/** Where a question or an outcome covers the end of the body: at its rule, or at the border that an outcome stands in. */
const coveredFrom = (frame: readonly string[]): number => {
	const rule = frame.findIndex(row => /^─+$/.test(row));
	return rule === -1 ? frame.findIndex(row => row.startsWith('╰─ ')) : rule;
};

/** A frame fills the terminal, and no border is left open that nothing covers. */
export const expectWhole = (frame: readonly string[], {columns, rows}: {columns: number; rows: number}): void => {
	expect(frame.length).toBe(rows);
	for (const row of frame) {
		expect(width(row)).toBe(columns);
	}
	const end = coveredFrom(frame);
	const {upper, lower} = bordersOf(end === -1 ? frame : frame.slice(0, end));
	if (end === -1) {
		expect(lower).toBe(upper);
	} else {
		expect(lower).toBeLessThanOrEqual(upper);
	}
};
