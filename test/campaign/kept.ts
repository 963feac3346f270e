/** What earlier runs found: a run that was cut off goes on where it stopped. */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Result} from './row.ts';

const root = new URL('../..', import.meta.url).pathname;

/** A run's results. */
export type Kept = {
	/** As `revisionOf` says. */
	revision: string;
	results: (Result & {
		/** As `trialsOf` says. */
		trials: string;
	})[];
};

const git = (...args: string[]): string =>
	execFileSync('git', args, {cwd: root, encoding: 'utf8', maxBuffer: 1e9}).trim();

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The program that is tested: the last commit that changed more than pages and tests, and a hash of the changes since. */
export const revisionOf = (): string => {
	const tested = ['--', '.', ':(exclude)media', ':(exclude)readme.md', ':(exclude)test'];
	const commit = git('log', '-1', '--format=%h', '--abbrev=12', ...tested);
	const changes = git('status', '--porcelain', ...tested);
	return changes === ''
		? commit
		: `${commit}, changed (${hashOf(changes + git('diff', 'HEAD', ...tested)).slice(0, 8)})`;
};

/** Files that a file of the tests loads or names, as paths; what only gives it types has no part in what it does. */
const namedIn = (path: string): string[] =>
	[
		...readFileSync(path, 'utf8')
			.replaceAll(/^import type [^;]*;/gm, '')
			.matchAll(/['"`]([\w./-]+\.\w+)['"`]/g),
	]
		.flatMap(([, name = '']) => [join(dirname(path), name), join(root, 'test/campaign', name)])
		.filter(named => named.startsWith(join(root, 'test/')) && existsSync(named));

/** A hash of what the trials of a row are made of: its file, and each file of the tests that one of these loads. */
export const trialsOf = (name: string): string => {
	const entries =
		name === 'mutants'
			? git('ls-files', 'test').split('\n')
			: [`test/campaign/rows/${name}.ts`, 'test/campaign/run-row.ts'];
	const paths = new Set(entries.map(entry => join(root, entry)));
	for (const path of paths) {
		for (const named of namedIn(path)) {
			paths.add(named);
		}
	}
	return hashOf(
		[...paths]
			.toSorted()
			.map(path => path.slice(root.length) + readFileSync(path, 'utf8'))
			.join('\n'),
	);
};

const fileOf = (seed: number, isQuick: boolean): string =>
	join(root, 'node_modules', '.cache', 'dialtop', `campaign-${seed}${isQuick ? '-quick' : ''}.json`);

/** The results of the same program, trials, seed and mode. */
export const keptResults = (revision: string, seed: number, isQuick: boolean): Kept['results'] => {
	try {
		const kept = JSON.parse(readFileSync(fileOf(seed, isQuick), 'utf8')) as Kept;
		return kept.revision === revision ? kept.results.filter(({name, trials}) => trials === trialsOf(name)) : [];
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
