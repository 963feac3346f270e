/** Runs a sandbox in a worker thread, so that it cannot slow the screen, nor end it. */
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import {messageOf} from '../wire/causes.ts';
import type {Sandbox, SandboxOptions} from './sandbox.ts';

/** Beside the bundle, or beside this file when run from source. */
const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './sandbox-worker.js', import.meta.url);

/** Plain data, since it is sent to the thread; no files, since an embedded sandbox stores nothing. */
export type EmbeddedOptions = Omit<SandboxOptions, 'database' | 'log' | 'say'>;

type Started = Omit<Sandbox, 'close' | 'password'> & {password: string};

/** An embedded sandbox. */
export type EmbeddedSandbox = Started &
	Pick<Sandbox, 'close'> & {
		/** Resolves with an error if the thread ends unasked: the service no longer answers, and its world is lost. */
		ended: Promise<Error>;
	};

/**
 * In MB. Little of what a request makes outlives it, so a small space for it is enough: the usual one takes 15 MB more, and
 * shortly after the start lets the other spaces of the heap grow as well.
 */
const youngGeneration = 2;

/** Milliseconds that the thread may take to close; one that is caught in a loop never does, and there is nothing to save. */
const closingTime = 2000;

/**
 * Starts the thread, which by itself does not keep the program alive.
 *
 * @throws the error that prevented the start of the sandbox
 */
export const startEmbeddedSandbox = async (options: EmbeddedOptions = {}): Promise<EmbeddedSandbox> => {
	const worker = new Worker(workerFile(), {
		workerData: options,
		resourceLimits: {maxYoungGenerationSizeMb: youngGeneration},
	});
	const exited = once(worker, 'exit');
	exited.catch(() => undefined);
	const [started]: (Started | number)[] = await Promise.race([once(worker, 'message'), exited]);
	if (typeof started !== 'object') {
		throw new Error('the embedded sandbox has sent no address');
	}
	let isClosing = false;
	const ended = new Promise<Error>(resolve => {
		const report = (why: string, stack = ''): void => {
			if (!isClosing) {
				const error = new Error(`the embedded sandbox has ended, and its world is lost: ${why}`);
				// Where it happened is in the thread, not here.
				resolve(Object.assign(error, {stack}));
			}
		};
		worker.once('error', error => report(messageOf(error), error instanceof Error ? error.stack : ''));
		worker.once('exit', code => report(`its thread ended with code ${code}`));
	});
	worker.unref();
	return {
		...started,
		ended,
		async close() {
			isClosing = true;
			worker.ref();
			worker.postMessage('close');
			const late = setTimeout(() => worker.terminate(), closingTime);
			await exited.catch(() => undefined);
			clearTimeout(late);
		},
	};
};
