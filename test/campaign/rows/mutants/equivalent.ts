/** Faults that change nothing anybody could notice, each with a word why. They are not planted. */

/** A fault that changes nothing; a list that no longer fits the sources fails the row. */
export type Equivalent = {
	file: string;
	/** The line that it is on, without the spaces around it. */
	code: string;
	was: string;
	becomes: string;
	why: string;
};

export const equivalent: readonly Equivalent[] = [];
