/** How readily people answer, who answers a call and the lengths of its stages, all drawn from (seed, lead, attempt). */
import {usualExpecting} from './carrier.ts';
import {exponential, logNormalByMedian, type Purpose, purpose, uniform} from './draw.ts';
import type {Call, Fate, IvrOption, World} from './state.ts';
import {minute, second} from './time.ts';
import {localHour, localWeekday} from './zones.ts';

const drawFor = ({seed}: World, {lead, attempt}: Pick<Call, 'lead' | 'attempt'>, what: Purpose): number =>
	uniform(seed, lead, attempt, what);

/**
 * Who or what answers. A bad number is bad at every attempt.
 *
 * @param dialing `lift`: how much more readily than usual a person answers; `isUnprefixed`: the number is dialed without the
 *   prefix, by the fuller of two routes (ours); `isPromised`: the person expects the call;
 *   `isTest`: whoever answers does so as readily as the mean
 */
export const fateOf = (
	world: World,
	lead: number,
	attempt: number,
	zone: number,
	{lift = 1, isUnprefixed = false, isPromised = false, isTest = false} = {},
): Fate => {
	const {human, machine, busy, badNumber, expecting = usualExpecting} = world.carrier;
	if (uniform(world.seed, lead, 0, purpose.badNumber) < badNumber) {
		return 'bad-number';
	}
	const drawn = uniform(world.seed, lead, attempt, purpose.outcome) * (1 - badNumber);
	if (isUnprefixed && uniform(world.seed, lead, attempt, purpose.congestion) < world.carrier.congestion) {
		return 'busy';
	}
	const ready = human * (isPromised ? expecting : lift * readinessOf(world, isTest ? nobody : lead, zone));
	if (drawn < ready) {
		return 'human';
	}
	if (drawn < ready + machine) {
		return 'machine';
	}
	return drawn < ready + machine + busy ? 'busy' : 'no-answer';
};

/** Milliseconds until the ringing ends, answered or not. */
export const ringTime = (world: World, call: Call): number => {
	const u = drawFor(world, call, purpose.ring);
	const {ringMedian, ringSigma, ringTimeout} = world.carrier;
	if (call.method === 'SMSB') {
		return Math.round((1 + 3 * u) * second);
	}
	switch (call.fate) {
		case 'human':
			return Math.min(ringTimeout - 1, logNormalByMedian(ringMedian, ringSigma, u));
		case 'machine':
			return Math.round((12 + 9 * u) * second);
		case 'busy':
			return Math.round((1 + 2 * u) * second);
		case 'bad-number':
			return Math.round((0.5 + u) * second);
		case 'no-answer':
			return ringTimeout;
	}
};

/** Whether machine detection takes the call for a person's. */
export const detectedAsHuman = (world: World, call: Call): boolean => {
	const u = drawFor(world, call, purpose.detection);
	const {humanTakenForMachine, machineTakenForHuman} = world.carrier;
	return call.fate === 'human' ? u >= humanTakenForMachine : u < machineTakenForHuman;
};

/** How long the person bears the silence after the greeting. */
export const patienceOf = (world: World, call: Call): number =>
	logNormalByMedian(world.carrier.patience, world.carrier.patienceSigma, drawFor(world, call, purpose.patience));

/** How long a recorded message plays before its listener hangs up. */
export const messageTime = (world: World, call: Call): number =>
	Math.round((14 + 20 * drawFor(world, call, purpose.message)) * second);

/** Of those who hear an IVR, the shares that would do each of these, if a key is offered for it. */
const wishes: readonly {action: string; share: number}[] = [
	{action: 'transfer:', share: 0.08},
	{action: 'opt-out', share: 0.03},
	{action: 'repeat', share: 0.03},
];

/** Attempts are at most 255: each hearing of an IVR has a draw of its own. */
const hearing = 256;

/**
 * The action of the key that the person who hears an IVR presses; undefined if they press none. Machines press none, nor
 * do people on test calls.
 */
export const choiceOf = (world: World, call: Call, options: readonly IvrOption[]): string | undefined => {
	if (call.fate !== 'human' || call.lead < 0) {
		return undefined;
	}
	let drawn = uniform(world.seed, call.lead, call.attempt + hearing * call.repeats, purpose.keyPress);
	for (const {action: wish, share} of wishes) {
		if (drawn < share) {
			const fitting = options.filter(({action}) => action.startsWith(wish));
			return fitting[Math.floor((drawn / share) * fitting.length)]?.action;
		}
		drawn -= share;
	}
	return undefined;
};

/** How long a person waits on hold for an agent: they have chosen to, or hear that all agents are busy. */
export const holdPatience = (world: World, call: Call): number =>
	exponential(2 * minute, drawFor(world, call, purpose.hold));

/** Whether the person called hangs up before the agent does. */
export const hangsUpFirst = (world: World, call: Call): boolean =>
	drawFor(world, call, purpose.hangsUpFirst) < world.carrier.callerEnds;

/** How long the agent takes to notice that the line is dead. */
export const deadTime = (world: World, call: Call): number =>
	Math.round((2 + 6 * drawFor(world, call, purpose.deadTime)) * second);

/** At each hour of their own day, relative to the mean. */
const byHour = [
	0.4, 0.3, 0.3, 0.3, 0.4, 0.5, 0.7, 0.8, 0.92, 0.98, 1.02, 1, 0.95, 0.94, 0.96, 0.98, 1.02, 1.12, 1.2, 1.18, 1.05, 0.8,
	0.6, 0.5,
];

/** From Sunday to Saturday. */
const byWeekday = [0.84, 1.03, 1.05, 1.01, 0.98, 0.94, 0.89];

/** The readiest answer so many times as often as the mean. */
const readiest = 5;

/**
 * A person's own readiness, the same at every call: 0 to `readiest`, with a mean of 1. As those who are readier are reached
 * first, those who remain after fruitless tries are the less ready ones: of a first call 18 % are answered, of a second 15.4 %, of
 * a third 13.4 %, of a fourth 11.9 %.
 */
const ownReadiness = (seed: number, lead: number): number =>
	readiest * (1 - (1 - uniform(seed, lead, 0, purpose.readiness)) ** (1 / (readiest - 1)));

/** The index that means no lead. */
export const nobody = -1;

/** How readily a person answers now, relative to the mean; `nobody` has no nature of their own. */
export const readinessOf = (world: World, lead: number, zone: number): number => {
	const {seed, habits, now} = world;
	return (
		(habits.hours ? (byHour[localHour(world, now, zone)] ?? 1) : 1) *
		(habits.days ? (byWeekday[localWeekday(world, now, zone)] ?? 1) : 1) *
		(habits.memory && lead !== nobody ? ownReadiness(seed, lead) : 1)
	);
};
