/**
 * Estimates how a campaign's floor behaves, out of what it showed: shares are ratios of counts, and times follow from Little's law, the
 * mean number in a state being how many enter it times how long they stay.
 */
import {countBetween, lastBy, meanBetween, overTime, type Series} from '../model/series.ts';
import {minute} from '../model/time.ts';
import type {Figures} from '../model/wire.ts';
import {type Dialing, type Estimate, expecting, type Floor, type Parameters, quarter} from './floor.ts';
import {priorOf} from './prior.ts';
import type {Time, Week} from './week.ts';

/** Why there is no forecast, in a clause. */
export type NoForecast = {why: string};

/** Fewest milliseconds, dials and talks that a forecast is made of. */
const least = {known: 20 * minute, dials: 100, talks: 15};

/** How much each differs from one half hour to the next without any change by the operator: standard deviations of the logarithm (ours). */
const drift: Readonly<Record<keyof Parameters, number>> = {
	human: 0.08,
	machine: 0.08,
	ring: 0.04,
	talk: 0.05,
	wrap: 0.06,
	pause: 0.5,
	drops: 0.15,
	leads: 0.1,
	callbacks: 0.3,
};

/** The spread of a talk and of a wrap-up, as a share of its mean. */
const [talkSpread, pauseSpread] = [0.95, 3];

/** The sum of a gauge over time, in seconds. */
const seconds = (
	series: Series,
	from: number,
	to: number,
	of: (figures: Figures) => number | undefined,
): number | undefined => {
	const {sum, known} = overTime(series, from, to, of);
	return known === 0 ? undefined : (sum / known) * ((to - from) / 1000);
};

/** The mean of what was seen and what is usual, each by its weight. */
const shrunk = (sum: number, count: number, {value, weight}: {value: number; weight: number}): number =>
	Math.max(1e-4, (sum + value * weight) / (count + weight));

const estimate = (value: number, chance: number, of: keyof Parameters): Estimate => ({
	value,
	error: Math.hypot(chance, drift[of]),
});

/** Drops of the day by the rate, which has two decimals. */
const dropsOf = ({dropRate, humanAnswered}: Figures): number | undefined =>
	dropRate === undefined || humanAnswered === undefined ? undefined : (dropRate * humanAnswered) / 100;

/** Agents who are busy with a call or after it. */
const busy = ({onCall, dead, wrapUp}: Figures): number | undefined =>
	onCall === undefined || wrapUp === undefined ? undefined : onCall + (dead ?? 0) + wrapUp;

const share = (part: number | undefined, others: number | undefined): number | undefined =>
	part === undefined || others === undefined || part + others === 0 ? undefined : part / (part + others);

/** What was counted between two moments. */
export type Counted = {
	dials: number;
	humans: number;
	drops: number;
	agents: number | undefined;
	/** The part of the time that agents talk or wrap up, of that without pauses. */
	occupancy: number | undefined;
};

export const countedIn = (series: Series, from: number, to: number): Counted => ({
	dials: countBetween(series, from, to, ({calledToday}) => calledToday) ?? 0,
	humans: countBetween(series, from, to, ({humanAnswered}) => humanAnswered) ?? 0,
	drops: Math.max(0, countBetween(series, from, to, dropsOf) ?? 0),
	agents: meanBetween(series, from, to, ({agents}) => agents),
	occupancy: share(
		seconds(series, from, to, busy),
		seconds(series, from, to, ({ready}) => ready),
	),
});

/** The dialing that figures show; undefined of a method that rings nobody for agents. */
export const dialingOf = (
	figures: Figures,
	isDialing: boolean,
	levelLimit?: number,
	lines?: number,
): Dialing | NoForecast => {
	const {paceMethod = '', paceTempo, dropLimit = 3} = figures;
	const method = /^RATIO$/i.test(paceMethod) ? 'RATIO' : /^PREDICTIVE$/i.test(paceMethod) ? 'PREDICTIVE' : undefined;
	const level = Number(paceTempo);
	if (method === undefined) {
		return {
			why: paceMethod === '' ? 'the service does not show how it dials' : `${paceMethod} does not dial by a level`,
		};
	}
	if (paceTempo === undefined || !(level > 0 && level <= 10)) {
		return {why: 'the service does not show its dial level'};
	}
	return {method, level, levelLimit: Math.max(level, levelLimit ?? 10), dropLimit, lines: lines ?? 10_000, isDialing};
};

/** Milliseconds after a quarter of an hour in which calls back are dialed, and until whoever is called has answered. */
const [calledBack, answersAfter] = [90_000, 12_000];

/** Quarters of an hour that are looked at. */
const quarters = 7;

