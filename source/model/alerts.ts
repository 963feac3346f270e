/**
 * Raises and ends alerts. A condition must have been seen for its rule's least time, by the monotonic clock alone, so
 * that a suspended machine counts for nothing; what holds already ends only when a poll shows that it has.
 */
import {type Alert, type AlertKind, type Alerts, alertKey, alertsKept, type Track, type Worst} from './alert.ts';
import {
	type AlertSettings,
	type CampaignRule,
	campaignRules,
	type Reading,
	ruleOf,
	type ServiceRule,
	serviceRules,
} from './alert-rules.ts';
import {campaignRow} from './select.ts';
import type {DashboardEntry, Message, State} from './state.ts';
import type {Moment} from './time.ts';

type Rule = CampaignRule | ServiceRule;

/** Who an alert is about. */
type Subject = {campaignId: string | undefined; name: string};

/** What a rule says now, and its place among the rules: the graver come later. */
type Found = {rule: Rule; place: number; value: number; reading: Reading};

const seconds = (from: Moment, to: Moment): number => Math.max(0, to.mono - from.mono) / 1000;

const later = (one: Moment, other: Moment): Moment => (other.mono >= one.mono ? other : one);

const trackKey = ({rule, campaignId}: Pick<Track, 'rule' | 'campaignId'>): string => `${rule} ${campaignId ?? ''}`;

/** Changes made to the alerts in one step; the maps are copied when the first of them changes. */
class Draft {
	readonly #before: Alerts;
	readonly #settings: AlertSettings;
	readonly #now: Moment;
	#tracks: Map<string, Track> | undefined;
	#active: Map<string, Alert> | undefined;
	#past: readonly Alert[];
	#changes: number;

	constructor(before: Alerts, settings: AlertSettings, now: Moment) {
		this.#before = before;
		this.#settings = settings;
		this.#now = now;
		this.#past = before.past;
		this.#changes = before.changes;
	}

	get tracks(): ReadonlyMap<string, Track> {
		return this.#tracks ?? this.#before.tracks;
	}

	get active(): ReadonlyMap<string, Alert> {
		return this.#active ?? this.#before.active;
	}

