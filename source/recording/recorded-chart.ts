/** What charts show of the hours and days before: a campaign's recorded figures, and those of the same weekdays a week earlier. */
import {shownIn, whenShown, type Zone} from '../model/calling-hours.ts';
import {type ChartSpan, type ChartStep, chartSpans, chartSteps} from '../model/chart-steps.ts';
import {seriesOf} from '../model/series.ts';
import {day, hour, minute} from '../model/time.ts';
import {pointsIn} from './points.ts';
import type {Period, Recording, Tier} from './recording.ts';

/** The recorded steps of a span, oldest first; a step without figures is a gap. */
export type RecordedChart = {
	readonly steps: readonly ChartStep[];
	/** At the time of this week that they are compared with; empty if nothing was recorded then. */
	readonly lastWeek: readonly ChartStep[];
};

/** Which tiers serve a span, the best one first. Polls of the week before are mostly not stored any more. */
const tiersOf: Readonly<Record<ChartSpan, {now: readonly Tier[]; lastWeek: readonly Tier[]}>> = {
	'1 h': {now: ['polled', 'minute', 'hour'], lastWeek: ['minute', 'hour']},
	'8 h': {now: ['minute', 'hour'], lastWeek: ['minute', 'hour']},
	'1 day': {now: ['minute', 'hour'], lastWeek: ['minute', 'hour']},
	'7 days': {now: ['hour'], lastWeek: ['hour']},
};

/** Milliseconds before the first step in which its counts may have been shown last. */
const before = 10 * minute;

/** The ends of steps between two moments: whole multiples of their length, and the last moment itself. */
const evenEdges = (from: number, until: number, step: number): number[] => {
	const first = Math.ceil(from / step);
	const last = Math.ceil(until / step) - 1;
	return [...Array.from({length: Math.max(0, last - first + 1)}, (_, index) => (first + index) * step), until];
};

/** The ends of steps from sample to sample, since a recording has its own hours; where none is near, of steps of an hour. */
const sampleEdges = (samples: readonly {at: number}[]): number[] => {
	const edges = samples.slice(0, 1).map(({at}) => at - hour);
	for (const {at} of samples) {
		let last = edges.at(-1) ?? at;
		while (at - last > 1.5 * hour) {
			last = Math.min(last + hour, at - hour);
			edges.push(last);
		}
		edges.push(...(at > last ? [at] : []));
	}
	return edges;
};

/**
 * What was recorded of a campaign over a span up to a moment.
 *
 * @param zone by whose clock a day has its weekday
 * @throws Error what the recording throws
 */
export const recordedChart = (
	recording: Pick<Recording, 'rows'>,
	campaignId: string,
	span: ChartSpan,
	{until, zone}: {until: number; zone: Zone},
): RecordedChart => {
	const {length, step} = chartSpans[span];
	const stepsOf = (tiers: readonly Tier[], {from, to}: Period): ChartStep[] => {
		for (const tier of tiers) {
			const points = pointsIn(recording, campaignId, {from: from - (tier === 'hour' ? hour : before), to}, tier);
			const edges = tier === 'hour' ? sampleEdges(points) : evenEdges(from, to, step);
			const steps = chartSteps(seriesOf(points, zone), edges);
			if (steps.some(({record}) => Object.keys(record).length > 0)) {
				return steps;
			}
		}
		return [];
	};
	const shifted = (at: number, days: number): number => whenShown(zone, shownIn(zone, at) + days * day);
	const {now, lastWeek} = tiersOf[span];
	// Of last week the step is known that is under way.
	const weekBefore = {from: shifted(until - length, -7), to: shifted(Math.ceil(until / step) * step, -7)};
	return {
		steps: stepsOf(now, {from: until - length, to: until}),
		lastWeek: stepsOf(lastWeek, weekBefore).map(one => ({...one, at: shifted(one.at, 7)})),
	};
};
