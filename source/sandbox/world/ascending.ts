/** Ascending numbers. */

/** How many of the first `count` ascending numbers are less than a limit. */
export const below = (numbers: ArrayLike<number>, limit: number, count = numbers.length): number => {
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((numbers[middle] ?? 0) < limit) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
};
