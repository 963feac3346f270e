/** One floor drawn by chance: its forecasts beside what came with the change really made, and beside an oracle that knows the floor. */
import {countedIn} from '../../source/foresight/calibrate.ts';
import {movedBy, runsOfLevel, safestLevel, tradeOff} from '../../source/foresight/curve.ts';
import {type Floor, fitted} from '../../source/foresight/floor.ts';
import {type Change, dayAfter, pairsOf} from '../../source/foresight/forecast.ts';
import {groundsOf, resultOf} from '../../source/foresight/foresee.ts';
import {type Course, type Day, likelyOf, valuesOf} from '../../source/foresight/likely.ts';
import {sizeOf, widening} from '../../source/foresight/widening.ts';
import type {Band} from '../../source/model/drop-at-close.ts';
import {seriesOf} from '../../source/model/series.ts';
import {minute} from '../../source/model/time.ts';
import {
	type Came,
	comesOf,
	forecastFloor,
	minutesAhead,
	type RecordedFloor,
	recordedFloorOf,
} from '../helpers/forecast-floor.ts';
import {drawsOf} from '../helpers/random-floor.ts';
import {median} from './figures.ts';

/** The figures that are judged. */
export const kinds = ['dropAtClose', 'drop', 'talk'] as const;
export type Kind = (typeof kinds)[number];

export const ways = ['as it is', 'as changed'] as const;
export type Way = (typeof ways)[number];

export type Size = ReturnType<typeof sizeOf>;

/** Pinball losses. */
export type Losses = {own: number; same: number; proportional: number};

/** A forecast of one figure beside what came. */
export type Scored = {
	kind: Kind;
	way: Way;
	/** Where what came lies among the runs, from 0 to 1; randomised between whole drops. */
	rank: number;
	/** By what factor the band that the runs have would have to be widened to hold it; randomised likewise. */
	stretch: number;
	/** Whether the band that is shown holds it. */
	isShown: boolean;
	/** How far it is from the median, and from that of the oracle. */
	miss: number;
	oracleMiss: number;
	/** Beside those of forecasters who say that nothing changes, or that drops go with the level; undefined of talk. */
	losses: Losses | undefined;
};

/** The level that was recommended, undefined for none, and whether the day stayed under its limit with it. */
export type Recommended = {value: number | undefined; isKept: boolean; isHighest: boolean};

/** What came of a floor's forecasts, or why there are none. */
export type Judged = {
	seed: number;
	method: string;
	agents: number;
	size: Size;
	why: string | undefined;
	scored: readonly Scored[];
	recommended: Recommended | undefined;
};

/** How much is run: pairs of a forecast, worlds of the oracle, and each how many-th floor has a level recommended. */
export type Effort = {pairs: number; oracles: number; recommends: number};

/** What a forecast of a share costs where so much came (pinball loss). */
const loss = (share: number, forecast: number, came: number): number =>
	came >= forecast ? share * (came - forecast) : (1 - share) * (forecast - came);

const lossOf = ({low, median: middle, high}: Band, came: number): number =>
	loss(0.1, low, came) + loss(0.5, middle, came) + loss(0.9, high, came);

const percentOf = (part: number, whole: number): number => (100 * part) / Math.max(1, whole);

const figureIn = (came: Came, kind: Kind): number => {
	switch (kind) {
		case 'drop':
			return percentOf(came.drops, came.humans);
		case 'dropAtClose':
			return percentOf(came.dropsAtClose, came.humansAtClose);
		case 'talk':
			return came.talk;
	}
};

/** How many points a single drop is worth. */
const grainOf = (came: Came, kind: Kind): number =>
	kind === 'talk' ? 0 : 100 / Math.max(1, kind === 'drop' ? came.humans : came.humansAtClose);

/** A rate of so many answers to come as a band by chance alone, with what is counted before them. */
const chanceBand = (rate: number, answers: number, {humans, drops}: Pick<Day, 'humans' | 'drops'>): Band => {
	const expected = rate * answers;
	const half = 1.2816 * Math.sqrt(expected);
	const of = (come: number): number => percentOf(drops + Math.max(0, come), humans + answers);
	return {median: of(expected), low: of(expected - half), high: of(expected + half)};
};

