/** Texts of the grammar through what the commands print, log, keep and complete: real processes over a real socket. */
import {execFile} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {safeText} from '../../../../source/api/text.ts';
import {program} from '../../../helpers/monitor.ts';
import type {Trials} from '../../row.ts';
import {liveInBytes} from './bytes.ts';
import {completeTexts} from './completions.ts';
import {asRead, bytesOf} from './grammar.ts';
import {startTextService} from './service.ts';
import {answersOf, createTexts} from './wire.ts';

type Printed = {code: number; stdout: Buffer; stderr: Buffer};

const run = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Printed> =>
	new Promise(resolve => {
		const child = execFile(
			process.execPath,
			[program, ...args],
			{
				encoding: 'buffer',
				maxBuffer: 1e9,
				env: {PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env},
				timeout: 60_000,
			},
			(error, stdout, stderr) => resolve({code: error ? Number(error.code ?? -1) : 0, stdout, stderr}),
		);
		child.stdin?.end();
	});

/** A cell that a spreadsheet would run, by the rule of dialtop: a number with its sign is none. */
const isRun = (cell: string): boolean => /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(?:\.\d+)?$/.test(cell);

/** Every text in a value of JSON, and every name. */
const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: Array.isArray(value)
			? value.flatMap(textsIn)
			: typeof value === 'object' && value !== null
				? Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)])
				: [];

const formats = ['table', 'json', 'csv'] as const;

/** What is checked of the output of commands. */
const checks = ({failed}: Trials) => {
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
		const cell = rows.flat().find(isRun);
		fail(cell === undefined ? undefined : `a spreadsheet would run the cell ${JSON.stringify(cell)}`, trial);
		const [head = []] = rows;
		const torn = rows.find(row => row.length !== head.length);
		fail(torn === undefined ? undefined : `a row has ${torn.length} cells of ${head.length}`, trial);
		return rows;
	};
	return {fail, json, csv};
};

/**
 * Runs the commands on answers made of so many texts, batch by batch. Counted are the texts that were read back from JSON
 * or CSV as what they were cleaned to.
 */
