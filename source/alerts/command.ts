/**
 * Hands alerts to a command of the operator's own. The alert goes to its standard input, one line of JSON, and never
 * into its words: what a service names a campaign must not reach a shell. One runs at a time, for a bounded time.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {childEnvironment, endGroup} from '../system/child.ts';
import {messageOf} from '../wire/causes.ts';
import {safeText} from '../wire/text.ts';

/** The command, and what bounds it. */
export type AlertCommandOptions = {
	/** As the operator's configuration has it; a shell reads it. */
	command: string;
	/** How long one run may take, milliseconds. */
	timeout?: number;
	/** Alerts that may wait for their turn; more are dropped. */
	most?: number;
	/** Reports what went wrong: once, until a run goes well again. */
	complain(text: string): void;
};

/** Runs the command for one alert after another. */
export type AlertCommand = {
	/** Hands over what can be written as JSON. */
	hand(alert: unknown): void;
	/** Accepts no more alerts. A running command has a moment to end, then it is killed. */
	close(): Promise<void>;
};

/** How long a running command may go on once the program ends, milliseconds. */
const lastWait = 500;

/** Most characters of its standard error that are reported. */
const mostErrorText = 200;

export const createAlertCommand = (options: AlertCommandOptions): AlertCommand => {
	const {command, timeout = 10_000, most = 20, complain} = options;
	const queue: string[] = [];
	let running: {child: ChildProcess; ended: Promise<void>} | undefined;
	let isClosed = false;
	let hasComplained = false;

	const fail = (why: string): void => {
		if (!hasComplained && !isClosed) {
			hasComplained = true;
			complain(`The command for alerts ${why}`);
		}
	};

	const run = (line: string): void => {
		const {promise: ended, resolve} = Promise.withResolvers<void>();
		let child: ChildProcess;
		try {
			// A process group of its own, so that all of it can be killed.
			child = spawn(command, {shell: true, detached: true, stdio: ['pipe', 'ignore', 'pipe'], env: childEnvironment()});
		} catch (error) {
			fail(`cannot be run: ${messageOf(error)}`);
			return;
		}
		running = {child, ended};
		let errors = '';
		let isLate = false;
		let isOver = false;
		const timer = setTimeout(() => {
			isLate = true;
			endGroup(child);
		}, timeout);
		const finish = (why: string | undefined): void => {
			if (isOver) {
				return;
			}
			isOver = true;
			clearTimeout(timer);
			child.stderr?.destroy();
			running = undefined;
			if (why === undefined) {
				hasComplained = false;
			} else {
				fail(why);
			}
			resolve();
			next();
		};
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			errors += text.slice(0, mostErrorText - errors.length);
		});
		child.stderr?.on('error', () => undefined);
		// The command need not read its input.
		child.stdin?.on('error', () => undefined).end(line);
		child.on('error', error => finish(`could not be started: ${error.message}`));
		child.on('exit', (code, signal) => {
			const reason = errors.trim() === '' ? '' : `: ${safeText(errors.trim().split('\n', 1)[0] ?? '')}`;
			if (isLate) {
				finish(`took longer than ${timeout / 1000} s and was ended`);
			} else {
				finish(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}${reason}`);
			}
		});
	};

	function next(): void {
		const line = running || isClosed ? undefined : queue.shift();
		if (line !== undefined) {
			run(line);
		}
	}

	return {
		hand(alert) {
			if (queue.length >= most) {
				fail('is too slow: some alerts were not handed to it');
				return;
			}
			queue.push(`${JSON.stringify(alert)}\n`);
			next();
		},
		async close() {
			isClosed = true;
			queue.length = 0;
			if (!running) {
				return;
			}
			const {child, ended} = running;
			const timer = setTimeout(() => endGroup(child), lastWait);
			await ended;
			clearTimeout(timer);
		},
	};
};
