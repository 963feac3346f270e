/** The rules of the alerts, a row each: what it measures, its words, and its settings unless the configuration changes them. */
import type {AlertSettings, RuleId} from '../model/alert.ts';
import {timeLeft} from '../model/derived.ts';
import {diagnose, needsNoAgents} from '../model/diagnosis.ts';
import {type Reason, shortWords} from '../model/reason.ts';
import type {CampaignRow} from '../model/select.ts';
import {dropRules} from './drop-rules.ts';
import {type Drawn, drawnBefore} from './first-look.ts';
import {answerRules, floorRules, hoursRule, starved} from './floor-rules.ts';
import {changedRule} from './outside-rules.ts';
import {pausedMore} from './paused-rules.ts';
import {periodRules} from './period-rules.ts';
import type {CampaignPoll, CampaignRule, Measurement, Rule, ServiceRule} from './rule.ts';

/** For how long nothing was dialed though agents were ready, both at the start and at the end of a minute, or none are needed. */
const idleBefore = (poll: CampaignPoll): Drawn | undefined =>
	drawnBefore(poll, ({dialed, ready}, before) =>
		dialed > 0
			? false
			: Number.isNaN(dialed)
				? 'unknown'
				: needsNoAgents(poll.row) || (ready > 0 && (before?.ready ?? 0) > 0),
	);

/** Whether nothing was dialed between the two last polls, or in the last minute before the first one, and nothing rings. */
const dialsNothing = (poll: CampaignPoll): boolean | 'unknown' => {
	const {row, previous, wasDialing} = poll;
	const {calledToday, ringing} = row.figures ?? {};
	const before = previous?.value?.figures?.calledToday;
	if ((ringing ?? 0) > 0 || !wasDialing) {
		return false;
	}
	const isIdle = previous
		? calledToday === undefined || before === undefined
			? 'unknown'
			: calledToday === before
		: wasIdle(idleBefore(poll));
	return isIdle === true && ringing === undefined ? 'unknown' : isIdle;
};

const wasIdle = (drawn: Drawn | undefined): boolean | 'unknown' => (drawn === undefined ? 'unknown' : drawn.drawn > 0);

/** Since when nothing is dialed. */
const idleSince = (poll: CampaignPoll): Pick<Measurement, 'since' | 'drawn'> =>
	idleBefore(poll) ?? {since: poll.previous?.span?.receivedAt};

/** Whether a first look shows if it dials. */
const tellsDialing = (poll: CampaignPoll): boolean =>
	(poll.row.figures?.ringing ?? 0) > 0 || poll.row.figures?.ready === 0 || idleBefore(poll) !== undefined;

/** The reasons that by themselves explain why nothing is dialed. */
const stopping: ReadonlySet<Reason['kind']> = new Set([
	'no-leads',
	'lists-off',
	'leads-done',
	'leads-few',
	'outside-hours',
	'level-zero',
	'drop-limit',
]);

/** Why a campaign that should dial does not, as far as its figures show. */
const whyNotDialing = ({row}: CampaignPoll): Reason | undefined =>
	diagnose(row).reasons.find(({kind}) => stopping.has(kind));

const because = (cause: Reason | undefined) => ({note: cause ? shortWords[cause.kind] : '', cause});

/** Why none of its leads remains. */
const whyNoLeads = (row: CampaignRow): Reason | undefined => diagnose(row).reasons.find(({kind}) => ofLeads.has(kind));

const ofLeads: ReadonlySet<Reason['kind']> = new Set(['no-leads', 'lists-off', 'leads-done']);

/** Whether it should be dialing: agents are ready, or it needs none and no known reason holds it back. */
const shouldDial = (poll: CampaignPoll): boolean | 'unknown' => {
	const {row} = poll;
	const ready = row.figures?.ready;
	return needsNoAgents(row)
		? Boolean(ready) || whyNotDialing(poll) === undefined
		: ready === undefined
			? 'unknown'
			: ready > 0;
};

/** Causes of calls that wait. */
const overloading: ReadonlySet<Reason['kind']> = new Set([
	'agents-left',
	'agents-paused',
	'level-up',
	'more-answers',
	'machines-pass',
	'long-wrap-up',
	'long-talks',
]);

/** Calls that wait, per agent who is signed in, below which there are few. */
const fewShare = 0.03;

