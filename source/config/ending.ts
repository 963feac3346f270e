/** The signals that end a program. */
import {constants} from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** One of them. */
export type EndingSignal = (typeof signals)[number];

/** Calls back for each that comes, with the exit code for it: 128 + its number. Returns how to stop listening. */
export const onEnding = (hear: (signal: EndingSignal, code: number) => void): (() => void) => {
	const listener = (signal: NodeJS.Signals): void => hear(signal as EndingSignal, 128 + constants.signals[signal]);
	for (const signal of signals) {
		process.on(signal, listener);
	}
	return () => {
		for (const signal of signals) {
			process.off(signal, listener);
		}
	};
};
