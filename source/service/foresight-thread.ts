/** The thread that simulates floors: one question at a time, and a newer one ends the one before it. */
import {Worker} from 'node:worker_threads';
import type {NoForecast} from '../foresight/calibrate.ts';
import type {Foreseen, Question} from '../foresight/foresee.ts';
import type {WhatIf, WhatIfQuestion} from '../foresight/what-if.ts';
import type {Answer, Asked} from '../foresight/worker.ts';

type Result = Answer['answer'];

const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? '../foresight/worker.ts' : './foresight-worker.js', import.meta.url);

/** A thread that is not asked, and gives no answer, for so long is ended, milliseconds. */
const idle = 60_000;

export type ForesightThread = {
	/** Asks a question in place of the one before it. @param answered is called with undefined if nobody waits for an answer any longer */
	ask(question: Question, answered: (answer: Foreseen | NoForecast | undefined) => void): void;
	/** The same of other levels and agents, with an answer after each that is simulated. */
	whatIf(question: WhatIfQuestion, answered: (answer: WhatIf | NoForecast | undefined) => void): void;
	/** Whether a question is open. */
	readonly isBusy: boolean;
	/** Nobody waits for an answer any longer. */
	callOff(): void;
	close(): Promise<void>;
};

/** A question that waits, and whether the thread was begun anew for it. */
type Waiting = {asked: Asked; isSecond: boolean; answered(result: Result | undefined): void};

/**
 * Nothing of it throws. A thread that fails, or is ended by somebody else, is begun anew once for a question; if that fails as well, the
 * answer says so.
 *
 * @param file for tests
 */
export const createForesightThread = (file: URL = workerFile()): ForesightThread => {
	const wanted = new Int32Array(new SharedArrayBuffer(4));
	let worker: Worker | undefined;
	let ending: NodeJS.Timeout | undefined;
	let waiting: Waiting | undefined;

	const callOff = (): void => {
		Atomics.add(wanted, 0, 1);
		const before = waiting;
		waiting = undefined;
		before?.answered(undefined);
	};
	const close = async (): Promise<void> => {
		callOff();
		clearTimeout(ending);
		const ended = worker;
		worker = undefined;
		await ended?.terminate();
	};
	const closeLater = (): void => {
		clearTimeout(ending);
		ending = setTimeout(() => void close(), idle).unref();
	};
	const send = (one: Waiting): void => {
		waiting = one;
		try {
			worker ??= begun();
			worker.postMessage(one.asked);
		} catch {
			// The system has no more threads, or no memory for one.
			failed('the simulation cannot be started');
		}
	};
	const failed = (why: string): void => {
		worker = undefined;
		const one = waiting;
		waiting = undefined;
		if (one && !one.isSecond) {
			send({...one, isSecond: true});
		} else {
			one?.answered({why});
		}
	};
	const begun = (): Worker => {
		const made = new Worker(file, {workerData: {wanted}});
		made.unref();
		made.on('message', ({number, answer, isLast}: Answer) => {
			closeLater();
			const one = waiting;
			if (one?.asked.number === number) {
				waiting = isLast ? undefined : one;
				one.answered(answer);
			}
		});
		made.on('error', () => {
			if (worker === made) {
				failed('the simulation has failed');
			}
		});
		made.on('exit', () => {
			if (worker === made) {
				failed('the simulation has ended');
			}
		});
		return made;
	};
	const put = (question: Asked['question'], answered: Waiting['answered']): void => {
		callOff();
		send({asked: {number: Atomics.load(wanted, 0), question}, isSecond: false, answered});
		closeLater();
	};
	return {
		ask: (question, answered) => put(question, answer => answered(answer as Foreseen | NoForecast | undefined)),
		whatIf: (question, answered) => put(question, answer => answered(answer as WhatIf | NoForecast | undefined)),
		get isBusy() {
			return waiting !== undefined;
		},
		callOff,
		close,
	};
};
