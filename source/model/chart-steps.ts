/** A campaign's recorded figures as steps of a chart: gauges as means, counts of the day as what a step added to them. */
import {dropRateOf, rowOfFigures} from './drops.ts';
import type {PastStep} from './past.ts';
import {countBetween, edgeOf, meanBetween, type Of, type Series} from './series.ts';
import {day, hour, minute} from './time.ts';

/** The spans that charts can show, the shortest first. */
export const chartSpanNames = ['1 h', '8 h', '1 day', '7 days'] as const;
export type ChartSpan = (typeof chartSpanNames)[number];

/** How long each is, and its steps, milliseconds. */
export const chartSpans: Readonly<Record<ChartSpan, {length: number; step: number}>> = {
	'1 h': {length: hour, step: minute},
	'8 h': {length: 8 * hour, step: 5 * minute},
	'1 day': {length: day, step: 15 * minute},
	'7 days': {length: 7 * day, step: hour},
};

/** A step of a chart; without a figure of which nothing is known. */
export type ChartStep = {
	/** Its middle, UTC milliseconds. */
	at: number;
	/** Milliseconds. */
	length: number;
	record: PastStep;
};

/** Samples that are further apart than this (milliseconds) show nothing of the counts between them, or of the gauges. */
const longest = {counts: 10 * minute, gauges: 90 * minute};

/** Drops of the day: the service tells their rate, with two decimals, and they are a whole number. */
const dropped: Of<number> = figures => {
	const rate = dropRateOf(rowOfFigures(figures));
	return rate === undefined || figures.humanAnswered === undefined
		? undefined
		: Math.round((rate * figures.humanAnswered) / 100);
};

const available: Of<number> = ({agents, paused}) =>
	agents === undefined || paused === undefined ? undefined : agents - paused;

const occupied: Of<number> = ({onCall, wrapUp, dead}) =>
	onCall === undefined || wrapUp === undefined || dead === undefined ? undefined : onCall + wrapUp + dead;

const gauges: readonly (readonly [keyof PastStep, Of<number>])[] = [
	['agents', figures => figures.agents],
	['available', available],
	['occupied', occupied],
	['remainingLeads', figures => figures.remainingLeads],
	['ringing', figures => figures.ringing],
	['waiting', figures => figures.waiting],
	['inIvr', figures => figures.inIvr],
];

/** What was counted in a step, where it is known. */
const countsOf = (series: Series, from: number, to: number): Readonly<Record<string, number | undefined>> => {
	const [first, last] = [edgeOf(series, from), edgeOf(series, to)];
	if (first === undefined || last === undefined || last <= first) {
		return {};
	}
	const grown = (of: Of<number>): number | undefined => countBetween(series, first, last, of);
	const minutes = (last - first) / minute;
	const perMinute = (count: number | undefined): number | undefined =>
		count === undefined ? undefined : count / minutes;
	const [called, human, added] = [grown(one => one.calledToday), grown(one => one.humanAnswered), grown(dropped)];
	// Of more than ten thousand answers the rate is too coarse for single drops.
	const drops = added && Math.max(0, added);
	return {
		called,
		answered: grown(one => one.answeredToday),
		sales: grown(one => one.sales),
		dialed: perMinute(called),
		drops: perMinute(drops),
		delivered: perMinute(human === undefined || drops === undefined ? undefined : human - drops),
	};
};

/**
 * The steps between edges, oldest first. A step without a sample in it is a gap: nothing is drawn across it.
 *
 * @param edges UTC milliseconds, one more than there are steps
 */
export const chartSteps = (all: Series, edges: readonly number[]): ChartStep[] => {
	const {samples} = all;
	const within = (most: number): Series => ({...all, longest: Math.min(all.longest, most)});
	const [counts, levels] = [within(longest.counts), within(longest.gauges)];
	let next = 0;
	return edges.slice(1).map((to, index) => {
		const from = edges[index] ?? to;
		while ((samples[next]?.at ?? Number.POSITIVE_INFINITY) <= from) {
			next++;
		}
		const isKnown = (samples[next]?.at ?? Number.POSITIVE_INFINITY) <= to;
		const means = gauges.map(([name, of]) => [name, meanBetween(levels, from, to, of)] as const);
		const known = isKnown ? Object.entries({...Object.fromEntries(means), ...countsOf(counts, from, to)}) : [];
		return {
			at: (from + to) / 2,
			length: to - from,
			record: Object.fromEntries(known.filter(([, value]) => value !== undefined)),
		};
	});
};
