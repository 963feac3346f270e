/** A clock that stands still until a test moves it. */
import type {Clock} from '../../source/system/clock.ts';

/** A clock in a test's hands. */
export type ManualClock = Clock & {
	/** Moves both clocks on, firing what falls due in order and letting promises settle after each. */
	advance(milliseconds: number): Promise<void>;
	/** The machine sleeps: the wall clock moves on, the monotonic one and the timers do not. */
	suspend(milliseconds: number): void;
	/** Sets the wall clock on (or back, below 0), as an operator or a time server does. */
	setWall(by: number): void;
	/** What `random` answers from now on; 0.5 by default, at which jitter changes nothing. */
	setRandom(value: number): void;
	/** Timers that wait. */
	timers(): number;
};

/** Lets every promise that can settle do so. */
const settle = async (): Promise<void> => {
	await new Promise(resolve => setImmediate(resolve));
};

/** Makes a clock at the given moment. */
export const manualClock = (start = {wall: 1_780_000_000_000, mono: 1000}): ManualClock => {
	let {wall, mono} = start;
	let random = 0.5;
	const timers = new Set<{at: number; callback: () => void}>();

	const move = (to: number): void => {
		wall += to - mono;
		mono = to;
	};

	return {
		now: () => ({wall, mono}),
		random: () => random,
		after(milliseconds, callback) {
			const timer = {at: mono + milliseconds, callback};
			timers.add(timer);
			return () => timers.delete(timer);
		},
		async advance(milliseconds) {
			const end = mono + milliseconds;
			await settle();
			for (;;) {
				const next = [...timers].sort((a, b) => a.at - b.at)[0];
				if (!next || next.at > end) {
					break;
				}
				timers.delete(next);
				move(Math.max(next.at, mono));
				next.callback();
				await settle();
			}
			move(end);
		},
		suspend(milliseconds) {
			wall += milliseconds;
		},
		setWall(by) {
			wall += by;
		},
		setRandom(value) {
			random = value;
		},
		timers: () => timers.size,
	};
};
