/** Lies, planted into a frame that is true: the judge has to find each of them wherever it can be told. */
import type {Frame} from '../../judged.ts';
import {boardIn, countIn} from './board.ts';
import {mayShow, type Told, thousands} from './figures.ts';
import type {Known} from './known.ts';
import {boxesIn} from './panes.ts';
import {wallIn} from './wall.ts';

type Rows = readonly string[];

/** Makes a frame lie; undefined where it has nothing of the kind. */
type Lie = (rows: Rows, known: Known) => Rows | undefined;

const withRow = (rows: Rows, y: number, change: (row: string) => string): Rows | undefined => {
	const changed = rows.map((row, at) => (at === y ? change(row) : row));
	return changed[y] === rows[y] ? undefined : changed;
};

const written = (row: string, from: number, text: string): string =>
	row.slice(0, from) + text + row.slice(from + text.length);

/** Another number of as many digits, which nobody told. */
const another = (text: string): string => text.replace(/\d(?=\D*$)/, digit => String((Number(digit) + 5) % 10));

/** An age that must be told, with its unit: some seconds past the least, as the screen may be a second behind. */
const ageText = /(?<![\dh] )\b(?:9|\d{2,})[smh]\b|\b[1-8][mh]\b|\bold\b/;

const blank = (text: string): string => ' '.repeat(text.length);

const onBoard =
	(change: (board: NonNullable<ReturnType<typeof boardIn>>, known: Known, rows: Rows) => Rows | undefined): Lie =>
	(rows, known) => {
		const board = boardIn(rows);
		return board && change(board, known, rows);
	};

/** A figure that a campaign had before, and has no longer; undefined if there is none. */
const earlierOf = (known: Known, campaign: string): Told | undefined =>
	known.allTold(campaign).find(one => !known.told(campaign).some(other => other?.sentAt === one.sentAt));

