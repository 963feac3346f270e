/** What holds of a frame on the emulator's screen: each cell where the frame has it, and the boxes closed. */
import {stripVTControlCharacters} from 'node:util';
import {parseRow} from '../../../../source/terminal/grid.ts';
import {createStyles} from '../../../../source/terminal/style.ts';
import type {Cell} from '../../../helpers/terminal.ts';

const styles = createStyles('truecolor');

/** What a terminal may join to the cell before it. */
const joining = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]/u;

/** Where the emulator shows another character, or another width, than a row of the frame has. */
export const misplaced = (line: string, cells: readonly Cell[], columns: number): string | undefined => {
	const {chars} = parseRow(line, columns, styles);
	for (const [x, char] of chars.entries()) {
		const cell = cells[x];
		const [base] = [...char];
		// Of a cluster of several characters, and of one that is wide in late versions of Unicode, terminals differ in the
		// width: dialtop draws what is beside it where it belongs.
		const left = char === '' ? (chars[x - 1] ?? '') : char;
		const isJoined = [...left].length > 1;
		const isSame =
			joining.test(char) ||
			(char === ''
				? isJoined || cell?.width === 0 || cell?.char === ' '
				: (isJoined ||
						cell?.width === (chars[x + 1] === '' ? 2 : 1) ||
						(chars[x + 1] === '' && cells[x + 1]?.char === ' ')) &&
					[...(cell?.char ?? '')][0] === base);
		if (!isSame) {
			return `column ${x} shows ${JSON.stringify(cell)} for ${JSON.stringify(char)} in ${JSON.stringify(stripVTControlCharacters(line))}`;
		}
	}
	return undefined;
};

/** The first box of the emulator's screen whose sides are not under each other. */
export const openBox = (cells: readonly (readonly Cell[])[]): string | undefined => {
	const at = (x: number, y: number): string => cells[y]?.[x]?.char ?? '';
	/** A question or an outcome covers the end of the body, in some lines and a border. */
	const isCover = (from: number): boolean =>
		[0, 1, 2, 3, 4].some(below => {
			const row = (cells[from + below] ?? []).map(({char}) => char).join('');
			return /^─+$/.test(row) || /^╰─ .*╯$/.test(row);
		});
	for (const [y, row] of cells.entries()) {
		for (const [x, {char}] of row.entries()) {
			if (char !== '╭' || at(x + 1, y) !== '─' || at(x + 2, y) !== ' ' || !/\p{L}/u.test(at(x + 3, y))) {
				continue;
			}
			const right = row.findIndex((cell, column) => column > x && cell.char === '╮');
			let bottom = y + 1;
			while (/^[│├*]$/.test(at(x, bottom))) {
				if (!/^[│┤]$/.test(at(right, bottom)) && !isCover(bottom)) {
					return `a box at ${x},${y} is open on the right of row ${bottom}`;
				}
				bottom++;
			}
			if (right === -1 || !(isCover(bottom) || (at(x, bottom) === '╰' && at(right, bottom) === '╯'))) {
				return `a box at ${x},${y} is not closed at ${right},${bottom}`;
			}
		}
	}
	return undefined;
};
