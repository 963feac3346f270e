/** Long work that lets other requests go first every few milliseconds. */

/** Longest piece of work, in milliseconds of machine time. */
const sliceLimit = 6;

/** Pieces of work that wait, longest waiting first: one goes on at a time, however many there are. */
const waiting: (() => void)[] = [];

/**
 * Rounds of the event loop from one piece to the next: about as many as a request takes to be read, carried out and
 * answered, so that it waits for one piece and not for one in each round.
 */
const roundsBetween = 4;
let rounds = 0;

const goOn = (): void => {
	if (++rounds >= roundsBetween) {
		rounds = 0;
		waiting.shift()?.();
	}
	if (waiting.length > 0) {
		setImmediate(goOn);
	}
};

/** Resolves once others have had their turn. */
export const nextTurn = (): Promise<void> =>
	new Promise(resolve => {
		waiting.push(resolve);
		if (waiting.length === 1) {
			setImmediate(goOn);
		}
	});

/** Returns a function to be awaited at short intervals while the work goes on. */
export const takeTurns = (): (() => Promise<void> | undefined) => {
	let begun = performance.now();
	return () =>
		performance.now() - begun < sliceLimit
			? undefined
			: nextTurn().then(() => {
					begun = performance.now();
				});
};
