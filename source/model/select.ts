/** Selectors: what the screen and the commands read from the state. */
import {type Alert, gravestAlertOf, gravestChanges, isOpenAlert} from './alert.ts';
import {type Campaign, type DialState, dialStateOf} from './campaign.ts';
import {type CallingList, isFiltered} from './list.ts';
import {type Failure, type Loaded, notLoaded} from './loaded.ts';
import {type Control, isOpen, isSameControl, type Pending, shownFor, type Target} from './pending.ts';
import type {CampaignDashboard, CompanyAccounts, Source, State} from './state.ts';
import {type MergedStatus, mergedStatus} from './status.ts';
import {elapsed, type Span} from './time.ts';
import type {Figures, Setting} from './wire.ts';

/** A row of the board: a campaign, its figures if there are any, and what is under way on it. */
export type CampaignRow = MergedStatus & {
	campaign: Campaign;
	/** What the word of get_campaigns means. */
	listedState: DialState;
	/** What the word of get_dashboard_stats means. */
	shownState: DialState;
	/** What get_dashboard_stats reported of it when it was last read; undefined if it never was. */
	dashboard: CampaignDashboard | undefined;
	/** When that was. */
	span: Span | undefined;
	figures: Figures | undefined;
	/** The last command on it, while it is open or just ended. */
	command: Pending | undefined;
	/** Why its figures could not be read, if the last try failed. */
	failure: Failure | undefined;
	/** Its gravest alert that nobody has acknowledged. */
	alert: Alert | undefined;
	/** Its gravest active alert, if all of them are acknowledged. */
	acknowledged: Alert | undefined;
	/** The service that it is a campaign of, and its name. */
	source: Source;
	service: string;
};

type TargetOf = Pick<Target, 'kind' | 'id'>;

const targetKey = ({kind, id}: TargetOf): string => `${kind} ${id}`;

/** Commands by target, cached: every row of a long board asks for its own, in every frame. */
const commandsByTarget = new WeakMap<readonly Pending[], Map<string, Pending[]>>();

const commandsOn = (commands: readonly Pending[], target: TargetOf): readonly Pending[] => {
	if (commands.length === 0) {
		return commands;
	}
	const byTarget = commandsByTarget.get(commands) ?? Map.groupBy(commands, ({command}) => targetKey(command.target));
	commandsByTarget.set(commands, byTarget);
	return byTarget.get(targetKey(target)) ?? [];
};

/** The open command on a target, else the last one that ended within {@link shownFor}. */
export const commandOn = (state: State, target: TargetOf): Pending | undefined => {
	const commands = commandsOn(state.commands, target);
	return commands.findLast(isOpen) ?? commands.findLast(({at}) => elapsed(at, state.now) < shownFor);
};

/** Why a control has to wait: the same is still under way on its target, or its outcome unknown; undefined if it need not. */
export const whyNotNow = (
	{commands}: State,
	control: Pick<Control, 'operation'> & {target: TargetOf},
): string | undefined => {
	const pending = commands.findLast(one => isOpen(one) && isSameControl(one.command, control));
	if (!pending) {
		return undefined;
	}
	const {verb} = pending.command;
	return pending.phase === 'unknown' ? `the outcome of ${verb} on it is unknown` : `${verb} is still under way on it`;
};

/** The lists last read. */
export const listsOf = ({lists}: Pick<State, 'lists'>): readonly CallingList[] => lists.value?.lists ?? [];

/**
 * All lists of a campaign as they were last read, beside its figures or for the view of lists; undefined if they never were.
 */
export const listsOfCampaign = (
	{lists, dashboards}: Pick<State, 'lists' | 'dashboards'>,
	campaignId: string,
): readonly CallingList[] | undefined => {
	const own = dashboards.get(campaignId)?.value?.lists;
	const {value} = lists;
	return own ?? (value?.campaignId === campaignId && !isFiltered(value) ? value.lists : undefined);
};

/** A list among those last read; undefined if it is not one of them. */
export const listIn = (state: Pick<State, 'lists'>, id: string): CallingList | undefined =>
	listsOf(state).find(list => list.id === id);

/** The settings of a campaign as they were last read; undefined if they never were. */
export const settingsOf = (state: Pick<State, 'settings'>, campaignId: string): readonly Setting[] | undefined =>
	state.settings.get(campaignId)?.value;

/** The accounts of a company if it is the one that was read last. */
export const accountsOf = (
	{accounts}: Pick<State, 'accounts'>,
	companyId: string | undefined,
): CompanyAccounts | undefined => (accounts?.companyId === companyId ? accounts : undefined);

/** The row that was made last of a campaign, and of what. */
const lastRows = new WeakMap<Campaign, {known: Loaded<CampaignDashboard>; row: CampaignRow}>();

