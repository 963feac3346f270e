/** Runs trials in a process of their own, bundled as the program is: JSX, and the patches of Ink. */
import {fork} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, mkdtemp, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {type Plugin, rolldown} from 'rolldown';
import {bundling} from '../../.config/bundling.ts';
import type {TrialsReport} from './reports.ts';
import type {Trials} from './row.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Gives the monitor's connection a transport without sockets; the build fails if the connection was moved. */
const withoutSockets = (): Plugin => {
	let isReplaced = false;
	return {
		name: 'without-sockets',
		resolveId: {
			filter: {id: /\/client\/transport\.ts$/},
			handler: (_id, importer = '') => {
				if (!importer.endsWith('/source/service/connection.ts')) {
					return null;
				}
				isReplaced = true;
				return join(root, 'test/campaign/in-process/transport.ts');
			},
		},
		buildEnd: () => {
			if (!isReplaced) {
				throw new Error('source/service/connection.ts imports no client/transport.ts: name the module that does');
			}
		},
	};
};

/**
 * Bundles an entry of this folder, which reports by `reportingTrials` of reports.ts, and runs it to its end.
 *
 * @param entry its path within test/campaign/
 * @throws Error if the process ends otherwise than by itself
 */
export const runBundled = async (entry: string, name: string, trials: Trials): Promise<void> => {
	const caches = join(root, 'node_modules', '.cache', 'dialtop');
	await mkdir(caches, {recursive: true});
	const folder = await mkdtemp(join(caches, 'bundled-'));
	try {
		const bundle = await rolldown({
			...bundling,
			input: {entry: join(root, 'test/campaign', entry)},
			plugins: [withoutSockets(), ...bundling.plugins],
			external: [/^@xterm\//, 'undici'],
		});
		await bundle.write({dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs'});
		const mode = trials.isQuick ? 'quick' : 'full';
		const child = fork(join(folder, 'entry.mjs'), [name, String(trials.seed), mode], {
			// Frames are short-lived garbage.
			execArgv: ['--max-semi-space-size=64'],
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		});
		child.on('message', message => {
			const report = message as TrialsReport;
			switch (report.kind) {
				case 'tried':
					trials.tried(report.what, report.count);
					break;
				case 'failed':
					trials.failed(report.what, report.trial);
					break;
				case 'noted':
					trials.noted(report.text);
					break;
				case 'progress':
					trials.progress(report.text);
			}
		});
		const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
		if (code !== 0) {
			throw new Error(`${entry} ended with ${code ?? signal}`);
		}
	} finally {
		await rm(folder, {recursive: true});
	}
};
