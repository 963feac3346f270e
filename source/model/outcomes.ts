/** How the day's calls ended, by statuses in the service's own words; for some it is known whether they follow a talk. */
import type {CallOutcomes} from './wire.ts';

/** A status, and how many calls ended so. */
export type StatusCount = NonNullable<CallOutcomes['statuses']>[number];

/** How agents end talks, by the letters of the words that services use for it. */
const ofTalks =
	/^(?:sale|sold|refus|notinterested|call(?:ed)?back|wrong(?:number|party|person)|complete|transfer|dnc|donotcall|promise|ptp|paid|payment|dispute)/;

/** A number that is another person's. */
const wrong = /^wrong/;

const letters = ({status}: StatusCount): string => status.toLowerCase().replaceAll(/[^a-z]/g, '');

/** The statuses in two parts, each the most frequent first. */
export type OutcomeMix = {
	/** Those that follow a talk. */
	talks: readonly StatusCount[];
	/** Those that follow from dialing alone, and unknown words. */
	others: readonly StatusCount[];
	/** Talks with an outcome, all together, and those with somebody other than the intended person. */
	total: number;
	wrongNumbers: number;
};

const sum = (some: readonly StatusCount[]): number => some.reduce((total, {count}) => total + count, 0);

/** The mix of some statuses. */
export const outcomeMix = (statuses: readonly StatusCount[]): OutcomeMix => {
	const sorted = statuses.toSorted((one, other) => other.count - one.count);
	const talks = sorted.filter(one => ofTalks.test(letters(one)));
	return {
		talks,
		others: sorted.filter(one => !talks.includes(one)),
		total: sum(talks),
		wrongNumbers: sum(talks.filter(one => wrong.test(letters(one)))),
	};
};
