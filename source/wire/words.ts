/** Words that every floor writes alike. */

/** Replaces a secret, and the digits of a phone number that are not shown. */
export const hidden = '•••';

/** A whole number with thousands separators: `1,204`. */
export const thousands = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

/** A count with its noun: `1 list`, `1,204 lists`. */
export const counted = (count: number, noun: string): string => `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`;
