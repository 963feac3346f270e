/** What a floor usually is: of the campaign's last week, or of any floor. */
import type {SeriesPoint} from '../model/series.ts';
import {hour, minute} from '../model/time.ts';
import type {Figures} from '../model/wire.ts';

/** A usual value of each parameter; it counts as much as so many dials, or talks. */
export type Prior = Readonly<
	Record<'human' | 'machine' | 'ring' | 'talk' | 'wrap' | 'pause' | 'leads', {value: number; weight: number}>
>;

/** A floor of which nothing else is known: our assumption. Weighs little. */
export const anyFloor: Prior = {
	human: {value: 0.18, weight: 60},
	machine: {value: 0.35, weight: 60},
	ring: {value: 16, weight: 60},
	talk: {value: 150, weight: 8},
	wrap: {value: 20, weight: 8},
	pause: {value: 8, weight: 8},
	leads: {value: 0.6, weight: 60},
};

/** Dials and talks that the last week weighs as much as: half an hour of a floor of some ten agents (ours). Pauses have their hours. */
const weights = {dials: 300, talks: 30, pauses: 8};

/** Fewer dials and talks than this in a week say no more than any floor. */
const least = {dials: 500, talks: 60};

/** Rows further apart than this leave unknown what was between them, milliseconds. */
const furthest = hour + 5 * minute;

/**
 * What a campaign usually is, by the hours that were recorded of it.
 *
 * @param points of the tier of hours, oldest first: gauges are means of the time since the point before
 */
export const priorOf = (points: readonly SeriesPoint[]): Prior => {
	const sums = {dials: 0, humans: 0, machines: 0, talks: 0, leads: 0, ringing: 0, talking: 0, wrap: 0, paused: 0};
	for (const [index, {at, figures: now}] of points.entries()) {
		const before = points[index - 1];
		const grown = (of: keyof Figures & ('calledToday' | 'humanAnswered' | 'machineAnswered' | 'connectedCalls')) =>
			(now[of] ?? Number.NaN) - (before?.figures[of] ?? Number.NaN);
		const dials = grown('calledToday');
		// Counts that fall begin another day.
		if (!before || at - before.at > furthest || !(dials > 0)) {
			continue;
		}
		const seconds = (at - before.at) / 1000;
		const added = {
			dials,
			humans: grown('humanAnswered'),
			machines: grown('machineAnswered'),
			talks: grown('connectedCalls'),
			leads: Math.max(0, (before.figures.remainingLeads ?? 0) - (now.remainingLeads ?? 0)),
			ringing: (now.ringing ?? Number.NaN) * seconds,
			talking: ((now.onCall ?? Number.NaN) + (now.dead ?? 0)) * seconds,
			wrap: (now.wrapUp ?? Number.NaN) * seconds,
			paused: (now.paused ?? Number.NaN) * seconds,
		};
		if (Object.values(added).every(value => value >= 0)) {
			for (const name of Object.keys(sums) as (keyof typeof sums)[]) {
				sums[name] += added[name];
			}
		}
	}
	const {dials, talks} = sums;
	return dials < least.dials || talks < least.talks
		? anyFloor
		: {
				human: {value: sums.humans / dials, weight: weights.dials},
				machine: {value: sums.machines / dials, weight: weights.dials},
				ring: {value: sums.ringing / dials, weight: weights.dials},
				talk: {value: sums.talking / talks, weight: weights.talks},
				wrap: {value: sums.wrap / talks, weight: weights.talks},
				pause: {value: sums.paused / talks, weight: weights.pauses},
				leads: {value: sums.leads / dials, weight: weights.dials},
			};
};
