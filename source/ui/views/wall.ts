/** The wall: the board alone under its totals in large digits, for a screen that is read from across a room. */

import {number, percent} from '../../look/format.ts';
import type {Role} from '../../look/theme.ts';
import {dropStanding} from '../../model/derived.ts';
import {type CampaignRow, totalsOf} from '../../model/select.ts';
import {type BigFigure, bigFigures, bigHeight} from '../parts/big.ts';
import {box} from '../parts/box.ts';
import {isOld} from './board-columns.ts';
import type {Drawn, Place} from './view.ts';

/** With less than this left the board would show too little beside large digits. */
const boardAtLeast = 10;

const figuresOf = (rows: readonly CampaignRow[], role: (own: Role) => Role): BigFigure[] => {
	const totals = totalsOf(rows);
	const count = (label: string, value: number | undefined, own: Role): BigFigure => ({
		label,
		value: number(value),
		role: role(own),
	});
	const {dropRate} = totals;
	const standing = dropStanding(dropRate, undefined);
	return [
		count('ready', totals.ready, 'agent.ready'),
		count('on call', totals.onCall, 'agent.onCall'),
		count('waiting', totals.waiting, (totals.waiting ?? 0) > 0 && totals.ready === 0 ? 'error' : 'strong'),
		{
			label: `${standing === 'high' ? '! ' : standing === 'near' ? '~ ' : ''}dropped*`,
			value: percent(dropRate, dropRate !== undefined && dropRate >= 10 ? 1 : 2),
			role: role(standing === 'high' ? 'drop.high' : standing === 'near' ? 'drop.near' : 'strong'),
		},
	];
};

/** Draws the wall. Totals of figures that are old say how many are. */
export const drawWall = (place: Place<CampaignRow>, drawBoard: (place: Place<CampaignRow>) => Drawn): Drawn => {
	const {context, state, table, area, look} = place;
	const {rows} = table;
	const read = rows.filter(({figures}) => figures);
	const old = read.filter(row => isOld(state, row, context.options.interval));
	const isLarge = area.height >= bigHeight + 2 + boardAtLeast;
	const height = (isLarge ? bigHeight : 1) + 2;
	const figures = figuresOf(rows, own => (old.length > 0 && old.length === read.length ? 'stale' : own));
	const note = [
		read.length < rows.length && `${read.length} of ${rows.length} read`,
		old.length > 0 && `${old.length} of ${rows.length} old`,
	]
		.filter(Boolean)
		.join(', ');
	const totals = box(bigFigures(figures, area.width - 2, height - 2, look), area.width, height, look, {
		title: rows.length === table.total ? 'All campaigns' : `${rows.length} of ${table.total} campaigns`,
		note,
		noteRole: 'warning',
	});
	const below = {...area, y: area.y + height, height: area.height - height};
	const board = drawBoard({...place, area: below});
	return {...board, lines: [...totals, ...board.lines]};
};
