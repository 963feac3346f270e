/** Bounds how many sentences come within a minute: nobody can listen to more. The others are counted, and can be asked for. */
import type {Clock} from '../../system/clock.ts';

/** A sentence about a change. */
export type Change = {
	text: string;
	/** True for a critical alert, for which some of the sentences of a minute are reserved. */
	isGrave?: boolean;
};

/** The most sentences within a minute, and how many more of them may be grave. */
export const mostPerMinute = 8;
export const mostGrave = 4;

const minute = 60_000;

/** The most sentences that can still be asked for. */
const mostMissed = 50;

/** Bounds sentences. */
export type Flow = {
	/** Prints what there is room for, the grave ones first, and counts the others. */
	add(changes: readonly Change[]): void;
	/** The sentences that were not printed since this was asked last, the oldest first, and how many more there were. */
	missed(): {texts: readonly string[]; more: number};
	stop(): void;
};

/**
 * Makes a flow.
 *
 * @param print prints sentences now
 */
export const createFlow = (clock: Clock, print: (texts: readonly string[]) => void): Flow => {
	/** When each sentence of the last minute was printed. */
	let printed: number[] = [];
	let missed: string[] = [];
	/** How many were not printed since that was asked, and how many of these were not announced yet. */
	let count = 0;
	let unannounced = 0;
	let cancel: (() => void) | undefined;

	const room = (isGrave: boolean): boolean => {
		const now = clock.now().mono;
		printed = printed.filter(at => now - at < minute);
		return printed.length < mostPerMinute + (isGrave ? mostGrave : 0);
	};
	const printNow = (text: string): void => {
		printed.push(clock.now().mono);
		print([text]);
	};
	const announce = (): void => {
		cancel = undefined;
		if (unannounced > 0 && !room(false)) {
			waitForRoom();
		} else if (unannounced > 0) {
			const text = `And ${unannounced} more: type missed to hear them`;
			unannounced = 0;
			printNow(text);
		}
	};
	const waitForRoom = (): void => {
		const [first = clock.now().mono] = printed.slice(-mostPerMinute);
		cancel ??= clock.after(Math.max(1, first + minute - clock.now().mono), announce);
	};

	return {
		add(changes) {
			for (const {text, isGrave = false} of changes.toSorted(
				(one, other) => Number(other.isGrave ?? false) - Number(one.isGrave ?? false),
			)) {
				// What came after a sentence that had no room has none either, unless it is graver.
				if (room(isGrave) && (isGrave || unannounced === 0)) {
					printNow(text);
				} else {
					missed = [...missed, text].slice(-mostMissed);
					count++;
					unannounced++;
					waitForRoom();
				}
			}
		},
		missed() {
			const [texts, more] = [missed, count - missed.length];
			missed = [];
			count = 0;
			unannounced = 0;
			return {texts, more};
		},
		stop: () => cancel?.(),
	};
};
