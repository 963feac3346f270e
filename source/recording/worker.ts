/** A thread that closes the hours that are over, so that neither its work nor a slow disk holds up a screen. */
import {parentPort, workerData} from 'node:worker_threads';
import {messageOf} from '../wire/causes.ts';
import {closeHours, type Retention} from './closing.ts';
import {diskFolder} from './folder.ts';

/** The input of the thread. */
export type ClosingTask = {
	path: string;
	isShared: boolean;
	/** The files that are over. */
	over: readonly string[];
	zone: string | undefined;
	retention: Retention;
	now: number;
};

/** Its answer: what was done with damaged files, and why it could not go on. */
export type ClosingEnd = {news: readonly string[]; problem: string | undefined};

const {path, isShared, over, ...options} = workerData as ClosingTask;
const folder = diskFolder(path, {isShared});
let problem: string | undefined;
try {
	for (const _ of closeHours(folder, {...options, isOver: name => over.includes(name)})) {
		// Nothing else waits for this thread.
	}
} catch (error) {
	problem = messageOf(error);
}
parentPort?.postMessage({news: folder.news, problem} satisfies ClosingEnd);
