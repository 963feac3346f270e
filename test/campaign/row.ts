/** A promise that the campaign of faults tries to break: what its trials are, and how they report. */
import {createHash} from 'node:crypto';

/** Numbers that follow from a seed. */
export type Random = {
	/** From 0 up to 1. */
	next(): number;
	/** A whole number from 0 up to, but not including, `limit`. */
	below(limit: number): number;
	pick<T>(from: readonly T[]): T;
};

/** Something that must not happen, and did. */
export type Failure = {
	/** What went wrong, in a sentence. */
	what: string;
	/** What it takes to see it again: the trial's name, its seed, its steps. */
	trial: string;
};

/** What trials get, and where they report. */
export type Trials = {
	/** True where a part of the trials has to do. */
	isQuick: boolean;
	seed: number;
	/** Numbers for a trial of this name: the same for the same seed, whatever ran before it. */
	random(name: string): Random;
	/** Counts trials of a kind, for the page: `sequences in process`. */
	tried(kind: string, count?: number): void;
	/** Reports something that must not happen. The row goes on, up to a hundred of them. */
	failed(what: string, trial: string): void;
	/** Says something for the page that is neither: a figure that was measured, a part that was left out and why. */
	noted(text: string): void;
	/** Says on standard error how far it is. */
	progress(text: string): void;
};

/** A row of the page. */
export type Row = {
	/** For `--only`. */
	name: string;
	/** The promise, in a few words. */
	promise: string;
	/** What must never happen. */
	never: string;
	/** The least trials of each kind, in full and with --quick; fewer fail the row. */
	least: Readonly<Record<string, {full: number; quick: number}>>;
	/** True if it measures time or takes most of the machine, and so runs while no other row does. */
	isAlone?: boolean;
	/** Why it can't run on this machine; nothing where it can. */
	missing?(): string | undefined;
	run(trials: Trials): Promise<void>;
};

/** What came of a row. */
export type Result = {
	name: string;
	tried: Record<string, number>;
	failures: Failure[];
	/** How many failures there were, those that are not kept too. */
	failed: number;
	notes: string[];
	seconds: number;
	/** Why it did not run. */
	missing?: string;
};

/** How many failures are kept with their words. */
const mostFailures = 100;

/** Numbers from a text: splitmix32 from the first bytes of its hash. */
export const randomOf = (text: string): Random => {
	let state = createHash('sha256').update(text).digest().readUInt32LE(0);
	const next = (): number => {
		state = (state + 0x9e3779b9) | 0;
		let mixed = state ^ (state >>> 16);
		mixed = Math.imul(mixed, 0x21f0aaad);
		mixed ^= mixed >>> 15;
		mixed = Math.imul(mixed, 0x735a2d97);
		return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
	};
	const below = (limit: number): number => Math.floor(next() * limit);
	return {
		next,
		below,
		pick: from => {
			if (from.length === 0) {
				throw new RangeError('there is nothing to pick from');
			}
			return from[below(from.length)] as (typeof from)[number];
		},
	};
};

/** Runs a row to its end. An error that it throws is a failure of the row, as are too few trials. */
export const runRow = async (
	row: Row,
	{seed, isQuick, progress}: Pick<Trials, 'seed' | 'isQuick' | 'progress'>,
): Promise<Result> => {
	const {name} = row;
	const started = performance.now();
	const result: Result = {name, tried: {}, failures: [], failed: 0, notes: [], seconds: 0};
	const missing = row.missing?.();
	if (missing !== undefined) {
		return {...result, missing};
	}
	const failed = (what: string, trial: string): void => {
		result.failed++;
		if (result.failures.length < mostFailures) {
			result.failures.push({what, trial});
		}
		progress(`FAILED: ${what} (${trial})`);
	};
	try {
		await row.run({
			seed,
			isQuick,
			random: trial => randomOf(`${seed} ${name} ${trial}`),
			tried: (kind, count = 1) => {
				result.tried[kind] = (result.tried[kind] ?? 0) + count;
			},
			failed,
			noted: text => result.notes.push(text),
			progress,
		});
	} catch (error) {
		failed(`the row itself broke: ${error instanceof Error ? error.stack : String(error)}`, 'the row');
	}
	for (const [kind, {full, quick}] of Object.entries(row.least)) {
		const [done, wanted] = [result.tried[kind] ?? 0, isQuick ? quick : full];
		if (done < wanted) {
			failed(`only ${done} of ${wanted} ${kind} were tried`, 'the row');
		}
	}
	return {...result, seconds: Math.round((performance.now() - started) / 1000)};
};
