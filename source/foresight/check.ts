/** Whether a floor behaves like the simulation: fitted on an earlier stretch, it must come out as the stretch after that did. */
import {medianOf} from '../model/drop-at-close.ts';
import {lastBy, type Series} from '../model/series.ts';
import {minute} from '../model/time.ts';
import {type Counted, calibrate, countedIn, dialingOf, type NoForecast} from './calibrate.ts';
import {agentsOf, type Dialing, type Floor, fitted, reproduced, type Seats} from './floor.ts';
import {drawn, under} from './forecast.ts';
import {type Outcome, simulate} from './simulate.ts';
import {conditionsIn, type Week} from './week.ts';

/** How far the occupancy may be off, and the share of runs on either side of which the drop rate must not lie. */
const most = {occupancy: 0.05, tail: 0.01};

/** Runs of the check: the most, and so many after which it ends if its outcome is clear. */
const runs = {most: 60, clear: 20};

/** The drop rate of fewer answers than this is all chance. */
const leastAnswers = 20;

const scaled = (seats: Seats, agents: number): Seats => {
	const factor = agents / Math.max(1, agentsOf(seats));
	const part = (count: number): number => Math.round(count * factor);
	return {ready: part(seats.ready), onCall: part(seats.onCall), wrapUp: part(seats.wrapUp), paused: part(seats.paused)};
};

const occupancyOf = ({talk, wrap, ready}: Outcome): number => (talk + wrap) / Math.max(1, talk + wrap + ready);

const rateOf = ({drops, humans}: Pick<Counted, 'drops' | 'humans'>): number => drops / Math.max(1, humans);

/** How many standard errors of a median are beyond chance, and between which of the runs' rates one is certainly no odd one. */
const [beyondChance, usualTail] = [3, 0.15];

/** Whether more runs would hardly change what comes out. */
const isClear = ({occupancy = 0, humans, drops}: Counted, outcomes: readonly Outcome[]): boolean => {
	const all = outcomes.map(occupancyOf);
	const usual = medianOf(all) ?? 0;
	const variance = all.reduce((sum, one) => sum + (one - usual) ** 2, 0) / all.length;
	const chance = beyondChance * Math.sqrt(variance / all.length);
	const off = Math.abs(usual - occupancy);
	const rate = rateOf({drops, humans});
	const shareOf = (isFurther: (one: number) => boolean): number =>
		outcomes.filter(one => isFurther(rateOf(one))).length / outcomes.length;
	const further = Math.max(
		shareOf(one => one < rate),
		shareOf(one => one > rate),
	);
	const isUsual = humans < leastAnswers || further <= 1 - usualTail;
	return off - chance > most.occupancy || (off + chance <= most.occupancy && isUsual);
};

/** What differs between what was seen and what the runs came to; undefined if nothing does. */
const differs = ({occupancy, humans, drops}: Counted, outcomes: readonly Outcome[]): string | undefined => {
	const usual = medianOf(outcomes.map(occupancyOf)) ?? 0;
	if (occupancy === undefined || Math.abs(usual - occupancy) > most.occupancy) {
		const percent = (share: number | undefined): string =>
			share === undefined ? 'unknown' : `${Math.round(100 * share)} %`;
		return `its agents were ${percent(occupancy)} busy, and the simulation has ${percent(usual)}`;
	}
	const rate = rateOf({drops, humans});
	const rates = outcomes.map(rateOf).toSorted((one, other) => one - other);
	const [low, high] = [most.tail, 1 - most.tail].map(at => rates[Math.round(at * (rates.length - 1))] ?? 0);
	// A drop more or less is chance, whatever the runs say.
	const slack = 1.5 / Math.max(1, humans);
	return humans >= leastAnswers && (rate < (low ?? 0) - slack || rate > (high ?? 0) + slack)
		? `${(100 * rate).toFixed(1)} % were dropped, and the simulation has ${(100 * (low ?? 0)).toFixed(1)} to ${(100 * (high ?? 0)).toFixed(1)} %`
		: undefined;
};

