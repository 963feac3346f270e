/** The columns of the board, on screen, in the configuration, in exports and in what `dialtop campaigns` and `watch` print. */

import {connectRate, linesInUse, liveAnswerRate, salesPerAgentHour, timeLeft} from '../model/derived.ts';
import {dialsForAgents, dropRateOf, dropStatusOf, placesCalls} from '../model/drops.ts';
import {dropChange, noHistory, waitingFor} from '../model/history.ts';
import {readinessOf, readinessOfAll} from '../model/readiness.ts';
import {ageOf, type CampaignRow, campaignRows, isOld, settingsOf, sumOf} from '../model/select.ts';
import {numberIn, settingIn} from '../model/setting-values.ts';
import type {State} from '../model/state.ts';
import {hour} from '../model/time.ts';
import {rankOf, troubleOf} from '../model/trouble.ts';
import type {Figures} from '../model/wire.ts';
import {
	dropRole,
	dropText,
	readyCell,
	recentDrop,
	recentDropCell,
	runsDry,
	stateText,
	stateWidthOf,
	statusRole,
	timeLeftText,
	waitingRole,
	worstDropText,
} from './board-cells.ts';
import {countColumn, serviceColumn} from './columns.ts';
import {age, decimals, nothing, number, percent, span} from './format.ts';
import type {Cell, Column} from './grid.ts';
import {periodCell, periodName} from './period-text.ts';
import type {Role} from './theme.ts';

/** A column of the board. For programs its name is its id in snake case. */
export type BoardColumn = Column<CampaignRow> & {
	/** Its total over these rows; undefined if it has none. */
	total?(rows: readonly CampaignRow[]): Cell;
	/**
	 * What it shows if it is not a figure of one answer: the campaign of the row, the age of the row, a result of several
	 * polls, or an order to sort by.
	 */
	kind?: 'identity' | 'age' | 'over-time' | 'order';
	/** True if it comes from get_campaigns alone. */
	isListed?: true;
	/** True if it may be empty without a setting of the profile: it is shown only if it is chosen. */
	isUnset?: true;
};

/** Figures without a column on screen, which `dialtop watch` writes too. */
export const furtherFigures = [
	'agents',
	'activeCalls',
	'inIvr',
	'dropLimit',
	'humanAnswered',
	'machineAnswered',
	'calledToday',
	'answeredToday',
	'transfers',
	'totalLeads',
	'activeLeads',
] as const satisfies readonly (keyof Figures)[];

/** Figures that are counts. */
type Count = {
	[Name in keyof Figures]-?: Exclude<Figures[Name], undefined> extends number ? Name : never;
}[keyof Figures];

/** A count of the figures, under its own name. */
const count = (
	id: Count,
	title: string,
	width: number,
	role: (figures: Figures) => Role = () => 'text',
): BoardColumn => ({
	...countColumn<CampaignRow>(
		id,
		title,
		width,
		({figures}) => figures?.[id],
		({figures}) => (figures ? role(figures) : 'faint'),
	),
	total: rows => ({text: number(sumOf(rows, figures => figures[id]))}),
});

const inSeconds = (milliseconds: number | undefined): number | undefined =>
	milliseconds === undefined ? undefined : Math.round(milliseconds / 1000);

/** A derived figure as an export has it: its digits beyond the second are noise. */
const rounded = (value: number | undefined): number | undefined =>
	value === undefined ? undefined : Math.round(value * 100) / 100;

const waitOf = ({staleBefore}: State, {dashboard}: CampaignRow) =>
	dashboard && waitingFor(dashboard.history, staleBefore);

const changeOf = ({campaign, dashboard, figures}: CampaignRow): number | undefined =>
	figures && dialsForAgents({campaign, figures}) ? dropChange(dashboard?.history ?? noHistory) : undefined;

/** The lines that a campaign may hold, once its settings were read. */
const mostLines = (state: State, {campaign}: CampaignRow): number | undefined =>
	numberIn(settingIn(settingsOf(state, campaign.id), 'number_of_lines'));

/** A rate that dialtop derives from the day's calls; a campaign that sends texts has none. */
const rateColumn = (
	id: string,
	title: string,
	width: number,
	of: (figures: Figures) => number | undefined,
): BoardColumn => {
	const rate = (row: CampaignRow): number | undefined =>
		row.figures && placesCalls(row) ? of(row.figures) : undefined;
	return {
		id,
		title,
		width,
		align: 'right',
		cell: row => ({text: percent(rate(row)), role: rate(row) ? 'text' : 'faint'}),
		sort: rate,
		raw: {of: row => rounded(rate(row))},
		descends: true,
	};
};

/** The drops of the running period, by the rule of the profile. */
const periodColumn = ({source: {compliance}}: State): BoardColumn => ({
	id: 'period',
	title: `${compliance ? periodName(compliance) : 'period'} %*`,
	width: 23,
	align: 'right',
	cell: ({dashboard}) => periodCell(dashboard?.period),
	sort: ({dashboard}) => dashboard?.period?.rate,
	descends: true,
	raw: {of: ({dashboard}) => rounded(dashboard?.period?.rate)},
	...(!compliance && {isUnset: true}),
});

