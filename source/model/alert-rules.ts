/** The rules of the alerts: data, with what each looks at. Thresholds and durations come from their settings. */
import type {Alert, AlertKind, AlertLevel, AlertUnit, RuleId} from './alert.ts';
import type {AlertSettings, RuleSettings} from './alert-settings.ts';
import {dropLine, honestPercent, timeLeft} from './derived.ts';
import {diagnose, needsNoAgents, type Reason} from './diagnosis.ts';
import type {CampaignRow} from './select.ts';
import type {DashboardEntry, State} from './state.ts';
import type {Moment} from './time.ts';
import type {Needs} from './unread.ts';

/** What a rule sees of its figure; the value of a rule that counts how long something lasts is that time. */
export type Reading = {
	/** Undefined if it is how long the condition has held. */
	value?: number;
	threshold: number;
	note?: string;
	/** When it began, where that was before it was first seen to hold. */
	since?: Moment | undefined;
};

/** What is looked at: a campaign at a poll, with the poll before it, or the service at a moment. */
export type CampaignSight = {
	row: CampaignRow;
	/** The entry before this one; undefined if there is none, or nobody looked in between. */
	previous: DashboardEntry | undefined;
	/** Whether it was dialing at that poll, or may have been. */
	wasDialing: boolean;
	/** The active alert of a kind that the campaign has; undefined if it has none. */
	alert(kind: AlertKind): Alert | undefined;
};

type RuleOf<Sight> = {
	id: RuleId;
	kind: AlertKind;
	level: AlertLevel;
	unit: AlertUnit;
	/** What it is, in a few words. */
	title: string;
	/** True where the figure is bad when it is low. */
	isLow?: true;
	/** True where the figure is how long it has lasted. */
	isLasting?: true;
	/** True where it compares two polls. */
	isCompared?: true;
	/** True where it says something of a campaign that dials only. */
	whileDialing?: true;
	/** The figure, undefined if there is nothing to tell, `unknown` where the figures cannot say. */
	look(sight: Sight, rule: RuleSettings, settings: AlertSettings): Reading | 'unknown' | undefined;
};

/** A rule on a campaign's figures, looked at when they are polled. */
export type CampaignRule = RuleOf<CampaignSight> & Needs;

/** A rule on the service as a whole, looked at as time passes. */
export type ServiceRule = RuleOf<State>;

/**
 * The line of a drop rule for a campaign, percent. The two first lines stand to the campaign's limit as to the
 * regulator's.
 */
export const dropThreshold = (dropLimit: number | undefined, rule: RuleSettings, {rules}: AlertSettings): number => {
	const most = rules['drop-limit'].threshold;
	return rule.threshold * (dropLine(dropLimit, most) / most);
};

/** What the drop rules need. */
const drops: Needs = {needs: ['dropRate'], uses: ['dropLimit', 'humanAnswered']};

/** Whether an alert was measured by a limit of the campaign's own. */
const hasOwnLine = (alert: Alert | undefined, {rules}: AlertSettings): boolean =>
	alert !== undefined && alert.threshold < rules[alert.rule].threshold;

/** The drop rate if it says something. */
const lookAtDrops: CampaignRule['look'] = ({row, alert}, rule, settings) => {
	const {rules, leastHuman, leastDrops} = settings;
	const {humanAnswered} = row.figures ?? {};
	const dropRate = honestPercent(row.figures?.dropRate);
	const dropLimit = honestPercent(row.figures?.dropLimit);
	if (dropRate === undefined) {
		return 'unknown';
	}
	const isEnough =
		humanAnswered === undefined ||
		(humanAnswered >= leastHuman && (dropRate * humanAnswered) / 100 >= leastDrops - 0.5);
	if (dropRate <= 0 || !isEnough) {
		return undefined;
	}
	const threshold = dropThreshold(dropLimit, rule, settings);
	if (dropLimit === undefined && dropRate < threshold && hasOwnLine(alert('drop'), settings)) {
		// Under the regulator's line, but perhaps not under the campaign's own.
		return 'unknown';
	}
	const own = dropLimit !== undefined && dropLine(dropLimit, rules['drop-limit'].threshold) === dropLimit;
	return {
		value: dropRate,
		threshold,
		note: own ? "the campaign's own limit" : "the regulator's line",
	};
};

/** Whether nothing was dialed between the two last polls, and nothing rings. */
const isStill = ({row, previous, wasDialing}: CampaignSight): boolean | 'unknown' => {
	const {calledToday, ringing} = row.figures ?? {};
	const before = previous?.dashboard.figures?.calledToday;
	if ((ringing ?? 0) > 0 || !wasDialing) {
		return false;
	}
	if (calledToday === undefined || before === undefined) {
		return 'unknown';
	}
	return calledToday === before && (ringing === undefined ? 'unknown' : true);
};

/** What an alert says of the reasons for which nothing is dialed; the others do not explain it by themselves. */
const reasonWords: Partial<Record<Reason['kind'], string>> = {
	'no-leads': 'no leads',
	'lists-off': 'no list is on',
	'leads-done': 'no leads left',
	'outside-hours': 'outside calling hours',
	'level-zero': 'the level is 0',
	'drop-limit': 'the drop limit is reached',
};

/** Why a campaign that should dial does not, as far as its figures tell. */
const whyStill = ({row}: CampaignSight): string =>
	diagnose(row).reasons.flatMap(({kind}) => reasonWords[kind] ?? [])[0] ?? '';

/** Whether it should be dialing: agents are ready, or it needs none and nothing that is known holds it back. */
const shouldDial = (sight: CampaignSight): boolean | 'unknown' => {
	const {row} = sight;
	const ready = row.figures?.ready;
	return needsNoAgents(row) ? Boolean(ready) || whyStill(sight) === '' : ready === undefined ? 'unknown' : ready > 0;
};

