/** A budget of requests: so many a second, with a purse for the start; and the intervals that it allows. */

/** Milliseconds between two polls of the list of campaigns, or of the lists, at least. */
export const listEvery = 5000;

/** Milliseconds between two polls of the selected campaign: half of the budget is left for the rest. */
export const intervalWithin = (wanted: number, perSecond: number): number => Math.max(wanted, 2000 / perSecond);

/** Tells when the next request may go. */
export type Budget = {
	/** Milliseconds until one may go; 0 when it may go now. */
	wait(now: number): number;
	/** Takes one; what could not wait goes into debt, and the next ones wait longer. */
	take(now: number): void;
};

/**
 * A budget of `perSecond` requests. A second's worth may be spent at once at the start, so that the board fills; after
 * that they are spread, and what was not used is not saved up.
 */
export const createBudget = (perSecond: number): Budget => {
	let purse = Math.max(1, perSecond);
	let filledAt: number | undefined;
	const fill = (now: number): void => {
		if (purse < 1) {
			purse = Math.min(1, purse + ((now - (filledAt ?? now)) / 1000) * perSecond);
		}
		filledAt = now;
	};
	return {
		wait(now) {
			fill(now);
			return purse >= 1 ? 0 : Math.ceil(((1 - purse) / perSecond) * 1000);
		},
		take(now) {
			fill(now);
			purse -= 1;
		},
	};
};