/** Drops at the simulation's own rate that what was seen is mixed with. */
const dropsWeight = 20;

/**
 * A floor that drops as many times as much as the simulation as it did in the check, as far as that is no chance. Where the method steers
 * the drop rate, it evens such a difference out.
 */
const withDrops = (floor: Floor, {drops, humans}: Counted, outcomes: readonly Outcome[]): Floor => {
	if (floor.dialing.method === 'PREDICTIVE') {
		return floor;
	}
	const sum = (of: (one: Outcome) => number): number => outcomes.reduce((total, one) => total + of(one), 0);
	const expected = humans * rateOf({drops: sum(one => one.drops), humans: sum(one => one.humans)});
	const value = (drops + dropsWeight) / (expected + dropsWeight);
	const error = Math.hypot(floor.parameters.drops.error, 1 / Math.sqrt(drops + dropsWeight) / 2);
	return {...floor, parameters: {...floor.parameters, drops: {value, error}}};
};

/** When the operator last changed how it dials, within so many minutes; undefined if not. */
const changedAt = ({samples}: Series, to: number): number | undefined => {
	const since = samples.filter(({at}) => at > to - reproduced * minute && at <= to);
	const last = since.at(-1)?.figures;
	const isSame = (figures: typeof last): boolean =>
		figures?.paceMethod === last?.paceMethod &&
		(figures?.paceMethod?.toUpperCase() === 'PREDICTIVE' || figures?.paceTempo === last?.paceTempo) &&
		figures?.status === last?.status;
	return since.findLast(({figures}) => !isSame(figures))?.at;
};

/** The floor at a moment, if the simulation reproduces the half hour before it or before the last change. A generator, to be worked off in slices. */
export function* checkedFloor(
	series: Series,
	to: number,
	options: Pick<Dialing, 'levelLimit' | 'lines' | 'isDialing'>,
	week?: Week,
): Generator<undefined, Floor | NoForecast> {
	const figures = series.samples.at(-1)?.figures;
	const dialing = figures && dialingOf(figures, options.isDialing, options.levelLimit, options.lines);
	if (!dialing || 'why' in dialing) {
		return dialing ?? {why: 'nothing is recorded of it'};
	}
	const floor = calibrate(series, {from: to - fitted * minute, to}, dialing, week);
	if ('why' in floor) {
		return floor;
	}
	const end = changedAt(series, to) ?? to;
	const begin = end - reproduced * minute;
	const then = lastBy(series.samples, begin, one => one);
	const before = then && dialingOf(then, true, options.levelLimit, options.lines);
	const earlier =
		before && 'level' in before
			? calibrate(series, {from: begin - fitted * minute, to: begin}, before, week)
			: undefined;
	if (!earlier || 'why' in earlier) {
		const why = earlier?.why ?? 'how it dialed before is not known';
		return {
			why: `the simulation cannot be checked on it: ${why} (${reproduced + fitted} minutes of its recording are needed)`,
		};
	}
	const seen = countedIn(series, begin, end);
	const seats = scaled(earlier.seats, seen.agents ?? 0);
	// How many were there is known.
	const usual = conditionsIn(week, earlier.seen, {from: begin, to: end});
	const outcomes: Outcome[] = [];
	for (let seed = 1; seed <= runs.most && !(seed > runs.clear && isClear(seen, outcomes)); seed++) {
		const parameters = drawn(earlier, seed);
		outcomes.push(
			...simulate(
				{
					seed,
					at: begin,
					parameters,
					before: earlier.dialing,
					dialing: earlier.dialing,
					seats,
				},
				[{...under(earlier, parameters, {...usual, agents: 1}), minutes: reproduced, settling: 0}],
			),
		);
		yield;
	}
	const difference = differs(seen, outcomes);
	return difference === undefined
		? withDrops(floor, seen, outcomes)
		: {why: `it does not behave like the simulation: over ${reproduced} minutes ${difference}`};
}
