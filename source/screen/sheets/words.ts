/** Splits a typed line into words; quotes hold words together that have spaces in them. */

const pieces = /(?:"[^"]*"|'[^']*'|\S)+/g;

const quotes = /"([^"]*)"|'([^']*)'/g;

/** The words of a line: `query="ann lee" days=7` has two. */
export const wordsIn = (line: string): string[] =>
	(line.match(pieces) ?? []).map(word => word.replace(quotes, (_whole, double = '', single = '') => double + single));
