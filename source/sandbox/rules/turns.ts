/** Long work that lets other requests go first every few milliseconds. */

/** Longest piece of work, in milliseconds of machine time. */
const sliceLimit = 6;

/** Pieces of work that wait for the event loop, longest waiting first: one goes on each time, however many there are. */
const waiting: (() => void)[] = [];

const goOn = (): void => {
	waiting.shift()?.();
	if (waiting.length > 0) {
		setImmediate(goOn);
	}
};

/** Resolves once others have had their turn. */
const nextTurn = (): Promise<void> =>
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
