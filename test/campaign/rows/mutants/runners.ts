/** Processes that run tests with a fault planted, each started anew where a fault keeps it from answering. */
import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Fault} from './faults.ts';
import type {Answer, Request, Watched} from './runner.ts';

/** One such process. */
export type Runner = {
	/** The test files, within the repository. */
	files(): Promise<string[]>;
	/** Runs test files as they are; tells which of the faults each reaches. */
	watch(faults: readonly {id: number; fault: Fault}[], files: readonly string[]): Promise<Watched[]>;
	/** The first test that fails with the fault; undefined if all pass. `limit` is in ms. */
	noticedBy(fault: Fault, files: readonly string[], limit: number): Promise<string | undefined>;
} & Disposable;

type Started = {child: ChildProcess; files: string[]};

/** What fails where nothing else does: the tests do not end. */
export const neverEnds = 'the tests do not end';

const start = async (folder: string): Promise<Started> => {
	// A group of its own, so that a worker that loops for ever ends with it.
	const child = fork(new URL('runner.ts', import.meta.url), {
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		detached: true,
		env: {...process.env, DIALTOP_TEST_REACHED: folder},
	});
	// What tests and faults write there is no news, unless nothing else is said.
	let errors = '';
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		errors = (errors + text).slice(-4000);
	});
	const [ready] = (await Promise.race([once(child, 'message'), once(child, 'close')])) as [Answer | number | null];
	if (ready === null || typeof ready === 'number' || ready.kind !== 'ready') {
		throw new Error(`the process that runs the tests ended with ${String(ready)}: ${errors}`);
	}
	return {child, files: ready.files};
};

/** Starts when it is first asked. */
export const createRunner = (): Runner => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-reached-'));
	let started: Promise<Started> | undefined;
	let group: number | undefined;

	const end = (): void => {
		if (group !== undefined) {
			try {
				process.kill(-group, 'SIGKILL');
			} catch {
				// It has ended by itself.
			}
		}
		started = undefined;
		group = undefined;
	};
	const close = (): void => {
		end();
		rmSync(folder, {recursive: true, force: true});
	};
	process.once('exit', close);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => process.exit(1));
	}

	const ready = async (): Promise<Started> => {
		started ??= start(folder);
		const now = await started;
		group = now.child.pid;
		return now;
	};

	const ask = async (request: Request, limit: number): Promise<Answer | undefined> => {
		const {child} = await ready();
		const stop = new AbortController();
		const timer = setTimeout(() => stop.abort(), limit);
		try {
			child.send(request);
			const [answer] = (await Promise.race([
				once(child, 'message', {signal: stop.signal}),
				once(child, 'exit', {signal: stop.signal}).then(() => [undefined]),
			])) as [Answer | undefined];
			if (answer === undefined) {
				end();
			}
			return answer;
		} catch {
			end();
			return undefined;
		} finally {
			clearTimeout(timer);
			stop.abort();
		}
	};

	return {
		files: async () => (await ready()).files,
		watch: async (faults, files) => {
			const answer = await ask({kind: 'watch', faults, files}, 600_000);
			if (answer?.kind !== 'watched') {
				throw new Error(`the run of ${files.length} test files without a fault did not end`);
			}
			return answer.files;
		},
		noticedBy: async (fault, files, limit) => {
			if (files.length === 0) {
				return undefined;
			}
			for (const patience of [limit, 2 * limit]) {
				const answer = await ask({kind: 'try', fault, files}, patience);
				if (answer?.kind === 'tried') {
					return answer.noticedBy;
				}
			}
			return neverEnds;
		},
		[Symbol.dispose]: close,
	};
};
