/** Suggests the word that was probably intended. */

const plain = (word: string): string => word.toLowerCase().replaceAll(/[_\s]/g, '-');

/** The optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. */
const distance = (a: string, b: string): number => {
	let before: number[] = [];
	let last = Array.from({length: b.length + 1}, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const isSame = a[i - 1] === b[j - 1];
			const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			row[j] = Math.min(
				(row[j - 1] ?? 0) + 1,
				(last[j] ?? 0) + 1,
				(last[j - 1] ?? 0) + (isSame ? 0 : 1),
				isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
			);
		}
		[before, last] = [last, row];
	}
	return last[b.length] ?? 0;
};

/** The nearest known word; undefined if more than a third of its letters differ. */
export const nearest = (word: string, known: readonly string[]): string | undefined => {
	const far = known.map(other => ({other, by: distance(plain(word).slice(0, 64), plain(other))}));
	const best = far.toSorted((a, b) => a.by - b.by)[0];
	return best && best.by <= Math.max(1, Math.floor(best.other.length / 3)) ? best.other : undefined;
};

/** A question that ends a message: `; did you mean "theme"?`; undefined if no word is near. */
export const didYouMean = (word: string, known: readonly string[]): string => {
	const found = nearest(word, known);
	return found === undefined ? '' : `; did you mean "${found}"?`;
};