/** One campaign's row, the same object until something in it changes; undefined if the service does not list it. */
export const campaignRow = (state: State, id: string): CampaignRow | undefined => {
	const campaign = state.campaigns.value?.get(id);
	if (!campaign) {
		return undefined;
	}
	const known = state.dashboards.get(id) ?? notLoaded;
	const {value: dashboard, span, failure} = known;
	const {source} = state;
	const {statusWords} = source;
	const command = commandOn(state, {kind: 'campaign', id});
	const gravest = gravestAlertOf(state.alerts, id);
	const last = lastRows.get(campaign);
	if (
		last?.known === known &&
		last.row.source === source &&
		last.row.command === command &&
		(last.row.alert ?? last.row.acknowledged) === gravest
	) {
		return last.row;
	}
	const alert = gravest && isOpenAlert(gravest) ? gravest : undefined;
	const row: CampaignRow = {
		...mergedStatus(campaign, known, statusWords),
		campaign,
		listedState: dialStateOf(campaign.status, statusWords),
		shownState: dialStateOf(dashboard?.figures?.status, statusWords),
		dashboard,
		span,
		figures: dashboard?.figures,
		command,
		failure,
		alert,
		acknowledged: alert ? undefined : gravest,
		source,
		service: source.profile,
	};
	lastRows.set(campaign, {known, row});
	return row;
};

/** The campaigns among these that the service does not list; empty until it has listed any. */
export const notListed = ({campaigns}: Pick<State, 'campaigns'>, wanted: Iterable<string> = []): string[] =>
	[...wanted].filter(id => campaigns.value?.has(id) === false);

/** The rows made last of each listing, the state that they are of, and their indexes by id. */
const rowsOf = new WeakMap<
	ReadonlyMap<string, Campaign>,
	{state: State; rows: readonly CampaignRow[]; indexes: ReadonlyMap<string | undefined, number>}
>();

const noRows: readonly CampaignRow[] = [];

/** The campaigns whose rows may differ between two states of the same listing: the row of a command's target also changes as time passes. */
const changedBetween = (before: State, after: State): Iterable<string | undefined> => {
	const targets = [...before.commands, ...after.commands].map(({command}) => command.target.id);
	return new Set([
		...after.dashboards.changes(before.dashboards),
		...gravestChanges(before.alerts, after.alerts),
		...targets,
	]);
};

/** Every row, in the service's order; the same array for as long as no row changes. */
export const campaignRows = (state: State): readonly CampaignRow[] => {
	const listed = state.campaigns.value;
	if (!listed) {
		return noRows;
	}
	const last = rowsOf.get(listed);
	if (last?.state === state) {
		return last.rows;
	}
	if (!last || last.state.source !== state.source) {
		const rows = [...listed.keys()].flatMap(id => campaignRow(state, id) ?? []);
		rowsOf.set(listed, {state, rows, indexes: new Map(rows.map(({campaign}, index) => [campaign.id, index]))});
		return rows;
	}
	const {indexes} = last;
	let rows: CampaignRow[] | undefined;
	for (const id of changedBetween(last.state, state)) {
		const index = indexes.get(id);
		const row = id === undefined || index === undefined ? undefined : campaignRow(state, id);
		if (index !== undefined && row && row !== last.rows[index]) {
			rows ??= [...last.rows];
			rows[index] = row;
		}
	}
	rowsOf.set(listed, {state, rows: rows ?? last.rows, indexes});
	return rows ?? last.rows;
};

/** Sums over the board, with how many rows they are of; undefined if no row has the figure. */
export type Totals = {
	rows: number;
	counted: number;
	agents: number | undefined;
	ready: number | undefined;
	onCall: number | undefined;
	wrapUp: number | undefined;
	paused: number | undefined;
	ringing: number | undefined;
	waiting: number | undefined;
	remainingLeads: number | undefined;
};

/** The sum of a figure over the rows that have it; undefined if none does. */
export const sumOf = (rows: readonly CampaignRow[], of: (figures: Figures) => number | undefined): number | undefined =>
	rows.reduce<number | undefined>((total, {figures}) => {
		const value = figures && of(figures);
		return value === undefined ? total : (total ?? 0) + value;
	}, undefined);

/** Sums the rows that have figures. */
export const totalsOf = (rows: readonly CampaignRow[]): Totals => {
	const all = rows.flatMap(({figures}) => figures ?? []);
	const sum = (of: (figures: Figures) => number | undefined) => sumOf(rows, of);
	return {
		rows: rows.length,
		counted: all.length,
		agents: sum(figures => figures.agents),
		ready: sum(figures => figures.ready),
		onCall: sum(figures => figures.onCall),
		wrapUp: sum(figures => figures.wrapUp),
		paused: sum(figures => figures.paused),
		ringing: sum(figures => figures.ringing),
		waiting: sum(figures => figures.waiting),
		remainingLeads: sum(figures => figures.remainingLeads),
	};
};

/** Milliseconds since the service sent what is shown; undefined if the clocks parted (then it is stale). */
export const ageOf = (state: State, span: Span | undefined): number | undefined =>
	span && span.receivedAt.mono > state.staleBefore ? elapsed(span.sentAt, state.now) : undefined;

/** A row is old once it is this many times the interval behind; until then its age means nothing. */
const patience = 3;

/** Milliseconds between two polls of a campaign: an engine has one for each time that it scraped. */
const paceOf = ({link}: Pick<State, 'link'>, interval: number): number =>
	Math.max(interval, (link.kind === 'live' && link.metrics?.pace) || 0);

/** True once a row is older than it should be, or could not be read at the last try. */
export const isOld = (
	state: State,
	{span, failure}: Pick<CampaignRow, 'span' | 'failure'>,
	interval: number,
): boolean => {
	const old = ageOf(state, span);
	return failure !== undefined || old === undefined || old > Math.max(patience * paceOf(state, interval), 5000);
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
