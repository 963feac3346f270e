/** A thread that answers questions about floors, one at a time: a newer question ends the one before it. */
import {parentPort, workerData} from 'node:worker_threads';
import type {NoForecast} from './calibrate.ts';
import {type Foreseen, foresee, type Question} from './foresee.ts';
import {createWhatIf, type WhatIf, type WhatIfQuestion} from './what-if.ts';

/** The input of the thread: the number of the question that is wanted, which the asker sets. */
export type Wanted = {wanted: Int32Array<SharedArrayBuffer>};

/** A question to the thread, and its answers: all but the last are a part of what was asked. */
export type Asked = {number: number; question: Question | WhatIfQuestion};
export type Answer = {number: number; answer: Foreseen | WhatIf | NoForecast; isLast: boolean};

const {wanted} = workerData as Wanted;
const whatIf = createWhatIf();

parentPort?.on('message', ({number, question}: Asked) => {
	const steps: Generator<WhatIf | undefined, Answer['answer']> =
		'floor' in question ? whatIf(question) : foresee(question);
	for (let step = steps.next(); Atomics.load(wanted, 0) === number; step = steps.next()) {
		if (step.value) {
			parentPort?.postMessage({number, answer: step.value, isLast: step.done === true} satisfies Answer);
		}
		if (step.done) {
			return;
		}
	}
});
