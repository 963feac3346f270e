/** Why a campaign is not dialing: the reasons that its figures support, each with its figure. */

import type {Shift} from './causes.ts';
import {dialedPerMinute, honestPercent, linesInUse} from './derived.ts';
import {type CallingList, listIsOn} from './list.ts';
import type {Off, Reason} from './reason.ts';
import {lately, recentOf} from './recent.ts';
import type {CampaignRow} from './select.ts';
import {numberIn, settingIn} from './setting-values.ts';
import type {Figures, Setting} from './wire.ts';

/**
 * What the figures say of the dialing.
 *
 * - `dialing`: calls are ringing, or were dialed in the last minute that the service drew
 * - `not-dialing`: nothing rings, or the service says that it does not dial
 * - `unexplained`: it should dial, nothing rings, and no figure says why
 * - `unknown`: figures that it takes are missing, or its status is a word without a known meaning, or its two sources disagree
 *   and nothing rings
 */
export type Verdict = 'dialing' | 'not-dialing' | 'unexplained' | 'unknown';

/** What is known of a campaign's dialing. */
export type Diagnosis = {
	verdict: Verdict;
	/** The gravest first. Of a campaign that dials they are what holds it back, or will. */
	reasons: readonly Reason[];
	ringing: number | undefined;
	/** Calls on the lines and with agents: they end by themselves. */
	inProgress: number | undefined;
	/** Leads dialed a minute over the last fifteen minutes. */
	perMinute: number | undefined;
	/** Figures that did not come and could explain more, by their wire names. */
	missing: readonly string[];
};

/** Methods that dial without agents, at a velocity instead of a level (section 2.2). */
const withoutAgents: ReadonlySet<string | undefined> = new Set(['BROADCAST', 'SMSB']);
const byHand = 'MANUAL';
/** The drop limit is for adaptive dialing (section 2.2). */
const unadaptive: ReadonlySet<string | undefined> = new Set([...withoutAgents, byHand, 'RATIO']);

/** The words of scheduler_status are not given by the interface; these are the sandbox's. */
const hours: ReadonlyMap<string, 'open' | 'closed'> = new Map([
	['OPEN', 'open'],
	['CLOSED', 'closed'],
]);

/** Its dial method in upper case; undefined if the service says none. */
export const methodOf = ({
	campaign,
	figures,
}: {
	campaign: Pick<CampaignRow['campaign'], 'dialMethod'>;
	figures: Figures | undefined;
}): string | undefined => (figures?.paceMethod ?? campaign.dialMethod)?.trim().toUpperCase();

/** Whether its method dials without agents. */
export const needsNoAgents = (row: CampaignRow): boolean => withoutAgents.has(methodOf(row));

const statusReasons = ({state, status = '', figures, dispute}: CampaignRow): Reason[] => {
	if (dispute) {
		return [{kind: 'disputed', listed: dispute.listing.status, shown: dispute.dashboard.status}];
	}
	return state === 'stopped' || state === 'paused' ? [{kind: state, status, ready: figures?.ready}] : [];
};

const leadsOff = ({totalLeads, activeLeads}: Figures): number =>
	Math.max(0, (totalLeads ?? 0) - (activeLeads ?? totalLeads ?? 0));

const offOf = ({campaign, dashboard}: CampaignRow, figures: Figures, lists: readonly CallingList[]): Off => {
	const own = lists.filter(({campaignId}) => campaignId === campaign.id);
	const [largest] = (own.length > 0 ? own : (dashboard?.lists ?? []))
		.filter(({campaignId, status}) => campaignId === campaign.id && listIsOn(status) === false)
		.flatMap(({id, name = '', remainingLeads}) => (remainingLeads ? [{id, name, remaining: remainingLeads}] : []))
		.toSorted((one, other) => other.remaining - one.remaining);
	return {leads: leadsOff(figures), list: largest};
};

/** Whether a campaign that should dial runs dry beside leads on lists that are off: then its lists say which one to switch on. */
export const needsLists = (row: CampaignRow): boolean => {
	const {figures, state} = row;
	return (
		figures !== undefined && state === 'dialing' && leadsOff(figures) > 0 && leadReasons(row, figures, []).length > 0
	);
};

/** Leads that are dialed in a minute, as is usual for it. */
const usualPace = ({dashboard}: CampaignRow): number => {
	const {dials = 0, seconds = 0} = dashboard?.history.learned?.usual ?? {};
	return seconds > 0 ? (dials / seconds) * 60 : 0;
};

