/**
 * Moments and ages. The wall clock can jump and the monotonic one stops while the machine is suspended, so a moment
 * carries both and an age takes the larger; the model never asks a clock itself.
 */

/** Milliseconds of a minute, an hour and a day. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A moment by both clocks, in milliseconds. */
export type Moment = {
	/** Milliseconds since 1970. */
	wall: number;
	/** Milliseconds by the monotonic clock. */
	mono: number;
};

/** When a request was sent and when its answer was whole. */
export type Span = {sentAt: Moment; receivedAt: Moment};

/** How far the clocks may part between two ticks before everything seen so far counts as stale (terminal.md: 5 s). */
const clocksPart = 5000;

/** Milliseconds between two moments: the larger of what the two clocks say, never below 0. */
export const elapsed = (from: Moment, to: Moment): number => Math.max(to.wall - from.wall, to.mono - from.mono, 0);

/** True if the two clocks disagree about how long it was: the machine was suspended, or a clock was set. */
export const clocksDisagree = (from: Moment, to: Moment): boolean =>
	Math.abs(to.wall - from.wall - (to.mono - from.mono)) > clocksPart;