export const printTexts = async (trials: Trials, wanted: number): Promise<void> => {
	const {seed, tried, failed, progress} = trials;
	const {fail, json, csv} = checks(trials);
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-text-'));
	await using service = await startTextService();
	const env = {
		HOME: folder,
		TMPDIR: folder,
		DIALTOP_URL: service.url,
		DIALTOP_TOKEN: 'a-token-of-the-row',
		DIALTOP_ENVIRONMENT: 'qa',
	};
	let printed = 0;
	let logs = 0;

	const use = async (
		trial: string,
		args: readonly string[],
		{more = {}, but = '\n'}: {more?: Record<string, string>; but?: string} = {},
	): Promise<Printed> => {
		const log = join(folder, `log-${++logs}.jsonl`);
		const takesLog = args[0] !== 'log' && args[0] !== '__complete';
		const result = await run([...args, ...(takesLog ? ['--log', log] : [])], {...env, ...more});
		const named = `${trial}: ${args.join(' ')}`;
		fail(liveInBytes(result.stdout, but) && `standard output has ${liveInBytes(result.stdout, but)}`, named);
		fail(liveInBytes(result.stderr, '\n') && `standard error has ${liveInBytes(result.stderr, '\n')}`, named);
		if (result.code === 70 || result.code === -1) {
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

	/** A command in each of its formats; returns what JSON has. */
	const inFormats = async (trial: string, args: readonly string[]): Promise<{value: unknown; rows: string[][]}> => {
		let value: unknown;
		let rows: string[][] = [];
		for (const format of formats) {
			const flags = format === 'table' ? [] : [`--${format}`];
			const but = {table: '\n', json: '\n\t', csv: '\r\n'}[format];
			const {stdout} = await use(trial, [...args, ...flags], {but});
			if (format === 'json') {
				value = json(stdout.toString(), `${trial}: ${args.join(' ')} --json`);
			} else if (format === 'csv') {
				rows = csv(stdout, `${trial}: ${args.join(' ')} --csv`);
			}
		}
		return {value, rows};
	};

	/** Compares texts of JSON with what was sent, cleaned. */
	const compare = (
		trial: string,
		found: unknown,
		sent: readonly Record<string, unknown>[],
		names: Readonly<Record<string, string>>,
	): void => {
		const rows = Array.isArray(found) ? (found as Record<string, unknown>[]) : [];
		if (rows.length !== sent.length) {
			failed(`${rows.length} rows of ${sent.length}`, trial);
			return;
		}
		for (const [index, record] of sent.entries()) {
			for (const [wire, name] of Object.entries(names)) {
				const clean = safeText(asRead(String(record[wire])).trim());
				const read = rows[index]?.[name];
				if (read !== clean) {
					failed(`${name} reads back as ${JSON.stringify(read)}, not ${JSON.stringify(clean)}`, trial);
				} else {
					printed++;
				}
			}
		}
	};

	try {
		for (let batch = 0; printed < wanted; batch++) {
			const trial = `commands ${seed} batch ${batch}`;
			const random = trials.random(trial);
			const texts = createTexts(random, trial);
			const counts = {campaigns: 8, lists: 1000, calls: 1500, accounts: 20, settings: 300};
			const answers = answersOf(texts, random, counts);
			service.setAnswers(answers);
			const sent = {calls: answers.search_lead.all_log_search, lists: answers.get_lists.lists};

			const found = await inFormats(trial, ['search', 'a', '--unmask']);
			compare(`${trial}: search`, found.value, sent.calls, {
				full_name: 'name',
				status: 'status',
				call_type: 'type',
				flag: 'flag',
			});
			const listed = await inFormats(trial, ['lists']);
			compare(`${trial}: lists`, listed.value, sent.lists, {
				list_name: 'name',
				list_changedate: 'changed',
				list_lastcalldate: 'last_called',
			});
			const settings = await inFormats(trial, ['call', 'get_campaign_settings', 'campaign_id=1001']);
			const cleaned = new Set(textsIn(settings.value));
			for (const {name, value} of answers.get_campaign_settings.settings) {
				printed += [name, value].filter(
					text => cleaned.has(safeText(asRead(text)).trim()) || cleaned.has(safeText(asRead(text))),
				).length;
			}
			await inFormats(trial, ['call', 'list_ivrs']);
			await inFormats(trial, ['call', 'fetch_accounts', 'company_id=7']);
			if (batch % 4 === 0) {
				await inFormats(trial, ['campaigns']);
				await inFormats(trial, ['campaign', '1001']);
				await inFormats(trial, ['list', '2001']);
				await use(trial, ['calls', '2125550147', '--unmask']);
				await use(trial, ['watch', '--count', '2', '--interval', '1']);
				await use(trial, ['check']);
				await use(trial, ['alerts', '--json'], {but: '\n\t'});
				await use(trial, ['alerts']);
				await use(trial, ['doctor']);
				for (const verb of ['pause', 'play', 'list-off']) {
					await use(trial, [verb, verb === 'list-off' ? '2001' : '1001', '--yes']);
				}
				await use(trial, ['call', 'add_dnc', 'phone_number=2125550147', '--yes']);
				// Not UTF-8: other bytes than ASCII could be controls there.
				for (const args of [['search', 'a'], ['campaigns'], ['log'], ['doctor'], ['pause', '1001', '--yes']]) {
					const {stdout, stderr} = await use(trial, args, {more: {LANG: 'C', LC_ALL: 'C'}});
					if (/[^\n -~]/.test(stdout.toString('latin1') + stderr.toString('latin1'))) {
						failed('prints other characters than ASCII in the locale C', `${trial}: ${args.join(' ')}`);
					}
				}
				await inFormats(trial, ['log']);
				await wires(trial, texts.next);
				completeTexts(trials, trial, {folder, url: service.url, next: texts.next});
			}
			progress(`${printed} texts read back from what commands printed`);
		}
		files(`commands ${seed}`);
	} finally {
		tried('texts read back from JSON', printed);
		rmSync(folder, {recursive: true, force: true});
	}

	/** Answers that are none: a status line, headers and pages made of texts. */
	async function wires(trial: string, next: () => string): Promise<void> {
		const line = (): string =>
			bytesOf(next())
				.toString('latin1')
				.slice(1, -1)
				.replace(/[\r\n\0]/g, ' ');
		const body = (text: string): string => `content-length: ${Buffer.byteLength(text, 'latin1')}\r\n\r\n${text}`;
		const raws = [
			`HTTP/1.1 500 ${line()}\r\n${body(line())}`,
			`HTTP/1.1 307 x\r\nlocation: http://${line()}\r\n${body('')}`,
			`HTTP/1.1 307 x\r\nlocation: ${line()}\r\n${body('')}`,
			`HTTP/1.1 200 OK\r\nserver: ${line()}\r\nx-${line()}: a\r\n${body('{}')}`,
			`HTTP/1.1 200 OK\r\ncontent-encoding: ${line()}\r\n${body('x')}`,
			`HTTP/1.1 200 OK\r\n${body(`<!doctype html>${line()}${line()}`)}`,
			`HTTP/1.1 200 OK\r\n${body(`{"response": ${line()}`)}`,
			`HTTP/1.1 200 OK\r\n${body(JSON.stringify({response: {success: line()}}))}`,
			`HTTP/1.1 200 OK\r\n${body(JSON.stringify({response: {success: 0, error: {[line()]: [line()]}, tech_msg: [line()]}}))}`,
			`HTTP/1.1 429 ${line()}\r\nretry-after: ${line()}\r\n${body('')}`,
			`${line()}\r\n\r\n`,
		];
		for (const raw of raws) {
			service.setRaw(Buffer.from(raw, 'latin1'));
			await use(`${trial} ${JSON.stringify(raw.slice(0, 300))}`, ['lists', '--deadline', '5']);
			tried('answers that are none');
		}
		service.setRaw(undefined);
	}

	/** What lies in the files that dialtop keeps. */
	function files(trial: string): void {
		const kept = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(
			file => file.isFile() && /\.(?:jsonl?|txt)$/.test(file.name),
		);
		for (const file of kept) {
			const path = join(file.parentPath, file.name);
			fail(liveInBytes(readFileSync(path), '\n\t') && `${path} has ${liveInBytes(readFileSync(path), '\n\t')}`, trial);
		}
		tried('files kept', kept.length);
	}
};
