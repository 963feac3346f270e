/** Alerts as they are stored, the settings of their rules, and what the screen asks of them. */

import {ById} from './by-id.ts';
import type {Reason} from './reason.ts';
import type {Moment} from './time.ts';
import type {Figures} from './wire.ts';

/** How grave an alert is. */
export type AlertLevel = 'warning' | 'critical';

/** What an alert is about. One campaign has one alert of a kind, which rises in level as graver rules join. */
export type AlertKind =
	| 'hours'
	| 'drop'
	| 'period'
	| 'changed'
	| 'answers'
	| 'waiting'
	| 'dialing'
	| 'leads'
	| 'staffing'
	| 'floor'
	| 'stale'
	| 'service'
	| 'metrics';

/** The rules by name, as the configuration has them. */
export type RuleId =
	| 'hours'
	| 'drop-pace'
	| 'drop-near'
	| 'drop-close'
	| 'drop-limit'
	| 'period-near'
	| 'period-over'
	| 'changed'
	| 'answers'
	| 'outage'
	| 'waiting'
	| 'starved'
	| 'idle'
	| 'not-dialing'
	| 'leads-low'
	| 'paused-more'
	| 'staffing'
	| 'paused-share'
	| 'paused-ready'
	| 'unusual'
	| 'dead'
	| 'stale'
	| 'service'
	| 'metrics';

/** What a figure counts. Percent are of human answers, a share is of what the rule says. */
export type AlertUnit = 'percent' | 'share' | 'times' | 'calls' | 'agents' | 'changes' | 'minutes' | 'seconds';

/** A figure at its worst, and its unit. */
export type Worst = {value: number; unit: AlertUnit};

/** Why an alert is over. */
export type AlertEnd =
	/** The figure of a rule came back over the line where its alert ends, in the rule's unit. */
	| {kind: 'back'; rule: RuleId; value: number; line: number}
	/** Its figures name another cause than one of its rule. */
	| {kind: 'turned'; to: Reason['kind']}
	/** The condition no longer holds; the figures behind it, as they were then. */
	| {kind: 'figures'; figures: readonly (readonly [name: keyof Figures, value: number])[]}
	/** The campaign does not dial any more. */
	| {kind: 'at-rest'; state: 'paused' | 'stopped'}
	/** The service lists the campaign no longer. */
	| {kind: 'unlisted'}
	/** Another alert of the campaign covers it. */
	| {kind: 'told-by'; other: AlertKind}
	/** The service answers again, or what could not be read was read. */
	| {kind: 'answered'}
	/** The settings of its rules were changed, and by the new ones it does not hold. */
	| {kind: 'settings'};

/** Somebody knows of an alert: nobody is notified of it until a time, or until it gets worse. */
export type Acknowledgement = {
	at: Moment;
	/** The user of this machine; undefined if it is not known. */
	by: string | undefined;
	/** UTC milliseconds; undefined for as long as the alert lasts. */
	until: number | undefined;
	/** In the operator's words, masked as in the audit; may be empty. */
	reason: string;
	/** The gravest rule that held then, and the worst figure by then; undefined if whoever acknowledged it did not see the alert. */
	rule: RuleId | undefined;
	worst: number | undefined;
};

/** One alert, from its start to its end. */
export type Alert = {
	/** Unique in this run. */
	id: number;
	kind: AlertKind;
	/** The gravest rule whose condition holds now, or held last. */
	rule: RuleId;
	level: AlertLevel;
	/** Undefined if it is about the service as a whole. */
	campaignId: string | undefined;
	/** Of the campaign, or the host of the service. */
	name: string;
	/** When its condition was first seen; it may have held unseen before. */
	since: Moment;
	/** When it had lasted long enough to be raised. */
	raisedAt: Moment;
	/** When a poll last showed it. */
	seenAt: Moment;
	value: number;
	threshold: number;
	unit: AlertUnit;
	/** The figure at its worst: of what its rule counts, as the value is. */
	worst: Worst;
	/** The worst figure of each kind that its rules have counted. */
	worsts: Readonly<Record<string, number>>;
	/** How many agents or calls it is about; infinite if it is about the service as a whole. */
	concerns: number;
	/** Leads that were called since it was raised and that nobody could answer, at least; undefined if it counts none. */
	inVain: number | undefined;
	/** The limit that the value must not reach, in its unit; undefined if the threshold is that limit. */
	limit: number | undefined;
	/** A note about the value, such as whose limit it is or why nothing is dialed. May be empty. */
	note: string;
	/** The cause that its figures point to, with those figures; undefined if they point to none. */
	cause: Reason | undefined;
	/** The rank of the gravest rule that it has reached. */
	peak: number;
	/** The number of {@link Alerts.changes} when it was raised, or last rose to a graver rule. */
	news: number;
	/** When that was. */
	newsAt: Moment;
	/** Shared by the alerts of a kind that became news within a short time of each other. */
	flood: number;
	/** The rule of the alert that it has become part of: it stays active, and that alert says more. */
	partOf: RuleId | undefined;
	acknowledgedAt: Moment | undefined;
	/** By whom, until when and why; undefined also in recordings of earlier versions. */
	acknowledgement?: Acknowledgement | undefined;
	/** Since when its figures are normal, once it is over; an alert that keeps coming back stays active for a while. */
	wellSince: Moment | undefined;
	/** Why it is over. */
	end: AlertEnd | undefined;
	/** Equals `wellSince` once it is no longer active. */
	resolvedAt: Moment | undefined;
	/** How often it was raised, counting each return soon after its figures were well. */
	times: number;
	/** True from a change of its rules' settings until they are judged by the new ones. */
	hasNewSettings?: boolean;
};

