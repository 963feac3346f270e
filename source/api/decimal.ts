/** Numbers as people write them. */

/** Significant digits that a double keeps, whatever they are. */
const mostDigits = 15;

/**
 * A number in decimal digits: `12`, `-2.5`, `05`. Undefined for every other notation (`0x10`, `1e3`, `+5`, `5.`, `.5`,
 * `1_000`, `Infinity`, digits that are not ASCII), and for more digits than a number keeps: it would not be the one that
 * was written.
 */
export const decimalIn = (text: string): number | undefined => {
	const [, whole, decimals = ''] = /^-?0*(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
	return whole === undefined || whole.length + decimals.length > mostDigits ? undefined : Number(text);
};

/** True for a text that a program would take for a number, and that is not written in decimal digits. */
export const isOtherNotation = (text: string): boolean =>
	/\S/.test(text) && Number.isFinite(Number(text)) && !/^-?\d+(?:\.\d+)?$/.test(text);

/** A number in decimal digits, however small or large: no exponent, which not every reader knows. */
export const decimalText = (value: number): string => {
	const text = String(value);
	return text.includes('e')
		? value.toLocaleString('en', {useGrouping: false, maximumSignificantDigits: mostDigits})
		: text;
};
