/** The program's own threads, in the hands of trials: when their answers arrive, and how they end. */
import type {Worker} from 'node:worker_threads';
import {createForesightThread, type ForesightThread} from '../../../../source/service/foresight-thread.ts';
import {realNow, turns} from '../../in-process/time.ts';

/** The source of the thread, beside the folder of this bundle. */
const file = new URL('../../../../source/foresight/worker.ts', import.meta.url);

/** Pairs of runs of a question: a forecast as any other, in less time. */
const pairs = 20;

const live = new Set<Worker>();
const held: {worker: Worker; arrive(): void}[] = [];
let begun = 0;

// A thread's answers arrive when a trial has them arrive; those of one that has ended, not at all.
process.on('worker', worker => {
	live.add(worker);
	begun++;
	worker.once('exit', () => live.delete(worker));
	const emit = worker.emit.bind(worker) as (...event: unknown[]) => boolean;
	worker.emit = ((...event: unknown[]) => {
		if (event[0] === 'message') {
			held.push({worker, arrive: () => emit(...event)});
			return true;
		}
		return emit(...event);
	}) as typeof worker.emit;
});

const nap = new Int32Array(new SharedArrayBuffer(4));

/** Waits in real time, while the trial's stands still. @returns whether it came to be */
export const until = async (isSo: () => boolean, most = 20_000): Promise<boolean> => {
	for (const began = realNow(); !isSo(); ) {
		if (realNow() - began > most) {
			return false;
		}
		await turns(1);
		Atomics.wait(nap, 0, 0, 1);
	}
	return true;
};

/** The program's thread, with fewer runs. */
export const createThread = (): ForesightThread => {
	const thread = createForesightThread(file);
	return {
		...thread,
		ask: (question, answered) => thread.ask({...question, pairs, fewest: pairs / 2}, answered),
		get isBusy() {
			return thread.isBusy;
		},
	};
};

export const threads = {
	/** Threads that run. */
	live: (): number => live.size,
	/** Threads that were ever begun. */
	begun: (): number => begun,
	/** Answers that have not arrived. */
	held: (): number => held.length,
	/** Has them arrive. */
	arrive(): void {
		for (const {worker, arrive} of held.splice(0)) {
			if (live.has(worker)) {
				arrive();
			}
		}
	},
	/** Somebody else ends them. */
	async end(): Promise<void> {
		await Promise.all([...live].map(worker => worker.terminate()));
		await turns();
	},
	/** They throw. */
	async break(): Promise<void> {
		const broken = [...live];
		for (const worker of broken) {
			worker.postMessage({number: 0, question: null});
		}
		await until(() => broken.every(worker => !live.has(worker)), 5000);
		await turns();
	},
};
