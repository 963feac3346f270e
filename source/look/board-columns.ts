/** The columns of the board, on screen, in the configuration, in exports and in what `dialtop campaigns` and `watch` print. */

import {type dropStanding, type TimeLeftOf, timeLeft} from '../model/derived.ts';
import {dropRateOf, dropStandingOf, worstDrop} from '../model/drops.ts';
import {ageOf, type CampaignRow, sumOf} from '../model/select.ts';
import {numberIn} from '../model/setting-values.ts';
import type {State} from '../model/state.ts';
import {rankOf, troubleOf} from '../model/trouble.ts';
import type {Figures} from '../model/wire.ts';
import {alertRole} from './alert-text.ts';
import {countColumn} from './columns.ts';
import {age, decimals, fit, nothing, number, percent, span} from './format.ts';
import type {Cell, Column} from './grid.ts';
import type {Role} from './theme.ts';

/** A column of the board, whole. Programs know it by its id in snake case. */
export type BoardColumn = Column<CampaignRow> & {
	/** Its total over these rows; undefined if it has none. */
	total?(rows: readonly CampaignRow[]): Cell;
	/** What it tells unless it is a figure: which campaign the row is, how old the row is, or an order to sort by. */
	kind?: 'identity' | 'age' | 'order';
	/** True if get_campaigns alone says it. */
	isListed?: true;
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
	'sales',
	'totalLeads',
	'activeLeads',
] as const satisfies readonly (keyof Figures)[];

/** A row is old once it is this many times the interval behind; until then its age says nothing. */
const patience = 3;

/** How a state looks. */
export const stateRole: Record<CampaignRow['state'], Role> = {
	dialing: 'state.dialing',
	paused: 'state.paused',
	stopped: 'state.stopped',
	unknown: 'text',
};

const dropRole: Record<ReturnType<typeof dropStanding>, Role> = {
	unknown: 'faint',
	ok: 'text',
	near: 'drop.near',
	high: 'drop.high',
};

/** The time left, `*` if dialtop derives it; in place of none why: the campaign does not dial, or dials nothing. */
export const timeLeftText = (row: TimeLeftOf): string | undefined => {
	const left = timeLeft(row);
	if (left) {
		return `${span(left.seconds)}${left.derived ? '*' : ''}`;
	}
	if (!row.figures?.remainingLeads) {
		return undefined;
	}
	return row.state === 'paused' || row.state === 'stopped'
		? row.state
		: row.figures.remainingTime === 0
			? 'no pace'
			: undefined;
};

/** The mark before the rate, so that colour is not its only carrier. */
const dropMark: Record<ReturnType<typeof dropStanding>, string> = {unknown: '', ok: '', near: '~', high: '!'};

const stateWidth = 7;

const count = (
	id: string,
	title: string,
	width: number,
	of: (figures: Figures) => number | undefined,
	role: (figures: Figures) => Role = () => 'text',
): BoardColumn => ({
	...countColumn<CampaignRow>(
		id,
		title,
		width,
		({figures}) => figures && of(figures),
		({figures}) => (figures ? role(figures) : 'faint'),
	),
	total: rows => ({text: number(sumOf(rows, of))}),
});

/** The mark of a row's drop rate. */
const markOf = (row: CampaignRow): string => dropMark[dropStandingOf(row)];

/** Beside the status of a campaign with an alert that nobody has acknowledged. */
const alertMark = '▲';

/** A row's status word, with the mark of its alert, else of its drop rate, if it has one. */
export const stateText = (row: CampaignRow): string => {
	const text = row.status ?? nothing;
	const mark = row.alert ? alertMark : markOf(row);
	return mark === '' ? text : `${fit(text, stateWidth - 2).trimEnd()} ${mark}`;
};

const dropText = (row: CampaignRow): string => {
	const rate = dropRateOf(row);
	if (rate === undefined) {
		return nothing;
	}
	const limit = row.figures?.dropLimit === undefined ? '' : `/${decimals(row.figures.dropLimit, 1)}`;
	return `${markOf(row)}${percent(rate, 2)}${limit}`;
};

