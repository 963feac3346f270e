/** The wall's large digits, read as an operator does. */
import {type Board, countIn, possibleSums, sumOf} from './board.ts';
import type {FigureName} from './figures.ts';
import type {Known} from './known.ts';

/** Large digits: the cells of each that are filled, row by row; a number that begins with 1 leaves that one's blank cells out. */
const glyphs: readonly (readonly [glyph: string, drawn: string])[] = [
	['0', '### # # # # # # ###'],
	['1', '  #   #   #   #   #'],
	['1', '# # # # #'],
	['2', '###   # ### #   ###'],
	['3', '###   # ###   # ###'],
	['4', '# # # # ###   #   #'],
	['5', '### #   ###   # ###'],
	['6', '### #   ### # # ###'],
	['7', '###   #   #   #   #'],
	['8', '### # # ### # # ###'],
	['9', '### # # ###   # ###'],
	['%', '# #   #  #  #   # #'],
	['—', '        ###        '],
	['.', '        #'],
	[',', '          # # '],
];

/** The figures of the wall: where each stands, and what it shows. */
export type WallFigure = {label: string; text: string; y: number; from: number; to: number; pixel: number};

/** Reads a number that is drawn over five lines; undefined if it is none. */
const drawnIn = (lines: readonly string[], from: number, pixel: number): {text: string; from: number} | undefined => {
	const columns: string[] = [];
	const width = Math.max(...lines.map(({length}) => length));
	let begins = from;
	for (let x = from; x < width; x++) {
		columns.push(lines.map(line => (line[x] === '█' ? '#' : ' ')).join(''));
	}
	while (columns[0] === '     ') {
		columns.shift();
		begins++;
	}
	while (columns.at(-1) === '     ') {
		columns.pop();
	}
	if (columns.length === 0 || columns.some((column, x) => column !== columns[x - (x % pixel)])) {
		return undefined;
	}
	const pixels = columns.filter((_, x) => x % pixel === 0);
	/** Rows of some columns, joined by spaces. */
	const shape = (at: number, wide: number): string =>
		[0, 1, 2, 3, 4].map(y => Array.from({length: wide}, (_, x) => pixels[at + x]?.[y] ?? ' ').join('')).join(' ');
	const read = (at: number): string | undefined => {
		if (at >= pixels.length) {
			return '';
		}
		for (const [glyph, drawn] of glyphs) {
			const wide = (drawn.length - 4) / 5;
			if ((wide === 1 && glyph === '1' && at > 0) || shape(at, wide) !== drawn) {
				continue;
			}
			const rest = read(at + wide + 1);
			if (rest !== undefined) {
				return `${glyph}${rest}`;
			}
		}
		return undefined;
	};
	const text = read(0);
	return text === undefined ? undefined : {text, from: begins};
};

const wallLabels: Readonly<Record<string, FigureName>> = {ready: 'ready', 'on call': 'onCall', waiting: 'waiting'};

/** What the wall shows large, or in a line where it has no room; undefined where no wall is shown. */
export const wallIn = (
	frame: readonly string[],
): {border: string; figures: readonly WallFigure[]; unread: number} | undefined => {
	const y = frame.findIndex(row => /^╭─ (?:All campaigns|\d+ of \d+ campaigns) ─/.test(row));
	const border = frame[y];
	if (border === undefined) {
		return undefined;
	}
	const labels = frame[y + 1] ?? '';
	if (frame[y + 2]?.startsWith('╰')) {
		const figures = [...labels.matchAll(/(ready|on call|waiting)(?:, idle)? +([\d,]+|—)/g)].map(
			({1: label = '', 2: text = '', index, 0: whole}) => ({
				label,
				text,
				y: y + 1,
				from: index + whole.length - text.length,
				to: index + whole.length,
				pixel: 0,
			}),
		);
		return {border, figures, unread: 3 - figures.length};
	}
	const lines = frame.slice(y + 2, y + 7);
	const figures: WallFigure[] = [];
	let from = 1;
	let unread = 0;
	for (const label of ['ready', 'on call', 'waiting']) {
		const found = new RegExp(`(?<=[ │])${label}(?:, idle)?(?= )`).exec(labels);
		if (!found) {
			unread++;
			continue;
		}
		const to = found.index + found[0].length;
		const own = lines.map(line => line.slice(0, to));
		const small = own[2]?.slice(from).trim() ?? '';
		const drawn = /^(?:[\d,]+|—)$/.test(small) ? undefined : (drawnIn(own, from, 2) ?? drawnIn(own, from, 1));
		const isDouble = drawn !== undefined && drawnIn(own, from, 2) !== undefined;
		const text = drawn?.text ?? small;
		if (/^(?:[\d,]+|—)$/.test(text)) {
			figures.push({
				label,
				text,
				y: y + 2,
				from: drawn?.from ?? to - small.length,
				to,
				pixel: drawn ? (isDouble ? 2 : 1) : 0,
			});
		} else {
			unread++;
		}
		from = to + 1;
	}
	return {border, figures, unread};
};

/** What is wrong with the wall. */
export const judgeWall = (wall: NonNullable<ReturnType<typeof wallIn>>, board: Board, known: Known): string[] => {
	const complaints: string[] = [];
	const {rows, total} = board;
	const count = countIn(total);
	const isAnyOld = rows.some(({campaign, cells}) => known.isOld(campaign) && cells.some(({text}) => /\d/.test(text)));
	if (isAnyOld && !/\bold\b/.test(wall.border)) {
		complaints.push(`the totals of the wall do not say that they are old: ${wall.border}`);
	}
	for (const {label, text} of wall.figures) {
		const name = wallLabels[label];
		const isShown = count === rows.length && rows[0]?.cells.some(({figure}) => figure === name);
		const expected = name && isShown ? sumOf(rows, name) : undefined;
		const sums = name && !isShown && count !== undefined ? possibleSums(name, known, count) : undefined;
		if (expected !== undefined ? text !== expected : sums && !sums.has(text)) {
			complaints.push(
				`the wall says ${text} ${label}, and the rows make ${expected ?? [...(sums ?? [])].join(' or ')}`,
			);
		}
	}
	if (wall.unread > 0 && count !== undefined) {
		complaints.push(`${wall.unread} figures of the wall cannot be read: ${wall.border}`);
	}
	return complaints;
};