/** Every kind of lie. */
export const lies: Readonly<Record<string, Lie>> = {
	"a row's age taken away": onBoard(({rows: found}, known, rows) => {
		const old = found.find(
			({campaign, name, cells, inAgeColumn}) =>
				known.isOld(campaign) &&
				cells.some(({text}) => /\d/.test(text)) &&
				(ageText.test(name) || ageText.test(inAgeColumn)),
		);
		if (!old) {
			return undefined;
		}
		const {y, nameEnd, inAgeColumn} = old;
		return withRow(rows, y, row =>
			inAgeColumn === ''
				? row.slice(0, nameEnd).replace(/ (?:\d+[smh]|old)(?= )/g, blank) + row.slice(nameEnd)
				: row.slice(0, nameEnd).replace(/ (?:\d+[smh]|old)(?= )/g, blank) +
					row.slice(nameEnd).replace(new RegExp(` ${inAgeColumn}(?= )`), blank),
		);
	}),
	"a row's age of before": onBoard(({rows: found}, known, rows) => {
		const old = found.find(({campaign, name}) => known.isOld(campaign) && / \d\ds /.test(name));
		return (
			old && withRow(rows, old.y, row => row.slice(0, old.nameEnd).replace(/ \d\ds /, '  2s ') + row.slice(old.nameEnd))
		);
	}),
	'0 for unknown': onBoard(({rows: found}, _known, rows) => {
		const cell = found.flatMap(({y, cells}) => cells.flatMap(({text, end}) => (text === '—' ? [{y, end}] : [])))[0];
		return cell && withRow(rows, cell.y, row => written(row, cell.end - 1, '0'));
	}),
	'— for what is known': onBoard(({rows: found}, known, rows) => {
		const row = found.find(
			({campaign, cells}) => cells.some(({text}) => /\d/.test(text)) && !known.told(campaign).includes(undefined),
		);
		return (
			row &&
			withRow(rows, row.y, text =>
				row.cells.reduce(
					(changed, {end, text: shown}) => written(changed, end - shown.length, '—'.padStart(shown.length)),
					text,
				),
			)
		);
	}),
	'a row of an earlier answer': onBoard(({rows: found}, known, rows) => {
		for (const {campaign, cells, y} of found) {
			const earlier = earlierOf(known, campaign);
			const changes = cells.map(({figure, end, text}) => ({end, text, now: earlier?.figures[figure]}));
			const isOther = cells.some(({figure, text}) => !mayShow(text, earlier?.figures[figure]));
			if (
				earlier &&
				isOther &&
				changes.every(({text, now}) => typeof now === 'number' && thousands(now).length >= text.length)
			) {
				return withRow(rows, y, row =>
					changes.reduce((changed, {end, now}) => {
						const text = thousands(Number(now));
						return written(changed, end - text.length, text);
					}, row),
				);
			}
		}
		return undefined;
	}),
	'one figure of an earlier answer': onBoard(({rows: found}, known, rows) => {
		for (const {campaign, cells, y} of found) {
			const earlier = earlierOf(known, campaign);
			for (const {figure, end, text} of cells) {
				const before = earlier?.figures[figure];
				const isNow = known.told(campaign).some(one => one?.figures[figure] === before);
				if (typeof before === 'number' && !isNow && /^\d/.test(text) && thousands(before).length === text.length) {
					return withRow(rows, y, row => written(row, end - text.length, thousands(before)));
				}
			}
		}
		return undefined;
	}),
	'a campaign of another profile': onBoard(({rows: found}, {isJustOpened}, rows) => {
		const row = isJustOpened ? undefined : found[0];
		return row && withRow(rows, row.y, text => text.replace(/[KJ](?=\d{3})/, letter => (letter === 'K' ? 'J' : 'K')));
	}),
	'a total that is another': onBoard(({rows: found, total}, _known, rows) => {
		const cell = total?.cells.find(
			({figure, text}) =>
				/^[\d,]+$/.test(text) &&
				found.every(({cells}) => cells.some(one => one.figure === figure && /^(?:—|[\d,]{1,12})$/.test(one.text))),
		);
		const isWhole = countIn(total) === found.length;
		return total && cell && isWhole
			? withRow(rows, total.y, row => written(row, cell.end - cell.text.length, another(cell.text)))
			: undefined;
	}),
	'live whatever happens': (rows, {silence, patience}) =>
		silence > patience
			? withRow(rows, 0, row =>
					row.replace(/(?:stale|waiting|retrying)(?: in)?(?: \d+m \d+s| \d+m| \d+ s)?(?= )/, text =>
						'live'.padStart(text.length),
					),
				)
			: undefined,
	'a pane or a page without its age': (rows, known) => {
		const box = boxesIn(rows).find(
			({campaign, figures, border}) =>
				known.isOld(campaign) && figures.some(({text}) => /\d/.test(text)) && /old|of unknown age/.test(border),
		);
		const y = box && rows.findIndex(row => row.includes(box.border));
		return y === undefined
			? undefined
			: withRow(rows, y, row =>
					row.replace(box?.border ?? '', border =>
						border.replace(/(?:: |figures )?(?:\d+[smh] old|of unknown age)/, text => '─'.repeat(text.length)),
					),
				);
	},
	'a figure in a pane or on a page that is another': (rows, known) => {
		for (const {campaign, figures} of boxesIn(rows)) {
			const told = known.told(campaign);
			const figure = figures.find(
				({text, figures: names}) =>
					/^[\d,]+$/.test(text) && !told.some(one => names.some(name => mayShow(another(text), one?.figures[name]))),
			);
			if (figure) {
				return withRow(rows, figure.y, row => written(row, figure.x, another(figure.text)));
			}
		}
		return undefined;
	},
	'0 for unknown in a pane or on a page': (rows, known) => {
		for (const {campaign, figures} of boxesIn(rows)) {
			const figure = figures.find(({text}) => text === '—');
			if (figure && known.told(campaign).length > 0) {
				return withRow(rows, figure.y, row => written(row, figure.x, '0'));
			}
		}
		return undefined;
	},
	'a chart that ends with another figure': (rows, known) => {
		for (const {campaign, points} of boxesIn(rows)) {
			const point = points.find(
				({text, chart}) => !known.told(campaign).some(one => one?.points[chart] === Number(another(text))),
			);
			if (point) {
				return withRow(rows, point.y, row => written(row, point.x, another(point.text)));
			}
		}
		return undefined;
	},
	'a wall without its age': (rows, known) => {
		const wall = wallIn(rows);
		const isAnyOld = boardIn(rows)?.rows.some(
			({campaign, cells}) => known.isOld(campaign) && cells.some(({text}) => /\d/.test(text)),
		);
		const y = wall && isAnyOld ? rows.indexOf(wall.border) : -1;
		return withRow(rows, y, row => row.replace(/\d+ of \d+ old, the oldest \w+/, text => '─'.repeat(text.length)));
	},
	'another figure on the wall': rows => {
		const wall = wallIn(rows);
		const board = boardIn(rows);
		const isWhole = board !== undefined && countIn(board.total) === board.rows.length;
		const isPlain = board?.rows.every(({cells}) => cells.every(({text}) => /^(?:—|[\d,]{1,12})$/.test(text)));
		const titles = board?.rows[0]?.cells.map(({figure}) => figure) ?? [];
		const figure = wall?.figures.find(
			({label, text}) => /\d$/.test(text) && titles.includes(label === 'on call' ? 'onCall' : (label as 'ready')),
		);
		if (!(figure && isWhole && isPlain)) {
			return undefined;
		}
		if (figure.pixel === 0) {
			const y = rows[figure.y]?.includes(figure.text) ? figure.y : figure.y + 2;
			return withRow(rows, y, row => written(row, figure.from, another(figure.text)));
		}
		// Of a large figure its last digit becomes 8, or 0 where it is one.
		const {pixel, to, y, text} = figure;
		const drawn = text.endsWith('8') ? '### # # # # # # ###' : '### # # ### # # ###';
		const lines = [0, 1, 2, 3, 4].map(line =>
			[...drawn.slice(line * 4, line * 4 + 3)].map(dot => (dot === '#' ? '█' : ' ').repeat(pixel)).join(''),
		);
		return rows.map((row, at) => {
			const line = lines[at - y];
			return line === undefined ? row : written(row, to - 3 * pixel, line);
		});
	},
};

/** Plants a lie into a frame; undefined where it has nothing of the kind. */
export const planted = (lie: Lie, frame: Frame, known: Known): Frame | undefined => {
	const rows = lie(frame.rows, known);
	return rows && {...frame, rows};
};
