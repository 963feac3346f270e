/** A campaign's figures as programs get them, by stable names; nothing stands for what did not come or cannot be read. */
import type {CampaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import type {Figures} from '../../model/wire.ts';
import {boardColumns} from '../../ui/tables/board-columns.ts';
import {type Bare, type Column, fromGrid} from '../frame/table.ts';

/** Columns of the board that are no figures: who it is, and what is so on the screen alone. */
const notFigures: ReadonlySet<string> = new Set(['state', 'name', 'id', 'age', 'trouble']);

/** Figures that the board has no column for, and a log wants. */
const further = {
	agents: 'agents',
	active_calls: 'activeCalls',
	in_ivr: 'inIvr',
	drop_limit: 'dropLimit',
	human_answered: 'humanAnswered',
	machine_answered: 'machineAnswered',
	called_today: 'calledToday',
	answered_today: 'answeredToday',
	transfers: 'transfers',
	sales: 'sales',
	total_leads: 'totalLeads',
	active_leads: 'activeLeads',
} as const satisfies Readonly<Record<string, keyof Figures>>;

/** The figures of a campaign as columns: those of the board by its names, then further ones of the service. */
export const figureColumns = (state: State): readonly Column<CampaignRow>[] => [
	...boardColumns(state, 0)
		.map(column => fromGrid(column))
		.filter(({name}) => !notFigures.has(name)),
	...Object.entries(further).map(
		([name, figure]): Column<CampaignRow> => ({name, of: ({figures}) => figures?.[figure]}),
	),
];

/** The figures of a campaign by their names. */
export const figuresRecord = (state: State, row: CampaignRow): Record<string, Exclude<Bare, undefined>> =>
	Object.fromEntries(figureColumns(state).map(({name, of}) => [name, of(row) ?? null]));
