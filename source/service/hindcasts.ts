/** Forecasts half hours of the past again, for the record that a first use lacks: what was seen before each, and what came. */
import type {Scored} from '../foresight/bands.ts';
import {cameOf, isUndisturbed} from '../foresight/came.ts';
import {fitted, looksBack, reproduced} from '../foresight/floor.ts';
import type {Foreseen, Question} from '../foresight/foresee.ts';
import type {Zone} from '../model/calling-hours.ts';
import {lastBy, type SeriesPoint, seriesOf} from '../model/series.ts';
import {day, hour, minute} from '../model/time.ts';
import {isInOrder, pointsOf} from '../recording/points.ts';
import type {Reading, Recording} from '../recording/recording.ts';
import {number} from '../recording/row-values.ts';
import type {ForecastRecords} from './forecast-records.ts';
import type {KnownForecast} from './forecast-rows.ts';
import type {ForesightThread} from './foresight-thread.ts';

/** How far back, milliseconds: the floor of long ago was another one. */
const goesBack = 7 * day;

/** Milliseconds that are read at once. */
const block = 3 * hour;

export type PastHalfHour = {
	/** When it began, UTC milliseconds. */
	at: number;
	/** What was recorded before it, by minutes. */
	points: readonly SeriesPoint[];
	agents: number;
	came: Scored['came'];
};

/** The hours in which a campaign dialed, each by when it began. */
const dialedHours = (recording: Pick<Recording, 'rows'>, campaignId: string, now: number): ReadonlySet<number> => {
	const {rows} = recording.rows(`figures/${campaignId}`, {from: now - goesBack, to: now}, 'hour', ['calledToday']);
	const counts = rows.map(({at, values}) => ({at, dials: number(values.calledToday) ?? 0}));
	const dialed = counts.filter(({dials}, index) => index === 0 || dials !== counts[index - 1]?.dials);
	return new Set(dialed.map(({at}) => startOfHour(at - 1)));
};

const startOfHour = (at: number): number => Math.floor(at / hour) * hour;

export type PastOptions = {
	campaignId: string;
	/** Half hours end before this, UTC milliseconds. */
	before: number;
	zone: Zone;
	/** How long each is, minutes. */
	minutes: number;
};

/**
 * Finds them, newest first; none overlaps another. Those of which too little was seen, or in which somebody changed how the campaign dials,
 * are skipped. A generator, so that reading can be worked off in slices.
 *
 * @throws Error what the recording throws
 */
export function* pastHalfHours(
	recording: Pick<Recording, 'rows'>,
	{campaignId, before, zone, minutes}: PastOptions,
): Generator<PastHalfHour | undefined, void> {
	const length = minutes * minute;
	const dialed = dialedHours(recording, campaignId, before);
	yield;
	let read: {from: number; reading: Reading} | undefined;
	for (let at = before - length - minute; at > before - goesBack; at -= length) {
		if (!dialed.has(startOfHour(at))) {
			continue;
		}
		if (!read || at - looksBack < read.from) {
			const from = at - looksBack - block;
			read = {from, reading: recording.rows(`figures/${campaignId}`, {from, to: at + length + minute}, 'minute')};
			yield;
		}
		const found = halfHourAt(read.reading, at, length, zone);
		if (found) {
			yield found;
		}
	}
}

const halfHourAt = ({tier, rows}: Reading, at: number, length: number, zone: Zone): PastHalfHour | undefined => {
	const reading = {
		tier,
		rows: rows.filter(row => row.at > at - looksBack && row.at <= at + length + minute),
	};
	const all = pointsOf(reading);
	const points = all.filter(point => point.at <= at);
	const series = seriesOf(all, zone);
	const agents = lastBy(points, at, figures => figures.agents) ?? 0;
	const isLongEnough = (points[0]?.at ?? at) <= at - (fitted + reproduced) * minute;
	if (agents === 0 || !isLongEnough || !isInOrder(reading) || !isUndisturbed(series, at, at + length)) {
		return undefined;
	}
	const came = cameOf(series, at, at + length);
	return came && {at, points, agents, came};
};

/** Pairs of runs of each, at most so many in a go, and milliseconds that all of them may take. */
const [pairs, mostAtOnce, within] = [40, 12, 5000];

/** Milliseconds between two slices of reading. */
const sliceEvery = 20;

/** A question about a half hour of the past, like one about the present: it knows only what was recorded before. */
export const questionOf = (question: Question, {at, points}: PastHalfHour, closesAt: number): Question => ({
	...question,
	points,
	lastWeek: question.lastWeek?.filter(hour => hour.at <= at - looksBack),
	now: at,
	closesAt,
	isDialing: true,
	change: {},
	pairs,
	within: undefined,
});

/** What a half hour of the past says of the forecasts of its campaign. */
export const hindcastOf = (
	campaignId: string,
	{at, agents, came}: PastHalfHour,
	{ahead, asIs}: Foreseen,
	closesAt: number,
): KnownForecast => ({
	campaignId,
	at,
	ahead,
	closesAt,
	kind: 'as-is',
	agents,
	bands: asIs,
	came,
	isOver: true,
	isClosed: false,
});

export type HindcastParts = {
	recording: Pick<Recording, 'rows'>;
	thread: ForesightThread;
	records: ForecastRecords;
	/** When the day closed in which a moment lies. */
	closesAt(at: number): number | undefined;
	campaignId: string;
	/** What is asked now, of which the past is like. */
	question: Question;
	onDone(): void;
};

/** Forecasts the past of a campaign until there is enough, time is up or the thread is asked something else. @returns how to end it */
export const hindcast = (parts: HindcastParts): (() => void) => {
	const {recording, thread, records, campaignId, question, closesAt, onDone} = parts;
	const {now, zone, minutes} = question;
	const first = records.all().find(one => one.campaignId === campaignId && one.kind === 'as-is');
	const before = Math.min(now, first?.at ?? now);
	const found = pastHalfHours(recording, {campaignId, before, zone, minutes});
	const until = performance.now() + within;
	let count = 0;
	let timer: NodeJS.Timeout | undefined;
	const step = (): void => {
		let next: IteratorResult<PastHalfHour | undefined, void> = {done: true, value: undefined};
		try {
			next = found.next();
		} catch {
			// The recording reports by itself what cannot be read.
		}
		if (next.done || count >= mostAtOnce || performance.now() > until) {
			onDone();
			return;
		}
		const {value: past} = next;
		const closes = past && closesAt(past.at);
		if (!past || closes === undefined) {
			timer = setTimeout(step, sliceEvery).unref();
			return;
		}
		thread.ask(questionOf(question, past, closes), answer => {
			if (answer && 'asIs' in answer) {
				count++;
				records.add(hindcastOf(campaignId, past, answer, closes), now);
			}
			if (answer) {
				step();
			}
		});
	};
	step();
	return () => clearTimeout(timer);
};