/** A condition of a rule that holds. */
export type Condition = {
	rule: RuleId;
	campaignId: string | undefined;
	since: Moment;
	/** Polls in a row that showed it. */
	polls: number;
	/** True once it has lasted long enough; from then on it must fall back by the rule's margin to end. */
	isRaised: boolean;
};

/** Whether a recorded value is an alert of one of these rules; another version of dialtop may have others. */
export const isAlertOf = (rules: Readonly<Record<RuleId, unknown>>, recorded: unknown): recorded is Alert =>
	typeof recorded === 'object' && recorded !== null && Object.hasOwn(rules, String((recorded as Partial<Alert>).rule));

/** All alerts of this run. */
export type Alerts = {
	/** Conditions that hold, raised or still too young; by rule and campaign. */
	conditions: ById<Condition>;
	/** By kind and campaign. */
	active: ReadonlyMap<string, Alert>;
	/** The newest first; at most {@link mostPastAlerts}. */
	past: readonly Alert[];
	/** Those with a time, by kind and campaign: they hold for an alert that is raised within it too. */
	acknowledgements: ReadonlyMap<string, Acknowledgement>;
	/** Grows whenever an alert is raised, rises, is over, comes back, is acknowledged, is not acknowledged any more, or resolves. */
	changes: number;
};

/** What the configuration may change of a rule. */
export type RuleSettings = {
	on: boolean;
	/** From here on it holds, in the rule's unit. */
	threshold: number;
	/** How far the figure must come back over the threshold for the alert to end, in the same unit. */
	margin: number;
	/** How long it must have been seen, seconds. */
	seconds: number;
	/** How many polls in a row must have shown it: two far apart say little of the time between. */
	polls: number;
	/** The address that says what to do about it. */
	runbook?: string | null;
};

/** What the configuration may change of the alerts. */
export type AlertSettings = {
	rules: Readonly<Record<RuleId, RuleSettings>>;
	/** Human answers and drops of the day below which a drop rate says nothing yet. */
	leastHuman: number;
	leastDrops: number;
	/** An alert that comes back so soon after its end is the same one, seconds. */
	mergeWithin: number;
};

/** Most past alerts that are stored. */
export const mostPastAlerts = 200;

/** No alerts. */
export const noAlerts: Alerts = {
	conditions: new ById(),
	active: new Map(),
	past: [],
	acknowledgements: new Map(),
	changes: 0,
};

/** The key of an active alert. */
export const alertKey = (kind: AlertKind, campaignId: string | undefined): string => `${kind} ${campaignId}`;

/** What commands and programs call an alert, the same in every run: `drop:1001`, or its kind alone if it is about no campaign. */
export const alertIdOf = ({kind, campaignId}: Pick<Alert, 'kind' | 'campaignId'>): string =>
	campaignId === undefined ? kind : `${kind}:${campaignId}`;

/** What an id of an alert names; undefined if it names none. */
export const alertOfId = (id: string): Pick<Alert, 'kind' | 'campaignId'> | undefined => {
	const [, name, campaignId] = /^([a-z]+)(?::(.+))?$/.exec(id) ?? [];
	const kind = alertKinds.find(one => one === name);
	return kind && campaignKinds.includes(kind) === (campaignId !== undefined) ? {kind, campaignId} : undefined;
};

/** Milliseconds from its start to its end, by the monotonic clock: while the machine is suspended it does not count. */
export const lasted = ({since, resolvedAt}: Alert, now: Moment): number =>
	Math.max(0, (resolvedAt ?? now).mono - since.mono);

