/** How long the event loop of a program was held up, by a module that is loaded into it. */

/** What the module writes, milliseconds: the longest delay, and the 99th of a hundred. */
export type LoopLag = [longest: number, of99: number];

/**
 * The address of a module for `--import`, which writes a {@link LoopLag} as JSON on SIGURG: since it was last asked.
 *
 * @param preload further code that it runs
 */
export const lagModule = (file: string, preload = ''): string =>
	`data:text/javascript,${encodeURIComponent(`
		import {monitorEventLoopDelay} from 'node:perf_hooks';
		import {isMainThread} from 'node:worker_threads';
		import {writeFileSync} from 'node:fs';
		if (isMainThread) {
			const resolution = 5;
			const delays = monitorEventLoopDelay({resolution});
			delays.enable();
			process.on('SIGURG', () => {
				const of = nanoseconds => Math.max(0, nanoseconds / 1e6 - resolution);
				writeFileSync(${JSON.stringify(file)}, JSON.stringify([of(delays.max), of(delays.percentile(99))]));
				delays.reset();
			});
			${preload}
		}`)}`;
