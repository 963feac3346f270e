/** Runs the alert rules over a recording, and finds which of them fired when it was recorded. */
import {setImmediate} from 'node:timers/promises';
import {type Firing, Firings} from '../../alerts/firings.ts';
import {initialState, update} from '../../alerts/reducer.ts';
import {ruleOf} from '../../alerts/rules.ts';
import {type AlertSettings, type Alerts, alertKey, isAlertOf, type RuleId} from '../../model/alert.ts';
import type {Source, State} from '../../model/state.ts';
import {pastHours} from '../../recording/past-messages.ts';
import type {Period, Recording} from '../../recording/recording.ts';

/** Rules that need more than a recording has: the audit, and days before it. */
export const notBacktested: readonly RuleId[] = ['changed', 'period-near', 'period-over'];

/** Before the period rules run unseen: alerts that are active when it begins were raised before. */
const lead = 2 * 3_600_000;

/** Messages between two checks whether the program is to end. */
const sliceLength = 1000;

/** A period, and what is recorded before it. */
const withLead = (recording: Recording, {from, to}: Period): Period => ({
	from: Math.max(from - lead, recording.span()?.from ?? from),
	to: Math.min(to, recording.span()?.to ?? to),
});

/** The settings without the rules that a recording does not judge. */
const judged = (settings: AlertSettings): AlertSettings => ({
	...settings,
	rules: {
		...settings.rules,
		...Object.fromEntries(notBacktested.map(rule => [rule, {...settings.rules[rule], on: false}])),
	},
});

const follow = (firings: Firings, before: Alerts, after: Alerts): void => {
	if (before === after) {
		return;
	}
	for (const [key, alert] of after.active) {
		if (alert !== before.active.get(key)) {
			firings.seen(alert);
		}
	}
	for (const [key, alert] of before.active) {
		if (after.active.get(key)?.id !== alert.id) {
			firings.ended(after.past.find(({id}) => id === alert.id) ?? alert);
		}
	}
};

/** What would have fired. */
export type Backtested = {
	firings: readonly Firing[];
	/** Polls of campaigns that were judged. */
	polls: number;
	/** Up to when only minutes are stored, each of which was judged as one poll; undefined if every poll is. */
	byMinuteUntil: number | undefined;
	/** Up to when only a row an hour is stored, by which nothing was judged; undefined if that is nowhere so. */
	byHourUntil: number | undefined;
};

export type BacktestOptions = {
	recording: Recording;
	source: Source;
	settings: AlertSettings;
	period: Period;
	/** Called with the moment that has been reached, every few milliseconds; ends the backtest by returning false. */
	reached?(at: number): boolean;
};

/**
 * Runs the rules over a period; undefined if it was ended.
 *
 * @throws Error what the recording throws
 */
export const backtest = async ({
	recording,
	source,
	settings,
	period,
	reached = () => true,
}: BacktestOptions): Promise<Backtested | undefined> => {
	const whole = withLead(recording, period);
	const inForce = judged(settings);
	const firings = new Firings();
	let state: State = initialState(source, {wall: whole.from, mono: whole.from}, inForce);
	let [polls, count] = [0, 0];
	let byMinuteUntil: number | undefined;
	let byHourUntil: number | undefined;
	for (const hour of pastHours(recording, whole)) {
		byMinuteUntil = hour.isByMinute ? hour.to : byMinuteUntil;
		byHourUntil = hour.isByHour ? hour.to + 1 : byHourUntil;
		for (const message of hour.messages) {
			if (++count % sliceLength === 0) {
				await setImmediate();
				if (!reached(state.now.wall)) {
					return undefined;
				}
			}
			if (message.type === 'started') {
				firings.close(state.now.wall);
				state = initialState(source, message.now, inForce);
				continue;
			}
			const before = state.alerts;
			state = update(state, message);
			polls += message.type === 'dashboard-polled' ? 1 : 0;
			follow(firings, before, state.alerts);
		}
	}
	firings.close(whole.to);
	return {firings: within(firings.all, period), polls, byMinuteUntil, byHourUntil};
};

/** The firings that overlap the period. */
const within = (firings: readonly Firing[], {from, to}: Period): Firing[] =>
	firings.filter(firing => firing.until >= from && firing.from <= to);

/** What fired when it was recorded. */
export const firedThen = (recording: Recording, period: Period): readonly Firing[] => {
	const whole = withLead(recording, period);
	const firings = new Firings();
	for (const {kind, data, at, since = at} of recording.marks(whole, {
		kinds: ['alert', 'alert-changed', 'alert-ended', 'start'],
	})) {
		if (kind === 'start') {
			firings.close(since);
		} else if (isAlertOf(ruleOf, data) && !notBacktested.includes(data.rule)) {
			if (kind === 'alert-ended') {
				firings.ended(data);
			} else {
				firings.seen(data);
			}
		}
	}
	firings.close(whole.to);
	return within(firings.all, period).map(firing => ({...firing, worst: worstOf(recording, firing)}));
};

/** The worst figure of a firing: for an alert that was not seen to end, the one that its polls have recorded. */
const worstOf = (recording: Recording, {kind, campaignId, rule, from, until, isOpen, worst}: Firing): number => {
	const row = isOpen ? recording.last(`alerts/${alertKey(kind, campaignId)}`, until) : undefined;
	return row && row.at >= from && row.values.rule === rule ? Number(row.values.worst) : worst;
};
