/** Moves a world along with the machine's clock, in short slices so that requests are answered in between. */
import type {Service} from './service.ts';

/** Longest slice, in milliseconds of machine time. */
const sliceLimit = 8;
/** Milliseconds between slices while the world keeps up. */
const sliceInterval = 50;
/** Milliseconds of machine time that the world may fall behind; beyond it the lost time is given up. */
const backlogLimit = 2000;
/** Events between two checks of the time within a slice. */
const eventsPerCheck = 64;

/** The machine's time; tests pass their own. */
export type MachineClock = {
	/** Milliseconds; only differences count. */
	now(): number;
	/** Calls `callback` once after so many milliseconds; returns a function that cancels it. */
	after(milliseconds: number, callback: () => void): () => void;
};

/** The machine's own clock. */
const machineClock: MachineClock = {
	now: () => performance.now(),
	after(milliseconds, callback) {
		const timer = setTimeout(callback, milliseconds);
		return () => clearTimeout(timer);
	},
};

/** A world in motion. */
export type Drive = {
	/** Simulated seconds per second. */
	readonly speed: number;
	/** @param speed within `speedLimits` */
	setSpeed(speed: number): void;
	stop(): void;
};

/** Simulated seconds per second. */
export const speedLimits = {least: 0.01, most: 100_000} as const;

/**
 * Moves the world along with the machine's clock.
 *
 * @param speed simulated seconds per second
 */
export const driveWorld = (
	service: Pick<Service, 'world' | 'advanceTo'>,
	speed: number,
	clock: MachineClock = machineClock,
): Drive => {
	let pace = speed;
	let from = {machine: clock.now(), world: service.world.now};
	let cancel = (): void => undefined;
	const slice = (): void => {
		const start = clock.now();
		const due = Math.floor(from.world + (start - from.machine) * pace);
		let events = 0;
		const isDone = service.advanceTo(due, () => ++events % eventsPerCheck === 0 && clock.now() - start >= sliceLimit);
		if (due - service.world.now > backlogLimit * pace) {
			from = {machine: clock.now(), world: service.world.now};
		}
		cancel = clock.after(isDone ? sliceInterval : 0, slice);
	};
	cancel = clock.after(sliceInterval, slice);
	return {
		get speed() {
			return pace;
		},
		setSpeed(next) {
			from = {machine: clock.now(), world: service.world.now};
			pace = next;
		},
		stop: () => cancel(),
	};
};
