/** The commands as processes in a home of their own, on a service of texts, with what holds of all that they print and log. */
import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {program} from '../../../helpers/monitor.ts';
import {runIn} from '../../../helpers/spreadsheet.ts';
import {poll} from '../../../helpers/terminal.ts';
import type {Trials} from '../../row.ts';
import {liveInBytes} from './bytes.ts';
import {startTextService} from './service.ts';

/** What a command has printed, and how it ended. */
export type Printed = {code: number | null; stdout: Buffer; stderr: Buffer};

/** How a command is run. */
export type UseOptions = {
	env?: Record<string, string>;
	/** Control characters that may stand in standard output. */
	but?: string;
	/** Exit codes besides those of every command that are right. */
	codes?: readonly number[];
	/** Called while it runs. */
	during?: (child: ChildProcess, stdout: () => string) => Promise<void>;
};

const formats = ['table', 'json', 'csv'] as const;

/** Starts the service, and makes the home. Use with `await using`. */
export const openRuns = async ({failed, tried}: Trials) => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-text-'));
	/** Where commands run: a text that a shell reads would make a file here. */
	const work = join(folder, 'work');
	mkdirSync(work);
	const service = await startTextService();
	const env = {
		PATH: process.env.PATH ?? '',
		LANG: 'C.UTF-8',
		HOME: folder,
		TMPDIR: folder,
		DIALTOP_URL: service.url,
		DIALTOP_TOKEN: 'a-token-of-the-row',
		DIALTOP_ENVIRONMENT: 'qa',
	};
	let logs = 0;

	const fail = (what: string | undefined, trial: string): void => {
		if (what !== undefined) {
			failed(what, trial);
		}
	};
	const json = (text: string, trial: string): unknown => {
		try {
			return JSON.parse(text);
		} catch {
			failed(`what is printed is no JSON: ${JSON.stringify(text.slice(0, 200))}`, trial);
			return undefined;
		}
	};
	const csv = (bytes: Buffer, trial: string): string[][] => {
		const rows: string[][] = parse(bytes, {recordDelimiter: '\r\n', relaxColumnCount: true});
		fail(runIn(bytes.toString()), trial);
		const [head = []] = rows;
		const torn = rows.find(row => row.length !== head.length);
		fail(torn === undefined ? undefined : `a row has ${torn.length} cells of ${head.length}`, trial);
		return rows;
	};
	/** What lies where commands run, and nobody put there. */
	const strays = (trial: string): void => {
		for (const file of readdirSync(work)) {
			failed(`something made the file ${JSON.stringify(file)}`, trial);
			rmSync(join(work, file), {recursive: true});
		}
	};

	const run = async (args: readonly string[], options: UseOptions): Promise<Printed> => {
		const child = spawn(process.execPath, [program, ...args], {
			cwd: work,
			env: {...env, ...options.env},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const out: Record<'stdout' | 'stderr', Buffer[]> = {stdout: [], stderr: []};
		child.stdout.on('data', chunk => out.stdout.push(chunk));
		child.stderr.on('data', chunk => out.stderr.push(chunk));
		const ended = new Promise<number | null>(resolve =>
			// What has no more to do at its end leaves that to the signal.
			child.on('close', (code, signal) => resolve(signal === 'SIGINT' ? 130 : code)),
		);
		const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
		await options.during?.(child, () => Buffer.concat(out.stdout).toString());
		const code = await ended;
		clearTimeout(timer);
		return {code, stdout: Buffer.concat(out.stdout), stderr: Buffer.concat(out.stderr)};
	};

	const use = async (trial: string, args: readonly string[], options: UseOptions = {}): Promise<Printed> => {
		const {but = '\n', codes = []} = options;
		const log = join(folder, `log-${++logs}.jsonl`);
		const takesLog = args[0] !== 'log' && args[0] !== '__complete';
		const result = await run([...args, ...(takesLog ? ['--log', log] : [])], options);
		const named = `${trial}: ${JSON.stringify(args.join(' ').slice(0, 300))}`;
		fail(liveInBytes(result.stdout, but) && `standard output has ${liveInBytes(result.stdout, but)}`, named);
		fail(liveInBytes(result.stderr, '\n') && `standard error has ${liveInBytes(result.stderr, '\n')}`, named);
		if (result.code === null || (result.code === 70 && !codes.includes(70))) {
			failed(`ended with ${result.code}: ${result.stderr.toString().slice(0, 300)}`, named);
		}
		if (takesLog && existsSync(log)) {
			const bytes = readFileSync(log);
			fail(liveInBytes(bytes, '\n') && `the log has ${liveInBytes(bytes, '\n')}`, named);
			for (const line of bytes.toString().split('\n').filter(Boolean)) {
				json(line, `${named}: log`);
			}
			rmSync(log);
		}
		tried('commands');
		return result;
	};

	return {
		folder,
		service,
		use,
		json,
		csv,
		strays,
		/** A command in each of its formats; returns what JSON and the table have. */
		async inFormats(
			trial: string,
			args: readonly string[],
			options: UseOptions = {},
		): Promise<{value: unknown; table: string}> {
			let value: unknown;
			let table = '';
			for (const format of formats) {
				const flags = format === 'table' ? [] : [`--${format}`];
				const but = {table: '\n', json: '\n\t', csv: '\r\n'}[format];
				const {stdout} = await use(trial, [...args, ...flags], {...options, but});
				if (format === 'json') {
					value = json(stdout.toString(), `${trial}: ${args.join(' ')} --json`);
				} else if (format === 'csv') {
					csv(stdout, `${trial}: ${args.join(' ')} --csv`);
				} else {
					table = stdout.toString();
				}
			}
			return {value, table};
		},
		/** A command that goes on until it is told to end: once its output is as wanted, or its time is over. */
		async follow(
			trial: string,
			args: readonly string[],
			{
				isEnough,
				meanwhile,
				...options
			}: UseOptions & {isEnough: (stdout: string) => boolean; meanwhile?: () => Promise<unknown>},
		): Promise<Printed & {isEnough: boolean}> {
			let isReached = false;
			const printed = await use(trial, args, {
				...options,
				async during(child, stdout) {
					await meanwhile?.();
					isReached = await poll(() => isEnough(stdout()) || child.exitCode !== null, 20_000);
					isReached &&= isEnough(stdout());
					child.kill('SIGINT');
				},
			});
			return {...printed, isEnough: isReached};
		},
		/** Writes a file for the commands, outside of where they run. */
		file(name: string, content: string | Uint8Array): string {
			const path = join(folder, name);
			writeFileSync(path, content);
			return path;
		},
		/** Looks at the files that dialtop keeps. */
		kept(trial: string): void {
			const files = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(
				file => file.isFile() && file.parentPath.endsWith('/dialtop') && /\.(?:jsonl?|txt)$/.test(file.name),
			);
			for (const file of files) {
				const path = join(file.parentPath, file.name);
				fail(
					liveInBytes(readFileSync(path), '\n\t') && `${path} has ${liveInBytes(readFileSync(path), '\n\t')}`,
					trial,
				);
			}
			tried('files kept', files.length);
		},
		async [Symbol.asyncDispose]() {
			await service[Symbol.asyncDispose]();
			rmSync(folder, {recursive: true, force: true});
		},
	};
};

/** A home of commands on a service of texts. */
export type Runs = Awaited<ReturnType<typeof openRuns>>;
