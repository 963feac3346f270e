/** Work that is heavy, done a few pieces at a time. */

/** Makes a queue: what is given to it waits, first come first served, while `most` pieces of work are under way. */
export const inTurns = (most: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
	const waiting: (() => void)[] = [];
	let underWay = 0;
	return async work => {
		if (underWay === most) {
			await new Promise<void>(resolve => waiting.push(resolve));
		} else {
			underWay++;
		}
		try {
			return await work();
		} finally {
			// Whoever is next takes this place; the count stays as it is.
			const next = waiting.shift() ?? (() => underWay--);
			next();
		}
	};
};