/** The columns that get their room before names grow. */
const firstColumns = (state: State): BoardColumn[] => [
	{
		id: 'state',
		title: 'state',
		width: stateWidthOf(campaignRows(state)),
		align: 'left',
		stays: true,
		// The mark of the drop rate is here too, since its own column may be scrolled away.
		cell: row => ({text: stateText(row), role: statusRole(row)}),
		sort: row => row.status,
		words: row => [row.state],
		kind: 'identity',
		isListed: true,
	},
	{
		id: 'name',
		title: 'campaign',
		width: 22,
		align: 'left',
		grows: true,
		stays: true,
		cell: row => ({text: row.campaign.name, id: row.campaign.id}),
		sort: row => row.campaign.name.toLowerCase(),
		raw: {of: row => row.campaign.name},
		kind: 'identity',
		isListed: true,
	},
	{
		...count('ready', 'ready', 5),
		cell: row => readyCell(row.figures?.ready, readinessOf(row)),
		total(rows) {
			const {text, role} = readyCell(
				sumOf(rows, figures => figures.ready),
				readinessOfAll(rows),
			);
			return role === 'agent.idle' ? {text, role} : {text};
		},
	},
	count('onCall', 'on call', 7, () => 'agent.onCall'),
	count('waiting', 'waiting', 7, waitingRole),
	{
		id: 'drop',
		title: 'drop %/limit',
		width: 12,
		align: 'right',
		isRequired: true,
		cell: row => ({
			text: dropText(row),
			role: dropRateOf(row) ? dropRole[dropStatusOf(row)] : 'faint',
		}),
		sort: dropRateOf,
		descends: true,
		raw: {of: dropRateOf},
		total: worstDropText,
	},
	{
		id: 'timeLeft',
		isTime: true,
		title: 'time left',
		width: 9,
		align: 'right',
		cell: row => ({text: timeLeftText(row) ?? nothing, role: runsDry(row) ? 'warning' : 'text'}),
		sort: row => timeLeft(row)?.seconds,
		raw: {of: row => timeLeft(row)?.seconds},
	},
];

/** The columns that get room once names have the cells that they need. `ages` come from the state, as the model never asks a clock. */
const laterColumns = (state: State, interval: number): BoardColumn[] => [
	{
		...count('remainingLeads', 'leads left', 10),
		id: 'remaining',
		cell: row => ({
			text: number(row.figures?.remainingLeads),
			role: runsDry(row) ? 'warning' : row.figures?.remainingLeads ? 'text' : 'faint',
		}),
		descends: false,
	},
	// Without a rule of compliance it is empty.
	...(state.source.compliance ? [periodColumn(state)] : []),
	{
		id: 'level',
		title: 'level',
		width: 5,
		align: 'right',
		cell: row => ({text: row.figures?.paceTempo ?? nothing}),
		sort: row => Number(row.figures?.paceTempo) || undefined,
		descends: true,
		raw: {of: ({figures}) => numberIn(figures?.paceTempo) ?? figures?.paceTempo},
	},
	count('ringing', 'ringing', 7),
	count('wrapUp', 'wrap', 5, () => 'agent.wrapUp'),
	count('paused', 'paused', 6, () => 'agent.paused'),
	{
		id: 'method',
		title: 'method',
		width: 10,
		align: 'left',
		cell: row => ({text: row.campaign.dialMethod ?? row.figures?.paceMethod ?? nothing}),
		sort: row => row.campaign.dialMethod ?? row.figures?.paceMethod,
		isListed: true,
	},
	{
		id: 'id',
		title: 'id',
		width: 5,
		align: 'right',
		isId: true,
		cell: row => ({text: row.campaign.id, role: 'faint'}),
		sort: row => (/^\d{1,15}$/.test(row.campaign.id) ? Number(row.campaign.id) : row.campaign.id),
		raw: {of: row => row.campaign.id},
		kind: 'identity',
		isListed: true,
	},
	{
		id: 'done',
		title: 'done %',
		width: 6,
		align: 'right',
		cell: ({figures}) => ({text: percent(figures?.percentComplete), role: figures?.percentComplete ? 'text' : 'faint'}),
		sort: ({figures}) => figures?.percentComplete,
		descends: true,
	},
	count('sales', 'sales', 6),
	{
		id: 'salesPerHour',
		title: 'sales/h*',
		width: 8,
		align: 'right',
		cell: ({figures}) => {
			const sales = figures && salesPerAgentHour(figures);
			return {text: decimals(sales, 2), role: sales ? 'text' : 'faint'};
		},
		sort: ({figures}) => figures && salesPerAgentHour(figures),
		descends: true,
		raw: {of: ({figures}) => rounded(figures && salesPerAgentHour(figures))},
	},
	{
		id: 'dropChange',
		title: 'drop ±5m*',
		width: 9,
		align: 'right',
		cell: row => {
			const change = changeOf(row);
			const text = change === undefined ? nothing : Math.abs(change).toFixed(2);
			return Number(text)
				? {text: `${change && change > 0 ? '▲' : '▼'}${text}`, role: change && change > 0 ? 'warning' : 'text'}
				: {text, role: 'faint'};
		},
		sort: changeOf,
		descends: true,
		raw: {of: row => rounded(changeOf(row))},
		kind: 'over-time',
	},
	{
		id: 'recentDrop',
		title: 'drop % 15 min*',
		width: 16,
		align: 'right',
		cell: recentDropCell,
		sort: row => recentDrop(row),
		descends: true,
		raw: {of: row => rounded(recentDrop(row))},
	},
	rateColumn('liveAnswer', 'live answer %*', 14, liveAnswerRate),
	rateColumn('connect', 'connect %*', 10, connectRate),
	{
		id: 'age',
		isTime: true,
		title: 'age',
		width: 5,
		align: 'right',
		cell: row => {
			if (!row.dashboard) {
				return {text: row.failure ? 'fail' : '…', role: row.failure ? 'error' : 'faint'};
			}
			const old = ageOf(state, row.span);
			return isOld(state, row, interval) ? {text: age(old), role: 'warning'} : {text: ''};
		},
		sort: ({span}) => ageOf(state, span),
		raw: {
			of: ({span}) => {
				const old = ageOf(state, span);
				return old === undefined ? undefined : Math.round(old / 1000);
			},
		},
		kind: 'age',
	},
	{
		id: 'waitingFor',
		isTime: true,
		title: 'waits*',
		width: 8,
		align: 'right',
		cell: row => {
			const wait = waitOf(state, row);
			const time = wait && (wait.time >= hour ? age(wait.time) : span(wait.time / 1000));
			return {
				text: time ? `${time}${wait.isLonger ? '+' : ''}` : nothing,
				role: row.figures?.waiting ? waitingRole(row.figures) : 'faint',
			};
		},
		sort: row => waitOf(state, row)?.time,
		descends: true,
		raw: {of: row => inSeconds(waitOf(state, row)?.time)},
		kind: 'over-time',
	},
	{
		id: 'lines',
		title: 'lines*',
		width: 9,
		align: 'right',
		cell: row => {
			const inUse = row.figures && linesInUse(row.figures);
			const most = mostLines(state, row);
			return {
				text: inUse === undefined ? nothing : `${number(inUse)}/${number(most)}`,
				role: !inUse ? 'faint' : most !== undefined && inUse >= most ? 'warning' : 'text',
			};
		},
		sort: ({figures}) => figures && linesInUse(figures),
		descends: true,
	},
	...(state.source.compliance ? [] : [periodColumn(state)]),
];

