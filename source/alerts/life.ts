/**
 * Raises and resolves alerts. A condition must last for its rule's least time by the monotonic clock, which does not count
 * while the machine is suspended; a raised alert ends only when a poll shows that it is over, and one that keeps coming back
 * only when polls have shown that for a while.
 */
import {
	type Alert,
	type AlertEnd,
	type AlertKind,
	type AlertSettings,
	type Alerts,
	alertKey,
	type Condition,
	campaignKinds,
	type RuleSettings,
} from '../model/alert.ts';
import {dialStateOf} from '../model/campaign.ts';
import {diagnose} from '../model/diagnosis.ts';
import type {Loaded} from '../model/loaded.ts';
import {type CampaignRow, campaignRow} from '../model/select.ts';
import type {CampaignDashboard, Link, Message, State} from '../model/state.ts';
import type {Moment} from '../model/time.ts';
import {unreadOf} from '../model/unread.ts';
import type {Figures} from '../model/wire.ts';
import {type AlertSubject, conditionKey, Draft, holdOf, type RuleMatch, seconds} from './draft.ts';
import {withNewSettings} from './new-settings.ts';
import type {CampaignRule, Measurement, Rule} from './rule.ts';
import {campaignRules, ruleOf, serviceRules} from './rules.ts';

/** The value that the figure of a raised rule must reach for its alert to end. */
const lineOf = ({isLow}: Rule, threshold: number, margin: number): number =>
	isLow ? threshold + margin : threshold - margin;

/** Whether the figure is past the threshold; a raised one must fall back by the margin. */
const isPast = (rule: Rule, {value = 0, threshold}: Measurement, margin: number): boolean =>
	rule.isLow ? value <= lineOf(rule, threshold, margin) : value >= lineOf(rule, threshold, margin);

/** What a condition becomes when a rule is looked at. */
const followed = (known: Condition | undefined, rule: Rule, measured: Measurement, of: RuleSettings, now: Moment) => {
	const {drawn = 0} = measured;
	const since = known?.since ?? measured.since ?? now;
	const held = Math.max(drawn, seconds(since, now));
	const polls = (known?.polls ?? 0) + 1;
	const value = measured.value ?? held;
	const isLong = !rule.isLasting || value >= measured.threshold;
	const isSeen = held >= of.seconds && (polls >= of.polls || (drawn > 0 && drawn >= of.seconds));
	return {value, since, polls, isRaised: known?.isRaised || (isLong && isSeen)};
};

/** The figure came back over the line. */
const backOver = (rule: Rule, {value = 0, threshold}: Measurement, margin: number): AlertEnd => ({
	kind: 'back',
	rule: rule.id,
	value,
	line: lineOf(rule, threshold, margin),
});

/** True if an alert ended because its figures became normal by themselves, and may not stay so. */
const isOfFigures = ({kind}: AlertEnd): boolean =>
	kind === 'back' || kind === 'figures' || kind === 'turned' || kind === 'answered';

/** True if the figures of an active alert have been normal for so long that the next one is another alert. */
const isLongWell = ({wellSince}: Alert, now: Moment, mergeWithin: number): boolean =>
	wellSince !== undefined && seconds(wellSince, now) >= mergeWithin;

/** Why a rule's condition does not hold on a campaign. */
const whyOver = (
	{whileDialing, coveredBy, needs, isOfCause}: CampaignRule,
	{state, figures, dashboard}: CampaignRow,
	others: AlertKind[],
): AlertEnd => {
	if (whileDialing && (state === 'paused' || state === 'stopped')) {
		return {kind: 'at-rest', state};
	}
	if (coveredBy !== undefined && others.includes(coveredBy)) {
		return {kind: 'told-by', other: coveredBy};
	}
	if (isOfCause && dashboard?.history.cause) {
		return {kind: 'turned', to: dashboard.history.cause.kind};
	}
	return {
		kind: 'figures',
		figures: needs.flatMap(name => (figures?.[name] === undefined ? [] : [[name, figures[name]] as const])),
	};
};

/** Rules by kind, with their ranks; cached, since every answer and every second asks for them. */
const byKind = new WeakMap<readonly Rule[], readonly (readonly [AlertKind, readonly (readonly [number, Rule])[]])[]>();