/** The polls of the last seconds in one bucket; undefined if they do not reach so far back. */
const lastSeconds = (dashboard: CampaignRow['dashboard'], seconds: number) => {
	const recent = dashboard && recentOf(dashboard.history);
	return recent && lately(recent, seconds);
};

/** Whether nothing was dialed lately: for half a minute, or since the poll before where polls are further apart. */
const isQuiet = ({dashboard, figures}: CampaignRow): boolean =>
	figures?.ringing === 0 && lastSeconds(dashboard, quietSeconds)?.dials === 0;

const quietSeconds = 10;

const leadReasons = (row: CampaignRow, figures: Figures, lists: readonly CallingList[]): Reason[] => {
	const {totalLeads, activeLeads, remainingLeads, recycled} = figures;
	const off = offOf(row, figures, lists);
	if (totalLeads === 0) {
		return [{kind: 'no-leads'}];
	}
	if (activeLeads === 0 && totalLeads !== undefined) {
		return [{kind: 'lists-off', total: totalLeads, off}];
	}
	if (remainingLeads === 0) {
		return [{kind: 'leads-done', active: activeLeads, recycled, off}];
	}
	const isFew = remainingLeads !== undefined && remainingLeads <= usualPace(row) && isQuiet(row);
	return isFew ? [{kind: 'leads-few', remaining: remainingLeads, recycled, off}] : [];
};

/** Agents count as missing below this percentage of the last hour's, and from this number on. */
const staffed = 60;
const fewestGone = 3;

/** The agents of the last hour (their upper quartile) and those of now; undefined if nobody is missing, or the campaign is closed. */
export const staffing = ({dashboard, figures}: CampaignRow): Shift | undefined => {
	const now = figures?.agents;
	if (now === undefined || !figures || !dashboard?.agents?.some(({agents = 0}) => agents - now >= fewestGone)) {
		return undefined;
	}
	if (hourReasons(figures).length > 0) {
		return undefined;
	}
	const points = dashboard.agents.slice(-hour).flatMap(({agents}) => agents ?? []);
	const before = points.toSorted((one, other) => one - other)[Math.floor(points.length * 0.75)] ?? now;
	return before - now >= fewestGone ? {figure: 'agents', from: before, to: now} : undefined;
};

/** Points of the graph of agents, of which there is one a minute. */
const hour = 60;

const staffReasons = (row: CampaignRow): Reason[] => {
	const gone = staffing(row);
	return gone && gone.to * 100 <= gone.from * staffed ? [{kind: 'agents-left', shifts: [gone], isSure: true}] : [];
};

/** A campaign cannot hold more lines; what its agents talk on counts among them. */
const lineReasons = ({figures, state}: CampaignRow, settings: readonly Setting[] | undefined): Reason[] => {
	const lines = numberIn(settingIn(settings, 'number_of_lines'));
	const inUse = figures && linesInUse({...figures, onCall: figures.onCall ?? 0});
	const {ready} = figures ?? {};
	return state === 'dialing' && lines && ready && inUse !== undefined && inUse >= lines
		? [{kind: 'lines-full', lines, ready}]
		: [];
};

const hourReasons = ({schedulerStatus, schedule}: Figures): Reason[] =>
	schedulerStatus !== undefined && hours.get(schedulerStatus.trim().toUpperCase()) === 'closed'
		? [{kind: 'outside-hours', word: schedulerStatus, schedule}]
		: [];

const paceReasons = (row: CampaignRow, settings: readonly Setting[] | undefined): Reason[] => {
	const isZero = (text: string | undefined): boolean => numberIn(text) === 0;
	const method = methodOf(row);
	const level = row.figures?.paceTempo ?? settingIn(settings, 'autodiallevel');
	const lines: Reason[] = isZero(settingIn(settings, 'number_of_lines')) ? [{kind: 'no-lines'}] : [];
	if (method === undefined || method === byHand) {
		return lines;
	}
	if (withoutAgents.has(method)) {
		return isZero(settingIn(settings, 'velocity')) ? [...lines, {kind: 'no-velocity'}] : lines;
	}
	return level !== undefined && isZero(level) ? [...lines, {kind: 'level-zero', level}] : lines;
};

const dropReasons = (method: string | undefined, figures: Figures): Reason[] => {
	const [rate, limit] = [honestPercent(figures.dropRate), honestPercent(figures.dropLimit)];
	return !unadaptive.has(method) && rate !== undefined && limit !== undefined && rate > 0 && rate >= limit
		? [{kind: 'drop-limit', rate, limit}]
		: [];
};

