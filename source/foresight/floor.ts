/** A campaign's floor as a forecast has it: how it dials, who is there, and how calls and people behave. */

import {minute} from '../model/time.ts';
import {usualExpecting} from '../sandbox/world/carrier.ts';
import type {Time, Week} from './week.ts';

/** Minutes that a floor is fitted on, and that the simulation of it must then reproduce. */
export const [fitted, reproduced] = [45, 30];

/** Calls back are promised for the quarters of an hour, as clocks show them. */
export const quarter = 15 * minute;

/**
 * People who expect a call answer so many times as readily as those on a list: as in the world of the sandbox, and more since many on a
 * list were tried in vain before (ours).
 */
export const expecting = 1.2 * usualExpecting;

/** Milliseconds before a moment of which the points are needed. */
export const looksBack = (fitted + 2 * reproduced + 5) * minute;

/** An estimate and how far off it may be: the standard deviation of its logarithm. */
export type Estimate = {value: number; error: number};

/** What of a floor is estimated. Shares are of dials unless another base is named; times are seconds. */
export type Parameters<T = Estimate> = {
	/** Dials that a person answers, and a machine. */
	human: T;
	machine: T;
	/** How long a dial rings, answered or not. */
	ring: T;
	/** A talk of an agent. */
	talk: T;
	/** The wrap-up after it. */
	wrap: T;
	/** Seconds of pauses after a talk, on average over all talks. */
	pause: T;
	/** How many times as many answers are dropped as in the simulation with the parameters above. */
	drops: T;
	/** Leads that are used up by a dial. */
	leads: T;
	/** Calls back that were promised for a quarter of an hour, each quarter: they are dialed first, and most are answered. */
	callbacks: T;
};

/** How a floor dials, which an operator may change. */
export type Dialing = {
	method: 'RATIO' | 'PREDICTIVE';
	/** Lines an available agent. */
	level: number;
	/** The highest level that PREDICTIVE may reach. */
	levelLimit: number;
	/** Percent. */
	dropLimit: number;
	/** Lines at most. */
	lines: number;
	isDialing: boolean;
};

/** Agents by state. */
export type Seats = {ready: number; onCall: number; wrapUp: number; paused: number};

/** A floor at a moment. */
export type Floor = {
	/** UTC milliseconds. */
	at: number;
	dialing: Dialing;
	seats: Seats;
	parameters: Parameters;
	/** When its parameters were seen, UTC milliseconds. */
	seen: Time;
	/** Undefined if too little of it is recorded. */
	week: Week | undefined;
};

/** How many agents are there. */
export const agentsOf = ({ready, onCall, wrapUp, paused}: Seats): number => ready + onCall + wrapUp + paused;
