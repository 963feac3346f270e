/** Texts of the grammar through what the commands print, log, keep and complete: real processes over a real socket. */
import {safeText} from '../../../../source/wire/text.ts';
import type {Trials} from '../../row.ts';
import {completeTexts} from './completions.ts';
import {asRead, bytesOf} from './grammar.ts';
import type {Runs} from './runs.ts';
import {crookedIn} from './tables.ts';
import {answersOf, createTexts} from './wire.ts';

/** Every text in a value of JSON, and every name. */
const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: Array.isArray(value)
			? value.flatMap(textsIn)
			: typeof value === 'object' && value !== null
				? Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)])
				: [];

/**
 * Runs the commands on answers made of so many texts, batch by batch. Counted are the texts that were read back from JSON
 * or CSV as what they were cleaned to.
 */
export const printTexts = async (trials: Trials, runs: Runs, wanted: number): Promise<void> => {
	const {seed, tried, failed, progress} = trials;
	const {service, use, inFormats} = runs;
	let printed = 0;

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
		const crooked = crookedIn(listed.table);
		if (crooked.what !== undefined) {
			failed(crooked.what, `${trial}: lists`);
		}
		tried('rows of tables', crooked.rows);
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
				const {stdout, stderr} = await use(trial, args, {env: {LANG: 'C', LC_ALL: 'C'}});
				if (/[^\n -~]/.test(stdout.toString('latin1') + stderr.toString('latin1'))) {
					failed('prints other characters than ASCII in the locale C', `${trial}: ${args.join(' ')}`);
				}
			}
			await inFormats(trial, ['log']);
			await wires(trial, texts.next);
			completeTexts(trials, trial, {folder: runs.folder, url: service.url, next: texts.next});
		}
		progress(`${printed} texts read back from what commands printed`);
	}
	runs.strays(`commands ${seed}`);
	tried('texts read back from JSON', printed);

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
};