/** A rule. */
export type Rule = CampaignRule | ServiceRule;

/** The rules on a campaign; of one kind, the graver later. */
export const campaignRules: readonly CampaignRule[] = [
	{
		id: 'drop-near',
		kind: 'drop',
		level: 'warning',
		unit: 'percent',
		title: 'drop rate',
		...drops,
		look: lookAtDrops,
	},
	{
		id: 'drop-close',
		kind: 'drop',
		level: 'warning',
		unit: 'percent',
		title: 'drop rate',
		...drops,
		look: lookAtDrops,
	},
	{
		id: 'drop-limit',
		kind: 'drop',
		level: 'critical',
		unit: 'percent',
		title: 'drop limit',
		...drops,
		look: lookAtDrops,
	},
	{
		id: 'waiting',
		kind: 'waiting',
		level: 'warning',
		unit: 'calls',
		title: 'no agent ready',
		needs: ['waiting', 'ready'],
		look({row: {figures}}, {threshold}) {
			const {waiting, ready} = figures ?? {};
			if (waiting === undefined || ready === undefined) {
				return 'unknown';
			}
			return ready === 0 ? {value: waiting, threshold} : undefined;
		},
	},
	{
		id: 'idle',
		kind: 'dialing',
		level: 'warning',
		unit: 'agents',
		title: 'agents idle',
		needs: ['ready', 'ringing', 'calledToday'],
		isCompared: true,
		whileDialing: true,
		look(sight, {threshold}) {
			const still = isStill(sight);
			const ready = sight.row.figures?.ready;
			if (still === false || ready === 0) {
				return undefined;
			}
			return still === 'unknown' || ready === undefined
				? 'unknown'
				: {value: ready, threshold, note: whyStill(sight), since: sight.previous?.receivedAt};
		},
	},
	{
		id: 'not-dialing',
		kind: 'dialing',
		level: 'critical',
		unit: 'seconds',
		title: 'not dialing',
		needs: ['ready', 'ringing', 'calledToday'],
		isLasting: true,
		isCompared: true,
		whileDialing: true,
		look(sight, {threshold}) {
			const [still, should] = [isStill(sight), shouldDial(sight)];
			if (still === false || should === false) {
				return undefined;
			}
			return still === 'unknown' || should === 'unknown'
				? 'unknown'
				: {threshold, note: whyStill(sight), since: sight.previous?.receivedAt};
		},
	},
	{
		id: 'leads-low',
		kind: 'leads',
		level: 'warning',
		unit: 'minutes',
		title: 'leads run out',
		needs: ['remainingLeads', 'remainingTime'],
		isLow: true,
		whileDialing: true,
		look({row: {figures, entry}, alert}, {threshold}, {rules}) {
			if (figures?.remainingLeads === undefined) {
				return 'unknown';
			}
			if (figures.remainingLeads === 0) {
				const dialing = alert('dialing');
				if (dialing) {
					// Where agents sit idle for it, the alert of that says so, as long as this poll shows it.
					return entry && dialing.seenAt.mono < entry.receivedAt.mono ? 'unknown' : undefined;
				}
				return figures.ready && (rules.idle.on || rules['not-dialing'].on) ? 'unknown' : {value: 0, threshold};
			}
			const left = timeLeft(figures, entry?.dashboard.calls)?.seconds;
			// At a standstill the service says 0: it is no pace to reckon with.
			return left ? {value: left / 60, threshold} : 'unknown';
		},
	},
];

/** How many campaigns a poll could not read, the newest failure's reason with them. */
const unreadNote = (names: readonly string[], reason: string): string =>
	`${names.length === 1 ? names[0] : `${names.length} campaigns`}: ${reason}`;

/** The rules on the service as a whole. */
export const serviceRules: readonly ServiceRule[] = [
	{
		id: 'stale',
		kind: 'stale',
		level: 'warning',
		unit: 'seconds',
		title: 'figures stale',
		isLasting: true,
		look({link, campaigns, campaignsFailure, campaignsSpan, dashboards, dashboardFailures, now}, {threshold}) {
			if (link.kind !== 'live') {
				// The service as a whole has an alert of its own.
				return 'unknown';
			}
			const failed = [...dashboardFailures];
			const spans = failed.map(([id]) => dashboards.get(id));
			const listFails = campaignsFailure !== undefined;
			const last = failed.at(-1);
			if (!last && !listFails) {
				return undefined;
			}
			const read = [...spans, ...(listFails ? [campaignsSpan] : [])].filter(span => span !== undefined);
			const oldest = read.reduce<Moment | undefined>(
				(least, {sentAt}) => (least && least.mono <= sentAt.mono ? least : sentAt),
				undefined,
			);
			return {
				...(oldest && {value: Math.max(0, now.mono - oldest.mono) / 1000}),
				threshold,
				note: campaignsFailure
					? `the list of campaigns: ${campaignsFailure.reason}`
					: unreadNote(
							failed.map(([id]) => campaigns?.get(id)?.name ?? id),
							last?.[1].reason ?? '',
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
		isLasting: true,
		look({link, campaigns}, {threshold}) {
			switch (link.kind) {
				case 'retrying':
					return {threshold, note: link.reason, since: link.since};
				case 'signed-out':
					// Before the first answer nobody was signed in.
					return campaigns ? {threshold, note: `signed out: ${link.reason || 'sign in to go on'}`} : undefined;
				case 'starting':
					return 'unknown';
				case 'live':
					return undefined;
			}
		},
	},
];

/** Every rule by its id. */
export const ruleOf: ReadonlyMap<RuleId, Rule> = new Map(
	[...campaignRules, ...serviceRules].map(rule => [rule.id, rule]),
);
