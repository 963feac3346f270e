import {blankRow, type Row} from '../../source/terminal/grid.ts';
import {plain, type Style, type Styles, sameOnBlank, transition} from '../../source/terminal/style.ts';
import type {Cell} from './terminal.ts';

/** The shortest any cursor can be sent from one cell to another without drawing. */
function move(from: {x: number; y: number}, to: {x: number; y: number}): number {
	if (from.x === to.x && from.y === to.y) {
		return 0;
	}
	const place = `\u001b[${to.y === 0 ? '' : to.y + 1}${to.x === 0 ? '' : `;${to.x + 1}`}H`.length;
	if (from.y === to.y) {
		const distance = Math.abs(to.x - from.x);
		return Math.min(place, to.x === 0 ? 1 : 9, distance === 1 ? 3 : `\u001b[${distance}C`.length);
	}
	return from.y >= 0 && to.x === 0 && to.y > from.y ? Math.min(place, 1 + to.y - from.y) : place;
}

/**
 * The least bytes that a diff of cells needs: for each changed run one cursor move, its characters and the changes of
 * style; a blank end of a row is cleared when that is shorter.
 */
export function floorBytes(before: readonly Row[], after: readonly Row[], columns: number, start: Style): number {
	let bytes = 0;
	let style = start;
	let cursor = {x: -1, y: -1};
	after.forEach((row, y) => {
		const old = before[y] ?? blankRow(columns);
		const changed = (x: number) => old.chars[x] !== row.chars[x] || old.styles[x] !== row.styles[x];
		for (let x = 0; x < columns; x++) {
			if (!changed(x)) {
				continue;
			}
			bytes += move(cursor, {x, y});
			const blankToEnd = row.chars.slice(x).every((char, index) => char === ' ' && row.styles[x + index] === plain);
			let run = 0;
			// An erase paints in the style of the moment, so one that shows on a blank has to be left first.
			const erase = 3 + (sameOnBlank(style, plain) ? 0 : transition(style, plain).length);
			while (x < columns && (changed(x) || blankToEnd)) {
				if (!changed(x)) {
					x++;
					continue;
				}
				const char = row.chars[x] ?? ' ';
				const wanted = row.styles[x] ?? plain;
				if (char !== '' && !(char === ' ' && sameOnBlank(style, wanted))) {
					run += transition(style, wanted).length;
					style = wanted;
				}
				run += Buffer.byteLength(char);
				x++;
			}
			bytes += blankToEnd ? Math.min(run, erase) : run;
			cursor = {x: blankToEnd ? -1 : x, y};
			if (blankToEnd) {
				break;
			}
		}
	});
	return bytes;
}

function sgrOf(cell: Cell): string {
	const colour = (value: number, base: number) =>
		value < 0
			? []
			: value >= 0x1000000
				? [base, 2, (value >> 16) & 255, (value >> 8) & 255, value & 255]
				: [base, 5, value];
	const flags = [cell.bold, cell.dim, cell.italic, cell.underline, false, false, cell.inverse, false, cell.strike];
	const on = flags.flatMap((present, index) => (present ? [index + 1] : []));
	return [0, ...on, ...colour(cell.fg, 38), ...colour(cell.bg, 48)].join(';');
}

/** The rows of an emulator's cells, as the floor compares them: on a space, only what shows there counts. */
export function rowsOf(cells: readonly (readonly Cell[])[], styles: Styles): Row[] {
	return cells.map(row => ({
		chars: row.map(({char}) => char),
		styles: row.map(cell => {
			const style = styles.apply(plain, sgrOf(cell));
			return cell.char === ' ' ? styles.blank(style) : style;
		}),
	}));
}
