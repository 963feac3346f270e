/** The built program as a process: started, read and ended as a shell does it. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {cleanEnvironment, program} from './monitor.ts';

/** How a process ended. */
export type Ended = {code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string};

/** A process that runs. */
export type Running = {
	child: ChildProcess;
	/** What it has written so far. */
	stdout(): string;
	stderr(): string;
	/** Resolves once it has written so many whole lines. */
	lines(count: number): Promise<string[]>;
	ended: Promise<Ended>;
	/** Ends it, where it has not ended. */
	[Symbol.asyncDispose](): Promise<void>;
};

/** How it is started. */
export type ProgramOptions = {
	env?: Readonly<Record<string, string | undefined>>;
	/** What is written to its standard input, which then ends. */
	input?: string;
	/** True where its output is left in the pipe until somebody reads it. */
	isUnread?: boolean;
	/** True for a session of its own, which has no terminal to ask on, whatever the tests are run from. */
	isDetached?: boolean;
	/** Another command that runs it: its words stand before those of the program. */
	before?: readonly string[];
};

/** Starts the program. Use with `await using`. */
export const startProgram = (args: readonly string[], options: ProgramOptions = {}): Running => {
	const {env = {}, input = '', isUnread = false, isDetached = false, before = []} = options;
	const [command = '', ...words] = [...before, process.execPath, program, ...args];
	const child = spawn(command, words, {
		env: {...cleanEnvironment, ...env},
		detached: isDetached,
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	let stdout = '';
	let stderr = '';
	child.stdin.on('error', () => undefined).end(input);
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
	});
	child.stdout.setEncoding('utf8');
	const read = (): void => {
		child.stdout.on('data', (text: string) => {
			stdout += text;
		});
	};
	if (!isUnread) {
		read();
	}
	const closed = once(child, isUnread ? 'exit' : 'close') as Promise<[number | null, NodeJS.Signals | null]>;
	return {
		child,
		stdout: () => stdout,
		stderr: () => stderr,
		async lines(count) {
			while (stdout.split('\n').length <= count) {
				await Promise.race([
					once(child.stdout, 'data'),
					closed.then(() => {
						throw new Error(`it ended after ${stdout.split('\n').length - 1} lines: ${stderr}`);
					}),
				]);
			}
			return stdout.split('\n').slice(0, -1);
		},
		ended: closed.then(([code, signal]) => ({code, signal, stdout, stderr})),
		async [Symbol.asyncDispose]() {
			if (child.exitCode === null && child.signalCode === null) {
				child.kill('SIGKILL');
			}
			await closed;
		},
	};
};

/** Runs the program to its end. */
export const runProgram = async (args: readonly string[], options: ProgramOptions = {}): Promise<Ended> => {
	await using running = startProgram(args, options);
	return await running.ended;
};
