/**
 * Advances a world with the machine's clock: before every request, and at long intervals while there are no requests. Long
 * advances are split into short slices, so that requests are answered in between.
 */
import type {Service} from './service.ts';

/** Longest slice, in milliseconds of machine time. */
const sliceLimit = 8;
/** Milliseconds between slices while a request is under way, which sees the world as it waits, and between those of a fast world. */
const sliceInterval = 50;
/** Most milliseconds between slices without requests, and the milliseconds of world time that such a slice covers. */
const idleLimit = 1000;
/** Milliseconds of machine time that the world may fall behind; beyond it the lost time is skipped. */
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
	/** Carries out a request on the world as it is by now, and keeps it up to date until the request is done. */
	attend<T>(request: () => Promise<T>): Promise<T>;
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
	/** Requests. */
	let underWay = 0;
	let isBehind = false;
	let isStopped = false;
	let cancel = (): void => undefined;
	const idleInterval = (): number => Math.max(sliceInterval, Math.min(idleLimit, idleLimit / pace));
	const schedule = (): void => {
		cancel();
		if (!isStopped) {
			cancel = clock.after(isBehind ? 0 : underWay > 0 ? sliceInterval : idleInterval(), slice);
		}
	};
	const slice = (): void => {
		const start = clock.now();
		const due = Math.floor(from.world + (start - from.machine) * pace);
		let events = 0;
		const isTimeUp = (): boolean => ++events % eventsPerCheck === 0 && clock.now() - start >= sliceLimit;
		isBehind = !service.advanceTo(due, isTimeUp);
		if (due - service.world.now > backlogLimit * pace) {
			from = {machine: clock.now(), world: service.world.now};
		}
		schedule();
	};
	/** A world that is behind has its next slice scheduled already: requests must not each take a slice of their own. */
	const catchUp = (): void => {
		if (isBehind || isStopped) {
			return;
		}
		try {
			slice();
		} catch (error) {
			// A bug in the simulation ends the sandbox, even if a request has run into it: it is not the fault of the request.
			isStopped = true;
			cancel();
			clock.after(0, () => {
				throw error;
			});
			throw error;
		}
	};
	schedule();
	return {
		get speed() {
			return pace;
		},
		setSpeed(next) {
			catchUp();
			from = {machine: clock.now(), world: service.world.now};
			pace = next;
			schedule();
		},
		async attend(request) {
			underWay++;
			try {
				catchUp();
				return await request();
			} finally {
				underWay--;
				if (underWay === 0) {
					schedule();
				}
			}
		},
		stop() {
			isStopped = true;
			cancel();
		},
	};
};
