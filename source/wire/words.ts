/** Words that every floor writes alike. */

/** Stands for a secret, and for the digits of a phone number that are not shown. */
export const hidden = '•••';

/** A whole number with thousands separators: `1,204`. */
export const thousands = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

/** So many of a thing: `1 list`, `1,204 lists`. */
export const counted = (count: number, thing: string): string =>
	`${thousands(count)} ${thing}${count === 1 ? '' : 's'}`;