/** True while it is active though its figures are normal: it has come back before, and may again. */
export const isRecovering = ({wellSince, resolvedAt}: Alert): boolean =>
	wellSince !== undefined && resolvedAt === undefined;

/** True while somebody should look at it. */
export const isOpenAlert = ({acknowledgedAt, resolvedAt, partOf}: Alert): boolean =>
	acknowledgedAt === undefined && resolvedAt === undefined && partOf === undefined;

/** What alerts are ordered by. */
type Urgency = {concerns: number; newsAt: number; excess: number; id: string};

/** Milliseconds of a round of polls: what is news within one is equally new, whichever campaign was polled first. */
const round = 10_000;

/** How urgent the alerts of a group are: the first decides for all. */
const urgencyOf = (alerts: readonly Alert[]): Urgency => {
	const [lead] = alerts;
	return {
		concerns: alerts.reduce((sum, {concerns}) => sum + concerns, 0),
		newsAt: Math.floor(Math.max(...alerts.map(({newsAt}) => newsAt.mono)) / round),
		excess: lead ? Math.abs(lead.value - lead.threshold) / Math.max(1, lead.threshold) : 0,
		id: lead?.campaignId ?? '',
	};
};

/**
 * The order of alerts that are equally grave: what concerns most agents or calls, then the newest, then what is furthest past
 * its line. The service's own order has no meaning and decides nothing. Below 0 if the first ones are more urgent.
 */
export const compareUrgency = (some: readonly Alert[], others: readonly Alert[]): number => {
	const [one, other] = [urgencyOf(some), urgencyOf(others)];
	return (
		// What is about the service as a whole concerns everybody.
		(one.concerns === other.concerns ? 0 : other.concerns - one.concerns) ||
		other.newsAt - one.newsAt ||
		other.excess - one.excess ||
		one.id.length - other.id.length ||
		(one.id < other.id ? -1 : Number(one.id > other.id))
	);
};

const weight = (alert: Alert): number =>
	(isOpenAlert(alert) ? 4 : 0) + (alert.partOf ? 0 : 2) + (alert.level === 'critical' ? 1 : 0);

/** The gravest of active alerts first: not acknowledged, critical; then the most urgent. */
const graver = (one: Alert, other: Alert): number => weight(other) - weight(one) || compareUrgency([one], [other]);

/** The kinds of alerts on a campaign. */
export const campaignKinds: readonly AlertKind[] = [
	'hours',
	'drop',
	'period',
	'answers',
	'dialing',
	'waiting',
	'leads',
	'staffing',
	'floor',
	'changed',
];

/** Every kind. */
export const alertKinds: readonly AlertKind[] = [...campaignKinds, 'stale', 'service', 'metrics'];

/** The active alerts of a campaign, the gravest first. */
export const alertsOf = ({active}: Alerts, campaignId: string): Alert[] =>
	campaignKinds.flatMap(kind => active.get(alertKey(kind, campaignId)) ?? []).toSorted(graver);

/** The gravest alerts by campaign, cached: each row of a long board asks for its own, in every frame. */
const gravestIn = new WeakMap<Alerts['active'], ReadonlyMap<string | undefined, Alert>>();

/** The index of its kind, which decides between alerts that are equally grave. */
const rankOf = ({kind}: Alert): number => campaignKinds.indexOf(kind);

const gravestByCampaign = (active: Alerts['active']): ReadonlyMap<string | undefined, Alert> => {
	const gravest = new Map<string | undefined, Alert>();
	for (const alert of active.values()) {
		const known = gravest.get(alert.campaignId);
		if (!known || (graver(alert, known) || rankOf(alert) - rankOf(known)) < 0) {
			gravest.set(alert.campaignId, alert);
		}
	}
	return gravest;
};

const gravestOf = ({active}: Alerts): ReadonlyMap<string | undefined, Alert> => {
	const gravest = gravestIn.get(active) ?? gravestByCampaign(active);
	gravestIn.set(active, gravest);
	return gravest;
};

/** The gravest active alert of a campaign; an acknowledged one only if all are. */
export const gravestAlertOf = (alerts: Alerts, campaignId: string): Alert | undefined =>
	gravestOf(alerts).get(campaignId);

/** The campaigns whose gravest alert differs between two states of the alerts. */
export const gravestChanges = (one: Alerts, other: Alerts): (string | undefined)[] => {
	if (one.active === other.active) {
		return [];
	}
	const [before, after] = [gravestOf(one), gravestOf(other)];
	return [...new Set([...before.keys(), ...after.keys()])].filter(id => before.get(id) !== after.get(id));
};