/** The losses of those who say that drops come as before, or as many more as the level is higher. */
const naiveLosses = (
	{asked: {points, zone, now}}: Pick<RecordedFloor, 'asked'>,
	{dialing}: Floor,
	day: Day,
	change: Change,
	kind: Kind,
	came: number,
): Omit<Losses, 'own'> | undefined => {
	if (kind === 'talk') {
		return undefined;
	}
	const before = countedIn(seriesOf(points, zone), now - fitted * minute, now);
	const rate = before.drops / Math.max(1, before.humans);
	const ahead = kind === 'drop' ? minutesAhead : day.minutes;
	const known = kind === 'drop' ? {humans: 0, drops: 0} : day;
	const moved = movedBy(dialing);
	const factor = (change.dialing?.[moved] ?? dialing[moved]) / dialing[moved];
	const of = (by: number): number => lossOf(chanceBand(rate * by, (before.humans / fitted) * ahead, known), came);
	return {same: of(1), proportional: of(factor)};
};

/** What came of a floor, and what would have come by other chances: that is all an oracle knows. */
export type Truth = {came: Came; others: readonly Came[]};

export const truthOf = (recorded: RecordedFloor, change: Change, oracles: number): Truth => ({
	came: comesOf(recorded, change),
	others: Array.from({length: oracles}, (_, index) => comesOf(recorded, change, 1 + index)),
});

/** What was forecast of a floor one way or the other. */
type Forecasted = {way: Way; change: Change; runs: readonly Course[]; day: Day};

export const scoredOf = (
	recorded: Omit<RecordedFloor, 'world'>,
	floor: Floor,
	{way, change, runs, day}: Forecasted,
	{came, others}: Truth,
): Scored[] => {
	const {floor: drawn} = recorded;
	const draw = drawsOf(drawn.seed + 6e6);
	const values = valuesOf(runs, minutesAhead, day);
	const likely = likelyOf(runs, minutesAhead, day);
	const widened = way === 'as it is' ? 1 : widening[sizeOf(drawn.agents)];
	return kinds.map(kind => {
		const truth = figureIn(came, kind);
		const grain = grainOf(came, kind);
		const {median: middle, low, high} = likely[kind];
		const shown = {
			median: middle,
			low: Math.max(0, middle - widened * (middle - low)),
			high: middle + widened * (high - middle),
		};
		// Between whole drops both are spread evenly, so that their order is no matter of how rates are rounded.
		const spread = values[kind].map(value => value + grain * (draw() - 0.5));
		const sorted = spread.toSorted((one, other) => one - other);
		const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
		const jittered = truth + grain * (draw() - 0.5);
		const away = jittered - at(0.5);
		const half = away < 0 ? at(0.5) - at(0.1) : at(0.9) - at(0.5);
		const naive = naiveLosses(recorded, floor, day, change, kind, truth);
		return {
			kind,
			way,
			rank: sorted.filter(value => value < jittered).length / sorted.length,
			stretch: Math.abs(away) / Math.max(1e-9, half),
			isShown: truth >= shown.low - 0.005 && truth <= shown.high + 0.005,
			miss: Math.abs(truth - middle),
			oracleMiss: Math.abs(truth - median(others.map(other => figureIn(other, kind)))),
			losses: naive && {own: lossOf(shown, truth), ...naive},
		};
	});
};

/** Percent of the live answers that these floors may drop. */
const limit = 3;

const recommendedOf = (recorded: RecordedFloor, floor: Floor, day: Day): Recommended => {
	const moved = movedBy(floor.dialing);
	const points = resultOf(tradeOff(floor, day, {minutes: minutesAhead, limit, runs: runsOfLevel}));
	const value = safestLevel(points);
	if (value === undefined) {
		return {value, isKept: false, isHighest: false};
	}
	const came = comesOf(recorded, {dialing: {[moved]: value}});
	return {value, isKept: figureIn(came, 'dropAtClose') <= limit, isHighest: value === points.at(-1)?.value};
};

/** Forecasts a floor, lets it go on, and judges. */
export const judgeFloor = (seed: number, {pairs, oracles, recommends}: Effort): Judged => {
	const drawn = forecastFloor(seed);
	const recorded = recordedFloorOf(drawn);
	const {method, agents, change} = drawn;
	const about = {seed, method, agents, size: sizeOf(agents)};
	const known = resultOf(groundsOf(recorded.asked));
	if ('why' in known) {
		return {...about, why: known.why, scored: [], recommended: undefined};
	}
	const {floor, day} = known;
	const {asIs, changed} = resultOf(pairsOf(floor, change, day, {minutes: minutesAhead, pairs}));
	return {
		...about,
		why: undefined,
		scored: [
			...scoredOf(recorded, floor, {way: 'as it is', change: {}, runs: asIs, day}, truthOf(recorded, {}, oracles)),
			...scoredOf(
				recorded,
				floor,
				{way: 'as changed', change, runs: changed, day: dayAfter(day, change)},
				truthOf(recorded, change, oracles),
			),
		],
		recommended: seed % recommends === 0 ? recommendedOf(recorded, floor, day) : undefined,
	};
};
