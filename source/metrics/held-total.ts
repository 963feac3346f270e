/** Totals of the day: one that falls within a day is held, so that no reader takes it for a new beginning and counts it twice. */

/** A total as it is shown, and the day on which it last rose. */
export type HeldTotal = {value: number; day: number};

/**
 * A total after another reading.
 *
 * @param day the service's, by number: a fall is a new beginning only on a day on which the total has not risen yet
 */
export const heldAfter = (known: HeldTotal | undefined, value: number, day: number): HeldTotal =>
	known === undefined || value > known.value || (value < known.value && day !== known.day) ? {value, day} : known;
