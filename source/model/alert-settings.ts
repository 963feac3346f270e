/** What the configuration may change of the alerts, and what is in force where it says nothing. */
import type {RuleId} from './alert.ts';
import {regulatorsLimit} from './derived.ts';

/** What the configuration may change of a rule. */
export type RuleSettings = {
	on: boolean;
	/** From here on it holds, in the rule's unit. */
	threshold: number;
	/** How far the figure must come back over the threshold for the alert to end, in the same unit. */
	margin: number;
	/** How long it must have been seen, seconds. */
	seconds: number;
	/** How many polls in a row must have shown it: two far apart say little of the time between. */
	polls: number;
};

/** What the configuration may change of the alerts. */
export type AlertSettings = {
	rules: Readonly<Record<RuleId, RuleSettings>>;
	/** Human answers and drops of the day below which a drop rate says nothing yet. */
	leastHuman: number;
	leastDrops: number;
	/** An alert that comes back so soon after its end is the same one, seconds. */
	mergeWithin: number;
};

/** The settings in force where the configuration says nothing. */
export const alertDefaults: AlertSettings = {
	rules: {
		'drop-near': {on: true, threshold: 2.5, margin: 0.1, seconds: 10, polls: 2},
		'drop-close': {on: true, threshold: 2.8, margin: 0.1, seconds: 10, polls: 2},
		'drop-limit': {on: true, threshold: regulatorsLimit, margin: 0.1, seconds: 0, polls: 1},
		waiting: {on: true, threshold: 1, margin: 0, seconds: 30, polls: 4},
		idle: {on: true, threshold: 1, margin: 0, seconds: 60, polls: 3},
		'not-dialing': {on: true, threshold: 180, margin: 0, seconds: 0, polls: 3},
		'leads-low': {on: true, threshold: 60, margin: 15, seconds: 30, polls: 2},
		stale: {on: true, threshold: 60, margin: 0, seconds: 30, polls: 1},
		service: {on: true, threshold: 15, margin: 0, seconds: 0, polls: 1},
	},
	leastHuman: 50,
	leastDrops: 5,
	mergeWithin: 600,
};