const kindsOf = <R extends Rule>(
	rules: readonly R[],
): readonly (readonly [AlertKind, readonly (readonly [number, R])[]])[] => {
	const known = byKind.get(rules) ?? [...Map.groupBy(rules.entries(), ([, {kind}]) => kind)];
	byKind.set(rules, known);
	return known as ReturnType<typeof kindsOf<R>>;
};

/**
 * Evaluates the rules of one subject, kind by kind. `unknown` changes nothing: missing figures neither raise nor
 * resolve an alert.
 *
 * @param why why the rule's condition does not hold, other than that its figure came back over the line
 * @param isUnread true if a figure that the rule needs was not read: then the rule may raise an alert, but not end one
 */
const evaluate = <R extends Rule>(
	draft: Draft,
	{rules: settings, mergeWithin}: AlertSettings,
	rules: readonly R[],
	subject: AlertSubject,
	now: Moment,
	measure: (rule: R) => Measurement | 'unknown' | undefined,
	why: (rule: R) => AlertEnd,
	isUnread: (rule: R) => boolean = () => false,
): void => {
	const {campaignId} = subject;
	for (const [kind, ranked] of kindsOf(rules)) {
		const alert = draft.active.get(alertKey(kind, campaignId));
		let gravest: RuleMatch | undefined;
		let began: Moment | undefined;
		/** The rank of the gravest raised rule that could not be judged this time. */
		let held = -1;
		/** Why the mildest raised rule is over, or else why the mildest other rule does not hold. */
		let end: AlertEnd | undefined;
		let other: AlertEnd | undefined;
		/** True if a rule could not be judged, or its condition holds but is too young. */
		let isOpen = false;
		for (const [rank, rule] of ranked) {
			const of = settings[rule.id];
			const known = draft.conditions.get(conditionKey({rule: rule.id, campaignId}));
			const measured = of.on ? measure(rule) : undefined;
			const margin = known?.isRaised ? of.margin : 0;
			const holds = measured && measured !== 'unknown' && (rule.isLasting || isPast(rule, measured, margin));
			if (measured === 'unknown' || (!holds && of.on && isUnread(rule))) {
				held = known?.isRaised ? rank : held;
				isOpen = true;
				continue;
			}
			if (!holds) {
				if (alert) {
					const reason = measured ? backOver(rule, measured, of.margin) : why(rule);
					end ??= known?.isRaised ? reason : undefined;
					other ??= of.on ? reason : undefined;
				}
				draft.unfollow({rule: rule.id, campaignId});
				continue;
			}
			const {value, ...condition} = followed(known, rule, measured, of, now);
			draft.follow({rule: rule.id, campaignId, ...condition});
			if (condition.isRaised) {
				began ??= condition.since;
				gravest = {rule, rank, value, measurement: measured};
			} else {
				isOpen = true;
			}
		}
		if (alert && held > (gravest?.rank ?? -1)) {
			continue;
		}
		if (gravest && alert && !isLongWell(alert, now, mergeWithin)) {
			draft.renew(alert, gravest, subject);
		} else if (gravest) {
			if (alert?.end) {
				draft.resolve(alert, alert.end);
			}
			draft.raise(subject, gravest, began ?? now, mergeWithin);
		} else if (alert) {
			const over: AlertEnd | undefined = alert.hasNewSettings ? {kind: 'settings'} : (end ?? other);
			const hold = over && isOfFigures(over) ? holdOf(alert, mergeWithin) : 0;
			if (over && (hold === 0 || (!isOpen && seconds(alert.wellSince ?? now, now) >= hold))) {
				draft.resolve(alert, over);
			} else if (over) {
				draft.hold(alert, over);
			}
		}
	}
};

/** How many agents, or calls if it has no agents, an alert on a campaign is about. */
const sizeOf = ({agents, activeCalls, ringing}: Figures): number => agents || activeCalls || ringing || 0;

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
		{campaignId, name: row.campaign.name, size: sizeOf(row.figures)},
		now,
		rule => {
			if (rule.whileDialing && row.state !== 'dialing') {
				return mayDial ? 'unknown' : undefined;
			}
			return rule.measure(poll, settings.rules[rule.id], settings);
		},
		rule =>
			whyOver(
				rule,
				row,
				campaignKinds.filter(kind => draft.active.has(alertKey(kind, campaignId))),
			),
		rule => {
			const {garbled, missing} = unreadOf(rule, row);
			return garbled.length + missing.length > 0 && (mayDial || !rule.whileDialing);
		},
	);
	return draft.result;
};

