/** Fuzzy search: the texts that match a few typed letters, the best match first. */

const isWordStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));

/** The score of a letter at the start of a word, right after the letter before it, and anywhere else. */
const worth = {start: 6, next: 7, elsewhere: 0};

/** The average score of a letter below which a text does not match: its letters are too scattered. */
const leastWorth = 4;

/** Whether the text has the letters in their order: a quick test that most texts fail. */
const holds = (word: string, text: string): boolean => {
	let at = -1;
	for (const letter of word) {
		at = text.indexOf(letter, at + 1);
		if (at === -1) {
			return false;
		}
	}
	return true;
};

/** The score of the best way to find the letters of a word in a text, in order; undefined if it is too low. */
const wordScore = (word: string, text: string): number | undefined => {
	if (!holds(word, text)) {
		return undefined;
	}
	// best[j] is the best score of the letters so far with the last of them at j.
	let best: (number | undefined)[] = Array.from(text, (letter, at) =>
		letter === word[0] ? (isWordStart(text, at) ? worth.start : worth.elsewhere) : undefined,
	);
	for (const letter of word.slice(1)) {
		let before: number | undefined;
		const previous = best;
		best = Array.from(text, (present, at) => {
			const adjacent = previous[at - 1];
			const reached = before;
			before = Math.max(before ?? Number.NEGATIVE_INFINITY, adjacent ?? Number.NEGATIVE_INFINITY);
			if (present !== letter) {
				return undefined;
			}
			const ways = [
				...(adjacent === undefined ? [] : [adjacent + worth.next]),
				...(reached === undefined ? [] : [reached + (isWordStart(text, at) ? worth.start - 1 : worth.elsewhere)]),
			];
			return ways.length > 0 ? Math.max(...ways) : undefined;
		});
	}
	const score = Math.max(...best.map(value => value ?? Number.NEGATIVE_INFINITY));
	return score >= word.length * leastWorth ? score : undefined;
};

/** Whether a word of the text begins so. */
const beginsIn = (text: string, word: string): boolean => {
	for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
		if (isWordStart(text, at)) {
			return true;
		}
	}
	return false;
};

/** The score of a match in the summary, as a share of one in the name. */
const summaryShare = 0.4;

/** How well a name and its summary match a query; undefined unless every word is found. */
export const fuzzyScore = (query: string, name: string, summary: string): number | undefined => {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const [lowerName, lowerSummary] = [name.toLowerCase(), summary.toLowerCase()];
	let total = 0;
	for (const word of words) {
		const inName = wordScore(word, lowerName);
		const inSummary = beginsIn(lowerSummary, word) ? word.length * worth.next * summaryShare : undefined;
		if (inName === undefined && inSummary === undefined) {
			return undefined;
		}
		total += Math.max(inName ?? 0, inSummary ?? 0);
	}
	// Of two names that match, the shorter one is closer.
	return total - name.length / 100;
};

/** The items that match a query, the best first; all of them in their order if the query is empty. */
export const fuzzyRank = <T extends {name: string; summary: string}>(
	query: string,
	items: readonly T[],
): readonly T[] =>
	query.trim() === ''
		? items
		: items
				.flatMap(item => {
					const score = fuzzyScore(query, item.name, item.summary);
					return score === undefined ? [] : [{item, score}];
				})
				.toSorted((a, b) => b.score - a.score)
				.map(({item}) => item);
