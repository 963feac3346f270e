/** A process of its own for a sandbox's thread: lets seven simulated days pass, and prints the memory at both ends as JSON. */
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {Worker} from 'node:worker_threads';
import {keepCompilersSmall} from '../../source/system/heap.ts';

const [file = ''] = process.argv.slice(2);
/** Simulated seconds a second. */
const speed = 20_000;
const week = 7 * 86_400;

// As in the monitor.
keepCompilersSmall();
const worker = new Worker(file, {
	workerData: {seed: 1, day: '2026-03-31', speed, password: 'week'},
	resourceLimits: {maxYoungGenerationSizeMb: 2},
});
await once(worker, 'message');
const resident = (): number => process.memoryUsage.rss() / 1e6;
const atStart = resident();
await sleep((1000 * week) / speed);
process.stdout.write(JSON.stringify({atStart, afterWeek: resident()}));
await worker.terminate();
