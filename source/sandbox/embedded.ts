/** A sandbox in a thread of its own, so that it cannot slow the screen. */
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import {messageOf} from '../api/causes.ts';
import type {Sandbox, SandboxOptions} from './sandbox.ts';

/** The worker's file: beside the bundle, or beside this file where it runs from source. */
const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './sandbox-worker.js', import.meta.url);

/** What it is made from: plain data, and no files, since it keeps nothing. */
export type EmbeddedOptions = Omit<SandboxOptions, 'database' | 'log' | 'say'>;

type Started = Omit<Sandbox, 'close' | 'password'> & {password: string};

/**
 * Starts a sandbox in a worker thread. The thread alone does not keep the program alive.
 *
 * @param say told what ended the thread, if it fails later: a service that no longer answers
 * @throws what the worker threw while it started
 */
export const startEmbeddedSandbox = async (
	options: EmbeddedOptions = {},
	say: (line: string) => void = () => undefined,
): Promise<Started & Pick<Sandbox, 'close'>> => {
	const worker = new Worker(workerFile(), {workerData: options});
	const exited = new Promise(resolve => worker.once('exit', resolve));
	const [started]: Started[] = await once(worker, 'message');
	if (!started) {
		throw new Error('the sandbox did not say where it is');
	}
	worker.on('error', error => say(`the embedded sandbox has ended: ${messageOf(error)}`));
	worker.unref();
	return {
		...started,
		async close() {
			worker.ref();
			worker.postMessage('close');
			await exited;
		},
	};
};