/** Not shown: an order to sort by. */
const byTrouble: BoardColumn = {
	id: 'trouble',
	title: 'trouble',
	width: Number.POSITIVE_INFINITY,
	align: 'right',
	cell: () => ({text: ''}),
	sort: row => rankOf(troubleOf(row)),
	kind: 'order',
};

/** The columns, the most important ones first: those that do not fit are scrolled to. */
export const boardColumns = (state: State, interval: number): BoardColumn[] => [
	...firstColumns(state),
	...laterColumns(state, interval).map(column => ({...column, isLater: true as const})),
	byTrouble,
];

/** Which service a row is of. */
const ofService = (states: readonly State[]): BoardColumn => ({
	...serviceColumn<CampaignRow>(
		states.map(({source}) => source.profile),
		({source}) => source.profile,
	),
	kind: 'identity',
	isListed: true,
});

/** Cells of an id of four digits behind a name. */
const roomForId = 5;

/** The columns of several services, with the name of a row's service after its own: each row has the text that its service's columns give it. */
export const boardColumnsOf = (states: readonly State[], interval: number): BoardColumn[] => {
	const [first, ...others] = states;
	if (!first) {
		return [];
	}
	const shown = boardColumns(first, interval);
	if (others.length === 0) {
		return shown;
	}
	const byService = new Map(
		states.map(state => [
			state.source.profile,
			new Map(boardColumns(state, interval).map(column => [column.id, column] as const)),
		]),
	);
	const joined = shown.map(({isUnset, ...column}): BoardColumn => {
		const {id, words, raw} = column;
		const own = ({source}: CampaignRow): BoardColumn => byService.get(source.profile)?.get(id) ?? column;
		const all = [...byService.values()].flatMap(columns => columns.get(id) ?? []);
		return {
			...column,
			width: Math.max(...all.map(one => one.width)),
			...(all.some(one => one.title !== column.title) && {title: 'period %*'}),
			cell: row => own(row).cell(row),
			sort: row => own(row).sort(row),
			...(isUnset && all.every(one => one.isUnset) && {isUnset}),
			...(words && {words: row => own(row).words?.(row) ?? []}),
			...(raw && {raw: {...raw, of: row => own(row).raw?.of(row)}}),
		};
	});
	// The first two columns give way to a command on the row.
	const [state, name, ...figures] = joined;
	// A row of several is known by its service and its id, so that the id has room beside a name.
	return state && name ? [state, {...name, width: name.width + roomForId}, ofService(states), ...figures] : joined;
};
