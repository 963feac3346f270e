/** The wall: the board alone under its totals in large digits, for a screen that is read from across a room. */

import {dropStatusOf, worstDrop} from '../../../model/drops.ts';
import {readinessOfAll} from '../../../model/readiness.ts';
import {type CampaignRow, isOld, oldestAge, totalsOf} from '../../../model/select.ts';
import type {State} from '../../../model/state.ts';
import {readyRole} from '../../../present/board-cells.ts';
import {age, width as cells, fit, number, percent, withId} from '../../../present/format.ts';
import type {Spans} from '../../../present/spans.ts';
import type {Role} from '../../../present/theme.ts';
import {Lines, useLook} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import {type Drawn, drawnOf, serviceSpan} from '../../state/floors.ts';
import {useShown} from '../../store/store.ts';
import {Board} from './view.tsx';

/** A figure with its label, and what it is of where that is not everything. */
type BigFigure = {label: string; of?: {name: string; id: string}; value: string; role: Role};

/** The label in so many cells: of a name that must be cut the id stays. */
const labelIn = ({label, of}: BigFigure, width: number): string =>
	of ? `${label} ${withId(of.name, of.id, width - cells(label) - 1)}` : label;

/** Lines that large figures take: the label and the digits. */
export const bigHeight = 6;

/** Rows of a glyph from above; `#` is a block. */
const glyphs = new Map<string, readonly string[]>([
	['0', ['###', '# #', '# #', '# #', '###']],
	['1', ['  #', '  #', '  #', '  #', '  #']],
	['2', ['###', '  #', '###', '#  ', '###']],
	['3', ['###', '  #', '###', '  #', '###']],
	['4', ['# #', '# #', '###', '  #', '  #']],
	['5', ['###', '#  ', '###', '  #', '###']],
	['6', ['###', '#  ', '###', '# #', '###']],
	['7', ['###', '  #', '  #', '  #', '  #']],
	['8', ['###', '# #', '###', '# #', '###']],
	['9', ['###', '# #', '###', '  #', '###']],
	['.', [' ', ' ', ' ', ' ', '#']],
	[',', ['  ', '  ', '  ', ' #', '# ']],
	['%', ['# #', '  #', ' # ', '#  ', '# #']],
	['—', ['   ', '   ', '###', '   ', '   ']],
]);

/** Cells of `9,999` and of `12.4%`: the room that each figure keeps while it changes. */
const room = 18;

/** One row of a value, each of its pixels so many cells wide. */
const rowOf = (value: string, row: number, pixel: number, block: string): string =>
	[...value]
		.map(character => glyphs.get(character)?.[row] ?? '')
		.join(' ')
		.replace(/./g, dot => (dot === '#' ? block : ' ').repeat(pixel));

const isDrawable = (value: string): boolean => [...value].every(character => glyphs.has(character));

/** One figure as six lines of exactly so many cells, at the right end of them; its label may be wider. */
const figureLines = (figure: BigFigure, width: number, labelWidth: number, pixel: number, block: string): Spans[] => {
	const {value, role} = figure;
	const rows = Array.from({length: bigHeight - 1}, (_, row) => rowOf(value, row, pixel, block));
	const fits = isDrawable(value) && rows.every(text => cells(text) <= width);
	// A value that is too long to be drawn large is written as text.
	const shown = fits ? rows : rows.map((_, row) => (row === 2 ? value : ''));
	return [
		[['faint', fit(labelIn(figure, labelWidth), labelWidth, 'right')]],
		...shown.map((text): Spans => [[role, fit(text, width, 'right')]]),
	];
};

/**
 * Figures side by side over the whole width; in one line where they cannot be drawn large.
 *
 * @param block the character that digits are made of
 */
export const bigFigures = (figures: readonly BigFigure[], width: number, height: number, block = '█'): Spans[] => {
	const share = Math.floor((width - 1) / figures.length);
	const pixel = share > room * 2 ? 2 : 1;
	if (share < room || height < bigHeight) {
		// What the figures themselves leave is for the names, so that no figure is cut.
		const room = width - figures.reduce((sum, {label, value}) => sum + cells(label) + cells(value) + 3, 0);
		return [
			figures.flatMap(
				(figure): Spans => [
					['faint', `  ${labelIn(figure, cells(figure.label) + room)} `],
					[figure.role, figure.value],
				],
			),
		];
	}
	const digits = Math.min(share - 1, room * pixel);
	const gap = share - digits;
	// The gap before a figure is room for its label.
	const drawn = figures.map((figure, at) =>
		figureLines(figure, digits, at > 0 ? digits + gap - 1 : digits, pixel, block),
	);
	return Array.from({length: bigHeight}, (_, row) =>
		drawn.flatMap((lines, at): Spans => {
			const isBeforeLabel = row === 0 && at < drawn.length - 1;
			return [...(lines[row] ?? []), ['text', ' '.repeat(isBeforeLabel ? 1 : gap)]];
		}),
	);
};

