/** Why a campaign is not dialing: the reasons that its figures support, each with its figure. */

import {dialedPerMinute, honestPercent} from './derived.ts';
import type {CampaignRow} from './select.ts';
import {numberIn, settingIn} from './setting-values.ts';
import type {Figures, Setting} from './wire.ts';

/** A reason, with the figures that it rests on. */
export type Reason =
	/** Stopped, paused: the service's own word. */
	| {kind: 'stopped'; status: string}
	| {kind: 'paused'; status: string}
	/** It has no leads at all. */
	| {kind: 'no-leads'}
	/** It has leads, and none of them on a list that is on. */
	| {kind: 'lists-off'; total: number}
	/** All that may be dialed have been; `recycled` ones wait for another attempt. */
	| {kind: 'leads-done'; active: number | undefined; recycled: number | undefined}
	| {kind: 'outside-hours'; word: string; schedule: string | undefined}
	/** The level, the lines or the velocity is 0. */
	| {kind: 'level-zero'; level: string}
	| {kind: 'no-lines'}
	| {kind: 'no-velocity'}
	| {kind: 'no-agents'}
	| {kind: 'none-ready'; onCall: number | undefined; wrapUp: number | undefined; paused: number | undefined}
	/** Percent, both; an adaptive method dials less then. */
	| {kind: 'drop-limit'; rate: number; limit: number}
	/** Agents dial one by one. */
	| {kind: 'by-hand'}
	/** A word of the scheduler that the interface does not explain. */
	| {kind: 'scheduler-word'; word: string};

/**
 * What the figures say of the dialing.
 *
 * - `dialing`: calls are ringing, or were dialed in the last minute that the service drew
 * - `not-dialing`: nothing rings, or the service says that it does not dial
 * - `unexplained`: it should dial, nothing rings, and no figure says why
 * - `unknown`: figures that it takes are missing, or its status is a word that nobody explains
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
const withoutAgents: ReadonlySet<string> = new Set(['BROADCAST', 'SMSB']);
const byHand = 'MANUAL';
/** The drop limit is for adaptive dialing (section 2.2). */
const unadaptive: ReadonlySet<string> = new Set([...withoutAgents, byHand, 'RATIO']);

/** The words of scheduler_status are not given by the interface; these are the sandbox's. */
const hours: ReadonlyMap<string, 'open' | 'closed'> = new Map([
	['OPEN', 'open'],
	['CLOSED', 'closed'],
]);

const methodOf = ({campaign, figures}: CampaignRow): string | undefined =>
	(figures?.paceMethod ?? campaign.dialMethod)?.trim().toUpperCase();

/** Whether its method dials without agents. */
export const needsNoAgents = (row: CampaignRow): boolean => withoutAgents.has(methodOf(row) ?? '');

const statusReasons = ({state, status = ''}: CampaignRow): Reason[] =>
	state === 'stopped' || state === 'paused' ? [{kind: state, status}] : [];

const leadReasons = ({totalLeads, activeLeads, remainingLeads, recycled}: Figures): Reason[] => {
	if (totalLeads === 0) {
		return [{kind: 'no-leads'}];
	}
	if (activeLeads === 0 && totalLeads !== undefined) {
		return [{kind: 'lists-off', total: totalLeads}];
	}
	return remainingLeads === 0 ? [{kind: 'leads-done', active: activeLeads, recycled}] : [];
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
	return !unadaptive.has(method ?? '') && rate !== undefined && limit !== undefined && rate > 0 && rate >= limit
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

/** Diagnoses a campaign. `settings` are those of get_campaign_settings, if they have been read. */
export const diagnose = (row: CampaignRow, settings?: readonly Setting[]): Diagnosis => {
	const {figures, dashboard, state} = row;
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
		...(figures ? [...leadReasons(figures), ...hourReasons(figures)] : []),
		...paceReasons(row, settings),
	];
	const holds = figures ? dropReasons(method, figures) : [];
	const agents = figures ? agentReasons(method, figures) : [];
	if (state === 'stopped' || state === 'paused') {
		return {...known, verdict: 'not-dialing', reasons: [...blocks, ...agents, ...holds]};
	}
	if (state === 'dialing' && (ringing ?? 0) > 0) {
		return {...known, verdict: 'dialing', reasons: [...blocks, ...holds]};
	}
	const reasons: Reason[] = [
		...blocks,
		...agents,
		...holds,
		...(method === byHand ? [{kind: 'by-hand'} as const] : []),
		...(figures ? wordReasons(figures) : []),
	];
	if (state === 'unknown' || ringing === undefined) {
		return {...known, verdict: 'unknown', reasons};
	}
	// Between two calls nothing rings for a moment, and that takes no explanation.
	if (blocks.length === 0 && (calls?.at(-1)?.dialed ?? 0) > 0) {
		return {...known, verdict: 'dialing', reasons: [...agents, ...holds]};
	}
	return {...known, verdict: reasons.length > 0 ? 'not-dialing' : 'unexplained', reasons};
};
