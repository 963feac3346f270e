/** The clock and its timers, which tests replace. */
import type {Moment} from '../model/time.ts';

export type Clock = {
	now(): Moment;
	/** Calls back once after so many milliseconds; returns how to cancel it. */
	after(milliseconds: number, callback: () => void): () => void;
	/** From 0 to 1, for jitter. */
	random(): number;
};

/** The machine's own clock. */
export const systemClock: Clock = {
	now: () => ({wall: Date.now(), mono: performance.now()}),
	after(milliseconds, callback) {
		const timer = setTimeout(callback, milliseconds);
		return () => clearTimeout(timer);
	},
	random: Math.random,
};
