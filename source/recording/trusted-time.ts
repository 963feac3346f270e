/**
 * The time by which a recording is pruned. A clock that is wrong for a moment, years ahead, must remove nothing for good: one that is
 * far ahead of what was recorded last is believed once it has been so for hours.
 */
import {day, hour, type Moment} from '../model/time.ts';

/** A clock that is ahead by more than a long weekend without dialtop is doubted. */
export const farAhead = 4 * day;

/** Milliseconds by the monotonic clock after which it is believed. */
const believedAfter = 6 * hour;

/** What the wall clock should show by another moment. */
const expectedAt = (known: Moment, {mono}: Moment): number => known.wall + mono - known.mono;

export type TrustedTime = {
	/** UTC milliseconds to prune by. */
	wall: number;
	/** Milliseconds by which the clock is ahead of what was recorded; undefined if it is believed. */
	ahead: number | undefined;
};

/**
 * Makes what judges the clock each time it is asked.
 *
 * @param newest when the newest row was written, UTC milliseconds; undefined if nothing is recorded
 * @param begin when that was read
 */
export const createTrustedTime = (newest: number | undefined, begin: Moment): ((now: Moment) => TrustedTime) => {
	let known: Moment = {wall: newest ?? begin.wall, mono: begin.mono};
	let doubted: Moment | undefined;
	return now => {
		const expected = expectedAt(known, now);
		const ahead = now.wall - expected;
		if (ahead > farAhead) {
			// One that is set again is another clock.
			const isSame = doubted && Math.abs(now.wall - expectedAt(doubted, now)) <= farAhead;
			doubted = isSame ? doubted : now;
			if (now.mono - (doubted?.mono ?? now.mono) < believedAfter) {
				return {wall: expected, ahead};
			}
		}
		known = now;
		doubted = undefined;
		return {wall: now.wall, ahead: undefined};
	};
};

/** How a clock that is doubted is reported. */
export const doubtText = (ahead: number): string =>
	`The clock of this machine is ${Math.floor(ahead / day)} days ahead of what was recorded last: files that are too old by it are not removed until it has been so for ${believedAfter / hour} hours`;
