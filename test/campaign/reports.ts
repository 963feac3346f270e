/** What trials in a bundled process of their own report to their row. */
import {randomOf, type Trials} from './row.ts';

/** One report. */
export type TrialsReport =
	| {kind: 'tried'; what: string; count: number}
	| {kind: 'failed'; what: string; trial: string}
	| {kind: 'noted' | 'progress'; text: string};

/** The trials of the row that started this process. */
export const reportingTrials = (): Trials => {
	const [name = '', seed = '', mode = ''] = process.argv.slice(2);
	const report = (one: TrialsReport): void => {
		process.send?.(one);
	};
	return {
		isQuick: mode === 'quick',
		seed: Number(seed),
		random: trial => randomOf(`${seed} ${name} ${trial}`),
		tried: (what, count = 1) => report({kind: 'tried', what, count}),
		failed: (what, trial) => report({kind: 'failed', what, trial}),
		noted: text => report({kind: 'noted', text}),
		progress: text => report({kind: 'progress', text}),
	};
};

/** The first and last of so many trials to run: all, or `CAMPAIGN_TRIAL=8` or `8-12` alone, to look into a failure. */
export const trialsWanted = (count: number): readonly [first: number, last: number] => {
	const [first = 0, last = first] = process.env.CAMPAIGN_TRIAL?.split('-').map(Number) ?? [0, count - 1];
	return [first, last];
};

/** Ends this process once its reports have left. */
export const endReports = (): void => {
	process.send?.({kind: 'progress', text: 'done in process'}, () => process.exit());
};