/** The rules on a campaign; of one kind, the graver later. */
export const campaignRules: readonly CampaignRule[] = [
	hoursRule,
	...dropRules,
	...periodRules,
	...answerRules,
	{
		id: 'waiting',
		kind: 'waiting',
		level: 'warning',
		unit: 'calls',
		title: 'no agent ready',
		figure: amount => `${amount} waiting, and no agent ready`,
		defaults: {threshold: 1, margin: 0, seconds: 30, polls: 4},
		inForce: ({seconds}) => `calls waiting and no agent ready for ${seconds}`,
		needs: ['waiting', 'ready'],
		measure({row}, {threshold}) {
			const {waiting, ready} = row.figures ?? {};
			if (waiting === undefined || ready === undefined) {
				return 'unknown';
			}
			// On a large floor somebody becomes ready every second: a few calls that wait for one are no overload.
			const line = Math.max(threshold, Math.ceil(fewShare * (row.figures?.agents ?? 0)));
			return ready === 0 && waiting >= line
				? {
						value: waiting,
						threshold: line,
						...because(diagnose(row).reasons.find(({kind}) => overloading.has(kind))),
					}
				: undefined;
		},
	},
	starved,
	{
		id: 'idle',
		kind: 'dialing',
		level: 'warning',
		unit: 'agents',
		title: 'agents idle',
		counts: 'ready',
		figure: amount => `${amount} ready, and nothing rings`,
		defaults: {threshold: 1, margin: 0, seconds: 60, polls: 3},
		inForce: ({seconds}) => `PLAY, agents ready and nothing ringing for ${seconds}`,
		needs: ['ready', 'ringing', 'calledToday'],
		isCompared: true,
		whileDialing: true,
		inOneLook: tellsDialing,
		measure(poll, {threshold}) {
			const idle = dialsNothing(poll);
			const ready = poll.row.figures?.ready;
			if (idle === false || ready === 0) {
				return undefined;
			}
			return idle === 'unknown' || ready === undefined
				? 'unknown'
				: {value: ready, threshold, ...because(whyNotDialing(poll)), ...idleSince(poll)};
		},
	},
	{
		id: 'not-dialing',
		kind: 'dialing',
		level: 'critical',
		unit: 'seconds',
		title: 'not dialing',
		figure: amount => `no dials for ${amount}`,
		defaults: {threshold: 180, margin: 0, seconds: 0, polls: 3},
		says: ({figure, because}) => `PLAY, and ${figure}${because}`,
		inForce: ({threshold}) => `PLAY and nothing dialed for ${threshold}`,
		needs: ['ready', 'ringing', 'calledToday'],
		isLasting: true,
		isCompared: true,
		whileDialing: true,
		inOneLook: tellsDialing,
		measure(poll, {threshold}) {
			const [idle, should] = [dialsNothing(poll), shouldDial(poll)];
			if (idle === false || should === false) {
				return undefined;
			}
			return idle === 'unknown' || should === 'unknown'
				? 'unknown'
				: {threshold, ...because(whyNotDialing(poll)), ...idleSince(poll)};
		},
	},
	{
		id: 'leads-low',
		kind: 'leads',
		level: 'warning',
		unit: 'minutes',
		title: 'leads run out',
		figure: amount => `leads for ${amount} at the present pace`,
		cell: amount => `in ${amount.replace('under ', '<')}`,
		defaults: {threshold: 60, margin: 15, seconds: 30, polls: 2},
		says: ({figure, isNone, note}) => (isNone ? `PLAY, and ${note}` : figure),
		inForce: ({threshold}) => `leads for less than ${threshold} at the present pace`,
		needs: ['remainingLeads', 'remainingTime'],
		isLow: true,
		whileDialing: true,
		coveredBy: 'dialing',
		measure({row, previous, alert}, {threshold}, {rules}) {
			const {figures, span} = row;
			if (figures?.remainingLeads === undefined) {
				return 'unknown';
			}
			if (figures.remainingLeads === 0) {
				const dialing = alert('dialing');
				if (dialing) {
					// If agents sit idle because of it, the alert about dialing says so, as long as this poll shows it.
					return span && dialing.seenAt.mono < span.receivedAt.mono ? 'unknown' : undefined;
				}
				const why = whyNoLeads(row);
				// Later polls say that they sit idle; one look may not.
				return figures.ready && previous && (rules.idle.on || rules['not-dialing'].on)
					? 'unknown'
					: {value: 0, threshold, ...because(why)};
			}
			const time = timeLeft(row)?.seconds;
			return time ? {value: time / 60, threshold} : 'unknown';
		},
	},
	pausedMore,
	...floorRules,
	changedRule,
];

