/** The board of campaigns and its totals, read by their titles as an operator does. */
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

const readBoard = (frame: readonly string[]): Board | undefined => {
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
		// The mark of agents who are idle is no figure.
		row[end - 1] === ' ' ? '' : (/(\S+)$/.exec(row.slice(0, end))?.[1]?.replace(/^!(?=\d)/, '') ?? '');
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

const lastRead = new WeakMap<readonly string[], Board | undefined>();

/** Reads the board; undefined where none is shown. */
export const boardIn = (frame: readonly string[]): Board | undefined => {
	const board = lastRead.has(frame) ? lastRead.get(frame) : readBoard(frame);
	lastRead.set(frame, board);
	return board;
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
export const sumOf = (rows: readonly BoardRow[], name: FigureName): string | undefined => {
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

/** More sums than these are not made. */
const mostSums = 500;

/** What the sum of a figure over all campaigns may be; undefined where that is not certain. */
export const possibleSums = (name: FigureName, known: Known, count: number): ReadonlySet<string> | undefined => {
	const sums = new Set<string>();
	for (const ids of known.listings.filter(listing => listing?.length === count)) {
		let partial: (number | undefined)[] = [undefined];
		for (const campaign of ids ?? []) {
			const told = known.told(campaign);
			const values = (told.length === 0 ? [undefined] : told).map(one => one?.figures[name]);
			if (values.some(value => typeof value === 'string')) {
				return undefined;
			}
			const counts = [...new Set(values as (number | undefined)[])];
			partial = [
				...new Set(partial.flatMap(sum => counts.map(value => (value === undefined ? sum : value + (sum ?? 0))))),
			];
			if (partial.length > mostSums) {
				return undefined;
			}
		}
		for (const sum of partial) {
			sums.add(sum === undefined ? '—' : thousands(sum));
		}
	}
	return sums;
};

/** How many campaigns the line of totals says that it is of. */
export const countIn = (total: BoardRow | undefined): number | undefined => {
	const [, count] = /^.total +(?:\d+ of )?(\d+) /.exec(total?.text ?? '') ?? [];
	return count === undefined ? undefined : Number(count);
};

const judgeTotal = ({rows, total}: Board, known: Known): string[] => {
	const complaints: string[] = [];
	if (!total) {
		return complaints;
	}
	const count = countIn(total);
	if (count !== undefined && !known.listings.some(ids => (ids?.length ?? 0) === count)) {
		complaints.push(`no answer listed ${count} campaigns: ${total.text}`);
	}
	if (count !== rows.length) {
		for (const {figure, text} of count === undefined ? [] : total.cells) {
			const sums = possibleSums(figure, known, count ?? 0);
			if (sums && !sums.has(text) && !text.includes('…') && !withoutTotal.includes(figure)) {
				complaints.push(`the total of ${figure} is ${text}, and may be ${[...sums].join(' or ')}`);
			}
		}
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
