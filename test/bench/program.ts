/** The programs that are measured, without anything between them and the clock that could cost time of its own. */
import {existsSync} from 'node:fs';
import {cp, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type IPty, spawn} from '@lydell/node-pty';

const root = new URL('../..', import.meta.url).pathname;

/** A copy of the built program. */
export type Program = {
	cli: string;
	/** The single executable, where it was built. */
	binary: string | undefined;
	/** A whole environment, whose home is beside the copy: so is what is kept from one run to the next. */
	env: Readonly<Record<string, string>>;
	[Symbol.asyncDispose](): Promise<void>;
};

/** Copies the built program, so that a build meanwhile changes nothing. Use with `await using`. */
export const copyProgram = async (dist?: string): Promise<Program> => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-bench-'));
	await cp(dist ?? join(root, 'dist'), join(folder, 'dist'), {recursive: true});
	const built = join(root, 'dist-binary', 'dialtop');
	const binary = dist === undefined && existsSync(built) ? join(folder, 'dialtop') : undefined;
	if (binary !== undefined) {
		await cp(built, binary);
	}
	await cp(join(root, 'package.json'), join(folder, 'package.json'));
	return {
		cli: join(folder, 'dist', 'cli.js'),
		binary,
		env: {
			PATH: process.env.PATH ?? '',
			HOME: folder,
			LANG: 'C.UTF-8',
			TERM: 'xterm-256color',
		},
		async [Symbol.asyncDispose]() {
			await rm(folder, {recursive: true, force: true, maxRetries: 3});
		},
	};
};

/** A program in a pseudo-terminal. */
export type Running = {
	pid: number;
	/** When it was started, by `performance.now()`. */
	startedAt: number;
	write(text: string): void;
	/** Hears everything from the start on. One listener, which may change. */
	hear(listener: (data: string) => void): void;
	exited: Promise<void>;
	/** Ends it as an operator would not: at once. */
	[Symbol.asyncDispose](): Promise<void>;
};

/** Of a terminal, in cells. */
export type Size = {columns: number; rows: number};

export const columns = 120;
export const rows = 40;

/** Starts a program in a pseudo-terminal, of 120x40 unless said otherwise. Use with `await using`. */
export const start = (
	command: string,
	args: readonly string[],
	env: Readonly<Record<string, string>>,
	size: Size = {columns, rows},
): Running => {
	const startedAt = performance.now();
	const pty: IPty = spawn(command, [...args], {
		cols: size.columns,
		rows: size.rows,
		name: env.TERM ?? 'xterm-256color',
		env,
	});
	let listener: (data: string) => void = () => undefined;
	let isOver = false;
	pty.onData(data => listener(data));
	const exited = new Promise<void>(resolve => {
		pty.onExit(() => {
			isOver = true;
			resolve();
		});
	});
	return {
		pid: pty.pid,
		startedAt,
		write: text => pty.write(text),
		hear(next) {
			listener = next;
		},
		exited,
		async [Symbol.asyncDispose]() {
			const timer = setTimeout(() => pty.kill('SIGKILL'), 3000);
			if (!isOver) {
				pty.kill('SIGTERM');
			}
			await exited;
			clearTimeout(timer);
		},
	};
};

/** Starts the monitor at a size of its own. */
export const startMonitorAt = (program: Program, env: Readonly<Record<string, string>>, size: Size): Running =>
	start(process.execPath, [program.cli], {...program.env, ...env}, size);

/** Starts the monitor. */
export const startMonitor = (
	program: Program,
	env: Readonly<Record<string, string>> = {},
	...args: readonly string[]
): Running => start(process.execPath, [program.cli, ...args], {...program.env, ...env});

const sequence = /\u001b(?:\[[\d;?<=>]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|[=>78cDEHM])/g;

/** Any text at all. */
const anyText = /[^\s\u0000-\u001f]/;

/** Milliseconds from the start to the first text, or to a certain one; nothing where the program ends without it. */
export const untilText = async (
	{startedAt, hear, exited}: Running,
	text: RegExp = anyText,
): Promise<number | undefined> => {
	let written = '';
	return Promise.race([
		new Promise<number>(resolve => {
			hear(data => {
				written += data;
				if (text.test(written.replace(sequence, ''))) {
					resolve(performance.now() - startedAt);
				}
			});
		}),
		exited.then(() => undefined),
	]);
};

/** Waits until the program has written nothing for so many milliseconds. */
export const untilQuiet = async ({hear}: Running, milliseconds: number): Promise<void> =>
	new Promise(resolve => {
		let timer = setTimeout(resolve, milliseconds);
		hear(() => {
			clearTimeout(timer);
			timer = setTimeout(resolve, milliseconds);
		});
	});
