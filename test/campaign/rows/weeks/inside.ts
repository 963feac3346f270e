/**
 * Preloaded into a program (`NODE_OPTIONS=--import=…`): on SIGURG it collects its garbage, and writes to the file
 * DIALTOP_TEST_INSIDE what it then holds.
 */
import {renameSync, writeFileSync} from 'node:fs';
import {getHeapStatistics, setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {isMainThread} from 'node:worker_threads';

/** What a program holds. */
export type Held = {
	/** Kilobytes of objects that something refers to. */
	heap: number;
	/** Timers, sockets and the like that keep it going. */
	resources: string[];
};

const file = process.env.DIALTOP_TEST_INSIDE;

if (file && isMainThread) {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	process.on('SIGURG', () => {
		collect();
		const held: Held = {
			heap: getHeapStatistics().used_heap_size / 1000,
			resources: process.getActiveResourcesInfo(),
		};
		writeFileSync(`${file}.new`, JSON.stringify(held));
		renameSync(`${file}.new`, file);
	});
}
