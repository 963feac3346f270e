/** Changes the alerts in one step: follows conditions, and raises, renews and resolves alerts. */

import {
	type Acknowledgement,
	type Alert,
	type AlertEnd,
	type AlertKind,
	type Alerts,
	alertKey,
	type Condition,
	mostPastAlerts,
} from '../model/alert.ts';
import type {ById} from '../model/by-id.ts';
import type {Moment} from '../model/time.ts';
import {holdsFor, isOver, withAcknowledgement} from './acknowledged.ts';
import type {Measurement, Rule} from './rule.ts';

/** What an alert is about, and how many agents or calls it has: infinitely many for the service as a whole. */
export type AlertSubject = {campaignId: string | undefined; name: string; size: number};

/** A rule whose condition holds now, and its rank: graver rules come later. */
export type RuleMatch = {rule: Rule; rank: number; value: number; measurement: Measurement};

/** Seconds by the monotonic clock. */
export const seconds = (from: Moment, to: Moment): number => Math.max(0, to.mono - from.mono) / 1000;

const later = (one: Moment, other: Moment): Moment => (other.mono >= one.mono ? other : one);

/** The key of a condition. */
export const conditionKey = ({rule, campaignId}: Pick<Condition, 'rule' | 'campaignId'>): string =>
	`${rule} ${campaignId}`;

/** The worst figure of what a rule counts, among those of what other rules of its kind have counted. */
const worstAfter = (known: Alert['worsts'], {id, counts = id, isLow, unit}: Rule, value: number) => {
	const worse = isLow ? Math.min : Math.max;
	const worst = worse(known[counts] ?? value, value);
	return {worst: {value: worst, unit}, worsts: {...known, [counts]: worst}};
};

/** What an alert takes over from a measurement. */
const measuredIn = ({rule, value, measurement}: RuleMatch, worsts: Alert['worsts'], size: number) => {
	const {threshold, limit, note = '', cause, partOf} = measurement;
	const isCount = rule.unit === 'agents' || rule.unit === 'calls';
	return {
		rule: rule.id,
		level: rule.level,
		value,
		threshold,
		limit,
		unit: rule.unit,
		concerns: measurement.concerns ?? (isCount ? value : size),
		note,
		cause,
		partOf,
		...worstAfter(worsts, rule, value),
	};
};

/** The sum of the known values; undefined if none is known. */
const summed = (one: number | undefined, other: number | undefined): number | undefined =>
	one === undefined || other === undefined ? (one ?? other) : one + other;

/** An alert joins the flood of another of its kind that became news less than so many seconds before. */
const floodWithin = 60;

/** Seconds for which the figures must be normal before an alert ends, for each time that it has come back. */
const holdForReturn = 60;

/** Seconds for which the figures of an alert must be normal before it ends: none until it has come back. */
export const holdOf = ({times}: Alert, mergeWithin: number): number =>
	Math.min((times - 1) * holdForReturn, mergeWithin);

/** A draft of the next alerts; the map of active ones is copied at its first change. */
export class Draft {
	readonly #before: Alerts;
	readonly #now: Moment;
	#conditions: ById<Condition>;
	#active: Map<string, Alert> | undefined;
	#past: readonly Alert[];
	#acknowledgements: ReadonlyMap<string, Acknowledgement>;
	#changes: number;

	constructor(before: Alerts, now: Moment) {
		this.#before = before;
		this.#now = now;
		this.#conditions = before.conditions;
		this.#past = before.past;
		this.#acknowledgements = before.acknowledgements;
		this.#changes = before.changes;
	}

	get conditions(): ById<Condition> {
		return this.#conditions;
	}

	get active(): ReadonlyMap<string, Alert> {
		return this.#active ?? this.#before.active;
	}

	/** The alerts after the changes; the same object if there were none. */
	get result(): Alerts {
		return this.#conditions !== this.#before.conditions ||
			this.#active ||
			this.#acknowledgements !== this.#before.acknowledgements
			? {
					conditions: this.conditions,
					active: this.active,
					past: this.#past,
					acknowledgements: this.#acknowledgements,
					changes: this.#changes,
				}
			: this.#before;
	}

	follow(condition: Condition): void {
		this.#conditions = this.#conditions.with(conditionKey(condition), condition);
	}

	unfollow(condition: Pick<Condition, 'rule' | 'campaignId'>): void {
		this.#conditions = this.#conditions.without(conditionKey(condition));
	}

	keep(alert: Alert): void {
		this.#active ??= new Map(this.#before.active);
		this.#active.set(alertKey(alert.kind, alert.campaignId), alert);
	}

