/** The cells of a frame. */
import {parseRow} from '../grid.ts';
import {createStyles, looksOf, plain, sameOnBlank} from '../style.ts';

/** One cell of a screen. Colours are -1 (default), 0 to 255 (palette) or `0x1000000 | 0xrrggbb`. */
export type Cell = {
	/** The character; '' in the right half of a wide one. */
	readonly char: string;
	/** 2 for a wide character, 0 for its right half, else 1. */
	readonly width: number;
	readonly fg: number;
	readonly bg: number;
	readonly bold: boolean;
	readonly dim: boolean;
	readonly italic: boolean;
	readonly underline: boolean;
	readonly inverse: boolean;
	readonly strike: boolean;
};

const styles = createStyles('truecolor');

/** The cells of rows of text with SGR, each as wide as the screen. */
export const cellsOfRows = (rows: readonly string[], columns: number): Cell[][] =>
	rows.map(row => {
		const {chars, styles: looks} = parseRow(row, columns, styles);
		let before = plain;
		return chars.map((char, x): Cell => {
			const look = looks[x] ?? plain;
			// A blank between words of one look is of that look: they stay one text.
			before = char === ' ' && sameOnBlank(before, look) ? before : look;
			const {fg, bg, ...flags} = looksOf(before);
			return {char, width: char === '' ? 0 : chars[x + 1] === '' ? 2 : 1, fg, bg, ...flags};
		});
	});

/** The text of cells, without the blanks that end each row. */
export const textOfCells = (cells: readonly (readonly Cell[])[]): string =>
	cells
		.map(row =>
			row
				.map(({char}) => char)
				.join('')
				.trimEnd(),
		)
		.join('\n');