/** The worst drop rate among rows, and whose it is, as room allows: `!3.12% 1003`. */
const worstDropText = (rows: readonly CampaignRow[]): Cell => {
	const worst = worstDrop(rows);
	if (!worst) {
		return {text: nothing};
	}
	const {row, rate} = worst;
	const text = `${markOf(row)}${percent(rate, 2)}`;
	const standing = dropStandingOf(row);
	return {
		// Where nobody dropped a call, nobody is the worst.
		text: rate > 0 ? `${text} ${row.campaign.id}` : text,
		shorter: text,
		...((standing === 'near' || standing === 'high') && {role: dropRole[standing]}),
	};
};

/** The columns, the first ones never cut. `ages` come from the state, as the model never asks a clock. */
export const boardColumns = (state: State, interval: number): BoardColumn[] => [
	{
		id: 'state',
		title: 'state',
		width: stateWidth,
		align: 'left',
		// The mark of the drop rate stands here too: its own column is among the first to be cut.
		cell: row => ({text: stateText(row), role: row.alert ? alertRole(row.alert) : stateRole[row.state]}),
		sort: row => row.status,
		kind: 'identity',
		isListed: true,
	},
	{
		id: 'name',
		title: 'campaign',
		width: 22,
		align: 'left',
		grows: true,
		cell: row => ({text: row.campaign.name}),
		sort: row => row.campaign.name.toLowerCase(),
		raw: {of: row => row.campaign.name},
		kind: 'identity',
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
		id: 'method',
		title: 'method',
		width: 10,
		align: 'left',
		cell: row => ({text: row.campaign.dialMethod ?? row.figures?.paceMethod ?? nothing}),
		sort: row => row.campaign.dialMethod ?? row.figures?.paceMethod,
		isListed: true,
	},
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
	count(
		'ready',
		'ready',
		5,
		figures => figures.ready,
		() => 'agent.ready',
	),
	count(
		'onCall',
		'on call',
		7,
		figures => figures.onCall,
		() => 'agent.onCall',
	),
	count(
		'wrapUp',
		'wrap',
		5,
		figures => figures.wrapUp,
		() => 'agent.wrapUp',
	),
	count(
		'paused',
		'paused',
		6,
		figures => figures.paused,
		() => 'agent.paused',
	),
	count('ringing', 'ringing', 7, figures => figures.ringing),
	count(
		'waiting',
		'waiting',
		7,
		figures => figures.waiting,
		figures => (figures.ready === 0 ? 'error' : 'warning'),
	),
	{
		id: 'drop',
		title: 'drop %/limit',
		width: 12,
		align: 'right',
		cell: row => ({
			text: dropText(row),
			role: dropRole[dropStandingOf(row)],
		}),
		sort: dropRateOf,
		descends: true,
		raw: {of: dropRateOf},
		total: worstDropText,
	},
	{
		id: 'done',
		title: 'done %',
		width: 6,
		align: 'right',
		cell: ({figures}) => ({text: percent(figures?.percentComplete)}),
		sort: ({figures}) => figures?.percentComplete,
		descends: true,
	},
	{...count('remaining', 'leads left', 10, figures => figures.remainingLeads), descends: false},
	{
		id: 'timeLeft',
		title: 'time left',
		width: 9,
		align: 'right',
		cell: row => ({text: timeLeftText(row) ?? nothing}),
		sort: row => timeLeft(row)?.seconds,
		raw: {of: row => timeLeft(row)?.seconds},
	},
	{
		id: 'age',
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
		// Not shown: an order to sort by.
		id: 'trouble',
		title: 'trouble',
		width: Number.POSITIVE_INFINITY,
		align: 'right',
		cell: () => ({text: ''}),
		sort: row => rankOf(troubleOf(row)),
		kind: 'order',
	},
];

/** True once a row is older than it should be, or could not be read at the last try. */
export const isOld = (
	state: State,
	{span, failure}: Pick<CampaignRow, 'span' | 'failure'>,
	interval: number,
): boolean => {
	const old = ageOf(state, span);
	return failure !== undefined || old === undefined || old > Math.max(patience * interval, 5000);
};

/** The age of the oldest figures among some rows, where any are older than they should be; undefined if none are. */
export const oldestAge = (
	state: State,
	rows: readonly CampaignRow[],
	interval: number,
): {milliseconds: number | undefined} | undefined => {
	const old = rows.filter(row => row.figures && isOld(state, row, interval)).map(({span}) => ageOf(state, span));
	if (old.length === 0) {
		return undefined;
	}
	const known = old.flatMap(milliseconds => milliseconds ?? []);
	return {milliseconds: known.length < old.length ? undefined : Math.max(...known)};
};
