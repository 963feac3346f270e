/** Phone numbers as people and services write them. One number has one key: ten digits in the US, else `+` and all digits. */

/** Ten digits that can be a number of North America. */
const isNational = (digits: string): boolean => /^[2-9]\d{2}[2-9]\d{6}$/.test(digits);

/** The lengths of the groups of digits in which people write a number of North America. */
const usualGroups = new Set(['10', '3-7', '6-4', '3-3-4', '3-3-2-2', '11', '1-10', '1-3-7', '1-3-3-4', '4-3-4']);

/** The key of digits alone; undefined if they are no whole number. */
const keyOf = (digits: string, isInternational: boolean): string | undefined => {
	const national = digits.replace(/^1(?=\d{10}$)/, '');
	if (isNational(national)) {
		return national;
	}
	return isInternational && /^[1-9]\d{7,14}$/.test(digits) && !digits.startsWith('1') ? `+${digits}` : undefined;
};

/** The key of a number that a service sends in a field for numbers; what is no number keeps its digits. */
export const numberKey = (text: string | undefined): string | undefined => {
	const digits = text?.replace(/\D/g, '') ?? '';
	return digits === '' ? undefined : (keyOf(digits, true) ?? digits);
};

/**
 * The key of a number as a person types it: `+1 (415) 555-0100`, `415.555.0100`, `tel:+14155550100 ext. 5`. Undefined if
 * it is a name, an account or a part of a number: digits in other groups, such as `2026-0000012`, are an account.
 */
export const typedNumber = (text: string): string | undefined => {
	const bare = text
		.trim()
		.replace(/^tel:/i, '')
		.replace(/\s*(?:ext\.?|x|#)\s*\d{1,6}$/i, '')
		.replace(/[\u00a0\u2007\u202f]/g, ' ')
		.replace(/[\u2010-\u2015\u2212]/g, '-');
	if (!/^(?:\+|00)?[\d\s().\-/]+$/.test(bare)) {
		return undefined;
	}
	const digits = bare.replace(/\D/g, '');
	if (/^(?:\+|00)/.test(bare)) {
		return keyOf(bare.startsWith('+') ? digits : digits.slice(2), true);
	}
	const groups = (bare.match(/\d+/g) ?? []).map(({length}) => length).join('-');
	return usualGroups.has(groups) ? keyOf(digits, false) : undefined;
};

/** A number as people write it: `(415) 555-0100`. */
export const numberText = (key: string): string =>
	isNational(key) ? `(${key.slice(0, 3)}) ${key.slice(3, 6)}-${key.slice(6)}` : key;
