/** What the configuration may change of the alerts. */
import type {RuleId} from './alert.ts';

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
