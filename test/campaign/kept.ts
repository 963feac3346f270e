/** What earlier runs found: a run that was cut off goes on where it stopped. */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Result} from './row.ts';

const root = new URL('../..', import.meta.url).pathname;

/** A run's results. */
export type Kept = {
	/** The commit, with a hash of what was changed since. */
	revision: string;
	results: Result[];
};

const git = (...args: string[]): string =>
	execFileSync('git', args, {cwd: root, encoding: 'utf8', maxBuffer: 1e9}).trim();

/** The tree that is tested: the last commit that changed more than pages, and where it was changed a hash of the changes. */
export const revisionOf = (): string => {
	const tested = ['--', '.', ':(exclude)media', ':(exclude)readme.md'];
	const commit = git('log', '-1', '--format=%h', '--abbrev=12', ...tested);
	const changes = git('status', '--porcelain', ...tested);
	if (changes === '') {
		return commit;
	}
	const hash = createHash('sha256')
		.update(changes)
		.update(git('diff', 'HEAD', ...tested));
	return `${commit}, changed (${hash.digest('hex').slice(0, 8)})`;
};

const fileOf = (seed: number, isQuick: boolean): string =>
	join(root, 'node_modules', '.cache', 'dialtop', `campaign-${seed}${isQuick ? '-quick' : ''}.json`);

/** The results of the same tree, seed and mode. */
export const keptResults = (revision: string, seed: number, isQuick: boolean): Result[] => {
	try {
		const kept = JSON.parse(readFileSync(fileOf(seed, isQuick), 'utf8')) as Kept;
		return kept.revision === revision ? kept.results : [];
	} catch {
		return [];
	}
};

/** Keeps results; whoever is cut off while writing has the older ones. */
export const keep = (kept: Kept, seed: number, isQuick: boolean): void => {
	const file = fileOf(seed, isQuick);
	mkdirSync(join(file, '..'), {recursive: true});
	writeFileSync(`${file}.new`, `${JSON.stringify(kept, undefined, '\t')}\n`);
	renameSync(`${file}.new`, file);
};
