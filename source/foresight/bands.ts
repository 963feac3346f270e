/**
 * Calibrates the bands of forecasts by what came of earlier ones (adaptive conformal inference): a band is as many half-widths wide as
 * four of five of those needed. Floors of a size are taken together, since a single campaign has few forecasts that do not overlap.
 */
import {isDeepStrictEqual} from 'node:util';
import type {Band} from '../model/drop-at-close.ts';
import {day, minute} from '../model/time.ts';
import type {Likely} from './likely.ts';
import {sizeOf, widening} from './widening.ts';

/** The figures whose bands are calibrated. When leads run out is not: on most days they do not, and then nothing can be compared. */
export const scoredFigures = ['drop', 'dropAtClose', 'talk', 'ready'] as const;
export type ScoredFigure = (typeof scoredFigures)[number];

/** A forecast, and what came of it. */
export type Scored = {
	campaignId: string;
	/** When it was made, UTC milliseconds, and how many minutes ahead it is of. */
	at: number;
	ahead: number;
	/** When its day closes. */
	closesAt: number;
	/** Whether of the floor as it is, or of a change that was then made. */
	kind: 'as-is' | 'changed';
	agents: number;
	/** As the simulation had them. */
	bands: Readonly<Record<ScoredFigure, Band>>;
	/** Undefined of a figure whose time has not come, or of which it is not known what came. */
	came: Partial<Record<ScoredFigure, number>>;
};

/** How the forecasts of a figure did. */
export type FigureRecord = {
	/** All that were compared. */
	scored: number;
	/** Of the newest, at most {@link counted}, so many were inside their band. */
	inside: number;
	of: number;
	/** How many half-widths wide the next band is on either side; undefined until `least` are compared. */
	factor: number | undefined;
	least: number;
};

type FigureRecords = Readonly<Record<ScoredFigure, FigureRecord>>;

/** The record of the forecasts of floors of a size. */
export type ScoreRecord = {
	size: ReturnType<typeof sizeOf>;
	asIs: FigureRecords;
	/** Of changes that were made. */
	changed: FigureRecords;
};

/** The newest forecasts that are counted. */
export const counted = 20;

/** So many forecasts must have been compared before bands are calibrated by them: as they are, and of changes. */
export const fewest = {asIs: 9, changed: 19} as const;

/** The share that may miss, how fast it is corrected, and between what it may move. */
const [missing, step, [leastMissing, mostMissing]] = [0.2, 0.005, [0.02, 0.5]];

/** The newest scores that a band is made of: what was long ago says less of tomorrow. */
const remembered = 100;

/** However earlier forecasts went, another may surprise. */
const [narrowest, widest] = [0.3, 5];

/** The least half-width: what rounding and a single call make of a figure. Percent, and minutes an hour. */
const leastHalf: Readonly<Record<ScoredFigure, number>> = {drop: 0.1, dropAtClose: 0.02, talk: 0.2, ready: 0.2};

/** The least half-width on one side, as a share of the whole band. */
const leastShare = 0.1;

/** What a figure can be at most: percent, and minutes of an hour. */
const most: Readonly<Record<ScoredFigure, number>> = {drop: 100, dropAtClose: 100, talk: 60, ready: 60};

type Halves = {below: number; above: number};

const halvesOf = ({low, median, high}: Band, figure: ScoredFigure): Halves => {
	const least = Math.max(leastHalf[figure], leastShare * (high - low));
	return {below: Math.max(median - low, least), above: Math.max(high - median, least)};
};

/** How far off a forecast was: its miss divided by the half-width on that side, so that 1 is at the end of the band. */
export const scoreOf = (band: Band, came: number, figure: ScoredFigure): number => {
	const {below, above} = halvesOf(band, figure);
	return came < band.median ? (band.median - came) / below : (came - band.median) / above;
};

/** A band as wide as a factor makes it, within what its figure can be. */
export const scaled = (band: Band, factor: number, figure: ScoredFigure): Band => {
	const {below, above} = halvesOf(band, figure);
	const within = (value: number): number => Math.min(most[figure], Math.max(0, value));
	const median = within(band.median);
	return {
		median,
		low: Math.min(median, within(band.median - factor * below)),
		high: Math.max(median, within(band.median + factor * above)),
	};
};

const placeOf = (sorted: readonly number[], value: number): number => {
	const place = sorted.findIndex(one => one >= value);
	return place < 0 ? sorted.length : place;
};

/** Below which score a share of those to come is, by those so far: the ceil((n + 1) share)-th of n. */
const quantileOf = (sorted: readonly number[], share: number): number => {
	const rank = Math.min(sorted.length, Math.ceil((sorted.length + 1) * share - 1e-9));
	return Math.min(widest, Math.max(narrowest, sorted[rank - 1] ?? widest));
};

/**
 * How forecasts did, each by the band that those before it gave it. The share that may miss moves after each of them by {@link step} times
 * what it was off: 0.005 × (0.2 − 1) where one missed, 0.005 × 0.2 where it did not.
 *
 * @param scores oldest first
 * @param least so many are needed for a band
 */
