/** Programs that dialtop starts for the operator: what they get to know, and how they are ended. */
import {type ChildProcess, spawn} from 'node:child_process';
import {closeSync, openSync} from 'node:fs';
import {isatty} from 'node:tty';
import {messageOf} from '../wire/causes.ts';

/** The environment for a child: passwords and tokens may be in dialtop's own variables, so it gets none of these. */
export const childEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
	Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('DIALTOP_')));

/** Sends a signal to a child that leads a process group, and to everything in that. */
export const endGroup = ({pid}: Pick<ChildProcess, 'pid'>, signal: NodeJS.Signals = 'SIGKILL'): void => {
	try {
		if (pid !== undefined) {
			process.kill(-pid, signal);
		}
	} catch {
		// It has ended by itself.
	}
};

/** A program and its arguments, which no shell reads. */
export type Arguments = readonly [program: string, ...args: string[]];

/** How a program ended. */
export type ProgramEnd =
	| {kind: 'exited'; code: number}
	| {kind: 'killed'; signal: string}
	/** It took too long, or dialtop was left, and was ended. */
	| {kind: 'late'}
	| {kind: 'not-started'; reason: string};

/** What it wrote on standard output and standard error, as it came; `isCut` if it wrote more than is held. */
export type Written = {bytes: Buffer; isCut: boolean};

/** What bounds a program in the background. */
export type Bounds = {
	/** Milliseconds. */
	timeout: number;
	/** Bytes of its output that are held; what follows is dropped. */
	mostBytes: number;
};

/** A program that runs. */
export type RunningProgram = {
	ended: Promise<{end: ProgramEnd; written: Written}>;
	/** Ends it and what it has started; it has a moment for that. */
	end(): void;
};

/** How long a program may take to end by itself once it is asked to, milliseconds. */
const lastWait = 500;

/** How long its output is read on after it has ended, milliseconds: what it has started may hold the pipe open. */
const lastRead = 200;

const endOf = (code: number | null, signal: NodeJS.Signals | null): ProgramEnd =>
	code === null ? {kind: 'killed', signal: signal ?? 'a signal'} : {kind: 'exited', code};

const notStarted = (error: unknown): ProgramEnd => ({kind: 'not-started', reason: messageOf(error)});

/** Runs a program in the background, without input and in a process group of its own. */
export const runInBackground = ([program, ...args]: Arguments, {timeout, mostBytes}: Bounds): RunningProgram => {
	const {promise: ended, resolve} = Promise.withResolvers<{end: ProgramEnd; written: Written}>();
	const chunks: Buffer[] = [];
	let bytes = 0;
	let isCut = false;
	const settle = (end: ProgramEnd): void => resolve({end, written: {bytes: Buffer.concat(chunks), isCut}});
	let child: ChildProcess;
	try {
		child = spawn(program, args, {
			shell: false,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: childEnvironment(),
		});
	} catch (error) {
		settle(notStarted(error));
		return {ended, end: () => undefined};
	}
	const streams = [child.stdout, child.stderr];
	let isLate = false;
	let killing: NodeJS.Timeout | undefined;
	const finish = (end: ProgramEnd): void => {
		clearTimeout(timer);
		clearTimeout(killing);
		for (const stream of streams) {
			stream?.destroy();
		}
		if (isLate) {
			endGroup(child);
		}
		settle(isLate && end.kind !== 'not-started' ? {kind: 'late'} : end);
	};
	const end = (): void => {
		isLate = true;
		endGroup(child, 'SIGTERM');
		killing ??= setTimeout(() => endGroup(child), lastWait);
	};
	const timer = setTimeout(end, timeout);
	for (const stream of streams) {
		stream
			?.on('error', () => undefined)
			.on('data', (chunk: Buffer) => {
				const held = chunk.subarray(0, mostBytes - bytes);
				isCut ||= held.length < chunk.length;
				bytes += held.length;
				chunks.push(held);
			});
	}
	child.on('error', error => finish(notStarted(error)));
	child.on('exit', (code, signal) => {
		const reading = setTimeout(() => finish(endOf(code, signal)), lastRead);
		child.on('close', () => {
			clearTimeout(reading);
			finish(endOf(code, signal));
		});
	});
	return {ended, end};
};

/** Runs a program that has the terminal until it ends. */
export const runOnTerminal = ([program, ...args]: Arguments): Omit<RunningProgram, 'ended'> & {
	ended: Promise<ProgramEnd>;
} => {
	const {promise: ended, resolve} = Promise.withResolvers<ProgramEnd>();
	try {
		// It stays in this process group, which is the one that the terminal's keys go to. Standard input may have been a pipe.
		const input = isatty(0) ? 0 : openSync('/dev/tty', 'r');
		const child = spawn(program, args, {shell: false, stdio: [input, 'inherit', 'inherit'], env: childEnvironment()});
		if (input !== 0) {
			closeSync(input);
		}
		child.on('error', error => resolve(notStarted(error)));
		child.on('exit', (code, signal) => resolve(endOf(code, signal)));
		return {ended, end: () => void child.kill('SIGTERM')};
	} catch (error) {
		resolve(notStarted(error));
		return {ended, end: () => undefined};
	}
};
