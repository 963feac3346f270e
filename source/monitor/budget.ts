/** How many requests a second may be sent, and the polling intervals that this allows. */

/** Milliseconds between two polls of the list of campaigns, or of the lists, at least. */
export const listEvery = 5000;

/** Milliseconds between two polls of the selected campaign: half of the budget is left for the rest. */
export const intervalWithin = (wanted: number, perSecond: number): number => Math.max(wanted, 2000 / perSecond);

export type Budget = {
	/** Milliseconds until a request may be sent; 0 if it may be sent now. */
	wait(now: number): number;
	/** Counts a request. One that could not wait makes the next ones wait longer. */
	take(now: number): void;
};

/**
 * A second's worth of requests may be sent at once at the start, so that the board fills; after that they are spread,
 * and unused ones are not saved up.
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
