/** Damages the files of a sandbox, and looks whether it says so or serves something else than what was written. */
import {createHash} from 'node:crypto';
import {copyFileSync, existsSync, readFileSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {createWriters} from '../../../helpers/writers.ts';
import {damageFile} from '../../damage-file.ts';
import type {Trials} from '../../row.ts';
import {callWith, createClient, type Fields, signIn, small, startSandbox, startWithPassword} from './process.ts';

/** Time that hardly moves: what is read then is the same in every start. */
const still = ['--speed', '0.01'] as const;

/** Reads of all that a client has written, and of what the world has made. */
const reads: readonly (readonly [type: string, params: Fields])[] = [
	['get_campaigns', {}],
	['get_campaign_settings', {campaign_id: 1001}],
	['get_campaign_settings', {campaign_id: 1002}],
	['get_lists', {}],
	['get_list', {list_id: 50001}],
	['get_results', {campaign_id: 1001}],
	['get_results', {campaign_id: 1002}],
	['search_lead', {query: 'a'}],
	['campaign_summary', {campaign_id: 1001}],
	['campaign_summary', {campaign_id: 1002}],
	['get_all_stats', {}],
	['get_campaign_stats', {campaign_id: 1001}],
	['get_all_graphs', {campaign_id: 1001}],
	['get_all_graphs', {campaign_id: 1002}],
	['get_dashboard_stats', {campaign_id: 1001}],
	['get_dashboard_stats', {campaign_id: 1002}],
	['get_usage', {}],
	['fetch_accounts', {company_id: 1000, all_phones: 1, all_emails: 1}],
	['fetch_accounts', {company_id: 1, all_phones: 1, all_emails: 1}],
	['get_dncs', {limit: 1000}],
	['retrieve_sent_messages', {}],
	['retrieve_sent_messages', {page: 2}],
	['get_content', {}],
	['list_ivrs', {}],
	['get_queues', {}],
	['get_profile', {}],
	['get_notifications_settings', {}],
	['agreement_details', {plan_id: 1}],
	['get_schedules', {plan_id: 1}],
	['get_payment_status', {payment_id: 1}],
];

/** What a sandbox on a file tells of itself: each read's answer, or why there is none. */
type Told = {
	/** The answers, or undefined if it did not start. */
	answers: string[] | undefined;
	said: string;
	how: number | string | undefined;
};

const ask = async (file: string, token: string): Promise<Told> => {
	await using running = startSandbox(['--database', file, ...still]);
	const url = await running.url;
	if (url === undefined) {
		return {answers: undefined, said: running.said(), how: await running.ended};
	}
	const client = createClient(url);
	const call = callWith(client, token);
	const answers: string[] = [];
	for (const [type, params] of reads) {
		answers.push(JSON.stringify(await call(type, params).catch(error => ({unanswered: String(error)}))));
	}
	client.close();
	running.kill('SIGKILL');
	return {answers, said: running.said(), how: await running.ended};
};

const parts = ['', '-wal'] as const;

const copyFiles = (from: string, to: string): void => {
	for (const part of parts) {
		rmSync(`${to}${part}`, {force: true});
		if (existsSync(`${from}${part}`)) {
			copyFileSync(`${from}${part}`, `${to}${part}`);
		}
	}
};

/** Writes of every kind, whose acknowledgements are what the files hold. */
const fill = async (file: string, crashed: string): Promise<string> => {
	await using running = startWithPassword(['--database', file, ...small]);
	const url = (await running.url) ?? '';
	const client = createClient(url);
	const token = await signIn(client);
	const call = callWith(client, token);
	const need = async (type: string, params: Fields): Promise<void> => {
		const {success, error} = await call(type, params);
		if (success !== 1) {
			throw new Error(`${type}: ${error}`);
		}
	};
	const write = async (turns: number): Promise<void> => {
		for (const {write: one} of createWriters()) {
			let left = turns;
			await one(async (type, params) => (left-- > 0 ? call(type, params) : Promise.reject(new Error('enough')))).catch(
				() => undefined,
			);
		}
	};
	await write(30);
	await need('add_account', {
		account: {company_id: 1, accountid: 'P-1', first_name: 'Pat', balance: '250'},
		phones: [{phone_number: '2125550177', phone_type: 'MOBILE'}],
		emails: ['pat@example.com'],
	});
	await need('create_payment_plan', {
		accountid: 'P-1',
		total_amount: '100.00',
		start_date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
		frequency: 'monthly',
		number_of_payments: 3,
		payment_method_token: 'tok_visa_4242',
	});
	await need('charge_customer', {accountid: 'P-1', amount: '12.50', payment_method_token: 'tok_visa_4242'});
	await need('add_queue', {name: 'Spanish', max_wait: 60});
	await need('add_ivr', {name: 'Spanish', options: [{key: '1', action: 'hangup'}]});
	// Nothing moves afterwards that would be told differently in every start.
	await need('stop_campaign', {campaign_id: 1001});
	await call('stop_campaign', {campaign_id: 1002});
	client.close();
	running.kill('SIGTERM');
	await running.ended;
	// Once more from the file, and killed: its newest writes are in the log only.
	await using again = startSandbox(['--database', file, ...still]);
	const second = createClient((await again.url) ?? '');
	const later = callWith(second, token);
	for (let row = 0; row < 25; row++) {
		await later('add_dnc', {phone_number: `305${2_000_000 + row}`});
		await later('add_account', {account: {company_id: 1, accountid: `L-${row}`, first_name: 'Lou'}});
	}
	second.close();
	again.kill('SIGKILL');
	await again.ended;
	copyFiles(file, crashed);
	// And ended in good order: all of it in one file.
	await using last = startSandbox(['--database', file, ...still]);
	await last.url;
	last.kill('SIGTERM');
	await last.ended;
	return token;
};

/** Where the snapshot of the world lies in the file: pages of its blob, by its bytes. */
const snapshotOffsets = (file: string, size: number): number[] => {
	const database = new DatabaseSync(file, {readOnly: true});
	const {snapshot} = database.prepare('select snapshot from world').get() as {snapshot: Uint8Array};
	database.close();
	const bytes = readFileSync(file).subarray(0, size);
	const offsets: number[] = [];
	for (let at = 0; at + 64 <= snapshot.length; at += 512) {
		const found = bytes.indexOf(snapshot.subarray(at, at + 64));
		if (found !== -1) {
			offsets.push(found);
		}
	}
	return offsets;
};

const ways = ['flip', 'bits', 'page', 'zeros', 'cut'] as const;

/** Every row of every table, as SQLite reads it; undefined if it finds damage, or does not get to an end. */
const contentOf = (file: string, copy: string): string | undefined => {
	copyFiles(file, copy);
	try {
		const database = new DatabaseSync(copy);
		try {
			const names = database.prepare("select name from sqlite_schema where type = 'table' order by name").all();
			const content = createHash('sha256');
			for (const {name} of names) {
				content.update(`${name}\n`);
				for (const row of database.prepare(`select * from "${name}"`).iterate()) {
					for (const value of Object.values(row)) {
						content.update(value instanceof Uint8Array ? value : `${value}|`);
					}
				}
			}
			return content.digest('hex');
		} finally {
			database.close();
		}
	} catch {
		return undefined;
	}
};

/** A sentence about damage, and not a crash. */
const isSentence = (said: string): boolean =>
	/damaged|cannot be read|not a database|another program|another version|incomplete|malformed/.test(said) &&
	!/\n\s+at /.test(said);

/** Damages the files at so many random places of each kind. */
export const tryDamage = async (trials: Trials, folder: string, count: number): Promise<void> => {
	const closed = join(folder, 'closed.db');
	const crashed = join(folder, 'crashed.db');
	const token = await fill(closed, crashed);
	const target = join(folder, 'damaged.db');
	const truth = async (from: string): Promise<string[]> => {
		copyFiles(from, target);
		const {answers, said} = await ask(target, token);
		if (answers === undefined || said !== '') {
			throw new Error(`the undamaged file does not start: ${said}`);
		}
		return answers;
	};
	const kinds = [
		{kind: 'database', from: closed, part: '' as const},
		{kind: 'snapshot', from: closed, part: '' as const},
		{kind: 'write-ahead log', from: crashed, part: '-wal' as const},
	];
	const known = new Map<string, (string | undefined)[]>();
	const truths = new Map<string, string>();
	for (const from of [closed, crashed]) {
		const [first, second, third] = [await truth(from), await truth(from), await truth(from)];
		// What differs without damage, as the time of day may, proves nothing.
		const steady = first.map((answer, at) => (answer === second[at] && answer === third[at] ? answer : undefined));
		const left = steady.filter(answer => answer !== undefined).length;
		if (left < reads.length * 0.8) {
			throw new Error(`only ${left} of ${reads.length} reads answer the same twice`);
		}
		known.set(from, steady);
		const content = contentOf(from, join(folder, 'read.db'));
		if (content === undefined) {
			throw new Error('the undamaged file cannot be read');
		}
		truths.set(from, content);
	}
	if (known.get(closed)?.join() !== known.get(crashed)?.join()) {
		trials.failed('a kill and an end in good order leave different truths', 'the files');
	}
	for (const {kind, from, part} of kinds) {
		const random = trials.random(kind);
		const size = statSync(`${from}${part}`).size;
		const snapshot = kind === 'snapshot' ? snapshotOffsets(from, size) : [];
		const told = {refused: 0, said: 0, unread: 0};
		if (kind === 'snapshot' && snapshot.length < 10) {
			throw new Error('the snapshot was not found in the file');
		}
		for (let trial = 0; trial < count; trial++) {
			const way = ways[trial % ways.length] ?? 'flip';
			const offset = kind === 'snapshot' ? random.pick(snapshot) + random.below(500) : random.below(size);
			copyFiles(from, target);
			// A log that ends with a frame may be that of an earlier time: nothing can tell (media/safety.md).
			const isBetween = part === '-wal' && (offset - 32) % (24 + 4096) === 0;
			const at = Math.min(isBetween ? offset + 1 : offset, size - 1);
			const what = damageFile(`${target}${part}`, way, at, random);
			if (what === undefined) {
				continue;
			}
			const isSame = contentOf(target, join(folder, 'read.db')) === truths.get(from);
			const {answers, said, how} = await ask(target, token);
			const where = `${kind}, ${what} of ${size} bytes`;
			if (answers === undefined) {
				if (how === 70 && isSentence(said)) {
					told.refused++;
				} else {
					trials.failed(`it ended with ${how} and ${said.trim() || 'without a word'}`, where);
				}
			} else {
				const wrong = known.get(from)?.findIndex((answer, at) => answer !== undefined && answer !== answers[at]) ?? -1;
				if (isSentence(said)) {
					told.said++;
				} else if (wrong !== -1) {
					const [type] = reads[wrong] ?? [''];
					trials.failed(
						`it serves other than what was written, without a word: ${type}: ${answers[wrong]?.slice(0, 300)}`,
						where,
					);
				} else if (isSame) {
					told.unread++;
				} else {
					trials.failed('what it keeps has changed, and it says nothing', where);
				}
			}
			trials.tried(`damages to the ${kind}`);
		}
		trials.noted(
			`damage to the ${kind}: ${told.refused} refused with a sentence, ${told.said} served with a sentence, ${told.unread} in bytes that hold nothing`,
		);
		trials.progress(`damage to the ${kind}: ${JSON.stringify(told)}`);
	}
};
