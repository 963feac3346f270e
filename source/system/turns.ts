/** Long work in short turns, so that keys, polls and answers between are not late. */
import {setImmediate as nextTurn} from 'node:timers/promises';

/** Milliseconds of work at a time. */
const longestTurn = 4;

/** Makes what lets other work run once this turn has lasted long enough. */
export const createRest = (): (() => Promise<void>) => {
	let begun = performance.now();
	return async () => {
		if (performance.now() - begun > longestTurn) {
			await nextTurn();
			begun = performance.now();
		}
	};
};
