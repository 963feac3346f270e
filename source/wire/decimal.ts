/** Numbers as people write them. */

/** Significant digits that a double always keeps. */
const mostDigits = 15;

/**
 * A number in decimal digits: `12`, `-2.5`, `05`. Undefined for every other notation (`0x10`, `1e3`, `+5`, `5.`, `.5`,
 * `1_000`, `Infinity`, digits that are not ASCII), and for more digits than a double keeps.
 */
export const decimalIn = (text: string): number | undefined => {
	const [, whole, decimals = ''] = /^-?0*(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
	return whole === undefined || whole.length + decimals.length > mostDigits ? undefined : Number(text);
};

/** True for text that a program might read as a number although it is not in decimal digits, such as `0x10`. */
export const isOtherNotation = (text: string): boolean =>
	/\S/.test(text) && Number.isFinite(Number(text)) && !/^-?\d+(?:\.\d+)?$/.test(text);

/** A number in decimal digits, however small or large, without an exponent. */
export const decimalText = (value: number): string => {
	const text = String(value);
	return text.includes('e')
		? value.toLocaleString('en', {useGrouping: false, maximumSignificantDigits: mostDigits})
		: text;
};
