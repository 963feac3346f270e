/** The board of campaigns, its totals and the wall's large digits, read by their titles as an operator does. */
import {type FigureName, mayShow, type Told, thousands} from './figures.ts';
import type {Known} from './known.ts';

/** The titles of the columns that hold one figure each. */
const titles: Readonly<Partial<Record<FigureName, string>>> = {
	ready: 'ready',
	onCall: 'on call',
	waiting: 'waiting',
	wrapUp: 'wrap',
	paused: 'paused',
	ringing: 'ringing',
	remaining: 'leads left',
	sales: 'sales',
};
const columnNames = Object.keys(titles) as FigureName[];

/** Columns without a total. */
const withoutTotal: readonly FigureName[] = ['sales'];

const ageMark = /(?:^|\s)(\d+[smh]|old)(?=\s|$)/;

/** The least age that a mark can stand for, in milliseconds; a mark of clocks that parted stands for any. */
const ageOfMark = (mark: string): number =>
	mark === 'old'
		? Number.POSITIVE_INFINITY
		: (Number(mark.slice(0, -1)) + 1) * ({s: 1000, m: 60_000, h: 3_600_000}[mark.at(-1) ?? 's'] ?? 1000);

/** A cell of the board: where it stands, and its text. */
export type BoardCell = {figure: FigureName; text: string; end: number};

/** A row of the board, or its line of totals. */
export type BoardRow = {
	/** Where it stands in the frame. */
	y: number;
	text: string;
	profile: string;
	campaign: string;
	cells: readonly BoardCell[];
	drop: string | undefined;
	/** What stands before the first figure, and in the column of ages. */
	name: string;
	inAgeColumn: string;
	/** Where the first figure begins. */
	nameEnd: number;
};

/** The board. */
export type Board = {rows: readonly BoardRow[]; total: BoardRow | undefined};

/** Reads the board; undefined where none is shown. */
export const boardIn = (frame: readonly string[]): Board | undefined => {
	const titleY = frame.findIndex((row, y) => y > 0 && /^.state +campaign\b/.test(row) && !/\bwhat\b/.test(row));
	if (titleY === -1) {
		return undefined;
	}
	const titleRow = frame[titleY] ?? '';
	const endOf = (title: string): number | undefined => {
		const found = new RegExp(`(?<=[ │])${title}(?: ?[▲▼↑↓])?(?=[ │])`).exec(titleRow);
		return found ? found.index + found[0].length : undefined;
	};
	const columns = columnNames.flatMap(figure => {
		const end = endOf(titles[figure] ?? '');
		return end === undefined ? [] : [{figure, end}];
	});
	const [ageEnd, dropEnd] = [endOf('age'), endOf('drop %/limit')];
	const cell = (row: string, end: number): string =>
		row[end - 1] === ' ' ? '' : (/(\S+)$/.exec(row.slice(0, end))?.[1] ?? '');
	const rowOf = (text: string, y: number): BoardRow => {
		const cells = columns.map(({figure, end}) => ({figure, end, text: cell(text, end)}));
		const first = cells.toSorted((one, other) => one.end - other.end)[0];
		const nameEnd = first ? first.end - first.text.length : text.length;
		const [, profile = '', campaign = ''] = /(?<!\w)([KJ])(\d{3})(?!\w)/.exec(text) ?? [];
		return {
			y,
			text,
			profile,
			campaign,
			cells,
			drop: dropEnd === undefined ? undefined : text.slice(dropEnd - 12, dropEnd),
			name: text.slice(1, nameEnd),
			inAgeColumn: ageEnd === undefined ? '' : cell(text, ageEnd),
			nameEnd,
		};
	};
	const rows: BoardRow[] = [];
	for (const [below, text] of frame.slice(titleY + 1).entries()) {
		const row = rowOf(text, titleY + 1 + below);
		if (/^.total /.test(text)) {
			return {rows, total: row};
		}
		if (/^[╰├╭]|^─{10}/.test(text)) {
			break;
		}
		if (row.campaign !== '') {
			rows.push(row);
		}
	}
	return {rows, total: undefined};
};

const fitsDrop = (shown: string | undefined, {drop}: Told): boolean => {
	const rate = shown && /([\d.]+)%/.exec(shown)?.[1];
	return shown === undefined || (rate === undefined || rate === '' ? drop === undefined : Number(rate) === drop);
};

const judgeRow = (row: BoardRow, known: Known): string[] => {
	const {campaign, cells, drop, text} = row;
	if (!known.profiles.includes(row.profile)) {
		return [`a campaign of another profile stands on the board: ${text}`];
	}
	const complaints: string[] = [];
	const told = known.told(campaign);
	const fits = (told.length === 0 ? [undefined] : told).some(
		one =>
			cells.every(({figure, text: shown}) => shown.includes('…') || mayShow(shown, one?.figures[figure])) &&
			(one ? fitsDrop(drop, one) : !/\d%/.test(drop ?? '')),
	);
	if (!fits) {
		complaints.push(`no answer said so: ${text}; what may stand there: ${JSON.stringify(told)}`);
	}
	const age = known.age(campaign) ?? 0;
	if (known.isOld(campaign) && cells.some(({text: shown}) => /\d/.test(shown))) {
		const mark = ageMark.exec(row.name)?.[1] ?? ageMark.exec(row.inAgeColumn)?.[1];
		if (!mark) {
			complaints.push(`figures ${age} ms old without their age: ${text}`);
		} else if (ageOfMark(mark) < age - 1100) {
			complaints.push(`figures ${age} ms old said to be ${mark}: ${text}`);
		}
	}
	return complaints;
};

