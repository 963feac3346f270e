/**
 * Time in the hands of trials: the clocks and timers of the whole process, replaced when this is loaded. Load it before
 * anything else.
 */

const real = {setImmediate, now: performance.now.bind(performance)};

let mono = 1_000_000;
let wall = 1_800_000_000_000;

type Timer = {at: number; every: number | undefined; callback: () => void; order: number};

const timers = new Set<Timer>();
let made = 0;

const add = (callback: () => void, milliseconds: number, every?: number): NodeJS.Timeout => {
	const timer: Timer = {at: mono + Math.max(1, milliseconds || 0), every, callback, order: made++};
	timers.add(timer);
	const handle = {
		timer,
		ref: () => handle,
		unref: () => handle,
		hasRef: () => true,
		refresh: () => {
			timer.at = mono + milliseconds;
			return handle;
		},
		[Symbol.dispose]: () => timers.delete(timer),
	};
	return handle as unknown as NodeJS.Timeout;
};

const remove = (handle: unknown): void => {
	const timer = (handle as {timer?: Timer} | undefined)?.timer;
	if (timer) {
		timers.delete(timer);
	}
};

Object.assign(globalThis, {
	setTimeout: (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
		add(() => callback(...args), milliseconds),
	setInterval: (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
		add(() => callback(...args), milliseconds, Math.max(1, milliseconds)),
	clearTimeout: remove,
	clearInterval: remove,
});
performance.now = () => mono;
Date.now = () => wall;

/** Milliseconds of the real time, which goes on. */
export const realNow = (): number => real.now();

/** The time by both clocks. */
export const now = (): {wall: number; mono: number} => ({wall, mono});

/** Lets promises, React and its effects do what they have to. */
export const turns = async (count = 6): Promise<void> => {
	for (let turn = 0; turn < count; turn++) {
		await new Promise<void>(resolve => {
			real.setImmediate(resolve);
		});
	}
};

const next = (): Timer | undefined => {
	let first: Timer | undefined;
	for (const timer of timers) {
		if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) {
			first = timer;
		}
	}
	return first;
};

const move = (to: number): void => {
	wall += Math.max(0, to - mono);
	mono = Math.max(mono, to);
};

/** Lets time pass: timers fire at their times, and whatever they cause is done before the next one. */
export const advance = async (milliseconds: number): Promise<void> => {
	const end = mono + milliseconds;
	for (let timer = next(); timer && timer.at <= end; timer = next()) {
		timers.delete(timer);
		move(timer.at);
		if (timer.every !== undefined) {
			timer.at = mono + timer.every;
			timer.order = made++;
			timers.add(timer);
		}
		timer.callback();
		await turns(5);
	}
	move(end);
};

/** Sets the wall clock, as an operator or a time server does: on, or back below 0. */
export const setWall = (by: number): void => {
	wall += by;
};

/** The process does not run for so long, and both clocks go on: timers fire late. */
export const standStill = (milliseconds: number): void => {
	mono += milliseconds;
	wall += milliseconds;
};