/** After the campaigns were listed: resolves alerts of campaigns that are gone, and alerts of dialing if they do not dial. */
const afterListing = (state: State, now: Moment): Alerts => {
	const draft = new Draft(state.alerts, now);
	const endOf = ({rule, campaignId}: Pick<Condition, 'rule' | 'campaignId'>): AlertEnd | undefined => {
		if (campaignId === undefined) {
			return undefined;
		}
		const row = campaignRow(state, campaignId);
		if (!row) {
			return {kind: 'unlisted'};
		}
		const {state: dialState} = row;
		return ruleOf[rule].whileDialing && (dialState === 'paused' || dialState === 'stopped')
			? {kind: 'at-rest', state: dialState}
			: undefined;
	};
	for (const condition of state.alerts.conditions.values()) {
		if (endOf(condition)) {
			draft.unfollow(condition);
		}
	}
	for (const alert of state.alerts.active.values()) {
		const end = endOf(alert);
		if (end) {
			draft.resolve(alert, end);
		}
	}
	return draft.result;
};

/** As time passes, and when the link changes: ends acknowledgements, and looks at the rules on the service as a whole. */
const afterTime = (state: State, now: Moment): Alerts => {
	const {alertSettings: settings} = state;
	const draft = new Draft(state.alerts, now);
	draft.endAcknowledgements();
	evaluate(
		draft,
		settings,
		serviceRules,
		{campaignId: undefined, name: state.source.host, size: Number.POSITIVE_INFINITY},
		now,
		rule => rule.measure(state, settings.rules[rule.id], settings),
		() => ({kind: 'answered'}),
	);
	return draft.result;
};

/** After a gap in polling: conditions that were not raised yet start over. */
const restarted = (state: State): State => {
	const {conditions} = state.alerts;
	const remaining = conditions.filter((_key, {isRaised, campaignId}) => isRaised || campaignId === undefined);
	return remaining === conditions ? state : {...state, alerts: {...state.alerts, conditions: remaining}};
};

/** Names the list that is off in the alerts that it causes, without evaluating their conditions again. */
const withLists = (state: State, campaignId: string): Alerts => {
	const row = campaignRow(state, campaignId);
	const draft = new Draft(state.alerts, state.now);
	for (const alert of state.alerts.active.values()) {
		const {cause} = alert;
		if (row && cause && 'off' in cause && alert.campaignId === campaignId) {
			draft.keep({...alert, cause: diagnose(row).reasons.find(({kind}) => kind === cause.kind) ?? cause});
		}
	}
	return draft.result;
};

/** Whether the service answers as before: then the rules on it are evaluated at the next second only. */
const isAsLive = (link: Link, before: Link): boolean =>
	link.kind === 'live' && before.kind === 'live' && link.silentSince === before.silentSince;

/** The alerts after a message; `before` is the state before that message. */
export const alertsAfter = (message: Message, state: State, before: State): Alerts => {
	switch (message.type) {
		case 'tick':
			return afterTime(state.staleBefore === before.staleBefore ? state : restarted(state), message.now);
		case 'link':
			if (isAsLive(message.link, before.link)) {
				return state.alerts;
			}
			return afterTime(message.link.kind === 'live' ? state : restarted(state), message.now);
		case 'campaigns-polled':
			return afterListing(state, message.span.receivedAt);
		case 'dashboard-polled':
			return afterPoll(state, message.campaignId, before.dashboards.get(message.campaignId));
		case 'lists-of-polled':
			return withLists(state, message.campaignId);
		case 'alert-settings':
			return withNewSettings(state.alerts, before.alertSettings, state.alertSettings);
		default:
			return state.alerts;
	}
};

/** What an alert is about, in a few words. */
export const titleOf = ({rule}: Pick<Alert, 'rule'>): string => ruleOf[rule].title;
