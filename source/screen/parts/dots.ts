/**
 * Lines in few rows, each of them divided: of braille in four levels and two columns to a cell, of half blocks in two levels, of
 * ASCII in three.
 */
import type {ChartStyle} from '../../present/theme.ts';

/** How a cell is divided, and what it looks like. */
export type Dots = {
	/** Levels of a row, and columns of a cell. */
	levels: number;
	columns: number;
	/** A cell of which these are drawn: the levels of each of its columns, bit 0 the lowest. */
	glyph(columns: readonly number[]): string;
	/** A cell of another line than the measured one, at a level. */
	dotted(level: number): string;
};

/** The dots of a braille cell, from the lowest up, in its left and its right column. */
const braille = [
	[0x40, 0x04, 0x02, 0x01],
	[0x80, 0x20, 0x10, 0x08],
] as const;

const brailleCell = (columns: readonly number[]): string =>
	String.fromCodePoint(
		columns.reduce(
			(code, bits, column) =>
				code + (braille[column] ?? []).reduce<number>((sum, dot, level) => sum + (bits & (1 << level) ? dot : 0), 0),
			0x2800,
		),
	);

const asciiCell = (bits: number): string => (bits === 1 ? '_' : bits === 2 ? '-' : bits === 4 ? '"' : '|');

/** The cells of each style. */
export const dotsOf: Readonly<Record<ChartStyle, Dots>> = {
	braille: {
		levels: 4,
		columns: 2,
		glyph: brailleCell,
		dotted: level => brailleCell([1 << level, 0]),
	},
	blocks: {levels: 2, columns: 1, glyph: ([bits = 0]) => ' ▄▀█'[bits] ?? ' ', dotted: () => '╌'},
	ascii: {levels: 3, columns: 1, glyph: ([bits = 0]) => asciiCell(bits), dotted: () => '.'},
};

/**
 * The cells of a line through levels, one for each column of the cells; undefined where nothing is drawn. A line is one piece:
 * from each level to the next it is drawn all the way.
 *
 * @returns rows from above
 */
export const dotted = (
	heights: readonly (number | undefined)[],
	rows: number,
	{levels, columns, glyph}: Dots,
): (string | undefined)[][] => {
	const cells = Math.ceil(heights.length / columns);
	const bits = Array.from({length: rows}, () => Array.from({length: cells}, () => Array<number>(columns).fill(0)));
	heights.forEach((height, at) => {
		if (height === undefined) {
			return;
		}
		const before = heights[at - 1] ?? height;
		const from = before < height ? before + 1 : before > height ? before - 1 : height;
		for (let level = Math.min(from, height); level <= Math.max(from, height); level++) {
			const cell = bits[rows - 1 - Math.floor(level / levels)]?.[Math.floor(at / columns)];
			const column = at % columns;
			if (cell) {
				cell[column] = (cell[column] ?? 0) | (1 << (level % levels));
			}
		}
	});
	return bits.map(row => row.map(cell => (cell.some(column => column > 0) ? glyph(cell) : undefined)));
};
