/**
 * Bounds in time that fit the machine: a fixed piece of work is measured in the same run, and bounds hold in proportion to
 * it. So a slower machine is no fault of the program, and a quicker one hides none.
 */
import {fork} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';

/** Milliseconds of CPU time that `work` takes on the machine on which bounds hold as they are written. */
export const reference = 50;

/** How often it is measured: the least counts, as whatever disturbs a round makes it longer. */
const roundCount = 7;

/** Milliseconds. */
const rest = 20;

/** What a bound limits: time of the processor, or time that passes, which others on the machine make longer. */
export type Kind = 'cpu' | 'wall';

/** Milliseconds that a round took. */
export type Round = Readonly<Record<Kind, number>>;

/** How many times as long as on the machine of the reference the same takes. */
export type Slowness = Readonly<Record<Kind, number>>;

/** A bound in milliseconds: what the program waits for by its timers, whatever the machine, and what it works for. */
export type Bound = {fixed?: number; work: number};

/** The machine of the reference. */
export const usualSlowness: Slowness = {cpu: 1, wall: 1};

/** How slow a machine is on which rounds took this long. @throws RangeError without a round */
export const slownessOf = (rounds: readonly Round[]): Slowness => {
	if (rounds.length === 0) {
		throw new RangeError('no round was measured');
	}
	const least = (kind: Kind): number => Math.min(...rounds.map(round => round[kind])) / reference;
	return {cpu: least('cpu'), wall: least('wall')};
};

/** How slow a machine is that was measured twice, and may have been as slow in between as at its slowest. */
export const slower = (one: Slowness, other: Slowness): Slowness => ({
	cpu: Math.max(one.cpu, other.cpu),
	wall: Math.max(one.wall, other.wall),
});

/** The milliseconds of a bound on a machine. */
export const boundOn = (slowness: Slowness, kind: Kind, {fixed = 0, work}: Bound): number =>
	fixed + work * slowness[kind];

/**
 * A fixed piece of the work that the program does: text is written and read as JSON, taken apart, sorted and counted. It
 * returns something of it all, so that none is left out.
 */
export const work = (): number => {
	let sum = 0;
	for (let turn = 0; turn < 48; turn++) {
		const rows = Array.from({length: 600}, (_, index) => ({
			id: String(1000 + ((index * 7919) % 600)),
			name: `Campaign ${index} of turn ${turn}`,
			figures: [index, index * turn, index / 7],
		}));
		const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
		const words = new Map<string, number>();
		for (const {name, figures} of read.sort((one, other) => (one.id < other.id ? -1 : 1))) {
			for (const word of name.replaceAll(/[aeiou]/g, '-').split(' ')) {
				words.set(word, (words.get(word) ?? 0) + figures.length);
			}
		}
		sum += words.size;
	}
	return sum;
};

/** Works for as long as the machine of the reference takes so many milliseconds of CPU time for. */
export const workFor = (milliseconds: number): void => {
	for (let left = milliseconds; left > 0; left -= reference) {
		work();
	}
};

/** Where this file is: faults that are planted in other programs import it. */
export const sourceOf = import.meta.url;

const measureRound = (): Round => {
	const [cpu, wall] = [process.threadCpuUsage(), performance.now()];
	work();
	const {user, system} = process.threadCpuUsage(cpu);
	return {cpu: (user + system) / 1000, wall: performance.now() - wall};
};

/**
 * Measures this machine as it is now; it holds this thread up for some 0.4 s, and for longer on a slower machine. It rests
 * between rounds, as an event loop does: who always works has to wait for others longer than who wakes up now and then.
 */
export const measureSlowness = async (): Promise<Slowness> => {
	const rounds: Round[] = [];
	for (let round = 0; round < roundCount; round++) {
		await sleep(rest);
		rounds.push(measureRound());
	}
	return slownessOf(rounds);
};

/** Milliseconds after which the machine is measured anew: others may have begun or ended to use it. */
const longestKnown = 30_000;

/** Bounds that follow the machine. */
export type Calibration = {
	/** Measures the machine anew. */
	measure(): Promise<Slowness>;
	/** What was measured within the last half minute. */
	recent(): Promise<Slowness>;
	/**
	 * The bound that something exceeds, in milliseconds; undefined if it keeps it. What seems to exceed it is judged by the
	 * machine as it is now as well: it may have become slower since it was measured.
	 */
	exceeded(kind: Kind, milliseconds: number, bound: Bound): Promise<number | undefined>;
	/** All that was measured, for the page. */
	told(): string;
};

/** As `startCalibration`, by what measures the machine. */
export const calibrationBy = (
	measureNow: () => Promise<Slowness>,
	now: () => number = () => performance.now(),
): Calibration => {
	const seen: Slowness[] = [];
	let last: {slowness: Slowness; at: number} | undefined;
	const measure = async (): Promise<Slowness> => {
		const slowness = await measureNow();
		last = {slowness, at: now()};
		seen.push(slowness);
		return slowness;
	};
	const recent = async (): Promise<Slowness> =>
		last && now() - last.at <= longestKnown ? last.slowness : await measure();
	const span = (kind: Kind): string => {
		const figures = seen.map(slowness => slowness[kind]);
		return [Math.min(...figures), Math.max(...figures)].map(figure => figure.toFixed(2)).join(' to ');
	};
	return {
		measure,
		recent,
		async exceeded(kind, milliseconds, bound) {
			const before = await recent();
			if (milliseconds <= boundOn(before, kind, bound)) {
				return undefined;
			}
			const most = boundOn(slower(before, await measure()), kind, bound);
			return milliseconds > most ? most : undefined;
		},
		told: () =>
			seen.length === 0
				? 'the machine was not measured'
				: `the same work takes ${span('cpu')} times the reference of CPU time, and ${span('wall')} times of what passes`,
	};
};

/** Measures in this thread, which it holds up: for one look at a bound. */
export const calibrationHere = (): Calibration => calibrationBy(measureSlowness);

/** Starts to measure in a process of its own, so that nobody is held up. Use with `using`. */
export const startCalibration = (): Calibration & Disposable => {
	const child = fork(new URL(import.meta.url), ['calibrate']);
	let turn: Promise<unknown> = Promise.resolve();
	const ask = async (): Promise<Slowness> => {
		const answer = once(child, 'message');
		child.send('measure');
		return ((await answer) as [Slowness])[0];
	};
	return {
		// One after another: two that ask at once would take each other's answer.
		...calibrationBy(() => {
			const next = turn.then(ask);
			turn = next.catch(() => undefined);
			return next;
		}),
		[Symbol.dispose]() {
			child.kill('SIGKILL');
		},
	};
};

if (process.argv[2] === 'calibrate') {
	process.on('disconnect', () => process.exit());
	process.on('message', async () => process.send?.(await measureSlowness()));
}