/** The people who answer because they were promised a call, in a quarter of an hour: as far as there are more than by chance. */
const callbackAnswers = (series: Series, to: number): {answers: number; error: number} => {
	const first = series.samples[0]?.at ?? to;
	const last = Math.floor((to - calledBack - answersAfter) / quarter) * quarter;
	const times = Array.from({length: quarters}, (_, index) => last - index * quarter).filter(at => at > first);
	const [earliest, latest] = [times.at(-1), times[0]];
	if (earliest === undefined || latest === undefined) {
		return {answers: 0, error: 0};
	}
	const countedAfter = (from: number, until: number) => ({
		dials: countBetween(series, from, until, ({calledToday}) => calledToday) ?? 0,
		humans: countBetween(series, from + answersAfter, until + answersAfter, ({humanAnswered}) => humanAnswered) ?? 0,
	});
	let [dials, humans] = [0, 0];
	for (const at of times) {
		const counted = countedAfter(at, at + calledBack);
		dials += counted.dials;
		humans += counted.humans;
	}
	const all = countedAfter(earliest, Math.min(to - answersAfter, latest + quarter));
	const usual = Math.max(0, all.humans - humans) / Math.max(1, all.dials - dials);
	const excess = Math.max(0, humans - usual * dials);
	const chance = Math.max(1, humans);
	// What may be chance counts for less.
	const answers = (excess * (excess ** 2 / (excess ** 2 + chance))) / times.length;
	return {answers, error: Math.min(0.7, Math.sqrt(chance) / Math.max(1, excess))};
};

/**
 * The floor of a campaign, out of what it showed between two moments.
 *
 * @param week its last one; undefined if too little of it is known
 */
export const calibrate = (series: Series, seen: Time, dialing: Dialing, week?: Week): Floor | NoForecast => {
	const {from, to} = seen;
	const prior = priorOf(week, seen);
	const {sum, known} = overTime(series, from, to, ({agents}) => agents);
	const {dials, humans} = countedIn(series, from, to);
	const machines = countBetween(series, from, to, ({machineAnswered}) => machineAnswered);
	const talks = countBetween(series, from, to, ({connectedCalls}) => connectedCalls);
	const talking = seconds(series, from, to, ({onCall, dead}) =>
		onCall === undefined ? undefined : onCall + (dead ?? 0),
	);
	const wrap = seconds(series, from, to, ({wrapUp}) => wrapUp);
	const paused = seconds(series, from, to, ({paused: count}) => count);
	const ringing = seconds(series, from, to, ({ringing: count}) => count);
	if (known < least.known) {
		return {
			why: `${Math.round(known / minute)} of the last ${Math.round((to - from) / minute)} minutes are recorded, and ${least.known / minute} are needed`,
		};
	}
	if (sum === 0) {
		return {why: 'nobody was signed in'};
	}
	if (dials < least.dials || talks === undefined || talks < least.talks) {
		return {
			why: `it placed ${dials} dials, of which ${talks ?? 'nobody knows how many'} were talked: too few to go by`,
		};
	}
	if (
		machines === undefined ||
		talking === undefined ||
		wrap === undefined ||
		ringing === undefined ||
		paused === undefined
	) {
		return {why: 'the service does not show what it needs: calls that ring, machines, and agents by state'};
	}
	const now = (of: (figures: Figures) => number | undefined): number =>
		Math.max(0, Math.round(lastBy(series.samples, to, of) ?? 0));
	const gone = Math.max(0, -(countBetween(series, from, to, ({remainingLeads}) => remainingLeads) ?? 0));
	const promised = callbackAnswers(series, to);
	const inWindow = (to - from) / quarter;
	const usual = shrunk(humans - promised.answers * inWindow, dials, prior.human);
	// Those who would have answered anyway are no gain: so many calls bring so many more answers.
	const callbacks = promised.answers / (usual * (expecting - 1));
	const human = shrunk(
		Math.max(0, humans - callbacks * inWindow * Math.min(1, usual * expecting)),
		Math.max(1, dials - callbacks * inWindow),
		prior.human,
	);
	return {
		at: to,
		dialing,
		seats: {
			ready: now(({ready}) => ready),
			onCall: now(({onCall}) => onCall) + now(({dead}) => dead),
			wrapUp: now(({wrapUp}) => wrapUp),
			paused: now(({paused: count}) => count),
		},
		parameters: {
			human: estimate(human, Math.sqrt((1 - human) / (humans + prior.human.weight * human)), 'human'),
			machine: estimate(shrunk(machines, dials, prior.machine), 1 / Math.sqrt(machines + 10), 'machine'),
			ring: estimate(shrunk(ringing, dials, prior.ring), 0.5 / Math.sqrt(dials), 'ring'),
			talk: estimate(shrunk(talking, talks, prior.talk), talkSpread / Math.sqrt(talks + prior.talk.weight), 'talk'),
			wrap: estimate(shrunk(wrap, talks, prior.wrap), talkSpread / Math.sqrt(talks + prior.wrap.weight), 'wrap'),
			pause: estimate(shrunk(paused, talks, prior.pause), pauseSpread / Math.sqrt(talks + prior.pause.weight), 'pause'),
			drops: {value: 1, error: drift.drops},
			leads: estimate(shrunk(gone, dials, prior.leads), 1 / Math.sqrt(dials), 'leads'),
			callbacks: estimate(callbacks, promised.error, 'callbacks'),
		},
		seen,
		week,
	};
};
