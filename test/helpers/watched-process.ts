/** The built program as a process of its own, with everything that others on the machine can see of it. */
import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Canary, Watch} from './canaries.ts';
import {compiledCode, program} from './monitor.ts';

/** Whether the system shows processes as files. */
export const hasProc = existsSync('/proc/self/cmdline');

/** What a run may show where: what the caller put there, or asked for. */
export type Own = {stdout?: readonly Canary[]; cmdline?: readonly Canary[]; environ?: readonly Canary[]};

/** How the program is run. */
export type WatchedOptions = {
	input?: string | undefined;
	env?: Readonly<Record<string, string>>;
	own?: Own;
	/** Whether it takes `--log`. */
	logs?: boolean;
	/** Whether it may leave no image of its memory behind: the system writes that, and everything is in it. */
	coreless?: boolean;
	/** Called once it runs, to do something to it. */
	during?: (child: ChildProcess, stderr: () => string) => Promise<void>;
};

/** How it ended. */
export type Ended = {code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string; log: string};

const filesIn = (folder: string): string[] =>
	readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.map(name => join(folder, name))
		.filter(path => statSync(path).isFile());

/** Every file of a folder with its name, as one text. */
export const textOf = (folder: string): string =>
	existsSync(folder)
		? filesIn(folder)
				.map(path => `${path}\n${readFileSync(path, 'latin1')}`)
				.join('\n')
		: '';

const proc = (pid: number, name: string): string => {
	try {
		return readFileSync(`/proc/${pid}/${name}`, 'utf8');
	} catch {
		return '';
	}
};

/** A process and what it has started. */
const familyOf = (pid: number): number[] => [
	pid,
	...proc(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number).flatMap(familyOf),
];

/** Makes a home for processes, in a new folder. Use with `using`. */
export const openHome = (watch: Watch) => {
	const root = mkdtempSync(join(tmpdir(), 'dialtop-canary-'));
	const [home, temporary, work, logs] = ['home', 'tmp', 'work', 'logs'].map(name => join(root, name)) as [
		string,
		string,
		string,
		string,
	];
	for (const folder of [home, temporary, work, logs]) {
		mkdirSync(folder);
	}
	const env = {...compiledCode, PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8'};
	let runs = 0;

	return {
		root,
		home,
		temporary,
		work,
		env,
		state: join(home, '.local', 'state', 'dialtop'),
		/** Runs the program to its end and looks at all that was to be seen of it. */
		async run(args: readonly string[], options: WatchedOptions = {}): Promise<Ended> {
			const {input, env: more = {}, own = {}, logs: takesLog = true, coreless = false, during} = options;
			const name = `${++runs}: ${args.slice(0, 2).join(' ')}`;
			const log = join(logs, `${runs}.jsonl`);
			const called = [process.execPath, program, ...args, ...(takesLog ? ['--log', log] : [])];
			const [file = '', ...rest] = coreless ? ['/bin/sh', '-c', 'ulimit -c 0; exec "$@"', 'sh', ...called] : called;
			const child = spawn(file, rest, {
				cwd: work,
				env: {...env, ...more},
				// A session of its own has no terminal, whoever runs the tests.
				detached: true,
			});
			const pid = child.pid ?? 0;
			const seen = {cmdline: new Set<string>(), environ: new Set<string>()};
			const sample = (): void => {
				for (const one of familyOf(pid)) {
					seen.cmdline.add(proc(one, 'cmdline'));
					seen.environ.add(proc(one, 'environ'));
				}
			};
			const isSeen = (): boolean =>
				[...seen.cmdline].some(text => text.includes(program)) && [...seen.environ].some(text => text.includes(home));
			// A program that has only just begun has neither yet, and a short one may have ended before the next look.
			const patience = performance.now() + 500;
			do {
				sample();
			} while (hasProc && !isSeen() && performance.now() < patience);
			const timer = setInterval(sample, 40);
			const out = {stdout: '', stderr: ''};
			child.stdout.on('data', chunk => (out.stdout += chunk));
			child.stderr.on('data', chunk => (out.stderr += chunk));
			child.stdin.on('error', () => undefined).end(input ?? '');
			const ended = new Promise<{code: number | null; signal: NodeJS.Signals | null}>(resolve =>
				child.on('close', (code, signal) => resolve({code, signal})),
			);
			try {
				await during?.(child, () => out.stderr);
			} catch (error) {
				child.kill('SIGKILL');
				throw error;
			}
			const {code, signal} = await ended;
			clearInterval(timer);
			watch.look(`${name}: stderr`, out.stderr);
			watch.look(`${name}: stdout`, out.stdout, own.stdout);
			if (hasProc) {
				// What is empty was not looked at.
				const [cmdline, environ] = [[...seen.cmdline].join('\n'), [...seen.environ].join('\n')];
				if (!isSeen()) {
					throw new Error(`nothing of ${name} was seen in /proc`);
				}
				watch.look(`${name}: command line`, cmdline, own.cmdline);
				watch.look(`${name}: environment`, environ, own.environ);
			}
			const logged = takesLog && existsSync(log) ? readFileSync(log, 'utf8') : '';
			if (takesLog) {
				watch.look(`${name}: log`, logged);
			}
			return {code, signal, ...out, log: logged};
		},
		[Symbol.dispose]() {
			rmSync(root, {recursive: true, force: true});
		},
	};
};

/** A home for processes. */
export type Home = ReturnType<typeof openHome>;