export const adapted = (scores: readonly number[], least: number): FigureRecord => {
	const sorted: number[] = [];
	const results: boolean[] = [];
	let alpha = missing;
	for (const [index, score] of scores.entries()) {
		const isCalibrated = index >= least;
		const isInside = score <= (isCalibrated ? quantileOf(sorted, 1 - alpha) : 1);
		results.push(isInside);
		if (isCalibrated) {
			alpha = Math.min(mostMissing, Math.max(leastMissing, alpha + step * (missing - (isInside ? 0 : 1))));
		}
		sorted.splice(placeOf(sorted, score), 0, score);
		const gone = scores[index - remembered];
		if (gone !== undefined) {
			sorted.splice(placeOf(sorted, gone), 1);
		}
	}
	const last = results.slice(-counted);
	return {
		scored: scores.length,
		inside: last.filter(Boolean).length,
		of: last.length,
		factor: scores.length < least ? undefined : quantileOf(sorted, 1 - alpha),
		least,
	};
};

/** Of forecasts of a campaign whose half hours overlap, those that do not. They are by when they were made. */
const apart = (forecasts: readonly Scored[]): readonly Scored[] => {
	const until = new Map<string, number>();
	return forecasts.filter(({campaignId, at, ahead}) => {
		const isFree = at >= (until.get(campaignId) ?? Number.NEGATIVE_INFINITY);
		if (isFree) {
			until.set(campaignId, at + ahead * minute);
		}
		return isFree;
	});
};

/** One forecast of each campaign's day, all of which are of the same close: another one of the day's each day. */
const oneADay = (forecasts: readonly Scored[]): readonly Scored[] =>
	[...Map.groupBy(forecasts, ({campaignId, closesAt}) => `${campaignId} ${closesAt}`).values()]
		.flatMap(ofDay => ofDay[Math.floor((ofDay[0]?.closesAt ?? 0) / day) % ofDay.length] ?? [])
		.toSorted((one, other) => one.at - other.at);

const recordsOf = (forecasts: readonly Scored[], least: number): FigureRecords => {
	const recordOf = (figure: ScoredFigure): FigureRecord => {
		const known = forecasts.filter(({came}) => came[figure] !== undefined);
		const chosen = figure === 'dropAtClose' ? oneADay(known) : apart(known);
		return adapted(
			chosen.map(({bands, came}) => scoreOf(bands[figure], came[figure] ?? 0, figure)),
			least,
		);
	};
	return {
		drop: recordOf('drop'),
		dropAtClose: recordOf('dropAtClose'),
		talk: recordOf('talk'),
		ready: recordOf('ready'),
	};
};

/** The record of floors of as many agents, out of all forecasts that were compared with what came. */
export const scoreRecordOf = (forecasts: readonly Scored[], agents: number): ScoreRecord => {
	const size = sizeOf(agents);
	const ofSize = forecasts.filter(one => sizeOf(one.agents) === size).toSorted((one, other) => one.at - other.at);
	const ofKind = (kind: Scored['kind']): Scored[] => ofSize.filter(one => one.kind === kind);
	return {
		size,
		asIs: recordsOf(ofKind('as-is'), fewest.asIs),
		changed: recordsOf(ofKind('changed'), fewest.changed),
	};
};

/**
 * The factors of a figure's bands: as it is, and as changed. Changes get what the bench measured, on top of what the floors of this service
 * need as they are, until enough of them have been compared.
 */
export const factorsOf = (
	{size, asIs, changed}: ScoreRecord,
	figure: ScoredFigure,
): {asIs: number; changed: number} => {
	const own = asIs[figure].factor ?? 1;
	return {asIs: own, changed: changed[figure].factor ?? widening[size] * Math.max(1, own)};
};

const withFactors = <T extends Likely>(likely: T, factorOf: (figure: ScoredFigure) => number): T => ({
	...likely,
	...Object.fromEntries(scoredFigures.map(figure => [figure, scaled(likely[figure], factorOf(figure), figure)])),
});

/** What is likely to come of a floor as it is, or of a changed one, with its bands calibrated. */
export const calibratedAs = <T extends Likely>(likely: T, record: ScoreRecord, kind: 'asIs' | 'changed'): T =>
	withFactors(likely, figure => factorsOf(record, figure)[kind]);

/** What is likely to come of a change, with its bands calibrated; `asIs` is the same without it, as the simulation has both. */
const calibratedChange = <T extends Likely>(changed: T, asIs: Likely, record: ScoreRecord): T =>
	withFactors(changed, figure => {
		const factors = factorsOf(record, figure);
		// A figure that a change leaves as it is keeps the same band.
		return isDeepStrictEqual(asIs[figure], changed[figure]) ? factors.asIs : factors.changed;
	});

/** A forecast as it is and as changed, with its bands calibrated. */
export const calibrated = <T extends {asIs: Likely; changed: Likely}>(
	forecast: T,
	record: ScoreRecord,
): T & {record: ScoreRecord} => ({
	...forecast,
	record,
	asIs: withFactors(forecast.asIs, figure => factorsOf(record, figure).asIs),
	changed: calibratedChange(forecast.changed, forecast.asIs, record),
});
