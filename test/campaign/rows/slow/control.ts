/** A process beside the monitor that has nothing to do: what its event loop lags is the machine's doing. */
import {fork} from 'node:child_process';
import {once} from 'node:events';
import {monitorEventLoopDelay} from 'node:perf_hooks';

const resolution = 5;

/** The machine's own lag. */
export type Control = Disposable & {
	/** The longest delay since it was last asked, in milliseconds. */
	lag(): Promise<number>;
};

/** Starts it. Use with `using`. */
export const startControl = (): Control => {
	const child = fork(new URL(import.meta.url), ['beside']);
	return {
		async lag() {
			const answer = once(child, 'message');
			child.send('lag');
			const [milliseconds] = (await answer) as [number];
			return milliseconds;
		},
		[Symbol.dispose]() {
			child.kill('SIGKILL');
		},
	};
};

if (process.argv[2] === 'beside') {
	const delays = monitorEventLoopDelay({resolution});
	delays.enable();
	process.on('disconnect', () => process.exit());
	process.on('message', () => {
		process.send?.(Math.max(0, delays.max / 1e6 - resolution));
		delays.reset();
	});
}
