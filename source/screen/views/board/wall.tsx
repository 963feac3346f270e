/** The wall: the board alone under its totals in large digits, for a screen that is read from across a room. */

import {dropStandingOf, worstDrop} from '../../../model/drops.ts';
import {readinessOfAll} from '../../../model/readiness.ts';
import {type CampaignRow, isOld, oldestAge, totalsOf} from '../../../model/select.ts';
import {readyRole} from '../../../present/board-cells.ts';
import {age, number, percent} from '../../../present/format.ts';
import type {Role} from '../../../present/theme.ts';
import {type BigFigure, bigFigures, bigHeight} from '../../parts/big.ts';
import {Lines, useLook} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import {useShown} from '../../store/store.ts';
import {Board} from './view.tsx';

/** With less than this left the board would show too little beside large digits. */
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
	const standing = worst ? dropStandingOf(worst.row) : 'unknown';
	return [
		count(readiness === 'idle' ? '! ready, idle' : 'ready', totals.ready, readiness ? readyRole[readiness] : 'strong'),
		count('on call', totals.onCall, 'agent.onCall'),
		count('waiting', totals.waiting, (totals.waiting ?? 0) > 0 && totals.ready === 0 ? 'error' : 'strong'),
		{
			label: `${standing === 'high' ? '! ' : standing === 'near' ? '~ ' : ''}drop`,
			...(worst && worst.rate > 0 && {of: worst.row.campaign}),
			value: percent(worst?.rate, worst && worst.rate >= 10 ? 1 : 2),
			role: role(standing === 'high' ? 'drop.high' : standing === 'near' ? 'drop.near' : 'strong'),
		},
	];
};

/** The wall. Totals of figures that are old are as old as the oldest, and say how many are. */
export function Wall({width, height}: Size) {
	const {drawn, options, tables} = useShown();
	const {rows, total} = tables.campaigns;
	const {ascii} = useLook();
	const read = rows.filter(({figures}) => figures);
	const old = read.filter(row => isOld(drawn, row, options.interval));
	const isLarge = height >= bigHeight + 2 + boardAtLeast;
	const above = {width, height: (isLarge ? bigHeight : 1) + 2};
	const inner = inside(above);
	const oldest = oldestAge(drawn, rows, options.interval);
	const figures = figuresOf(rows, own => (oldest ? 'stale' : own));
	const note = [
		read.length < rows.length && `${read.length} of ${rows.length} read`,
		oldest && `${old.length} of ${rows.length} old, the oldest ${age(oldest.milliseconds)}`,
	]
		.filter(Boolean)
		.join(', ');
	return (
		<>
			<Panel
				{...above}
				title={rows.length === total ? 'All campaigns' : `${rows.length} of ${total} campaigns`}
				note={note}
				noteRole="warning"
			>
				<Lines {...inner} lines={bigFigures(figures, inner.width, inner.height, ascii ? '#' : '█')} />
			</Panel>
			<Board width={width} height={height - above.height} />
		</>
	);
}
