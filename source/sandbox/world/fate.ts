/** The outcome of a call and the lengths of its stages, all drawn from (seed, lead, attempt). */

import type {Script} from './agent-scripts.ts';
import {type CallStatus, callStatuses, statusCode} from './call-log.ts';
import {readinessAt} from './carrier.ts';
import {exponential, logNormal, logNormalByMedian, type Purpose, purpose, uniform} from './draw.ts';
import type {Call, Fate, IvrOption, World} from './state.ts';
import {hour, minute, second} from './time.ts';
import {localHour} from './zones.ts';

const drawFor = ({seed}: World, {lead, attempt}: Pick<Call, 'lead' | 'attempt'>, what: Purpose): number =>
	uniform(seed, lead, attempt, what);

/**
 * Who or what answers. A bad number is bad at every attempt.
 *
 * @param lift how much more readily than usual a person answers
 * @param isUnprefixed whether the number is dialed without the prefix: by the fuller of two routes (ours)
 */
export const fateOf = (
	world: World,
	lead: number,
	attempt: number,
	zone: number,
	lift = 1,
	isUnprefixed = false,
): Fate => {
	const {human, machine, busy, badNumber} = world.carrier;
	if (uniform(world.seed, lead, 0, purpose.badNumber) < badNumber) {
		return 'bad-number';
	}
	const drawn = uniform(world.seed, lead, attempt, purpose.outcome) * (1 - badNumber);
	if (isUnprefixed && uniform(world.seed, lead, attempt, purpose.congestion) < world.carrier.congestion) {
		return 'busy';
	}
	const ready = human * lift * readinessAt(localHour(world, world.now, zone));
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

/** How long an agent talks; with an undetected machine only until the agent hears that it is one. */
export const talkTime = (world: World, call: Call): number => {
	const u = drawFor(world, call, purpose.talk);
	if (world.carrier.talkShape === 'exponential') {
		return exponential(world.carrier.talk, u);
	}
	return call.fate === 'human'
		? Math.max(second, logNormal(world.carrier.talk, world.carrier.talkSigma, u))
		: Math.round((5 + 6 * u) * second);
};

export const wrapTime = (world: World, call: Call): number =>
	world.carrier.wrap === 0
		? 0
		: Math.max(second, logNormal(world.carrier.wrap, world.carrier.wrapSigma, drawFor(world, call, purpose.wrap)));

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

/** Of those who refuse, the share that asks to be called no more (our assumption). */
const barring = 0.05;

const asksToStop = (world: World, call: Call): boolean =>
	world.habits.barring && drawFor(world, call, purpose.barring) < barring;

/** The disposition of a talk by the script that the agent followed. */
export const dispositionOf = (world: World, call: Call, {sales, refusals}: Script): CallStatus => {
	if (call.fate !== 'human') {
		return 'MACHINE';
	}
	const u = drawFor(world, call, purpose.disposition);
	if (u < sales) {
		return 'SALE';
	}
	if (u < sales + refusals) {
		return asksToStop(world, call) ? 'DONOTCALL' : 'REFUSED';
	}
	if (u < 0.72) {
		return 'CALLBACK';
	}
	return u < 0.8 ? 'WRONGNUMBER' : 'COMPLETE';
};

const waits: Partial<Record<CallStatus, number>> = {
	BUSY: 10 * minute,
	NOANSWER: 90 * minute,
	MACHINE: 2 * hour,
	MISDETECTED: 2 * hour,
	MESSAGE: 4 * hour,
	DROP: hour,
	HANGUP: hour,
	ABANDON: hour,
};
const waitByCode = callStatuses.map(status => waits[status]);
const callback = statusCode('CALLBACK');
const message = statusCode('MESSAGE');

/** Who hears a message may ring the number to call back, if it names one, to be called again soon; more if that is free (ours). */
const ringsBack = (world: World, call: Call, callBackNumber: string): boolean =>
	callBackNumber !== '' &&
	drawFor(world, call, purpose.ringBack) < (/^8(?:00|33|44|55|66|77|88)/.test(callBackNumber) ? 0.12 : 0.04);

/** Milliseconds until the lead may be called again, by its status code; undefined if it is finished. */
export const retryDelay = (world: World, call: Call, code: number, callBackNumber: string): number | undefined => {
	if (code === message && ringsBack(world, call, callBackNumber)) {
		return Math.round((5 + 25 * drawFor(world, call, purpose.callback)) * minute);
	}
	return code === callback ? Math.round((1 + 3 * drawFor(world, call, purpose.callback)) * hour) : waitByCode[code];
};