	/** The alerts after the changes; the very same where there were none. */
	get result(): Alerts {
		return this.#tracks || this.#active
			? {tracks: this.tracks, active: this.active, past: this.#past, changes: this.#changes}
			: this.#before;
	}

	track(track: Track): void {
		this.#tracks ??= new Map(this.#before.tracks);
		this.#tracks.set(trackKey(track), track);
	}

	untrack(track: Pick<Track, 'rule' | 'campaignId'>): void {
		if (this.tracks.has(trackKey(track))) {
			this.#tracks ??= new Map(this.#before.tracks);
			this.#tracks.delete(trackKey(track));
		}
	}

	keep(alert: Alert): void {
		this.#active ??= new Map(this.#before.active);
		this.#active.set(alertKey(alert.kind, alert.campaignId), alert);
	}

	/** Ends an alert. */
	resolve(alert: Alert): void {
		this.#active ??= new Map(this.#before.active);
		this.#active.delete(alertKey(alert.kind, alert.campaignId));
		this.#past = [{...alert, resolvedAt: later(alert.since, this.#now)}, ...this.#past].slice(0, alertsKept);
		this.#changes++;
	}

	/** Raises an alert, or brings back the one that has only just ended. */
	raise({campaignId, name}: Subject, found: Found, since: Moment): void {
		const {rule, place, value} = found;
		const {kind, unit} = rule;
		this.#changes++;
		const again = this.#past.find(
			({kind: other, campaignId: id, resolvedAt}) =>
				other === kind &&
				id === campaignId &&
				resolvedAt !== undefined &&
				seconds(resolvedAt, this.#now) < this.#settings.mergeWithin,
		);
		if (again) {
			this.#past = this.#past.filter(alert => alert !== again);
			this.renew({...again, resolvedAt: undefined, times: again.times + 1}, found, name);
			return;
		}
		const number = this.#changes;
		this.keep({
			id: number,
			kind,
			rule: rule.id,
			level: rule.level,
			campaignId,
			name,
			since,
			raisedAt: later(since, this.#now),
			seenAt: later(since, this.#now),
			value,
			threshold: found.reading.threshold,
			unit,
			worst: {value, unit},
			note: found.reading.note ?? '',
			peak: place,
			news: number,
			acknowledgedAt: undefined,
			resolvedAt: undefined,
			times: 1,
		});
	}

	/** Tells an alert what is so now. One that rises to a graver rule is news again, whoever had acknowledged it. */
	renew(alert: Alert, {rule, place, value, reading}: Found, name: string): void {
		const rises = place > alert.peak;
		if (rises) {
			this.#changes++;
		}
		this.keep({
			...alert,
			rule: rule.id,
			level: rule.level,
			name,
			seenAt: later(alert.seenAt, this.#now),
			value,
			threshold: reading.threshold,
			unit: rule.unit,
			worst: worstOf(alert.worst, {value, unit: rule.unit}, rule, rises),
			note: reading.note ?? '',
			peak: Math.max(alert.peak, place),
			...(rises && {news: this.#changes, acknowledgedAt: undefined}),
		});
	}
}

const worstOf = (before: Worst, now: Worst, {isLow}: Rule, rises: boolean): Worst => {
	if (before.unit !== now.unit) {
		return rises ? now : before;
	}
	return (isLow ? now.value < before.value : now.value > before.value) ? now : before;
};

/** Whether the figure is past the threshold; once raised it must come back by the margin to be so no more. */
const isPast = ({isLow}: Rule, value: number, threshold: number, margin: number): boolean =>
	isLow ? value <= threshold + margin : value >= threshold - margin;

/**
 * Weighs the rules of one subject. `unknown` holds what was: figures that do not say so neither raise nor end anything.
 */
const weigh = <R extends Rule>(
	draft: Draft,
	settings: AlertSettings,
	rules: readonly R[],
	subject: Subject,
	now: Moment,
	look: (rule: R) => Reading | 'unknown' | undefined,
): void => {
	const {campaignId} = subject;
	for (const kind of new Set(rules.map(rule => rule.kind))) {
		let gravest: Found | undefined;
		let since: Moment | undefined;
		let isHeld = false;
		rules.forEach((rule, place) => {
			if (rule.kind !== kind) {
				return;
			}
			const of = settings.rules[rule.id];
			const known = draft.tracks.get(trackKey({rule: rule.id, campaignId}));
			const reading = of.on ? look(rule) : undefined;
			if (reading === 'unknown') {
				isHeld ||= known?.isRaised ?? false;
				return;
			}
			const value = reading?.value ?? 0;
			const margin = known?.isRaised ? of.margin : 0;
			if (!reading || !(rule.isLasting || isPast(rule, value, reading.threshold, margin))) {
				draft.untrack({rule: rule.id, campaignId});
				return;
			}
			const began = known?.since ?? reading.since ?? now;
			const held = seconds(began, now);
			const polls = (known?.polls ?? 0) + 1;
			const shown = rule.isLasting ? (reading.value ?? held) : value;
			const isLong = !rule.isLasting || shown >= reading.threshold;
			const isRipe = isLong && held >= of.seconds && polls >= of.polls;
			const track: Track = {rule: rule.id, campaignId, since: began, polls, isRaised: known?.isRaised || isRipe};
			draft.track(track);
			if (track.isRaised) {
				since ??= began;
				gravest = {rule, place, value: shown, reading};
			}
		});
		const alert = draft.active.get(alertKey(kind, campaignId));
		if (gravest && alert) {
			draft.renew(alert, gravest, subject.name);
		} else if (gravest) {
			draft.raise(subject, gravest, since ?? now);
		} else if (alert && !isHeld) {
			draft.resolve(alert);
		}
	}
};

/** After a campaign's figures were polled; `known` is what was known of it before. */
const afterPoll = (state: State, campaignId: string, known: DashboardEntry | undefined): Alerts => {
	const row = campaignRow(state, campaignId);
	if (!row?.figures || !row.entry) {
		return state.alerts;
	}
	const {alertSettings: settings} = state;
	const now = row.entry.receivedAt;
	const draft = new Draft(state.alerts, settings, now);
	const previous = known && known.receivedAt.mono > state.staleBefore ? known : undefined;
	const sight = {row, previous, has: (kind: AlertKind) => draft.active.has(alertKey(kind, campaignId))};
	weigh(draft, settings, campaignRules, {campaignId, name: row.campaign.name}, now, rule =>
		rule.whileDialing && row.state !== 'dialing' ? undefined : rule.look(sight, settings.rules[rule.id], settings),
	);
	return draft.result;
};

/** After the campaigns were listed: what is gone, or no longer dials, has no alerts of that. */
const afterListing = (state: State, now: Moment): Alerts => {
	const draft = new Draft(state.alerts, state.alertSettings, now);
	const isOver = ({rule, campaignId}: Pick<Track, 'rule' | 'campaignId'>): boolean => {
		const row = campaignId === undefined ? undefined : campaignRow(state, campaignId);
		const isOfDialing = ruleOf.get(rule)?.whileDialing ?? false;
		return campaignId !== undefined && (!row || (isOfDialing && row.state !== 'dialing'));
	};
	for (const track of [...state.alerts.tracks.values()].filter(isOver)) {
		draft.untrack(track);
	}
	for (const alert of [...state.alerts.active.values()].filter(isOver)) {
		draft.resolve(alert);
	}
	return draft.result;
};

/** As time passes, and when the link changes: only what is about the service as a whole. */
const afterTime = (state: State, now: Moment): Alerts => {
	const {alertSettings: settings} = state;
	const draft = new Draft(state.alerts, settings, now);
	weigh(draft, settings, serviceRules, {campaignId: undefined, name: state.source.host}, now, rule =>
		rule.look(state, settings.rules[rule.id], settings),
	);
	return draft.result;
};

/** After a time in which nobody looked: what was not raised by then begins anew. */
const restarted = (state: State): State => {
	const {tracks} = state.alerts;
	const kept = [...tracks].filter(([, {isRaised, campaignId}]) => isRaised || campaignId === undefined);
	return kept.length === tracks.size ? state : {...state, alerts: {...state.alerts, tracks: new Map(kept)}};
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

/** The words for what an alert tells of. */
export const titleOf = ({rule}: Pick<Alert, 'rule'>): string => ruleOf.get(rule)?.title ?? rule;