/** The sum of a column as its rows show it; undefined where one of them shows what no count can be. */
const sumOf = (rows: readonly BoardRow[], name: FigureName): string | undefined => {
	const shown = rows.flatMap(({cells}) => cells.filter(({figure}) => figure === name).map(({text}) => text));
	if (shown.some(text => text !== '—' && !/^[\d,]{1,12}$/.test(text))) {
		return undefined;
	}
	const counts = shown.filter(text => text !== '—').map(text => Number(text.replaceAll(',', '')));
	return counts.length === 0 ? '—' : thousands(counts.reduce((sum, count) => sum + count, 0));
};

/** The worst drop rate of the rows, as a number; undefined where none shows one. */
const worstOf = (rows: readonly BoardRow[]): number | undefined => {
	const rates = rows.flatMap(({drop}) => /([\d.]+)%/.exec(drop ?? '')?.[1] ?? []).map(Number);
	return rates.length === 0 ? undefined : Math.max(...rates);
};

const judgeTotal = ({rows, total}: Board, known: Known): string[] => {
	const complaints: string[] = [];
	if (!total) {
		return complaints;
	}
	const [, , count] = /^.total +(?:(\d+) of )?(\d+) /.exec(total.text) ?? [];
	if (count !== undefined && !known.listings.some(ids => (ids?.length ?? 0) === Number(count))) {
		complaints.push(`no answer listed ${count} campaigns: ${total.text}`);
	}
	if (Number(count) !== rows.length) {
		return complaints;
	}
	for (const {figure, text} of total.cells) {
		const expected = sumOf(rows, figure);
		if (expected !== undefined && text !== expected && !text.includes('…') && !withoutTotal.includes(figure)) {
			complaints.push(`the total of ${figure} is ${text}, and the rows make ${expected}`);
		}
	}
	const [, rate] = /([\d.]+)%/.exec(total.drop ?? '') ?? [];
	if (rate !== undefined && Number(rate) !== worstOf(rows)) {
		complaints.push(`the worst drop rate is said to be ${rate}, and the rows' is ${worstOf(rows)}`);
	}
	const isAnyOld = rows.some(
		({campaign, cells}) => known.isOld(campaign) && cells.some(({text: shown}) => /\d/.test(shown)),
	);
	if (isAnyOld && !/\bold\b|of unk/.test(total.name) && !ageMark.test(total.inAgeColumn)) {
		complaints.push(`the totals do not say that a row is old: ${total.text}`);
	}
	return complaints;
};

/** What is wrong with a board. */
export const judgeBoard = (board: Board, known: Known): string[] => [
	...board.rows.flatMap(row => judgeRow(row, known)),
	...judgeTotal(board, known),
];

/** Large digits: the cells of each that are filled, from above. */
const glyphs: Readonly<Record<string, string>> = {
	'0': '### # # # # # # ###',
	'1': '  #   #   #   #   #',
	'2': '###   # ### #   ###',
	'3': '###   # ###   # ###',
	'4': '# # # # ###   #   #',
	'5': '### #   ###   # ###',
	'6': '### #   ### # # ###',
	'7': '###   #   #   #   #',
	'8': '### # # ### # # ###',
	'9': '### # # ###   # ###',
	'%': '# #   #  #  #   # #',
	'—': '        ###        ',
	'.': '         ',
};

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
	if (columns.length === 0) {
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
		for (const [glyph, drawn] of [...Object.entries(glyphs), ['1', '# # # # #'], [',', '      # # ']] as const) {
			const wide = glyph === '.' ? 1 : glyph === ',' ? 2 : drawn === '# # # # #' ? 1 : 3;
			const wanted = glyph === '.' ? '        #' : glyph === ',' ? '           # # ' : drawn;
			// A number that begins with 1 begins with the blank cells of its glyph.
			if ((wide === 1 && glyph === '1' && at > 0) || shape(at, wide).trimEnd() !== wanted.trimEnd()) {
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
		const figures = [...labels.matchAll(/(ready|on call|waiting) +([\d,]+|—)/g)].map(
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
		const found = new RegExp(`(?<=[ │])${label}(?= )`).exec(labels);
		if (!found) {
			unread++;
			continue;
		}
		const to = found.index + label.length;
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
	const [, , count] = /^.total +(?:(\d+) of )?(\d+) /.exec(total?.text ?? '') ?? [];
	if (rows.some(({campaign}) => known.isOld(campaign)) && !/\bold\b/.test(wall.border)) {
		complaints.push(`the totals of the wall do not say that they are old: ${wall.border}`);
	}
	if (Number(count) !== rows.length) {
		return complaints;
	}
	for (const {label, text} of wall.figures) {
		const name = wallLabels[label];
		const isShown = rows[0]?.cells.some(({figure}) => figure === name);
		const expected = name && isShown ? sumOf(rows, name) : undefined;
		if (expected !== undefined && text !== expected) {
			complaints.push(`the wall says ${text} ${label}, and the rows make ${expected}`);
		}
	}
	return complaints;
};
