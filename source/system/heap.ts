/**
 * What programs that run for weeks ask of V8: they work for a second a minute, so little memory is worth more than fast code.
 * And the monitor ends in order before a full heap aborts it.
 */
import {constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver} from 'node:perf_hooks';
import {getHeapStatistics, setFlagsFromString} from 'node:v8';

/**
 * The best code of a function, and of WebAssembly, would pay for being compiled only where they run all the time. The
 * compilers hold more than ten megabytes of memory for it. Only a password of the embedded sandbox takes longer.
 */
const smallCode = ['--no-opt', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const;

/**
 * Linux's C library reserves what a thread has freed for that thread: compiling in V8's helpers reserves 30 to 50 MB,
 * once the sandbox has started. In the thread that runs the code it reserves none.
 */
const oneHeap = '--no-concurrent-recompilation';

/** The heap is cleaned when it has grown by a third. By V8's own rule the sandbox's has doubled by then, and stays so large. */
const slowGrowth = '--heap-growing-percent=30';

const flags = [...smallCode, oneHeap, slowGrowth] as const;

/** Versions of V8 that have the flags: those of Node 22 to 26. V8 prints a message about a flag that it does not know. */
const isKnown = /^1[234]\./.test(process.versions.v8);

/** Keeps the young generation as it is at the start: by itself it grows to 64 MB and more, without gain. */
export const keepYoungSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');

/** Keeps V8's compilers from the last stage of their work. To be called before most of the program is loaded. */
export const keepCompilersSmall = (): void => {
	for (const flag of isKnown ? flags : []) {
		setFlagsFromString(flag);
	}
};

const megabyte = 1024 * 1024;

/** The share of the limit that may be in use after a garbage collection. */
const most = 0.9;

/** Milliseconds between two looks at a heap that is far from its limit. */
const lookEvery = 2000;

/** More bytes than a heap grows by between two looks: code that fills it faster lets no timer run. */
const far = 1000 * megabyte;

/** Whether the whole heap was collected, not only the young generation. */
const isThorough = (entry: PerformanceEntry): boolean =>
	(entry as PerformanceEntry & {detail: NodeGCPerformanceDetail}).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

/** The limit in bytes. V8's figure would include the young generation, which can exceed a limit set by option. */
const limitOf = (options: string): number => {
	const given = Number([...options.matchAll(/--max[-_]old[-_]space[-_]size[= ](\d+)/g)].at(-1)?.[1] ?? 0);
	return given > 0 ? given * megabyte : getHeapStatistics().heap_size_limit;
};

/**
 * Ends the monitor before its heap is full. Every garbage collection is checked only once the heap is so near to its limit
 * that it could reach it between two looks, since that check costs a thirtieth of the processor's time.
 *
 * @param onFull called when little of the heap is free after a garbage collection: V8 would abort a full one, and the
 *   terminal could not be restored
 */
export const watchHeap = (onFull: (error: Error) => void): void => {
	keepYoungSmall();
	const limit = limitOf([process.env.NODE_OPTIONS, ...process.execArgv].join(' '));
	const usedNow = (): number => getHeapStatistics().used_heap_size;
	let isWatching = false;
	const observer = new PerformanceObserver(list => {
		const used = list.getEntries().some(isThorough) ? usedNow() : 0;
		if (used > limit * most) {
			clearInterval(timer);
			observer.disconnect();
			const [now, all] = [used, limit].map(bytes => Math.round(bytes / megabyte));
			// The stack of the observer would say nothing about the cause.
			onFull(Object.assign(new Error(`its memory is nearly full (${now} of ${all} MB); start it again`), {stack: ''}));
		}
	});
	const look = (): void => {
		const isNear = limit - usedNow() < far;
		if (isNear && !isWatching) {
			observer.observe({entryTypes: ['gc']});
		} else if (!isNear && isWatching) {
			observer.disconnect();
		}
		isWatching = isNear;
	};
	const timer = setInterval(look, lookEvery).unref();
	look();
};