/** How many campaigns a poll could not read, the newest failure's reason with them. */
const unreadNote = (names: readonly string[], reason: string | undefined): string =>
	`${names.length === 1 ? names[0] : `${names.length} campaigns`}: ${reason}`;

/** The rules on the service as a whole. */
export const serviceRules: readonly ServiceRule[] = [
	{
		id: 'stale',
		kind: 'stale',
		level: 'warning',
		unit: 'seconds',
		title: 'figures stale',
		figure: amount => `figures not read for ${amount}`,
		defaults: {threshold: 60, margin: 0, seconds: 30, polls: 1},
		inForce: ({threshold}) => `figures that could not be read for ${threshold}`,
		isLasting: true,
		measure({link, campaigns, dashboards, now}, {threshold}) {
			if (link.kind !== 'live') {
				// The service as a whole has an alert of its own.
				return 'unknown';
			}
			const failed = [...dashboards].filter(([, {failure}]) => failure);
			const tries = [...failed.map(([, tried]) => tried), ...(campaigns.failure ? [campaigns] : [])];
			if (tries.length === 0) {
				return undefined;
			}
			const sentAt = tries.flatMap(({span}) => span?.sentAt.mono ?? []);
			const newest = failed.flatMap(([, {failure}]) => failure ?? []).toSorted((a, b) => b.at.mono - a.at.mono);
			return {
				...(sentAt.length > 0 && {value: Math.max(0, now.mono - Math.min(...sentAt)) / 1000}),
				threshold,
				note: campaigns.failure
					? `the list of campaigns: ${campaigns.failure.reason}`
					: unreadNote(
							failed.map(([id]) => campaigns.value?.get(id)?.name ?? id),
							newest[0]?.reason,
						),
			};
		},
	},
	{
		id: 'service',
		kind: 'service',
		level: 'critical',
		unit: 'seconds',
		title: 'no service',
		figure: amount => `no service for ${amount}`,
		defaults: {threshold: 15, margin: 0, seconds: 0, polls: 1},
		inForce: ({threshold}) => `no service for ${threshold}`,
		isLasting: true,
		measure({link, campaigns, source}, {threshold}) {
			switch (link.kind) {
				case 'retrying':
					// Whether the service answers is not known while its metrics are missing.
					return source.watchOnly ? 'unknown' : {threshold, note: link.reason, since: link.since};
				case 'signed-out':
					// Before the first answer nobody was signed in.
					return campaigns.value ? {threshold, note: `signed out: ${link.reason || 'sign in to go on'}`} : undefined;
				case 'gone':
					return {threshold, note: link.reason};
				case 'starting':
					return 'unknown';
				case 'live':
					return link.silentSince && {threshold, note: 'no answer comes', since: link.silentSince};
			}
		},
	},
	{
		id: 'metrics',
		kind: 'metrics',
		level: 'critical',
		unit: 'seconds',
		title: 'no metrics',
		figure: amount => `no metrics for ${amount}`,
		defaults: {threshold: 15, margin: 0, seconds: 0, polls: 1},
		profilePart: 'watchOnly',
		inForce: ({threshold}) => `no metrics for ${threshold}`,
		isLasting: true,
		measure: ({link, source}, {threshold}) =>
			source.watchOnly && link.kind === 'retrying' ? {threshold, note: link.reason, since: link.since} : undefined,
	},
];

/** Every rule. */
export const allRules: readonly Rule[] = [...campaignRules, ...serviceRules];

/** Every rule by its id. */
export const ruleOf = Object.fromEntries(allRules.map(rule => [rule.id, rule])) as Readonly<Record<RuleId, Rule>>;

/** The settings that hold unless the configuration changes them. */
export const alertDefaults: AlertSettings = {
	rules: Object.fromEntries(
		allRules.map(({id, defaults}) => [id, {on: true, ...defaults, runbook: null}]),
	) as AlertSettings['rules'],
	leastHuman: 50,
	leastDrops: 5,
	mergeWithin: 600,
};
