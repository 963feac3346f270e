/** The behaviour of the simulated telephone network, of the people called, and of the agents. */
import {minute, second} from './time.ts';

/** Shares from 0 to 1; times in milliseconds. Most of these are field measurements. */
export const defaultCarrier = {
	/** Shares of all dials; the rest is not answered. */
	human: 0.18,
	machine: 0.35,
	busy: 0.05,
	badNumber: 0.03,
	/** Share of dials without the prefix that find the route full, and fail as busy. */
	congestion: 0.1,
	/** The time until a person answers is log-normal with this median. */
	ringMedian: 9.5 * second,
	ringSigma: 0.4,
	ringTimeout: 22 * second,
	/** Answering-machine detection: how long it takes, and its errors. */
	detection: 1.8 * second,
	humanTakenForMachine: 0.04,
	machineTakenForHuman: 0.1,
	/** Talk and wrap-up are given by their means and are log-normal; talk may be exponential, as in queueing tables. */
	talkShape: 'log-normal' as 'log-normal' | 'exponential',
	talk: 150 * second,
	talkSigma: 0.8,
	wrap: 20 * second,
	wrapSigma: 0.6,
	/** How long the person who answers speaks; silence begins then. Machine detection takes no less. */
	greeting: 1.8 * second,
	/** How long a person bears the silence: log-normal with this median. */
	patience: 3 * second,
	patienceSigma: 0.6,
	/** A call counts as dropped if no agent has taken it this long after the greeting. */
	dropAfter: 2 * second,
	/** Share of talks that the person called ends, which agents take a while to notice. */
	callerEnds: 0.3,
	/** Share of agents absent on a day. */
	absent: 0.04,
	/** Chance that an agent pauses after a call, and the mean length of a pause. */
	pauseChance: 0.03,
	pause: 4 * minute,
	/** Mean time that an agent looks at a lead before dialing manually. */
	preview: 18 * second,
};

export type Carrier = typeof defaultCarrier;
