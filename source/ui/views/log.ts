/** View 8, the log: what was asked of the service in this run, and with which outcome. */
import type {Pending} from '../../model/pending.ts';
import type {State} from '../../model/state.ts';
import {clock} from '../format.ts';
import type {Rectangle} from '../layout.ts';
import {box, faintLines, line} from '../parts/box.ts';
import {textColumn} from '../parts/columns.ts';
import {sentenceOf, toneOf} from '../parts/command.ts';
import {type Column, grid, pageOf, topFor} from '../parts/grid.ts';
import type {Look} from '../theme.ts';
import {type Drawn, type Place, view} from './view.ts';

const nothingAsked = 'Nothing was asked of the service in this run.';

/** Draws the last commands in a strip, the newest first. */
export const drawLogStrip = ({commands}: State, area: Rectangle, look: Look): string[] => {
	const room = area.height - 2;
	const lines = commands
		.slice(-room)
		.toReversed()
		.map(pending => line(look, ['faint', ` ${clock(pending.askedAt.wall)} `], [toneOf(pending), sentenceOf(pending)]));
	return box(lines.length > 0 ? lines : faintLines(look, [nothingAsked]), area.width, area.height, look, {
		title: 'Log',
		note: commands.length > room ? `last ${room} of ${commands.length}` : '',
	});
};

const columns: readonly Column<Pending>[] = [
	textColumn('asked', 'asked', 8, ({askedAt}) => clock(askedAt.wall)),
	{
		...textColumn<Pending>('outcome', 'outcome', 12, ({phase}) => phase.replace('-', ' ').toUpperCase()),
		cell: pending => ({text: pending.phase.replace('-', ' ').toUpperCase(), role: toneOf(pending)}),
	},
	textColumn('operation', 'operation', 18, ({command}) => command.operation),
	{...textColumn<Pending>('what', 'what came of it', 30, sentenceOf), grows: true},
];

const draw = ({context, state, table, area, look, previousTop}: Place<Pending>): Drawn => {
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort} = table;
	const filter = context.ui.filters.log ?? '';
	const top = topFor(previousTop, selectedIndex, pageOf(inner.height, false), rows.length);
	const empty = state.commands.length > 0 ? `Nothing matches "${filter}". Press c to clear the filter.` : nothingAsked;
	const lines =
		rows.length === 0
			? faintLines(look, [empty])
			: grid({columns, rows, selected: selectedIndex, top, ...inner, look, sort});
	return {
		lines: box(lines, area.width, area.height, look, {
			title: 'Log of this run',
			note: filter && `filter: ${filter}`,
			focused: true,
		}),
		top,
	};
};

/** The view. */
export const logView = view<Pending>({
	title: 'log',
	columns: () => columns,
	rows: ({state}) => state.commands.toReversed(),
	idOf: ({command}) => String(command.id),
	texts: pending => [
		pending.command.operation,
		pending.command.target.name,
		pending.command.target.id,
		sentenceOf(pending),
	],
	draw,
});
