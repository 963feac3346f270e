/** Runs a sandbox in a worker thread, so that it cannot slow the screen. */
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import {messageOf} from '../api/causes.ts';
import type {Sandbox, SandboxOptions} from './sandbox.ts';

/** Beside the bundle, or beside this file when run from source. */
const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './sandbox-worker.js', import.meta.url);

/** Plain data, since it is sent to the thread; no files, since an embedded sandbox keeps nothing. */
export type EmbeddedOptions = Omit<SandboxOptions, 'database' | 'log' | 'say'>;

type Started = Omit<Sandbox, 'close' | 'password'> & {password: string};

/**
 * Starts the thread, which by itself does not keep the program alive.
 *
 * @param say called if the thread ends later: the service no longer answers
 * @throws the error that kept the sandbox from starting
 */
export const startEmbeddedSandbox = async (
	options: EmbeddedOptions = {},
	say: (line: string) => void = () => undefined,
): Promise<Started & Pick<Sandbox, 'close'>> => {
	const worker = new Worker(workerFile(), {workerData: options});
	const exited = new Promise(resolve => worker.once('exit', resolve));
	const [started]: Started[] = await once(worker, 'message');
	if (!started) {
		throw new Error('the embedded sandbox has sent no address');
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
