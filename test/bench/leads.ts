/** A database of many uploaded leads: what others wait for while it grows, how soon it opens, and how soon people are found. */
import {copyFile, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Figure, percentile} from './figures.ts';
import type {Program} from './program.ts';
import {post, startSandbox} from './sandbox.ts';

const rowsPerFile = 100_000;
const pollInterval = 50;
const rounds = 3;

const aims = {poll: 200, restart: 3, lookUp: 100};

const phoneOf = (n: number): string => String(2_012_000_000 + n * 7);

/** A file of leads, each with an account of its own. */
const leadFile = (file: number): Blob => {
	const rows = Array.from({length: rowsPerFile}, (_, row) => {
		const n = file * rowsPerFile + row;
		return `${phoneOf(n)},Ann,Lee ${n},R-${n},ann${n}@example.com`;
	});
	return new Blob([['phone_number,first_name,last_name,account_id,email', ...rows].join('\n')]);
};

type Ask = (fields: Readonly<Record<string, string>>) => Promise<Record<string, unknown>>;
type Client = {ask: Ask; upload: (file: number) => Promise<unknown>};

/** Signs in. The password of the first start is kept for the next ones. */
const signIn = async (env: Readonly<Record<string, string>>, known?: string): Promise<Client & {pass: string}> => {
	const {DIALTOP_URL: url = '', DIALTOP_USER: user = '', DIALTOP_PASSWORD: given} = env;
	const pass = known ?? given ?? '';
	const token = String((await post(url, {type: 'login_user', user, pass})).token);
	return {
		pass,
		ask: fields => post(url, {token, ...fields}),
		upload(file) {
			const form = new FormData();
			for (const [name, value] of Object.entries({type: 'upload_file', token, campaign_id: '1014'})) {
				form.set(name, value);
			}
			form.set('file', leadFile(file), 'leads.csv');
			return post(url, form);
		},
	};
};

/** Polls at a steady rate, however long the answers take, while some files are uploaded at once. */
const pollDuring = async ({ask, upload}: Client, files: readonly number[]): Promise<number[]> => {
	let isDone = false;
	const uploaded = Promise.all(files.map(upload)).finally(() => {
		isDone = true;
	});
	const samples: number[] = [];
	const polls: Promise<unknown>[] = [];
	while (!isDone) {
		const asked = performance.now();
		polls.push(
			ask({type: 'get_dashboard_stats', campaign_id: '1014'}).then(() => samples.push(performance.now() - asked)),
		);
		await sleep(pollInterval);
	}
	await Promise.all([uploaded, ...polls]);
	return samples;
};

/** Seconds from the start of the process to its address. */
const measureRestart = async (program: Program, database: string): Promise<number> => {
	const copy = `${database}-copy`;
	await copyFile(database, copy);
	const begun = performance.now();
	await using _sandbox = await startSandbox(program, '--database', copy);
	return (performance.now() - begun) / 1000;
};

/** What is looked up among so many uploaded leads; the last of them is the worst. */
const lookUps = (count: number): Readonly<Record<string, Readonly<Record<string, string>>>> => {
	const last = count - 1;
	return {
		'search_lead by reference': {type: 'search_lead', query: `R-${last}`},
		'search_lead by a reference that nobody has': {type: 'search_lead', query: `R-${count}`},
		'search_lead by number': {type: 'search_lead', query: phoneOf(last)},
		'search_lead by a part of a number': {type: 'search_lead', query: '555-0123'},
		'search_lead by name': {type: 'search_lead', name: `Lee ${last}`},
		'search_lead by a common name': {type: 'search_lead', name: 'garcia'},
		'search_lead by email': {type: 'search_lead', query: `ann${last}@example.com`},
		'search_lead by status': {type: 'search_lead', status: 'SALE'},
		fetch_accounts: {type: 'fetch_accounts', company_id: '1'},
		get_lists: {type: 'get_lists'},
		'add_leads of a number that is there': {type: 'add_leads', list_id: '50001', phones: phoneOf(last)},
		'add_account with a new name': {
			type: 'add_account',
			'account[company_id]': '1',
			'account[accountid]': `R-${last}`,
			'account[last_name]': `Lee ${last}`,
		},
		add_dnc: {type: 'add_dnc', phone_number: phoneOf(last)},
	};
};

const measureLookUps = async ({ask}: Client, count: number): Promise<Figure[]> => {
	const figures: Figure[] = [];
	for (const [name, fields] of Object.entries(lookUps(count))) {
		const samples: number[] = [];
		for (let round = 0; round < rounds; round++) {
			const asked = performance.now();
			await ask(fields);
			samples.push(performance.now() - asked);
		}
		figures.push({name: `${name}, ${count / 1e6} million leads`, unit: 'ms', samples, aim: aims.lookUp});
	}
	return figures;
};

export const measureLeads = async (program: Program): Promise<Figure[]> => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-bench-'));
	const database = join(folder, 'sandbox.db');
	try {
		const figures: Figure[] = [];
		let pass: string;
		{
			await using sandbox = await startSandbox(program, '--database', database);
			const client = await signIn(sandbox.env);
			pass = client.pass;
			const samples = await pollDuring(client, [0, 1, 2]);
			figures.push({
				name: 'get_dashboard_stats while three files of 100,000 leads are uploaded, 95th percentile',
				unit: 'ms',
				value: percentile(samples, 0.95),
				samples,
				aim: aims.poll,
			});
			await client.upload(3);
		}
		const restarts: number[] = [];
		for (let round = 0; round < rounds; round++) {
			restarts.push(await measureRestart(program, database));
		}
		figures.push({name: 'restart with 400,000 uploaded leads', unit: 's', samples: restarts, aim: aims.restart});
		await using sandbox = await startSandbox(program, '--database', database);
		const client = await signIn(sandbox.env, pass);
		for (let file = 4; file < 10; file++) {
			await client.upload(file);
		}
		return [...figures, ...(await measureLookUps(client, 10 * rowsPerFile))];
	} finally {
		await rm(folder, {recursive: true});
	}
};