const agentReasons = (method: string | undefined, {agents, ready, onCall, wrapUp, paused}: Figures): Reason[] => {
	if (method === undefined || withoutAgents.has(method)) {
		return [];
	}
	if (agents === 0) {
		return [{kind: 'no-agents'}];
	}
	return ready === 0 ? [{kind: 'none-ready', onCall, wrapUp, paused}] : [];
};

/** Whether calls wait and nobody is ready: now, and on average lately. */
const isOverloaded = ({figures, dashboard}: CampaignRow): boolean => {
	const last = lastSeconds(dashboard, overloadSeconds);
	const isNow = figures?.ready === 0 && (figures.waiting ?? 0) > 0;
	return last && !Number.isNaN(last.waiting) ? last.ready < last.polls / 2 && last.waiting > last.polls / 4 : isNow;
};

const overloadSeconds = 20;

const wordReasons = ({schedulerStatus: word}: Figures): Reason[] =>
	word === undefined || word === '' || hours.has(word.trim().toUpperCase()) ? [] : [{kind: 'scheduler-word', word}];

const missingOf = (row: CampaignRow): string[] => {
	const {figures, status} = row;
	const needed: readonly (readonly [string, unknown])[] = [
		['display_status', status],
		['calls_ringings', figures?.ringing],
		['total_leads', figures?.totalLeads],
		['active_leads', figures?.activeLeads],
		['remaining_leads', figures?.remainingLeads],
		['pace_method', methodOf(row)],
		['ready', figures?.ready],
		['scheduler_status', figures?.schedulerStatus],
		['percentage_dropped', honestPercent(figures?.dropRate)],
		['adaptive_dropped_percentage', honestPercent(figures?.dropLimit)],
	];
	return needed.filter(([, value]) => value === undefined).map(([name]) => name);
};

const total = (...parts: readonly (number | undefined)[]): number | undefined =>
	parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0);

/** Diagnoses a campaign. `settings` are those of get_campaign_settings, `lists` those of get_lists, if they have been read. */
export const diagnose = (
	row: CampaignRow,
	settings?: readonly Setting[],
	lists: readonly CallingList[] = [],
): Diagnosis => {
	const {figures, dashboard, state, dispute} = row;
	const method = methodOf(row);
	const calls = dashboard?.calls;
	const ringing = figures?.ringing;
	const known = {
		ringing,
		inProgress: total(figures?.activeCalls, figures?.onCall),
		perMinute: dialedPerMinute(calls),
		missing: missingOf(row),
	};
	const blocks = [
		...statusReasons(row),
		...(figures ? [...leadReasons(row, figures, lists), ...hourReasons(figures)] : []),
		...paceReasons(row, settings),
	];
	const holds = figures ? dropReasons(method, figures) : [];
	const full = lineReasons(row, settings);
	const cause = dashboard?.history.cause;
	// At the cap fewer dials are expected.
	const named =
		cause && !(full.length > 0 && cause.kind === 'held-back') ? [cause, ...(cause.also ? [cause.also] : [])] : [];
	const gone = state === 'dialing' ? staffReasons(row).filter(({kind}) => named.every(one => one.kind !== kind)) : [];
	const waits = figures && isOverloaded(row) ? agentReasons(method, figures) : [];
	const causes = [...named, ...gone];
	const agents = figures ? agentReasons(method, figures) : [];
	if (!dispute && (state === 'stopped' || state === 'paused')) {
		return {...known, verdict: 'not-dialing', reasons: [...blocks, ...agents, ...holds]};
	}
	if (state === 'dialing' && (ringing ?? 0) > 0) {
		return {...known, verdict: 'dialing', reasons: [...blocks, ...full, ...causes, ...waits, ...holds]};
	}
	const reasons: Reason[] = [
		...blocks,
		...full,
		...causes,
		...agents,
		...holds,
		...(method === byHand ? [{kind: 'by-hand'} as const] : []),
		...(figures ? wordReasons(figures) : []),
	];
	if (state === 'unknown' || dispute || ringing === undefined) {
		return {...known, verdict: 'unknown', reasons};
	}
	// Between two calls nothing rings for a moment, and that takes no explanation.
	if (blocks.length === 0 && (calls?.at(-1)?.dialed ?? 0) > 0) {
		return {...known, verdict: 'dialing', reasons: [...full, ...causes, ...agents, ...holds]};
	}
	return {...known, verdict: reasons.length > 0 ? 'not-dialing' : 'unexplained', reasons};
};
