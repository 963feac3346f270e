/** The behaviour of the simulated telephone network, of the people called, and of the agents. */
import {minute, second} from './time.ts';

/** Shares from 0 to 1; times in milliseconds. */
export type Carrier = {
	/** Shares of all dials; the others are not answered. */
	human: number;
	machine: number;
	busy: number;
	badNumber: number;
	/** How many times as readily as usual people answer who asked for the call; {@link usualExpecting} if undefined. */
	expecting?: number;
	/** Share of dials without the prefix that find the route full, and fail as busy. */
	congestion: number;
	/** The time until a person answers is log-normal with this median. */
	ringMedian: number;
	ringSigma: number;
	ringTimeout: number;
	/** Answering-machine detection: how long it takes, and its errors. */
	detection: number;
	humanTakenForMachine: number;
	machineTakenForHuman: number;
	/** Talk and wrap-up are given by their means and are log-normal; talk may be exponential, as in queueing tables. */
	talkShape: 'log-normal' | 'exponential';
	talk: number;
	talkSigma: number;
	wrap: number;
	wrapSigma: number;
	/** How long the person who answers speaks; silence begins then. Machine detection takes no less. */
	greeting: number;
	/** How long a person bears the silence: log-normal with this median. */
	patience: number;
	patienceSigma: number;
	/** A call counts as dropped if no agent has taken it this long after the greeting. */
	dropAfter: number;
	/** Share of talks that the person called ends, which agents take a while to notice. */
	callerEnds: number;
	/** Share of agents absent on a day. */
	absent: number;
	/** Chance that an agent pauses after a call, and the mean length of a pause. */
	pauseChance: number;
	pause: number;
	/** Mean time that an agent looks at a lead before dialing manually. */
	preview: number;
};

/** More readily than at any hour of their day (our assumption). */
export const usualExpecting = 3.1;

/** Most of these are field measurements. */
export const defaultCarrier: Carrier = {
	human: 0.18,
	machine: 0.35,
	busy: 0.05,
	badNumber: 0.03,
	congestion: 0.1,
	ringMedian: 9.5 * second,
	ringSigma: 0.4,
	ringTimeout: 22 * second,
	detection: 1.8 * second,
	humanTakenForMachine: 0.04,
	machineTakenForHuman: 0.1,
	talkShape: 'log-normal',
	talk: 150 * second,
	talkSigma: 0.8,
	wrap: 20 * second,
	wrapSigma: 0.6,
	greeting: 1.8 * second,
	patience: 3 * second,
	patienceSigma: 0.6,
	dropAfter: 2 * second,
	callerEnds: 0.3,
	absent: 0.04,
	pauseChance: 0.03,
	pause: 4 * minute,
	preview: 18 * second,
};
