/** The signals that end a command which runs until it is stopped. */
import {constants} from 'node:os';

const ending = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The signals, listened for. */
export type Signals = {
	/** Resolves at the first of them with the exit code, 128 + its number. */
	stopped: Promise<number>;
	/** Listens no longer. */
	[Symbol.dispose](): void;
};

/** Listens for the signals that end; a second one ends the program at once. Use with `using`. */
export const listenForSignals = (): Signals => {
	const {promise: stopped, resolve} = Promise.withResolvers<number>();
	let isEnding = false;
	const listeners = ending.map(signal => {
		const listener = (): void => {
			const code = 128 + constants.signals[signal];
			if (isEnding) {
				process.exit(code);
			}
			isEnding = true;
			resolve(code);
		};
		process.on(signal, listener);
		return {signal, listener};
	});
	return {
		stopped,
		[Symbol.dispose]() {
			for (const {signal, listener} of listeners) {
				process.off(signal, listener);
			}
		},
	};
};