/** With fewer lines remaining the board would show too little beside large digits. */
const boardAtLeast = 10;

const figuresOf = (rows: readonly CampaignRow[], role: (own: Role) => Role): BigFigure[] => {
	const totals = totalsOf(rows);
	const readiness = readinessOfAll(rows);
	const count = (label: string, value: number | undefined, own: Role): BigFigure => ({
		label,
		value: number(value),
		role: role(own),
	});
	const worst = worstDrop(rows);
	const status = worst ? dropStatusOf(worst.row) : 'unknown';
	return [
		count(readiness === 'idle' ? '! ready, idle' : 'ready', totals.ready, readiness ? readyRole[readiness] : 'strong'),
		count('on call', totals.onCall, 'agent.onCall'),
		count('waiting', totals.waiting, (totals.waiting ?? 0) > 0 && totals.ready === 0 ? 'error' : 'strong'),
		{
			label: `${status === 'high' ? '! ' : status === 'near' ? '~ ' : ''}drop`,
			...(worst && worst.rate > 0 && {of: worst.row.campaign}),
			value: percent(worst?.rate, worst && worst.rate >= 10 ? 1 : 2),
			role: role(status === 'high' ? 'drop.high' : status === 'near' ? 'drop.near' : 'strong'),
		},
	];
};

/** What the border says of totals that are not of everything, or old. */
const noteOf = (state: State, rows: readonly CampaignRow[], interval: number): string => {
	const read = rows.filter(({figures}) => figures);
	const old = read.filter(row => isOld(state, row, interval));
	const oldest = oldestAge(state, rows, interval);
	return [
		read.length < rows.length && `${read.length} of ${rows.length} read`,
		oldest && `${old.length} of ${rows.length} old, the oldest ${age(oldest.milliseconds)}`,
	]
		.filter(Boolean)
		.join(', ');
};

/** The totals of a service in large digits; those of figures that are old are as old as the oldest, and say how many are. */
function BigTotals({drawn, ...size}: Size & {drawn: Drawn}) {
	const {options, tables, floors} = useShown();
	const {rows: all, given, total: count} = tables.campaigns;
	const {ascii} = useLook();
	const {state} = drawn;
	const {floor} = state.source;
	const isOwn = ({source}: CampaignRow): boolean => floors.length === 1 || source.floor === floor;
	const rows = all.filter(isOwn);
	const total = floors.length === 1 ? count : given.filter(isOwn).length;
	const oldest = oldestAge(state, rows, options.interval);
	const figures = figuresOf(rows, own => (oldest ? 'stale' : own));
	const inner = inside(size);
	return (
		<Panel
			{...size}
			service={serviceSpan(floors, state.source)}
			title={rows.length === total ? 'All campaigns' : `${rows.length} of ${total} campaigns`}
			note={noteOf(state, rows, options.interval)}
			noteRole="warning"
		>
			<Lines {...inner} lines={bigFigures(figures, inner.width, inner.height, ascii ? '#' : '█')} />
		</Panel>
	);
}

/** The wall: the totals of each service, or where that leaves too little for the board of the one in hand. */
export function Wall({width, height}: Size) {
	const {floors, state} = useShown();
	const inHand = drawnOf(floors, state.source);
	const room = height - boardAtLeast;
	const fits = (count: number, lines: number): boolean => count * (lines + 2) <= room;
	const shown = fits(floors.length, 1) ? floors : [inHand];
	const lines = fits(shown.length, bigHeight) ? bigHeight : 1;
	return (
		<>
			{shown.map(drawn => (
				<BigTotals key={drawn.state.source.profile} drawn={drawn} width={width} height={lines + 2} />
			))}
			<Board width={width} height={height - shown.length * (lines + 2)} />
		</>
	);
}
