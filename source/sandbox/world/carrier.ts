/** How the simulated telephone network and the people at its ends behave. Shares of 1; times in milliseconds. */
import {minute, second} from './time.ts';

/** The figures of the network, of the people called, and of the agents. */
export type Carrier = {
	/** Shares of all dials; what is left over does not answer. */
	human: number;
	machine: number;
	busy: number;
	badNumber: number;
	/** A person picks up after a log-normal time with this median. */
	ringMedian: number;
	ringSigma: number;
	ringTimeout: number;
	/** Answering-machine detection: how long it listens, people taken for machines, machines taken for people. */
	detection: number;
	humanTakenForMachine: number;
	machineTakenForHuman: number;
	/** Talk and wrap-up by their means: log-normal, or talk exponential as queueing tables have it. No wrap-up where it is 0. */
	talkShape: 'log-normal' | 'exponential';
	talk: number;
	talkSigma: number;
	wrap: number;
	wrapSigma: number;
	/** How long a person waits for an agent; exponential. */
	patience: number;
	/** After so long in the queue a call is dropped. */
	dropAfter: number;
	/** Share of talks that the caller ends, which agents take a while to notice. */
	callerEnds: number;
	/** Share of agents who do not come on a day. */
	absent: number;
	/** Chance that an agent pauses after a call, and for how long on average. */
	pauseChance: number;
	pause: number;
	/** How long an agent looks at a lead before dialing by hand. */
	preview: number;
};

/** The defaults; most of them field measurements. */
export const defaultCarrier: Carrier = {
	human: 0.18,
	machine: 0.35,
	busy: 0.05,
	badNumber: 0.03,
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
	patience: 20 * second,
	dropAfter: 5 * second,
	callerEnds: 0.3,
	absent: 0.04,
	pauseChance: 0.03,
	pause: 4 * minute,
	preview: 18 * second,
};

/** How readily people answer at each hour of their own day, against the mean. */
const readiness = [
	0.4, 0.3, 0.3, 0.3, 0.4, 0.5, 0.7, 0.8, 0.92, 0.98, 1.02, 1, 0.95, 0.94, 0.96, 0.98, 1.02, 1.12, 1.2, 1.18, 1.05, 0.8,
	0.6, 0.5,
];

/** The readiness to answer at an hour, 0 to 23. */
export const readinessAt = (hourOfDay: number): number => readiness[hourOfDay] ?? 1;