	/** Moves an alert from the active to the past ones; it was over when its figures became well. */
	resolve(alert: Alert, end: AlertEnd): void {
		this.#active ??= new Map(this.#before.active);
		this.#active.delete(alertKey(alert.kind, alert.campaignId));
		const over = later(alert.since, alert.wellSince ?? this.#now);
		const past = {...alert, partOf: undefined, wellSince: over, end: alert.end ?? end, resolvedAt: over};
		this.#past = [past, ...this.#past].slice(0, mostPastAlerts);
		this.#changes++;
	}

	/** Keeps an alert active whose figures are normal, as it may come back. */
	hold(alert: Alert, end: AlertEnd): void {
		if (alert.wellSince === undefined) {
			this.#changes++;
			this.keep({...alert, partOf: undefined, wellSince: later(alert.since, this.#now), end});
		}
	}

	/** Ends acknowledgements whose time is over: their alerts are news again, unless they are well or part of others by now. */
	endAcknowledgements(): void {
		for (const [key, known] of this.#acknowledgements) {
			if (isOver(known, this.#now)) {
				this.#forget(key);
			}
		}
		for (const alert of this.active.values()) {
			if (alert.acknowledgement && isOver(alert.acknowledgement, this.#now)) {
				this.#changes++;
				const isQuiet = alert.wellSince !== undefined || alert.partOf !== undefined;
				this.keep({
					...alert,
					acknowledgedAt: undefined,
					acknowledgement: undefined,
					...(!isQuiet && this.#news(alert)),
				});
			}
		}
	}

	#forget(key: string): void {
		const others = new Map(this.#acknowledgements);
		others.delete(key);
		this.#acknowledgements = others;
	}

	/** What an alert has that is news now. */
	#news({kind, id}: Pick<Alert, 'kind' | 'id'>): Pick<Alert, 'news' | 'newsAt' | 'flood'> {
		return {news: this.#changes, newsAt: this.#now, flood: this.#floodOf(kind, id)};
	}

	/** The same alert, acknowledged if what was acknowledged before it was raised holds for it. */
	#known(alert: Alert): Alert {
		const known = this.#acknowledgements.get(alertKey(alert.kind, alert.campaignId));
		return known && holdsFor(known, alert, this.#now) ? withAcknowledgement(alert, known) : alert;
	}

	/** The flood of the alerts of a kind that are news now. */
	#floodOf(kind: AlertKind, id: number | undefined): number {
		let newest: Alert | undefined;
		for (const alert of [...this.active.values(), ...this.#past]) {
			if (alert.kind === kind && alert.id !== id && !(newest && newest.newsAt.mono >= alert.newsAt.mono)) {
				newest = alert;
			}
		}
		return newest && seconds(newest.newsAt, this.#now) < floodWithin ? newest.flood : this.#changes;
	}

	/** Raises an alert, or reopens the same one if it was over less than `mergeWithin` seconds ago. */
	raise(subject: AlertSubject, match: RuleMatch, since: Moment, mergeWithin: number): void {
		const {campaignId, name, size} = subject;
		const {rule, rank} = match;
		const {kind} = rule;
		const again = this.#past.find(
			({kind: other, campaignId: id, resolvedAt}) =>
				other === kind && id === campaignId && resolvedAt !== undefined && seconds(resolvedAt, this.#now) < mergeWithin,
		);
		if (again) {
			this.#past = this.#past.filter(alert => alert !== again);
			this.renew(this.#known({...again, resolvedAt: undefined}), match, subject);
			return;
		}
		this.#changes++;
		const number = this.#changes;
		const alert = {
			id: number,
			kind,
			campaignId,
			name,
			since,
			raisedAt: later(since, this.#now),
			seenAt: later(since, this.#now),
			...measuredIn(match, {}, size),
			inVain: match.measurement.inVain,
			peak: rank,
			news: number,
			newsAt: this.#now,
			flood: this.#floodOf(kind, undefined),
			acknowledgedAt: undefined,
			wellSince: undefined,
			end: undefined,
			resolvedAt: undefined,
			times: 1,
		};
		this.keep(this.#known(alert));
	}

	/**
	 * Updates an active alert. One whose figures were normal has come back. One that rises to a graver rule is news again, and so is
	 * one that is worse by a step than when it was acknowledged, or for which that time is over.
	 */
	renew(alert: Alert, match: RuleMatch, {name, size}: Pick<AlertSubject, 'name' | 'size'>): void {
		const {rule, rank, value} = match;
		const {acknowledgement: known} = alert;
		const isNoLongerKnown = known !== undefined && !holdsFor(known, {rule: rule.id, value}, this.#now);
		const isNews = rank > alert.peak || isNoLongerKnown;
		const returns = alert.wellSince !== undefined;
		if (isNoLongerKnown) {
			this.#forget(alertKey(alert.kind, alert.campaignId));
		}
		if (isNews || returns || alert.partOf !== match.measurement.partOf) {
			this.#changes++;
		}
		this.keep({
			...alert,
			name,
			seenAt: later(alert.seenAt, this.#now),
			...measuredIn(match, alert.worsts, size),
			inVain: summed(alert.inVain, match.measurement.inVain),
			hasNewSettings: false,
			peak: Math.max(alert.peak, rank),
			...(returns && {times: alert.times + 1, wellSince: undefined, end: undefined}),
			...(isNews && {...this.#news(alert), acknowledgedAt: undefined, acknowledgement: undefined}),
		});
	}
}
