/** Drives a world by the machine's clock, in slices so short that requests are answered in between. */
import type {Service} from './service.ts';

/** Milliseconds of the machine that one slice takes at most. */
const sliceLimit = 8;
/** Milliseconds between looks at the clock while the world keeps up. */
const beat = 50;
/** Milliseconds of the machine by which the world may fall behind; more is given up, not caught up with. */
const backlogLimit = 2000;
/** Events between looks at the clock within a slice. */
const eventsPerLook = 64;

/** The machine's time, so that tests can hold it in their hands. */
export type MachineClock = {
	/** Milliseconds; only differences count. */
	now(): number;
	/** Calls back once after so many milliseconds; returns how to cancel it. */
	after(milliseconds: number, callback: () => void): () => void;
};

/** The machine's own clock. */
export const machineClock: MachineClock = {
	now: () => performance.now(),
	after(milliseconds, callback) {
		const timer = setTimeout(callback, milliseconds);
		return () => clearTimeout(timer);
	},
};

/** What moves a world along. */
export type Drive = {
	/** Simulated seconds per second. */
	readonly speed: number;
	/** From now on; see `speedLimits`. */
	setSpeed(speed: number): void;
	stop(): void;
};

/** How slow and how fast a world may go, in simulated seconds per second. */
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
		const isDone = service.advanceTo(due, () => ++events % eventsPerLook === 0 && clock.now() - start >= sliceLimit);
		if (due - service.world.now > backlogLimit * pace) {
			from = {machine: clock.now(), world: service.world.now};
		}
		cancel = clock.after(isDone ? beat : 0, slice);
	};
	cancel = clock.after(beat, slice);
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
