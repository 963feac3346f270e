/**
 * Raises and resolves alerts. A condition must last for its rule's least time by the monotonic clock, which does not count
 * while the machine is suspended; a raised one ends only when a poll shows that it is over.
 */
import {
	type Alert,
	type AlertKind,
	type AlertSettings,
	type Alerts,
	alertKey,
	type Condition,
	type RuleSettings,
} from './alert.ts';
import {type AlertSubject, conditionKey, Draft, type RuleMatch, seconds} from './alert-draft.ts';
import type {Measurement, Rule} from './alert-rule.ts';
import {campaignRules, ruleOf, serviceRules} from './alert-rules.ts';
import {dialStateOf} from './campaign.ts';
import type {Loaded} from './loaded.ts';
import {campaignRow} from './select.ts';
import type {CampaignDashboard, Message, State} from './state.ts';
import type {Moment} from './time.ts';
import {unreadOf} from './unread.ts';

/** Whether the figure is past the threshold; a raised one must fall back by the margin. */
const isPast = ({isLow}: Rule, {value = 0, threshold}: Measurement, margin: number): boolean =>
	isLow ? value <= threshold + margin : value >= threshold - margin;

/** What a condition becomes when a rule is looked at. */
const followed = (known: Condition | undefined, rule: Rule, measured: Measurement, of: RuleSettings, now: Moment) => {
	const since = known?.since ?? measured.since ?? now;
	const held = seconds(since, now);
	const polls = (known?.polls ?? 0) + 1;
	const value = measured.value ?? (rule.isLasting ? held : 0);
	const isLong = !rule.isLasting || value >= measured.threshold;
	return {value, since, polls, isRaised: known?.isRaised || (isLong && held >= of.seconds && polls >= of.polls)};
};

/**
 * Evaluates the rules of one subject, kind by kind. `unknown` changes nothing: figures that cannot tell neither raise nor
 * resolve an alert.
 *
 * @param isUnread true if a figure that the rule needs was not read: then the rule may raise an alert, but not end one
 */
const evaluate = <R extends Rule>(
	draft: Draft,
	{rules: settings, mergeWithin}: AlertSettings,
	rules: readonly R[],
	subject: AlertSubject,
	now: Moment,
	measure: (rule: R) => Measurement | 'unknown' | undefined,
	isUnread: (rule: R) => boolean = () => false,
): void => {
	const {campaignId} = subject;
	for (const kind of new Set(rules.map(rule => rule.kind))) {
		let gravest: RuleMatch | undefined;
		let began: Moment | undefined;
		/** The rank of the gravest raised rule that could not be judged this time. */
		let held = -1;
		for (const [rank, rule] of rules.entries()) {
			if (rule.kind !== kind) {
				continue;
			}
			const of = settings[rule.id];
			const known = draft.conditions.get(conditionKey({rule: rule.id, campaignId}));
			const measured = of.on ? measure(rule) : undefined;
			const margin = known?.isRaised ? of.margin : 0;
			const holds = measured && measured !== 'unknown' && (rule.isLasting || isPast(rule, measured, margin));
			if (measured === 'unknown' || (!holds && of.on && isUnread(rule))) {
				held = known?.isRaised ? rank : held;
				continue;
			}
			if (!holds) {
				draft.unfollow({rule: rule.id, campaignId});
				continue;
			}
			const {value, ...condition} = followed(known, rule, measured, of, now);
			draft.follow({rule: rule.id, campaignId, ...condition});
			if (condition.isRaised) {
				began ??= condition.since;
				gravest = {rule, rank, value, measurement: measured};
			}
		}
		const alert = draft.active.get(alertKey(kind, campaignId));
		if (alert && held > (gravest?.rank ?? -1)) {
			continue;
		}
		if (gravest && alert) {
			draft.renew(alert, gravest, subject.name);
		} else if (gravest) {
			draft.raise(subject, gravest, began ?? now, mergeWithin);
		} else if (alert) {
			draft.resolve(alert);
		}
	}
};

