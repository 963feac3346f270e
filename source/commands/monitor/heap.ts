/** The heap of the monitor: its nursery stays small, and the monitor leaves in order before V8 would abort it. */
import {constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver} from 'node:perf_hooks';
import {getHeapStatistics, setFlagsFromString} from 'node:v8';

const megabyte = 1024 * 1024;

/** The share of the limit that may be in use once garbage has been collected. */
const most = 0.9;

/** Whether all of the heap was collected, and not its nursery alone. */
const isThorough = (entry: PerformanceEntry): boolean =>
	(entry as PerformanceEntry & {detail: NodeGCPerformanceDetail}).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

/** The limit in bytes. Beside a given one V8's own figure counts the nursery, which may be larger than that. */
const limitOf = (options: string): number => {
	const given = Number([...options.matchAll(/--max[-_]old[-_]space[-_]size[= ](\d+)/g)].at(-1)?.[1] ?? 0);
	return given > 0 ? given * megabyte : getHeapStatistics().heap_size_limit;
};

/**
 * Keeps the nursery as large as it is now: left alone it grows to 64 MB, which buys nothing here.
 *
 * @param onFull called once little of the heap is left after garbage was collected: V8 aborts a program whose heap is
 *   full, and nothing can restore its terminal then
 */
export const watchHeap = (onFull: (error: Error) => void): void => {
	setFlagsFromString('--semi-space-growth-factor=1');
	const limit = limitOf([process.env.NODE_OPTIONS, ...process.execArgv].join(' '));
	const observer = new PerformanceObserver(list => {
		const used = list.getEntries().some(isThorough) ? getHeapStatistics().used_heap_size : 0;
		if (used > limit * most) {
			observer.disconnect();
			const [now, all] = [used, limit].map(bytes => Math.round(bytes / megabyte));
			// Where it was noticed says nothing about the cause.
			onFull(Object.assign(new Error(`its memory is nearly full (${now} of ${all} MB); start it again`), {stack: ''}));
		}
	});
	observer.observe({entryTypes: ['gc']});
};