/** After a campaign's figures were polled; `known` is what the poll before showed. */
const afterPoll = (state: State, campaignId: string, known: Loaded<CampaignDashboard> | undefined): Alerts => {
	const row = campaignRow(state, campaignId);
	if (!row?.figures || !row.span) {
		return state.alerts;
	}
	const {alertSettings: settings} = state;
	const now = row.span.receivedAt;
	const draft = new Draft(state.alerts, now);
	const previous = known?.span && known.span.receivedAt.mono > state.staleBefore ? known : undefined;
	const wasShown = previous?.value?.figures?.status;
	const wasDialing = wasShown === undefined || dialStateOf(wasShown, state.source.statusWords) === 'dialing';
	const {source} = state;
	const poll = {
		row,
		previous,
		wasDialing,
		source,
		alert: (kind: AlertKind) => draft.active.get(alertKey(kind, campaignId)),
	};
	const mayDial = row.state === 'dialing' || row.state === 'unknown';
	evaluate(
		draft,
		settings,
		campaignRules,
		{campaignId, name: row.campaign.name},
		now,
		rule => {
			if (rule.whileDialing && row.state !== 'dialing') {
				return mayDial ? 'unknown' : undefined;
			}
			return rule.measure(poll, settings.rules[rule.id], settings);
		},
		rule => {
			const {garbled, missing} = unreadOf(rule, row);
			return garbled.length + missing.length > 0 && (mayDial || !rule.whileDialing);
		},
	);
	return draft.result;
};

/** After the campaigns were listed: resolves alerts of campaigns that are gone, and alerts of dialing if they are at rest. */
const afterListing = (state: State, now: Moment): Alerts => {
	const draft = new Draft(state.alerts, now);
	const isOver = ({rule, campaignId}: Pick<Condition, 'rule' | 'campaignId'>): boolean => {
		const row = campaignId === undefined ? undefined : campaignRow(state, campaignId);
		const isOfDialing = ruleOf[rule].whileDialing ?? false;
		const isAtRest = row?.state === 'paused' || row?.state === 'stopped';
		return campaignId !== undefined && (!row || (isOfDialing && isAtRest));
	};
	for (const condition of [...state.alerts.conditions.values()].filter(isOver)) {
		draft.unfollow(condition);
	}
	for (const alert of [...state.alerts.active.values()].filter(isOver)) {
		draft.resolve(alert);
	}
	return draft.result;
};

/** As time passes, and when the link changes: only rules on the service as a whole. */
const afterTime = (state: State, now: Moment): Alerts => {
	const {alertSettings: settings} = state;
	const draft = new Draft(state.alerts, now);
	evaluate(draft, settings, serviceRules, {campaignId: undefined, name: state.source.host}, now, rule =>
		rule.measure(state, settings.rules[rule.id], settings),
	);
	return draft.result;
};

/** After a gap in polling: conditions that were not raised yet start over. */
const restarted = (state: State): State => {
	const {conditions} = state.alerts;
	const kept = [...conditions].filter(([, {isRaised, campaignId}]) => isRaised || campaignId === undefined);
	return kept.length === conditions.size ? state : {...state, alerts: {...state.alerts, conditions: new Map(kept)}};
};

/** The alerts after a message; `before` is the state that it found. */
export const alertsAfter = (message: Message, state: State, before: State): Alerts => {
	switch (message.type) {
		case 'tick':
			return afterTime(state.staleBefore === before.staleBefore ? state : restarted(state), message.now);
		case 'link':
			return afterTime(message.link.kind === 'live' ? state : restarted(state), message.now);
		case 'campaigns-polled':
			return afterListing(state, message.span.receivedAt);
		case 'dashboard-polled':
			return afterPoll(state, message.campaignId, before.dashboards.get(message.campaignId));
		default:
			return state.alerts;
	}
};

/** Acknowledges an active alert. */
export const acknowledged = (alerts: Alerts, id: number, now: Moment): Alerts => {
	const alert = [...alerts.active.values()].find(one => one.id === id);
	if (!alert || alert.acknowledgedAt) {
		return alerts;
	}
	const active = new Map(alerts.active).set(alertKey(alert.kind, alert.campaignId), {...alert, acknowledgedAt: now});
	return {...alerts, active, changes: alerts.changes + 1};
};

/** What an alert is about, in a few words. */
export const titleOf = ({rule}: Pick<Alert, 'rule'>): string => ruleOf[rule].title;
