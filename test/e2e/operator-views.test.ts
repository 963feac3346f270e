/** Every view and what is done there: accounts, the log, taking things away, money, the palette, and the lock on all of it. */
import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openOn, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';
import type {Pty} from '../helpers/terminal.ts';

let sandbox: SandboxProcess;

beforeAll(async () => {
	sandbox = await openSandbox();
});

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
});

const open = async (...args: string[]): Promise<Pty> => {
	const monitor = await openOn(sandbox, {args});
	await monitor.waitFor(/ live /);
	return monitor;
};

const openAccounts = async (monitor: Pty): Promise<void> => {
	monitor.press('6');
	await monitor.waitFor('QA: the accounts of which company?');
	monitor.press('1', 'enter');
	await monitor.waitFor('─ Accounts of company 1 ─');
	await monitor.waitFor(/2026-0000001 +Arthur Cruz/);
};

/** Closes the answer: what was sent is not sent again from its form. */
const backToAccounts = async (monitor: Pty): Promise<void> => {
	monitor.press('escape');
	await monitor.waitFor('─ Accounts of company 1 ─');
};

const filter = async (monitor: Pty, text: string): Promise<void> => {
	monitor.press('/');
	await monitor.waitFor('Filter');
	monitor.press(text, 'enter');
	await monitor.waitFor(`filter: ${text}`);
};

const search = async (monitor: Pty, query: string): Promise<void> => {
	monitor.press('s');
	await monitor.waitFor('Search name, phone or account');
	monitor.press(query, 'enter');
	await monitor.waitFor(new RegExp(`│20\\d\\d-.*${query}`));
};

test('adds an account, changes one and puts its phone onto a list: each is asked for, sent, and there when read again', async () => {
	await using monitor = await open();
	await openAccounts(monitor);
	monitor.press('A');
	await monitor.waitFor('─ add_account: ');
	await monitor.waitFor(/company_id +1 /);
	monitor.write('E2E-1\tDora\tQuill');
	await monitor.waitFor(/last name +Quill/);
	monitor.press('ctrl-s');
	await monitor.waitFor(/E2E-1[\s\S]*\[y\/N\]/);
	await monitor.answer('y');
	await monitor.waitFor(/created +│ 1/);
	await backToAccounts(monitor);
	await filter(monitor, 'Quill');
	await monitor.waitFor(/E2E-1 +Dora Quill/);
	monitor.press('E');
	await monitor.waitFor('─ add_account: ');
	await monitor.waitFor(/> +first name +Dora/);
	monitor.press('ctrl-u');
	monitor.press('Nora');
	await monitor.waitFor(/> +first name +Nora/);
	monitor.press('ctrl-s');
	await monitor.waitFor('[y/N]');
	await monitor.answer('y');
	await monitor.waitFor(/created +│ 0/);
	await backToAccounts(monitor);
	await monitor.waitFor(/E2E-1 +Nora Quill/);
	monitor.press('y');
	await monitor.waitFor(/E2E-1 sent to the clipboard \(OSC 52\)/);
	expect(monitor.raw).toContain(`\u001b]52;c;${Buffer.from('E2E-1').toString('base64')}`);

	monitor.press('c');
	await monitor.waitFor(() => !monitor.text().includes('filter:'));
	const lists = await sandbox.call('get_lists', {});
	const list = lists.kind === 'done' ? lists.answer.records.find(({campaignId}) => campaignId === '1014') : undefined;
	await filter(monitor, '2026-0000001');
	await monitor.waitFor(() => !monitor.text().includes('Patrick Singh'));
	monitor.press('N');
	await monitor.waitFor('─ add_leads: ');
	await monitor.waitFor(/phones +2095550000/);
	monitor.write(`\t${list?.id}`);
	await monitor.waitFor(new RegExp(`list_id +${list?.id}`));
	monitor.press('ctrl-s');
	await monitor.waitFor('[y/N]');
	await monitor.answer('y');
	await monitor.waitFor(/(added|leads|phones)\w* +│ 1/);
});

test('exports what is shown into a new file for its owner alone', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-export-'));
	await using monitor = await open();
	await search(monitor, 'Smith');
	monitor.press('e');
	await monitor.waitFor(/Export [\d,]+ .* as/);
	await monitor.answer('enter');
	await monitor.waitFor('into a new file that only you may read');
	const file = join(folder, 'calls.csv');
	monitor.press('ctrl-u', file);
	await monitor.waitFor('calls.csv');
	monitor.press('enter');
	await monitor.waitFor(/xported|written/);
	expect(await readdir(folder)).toEqual(['calls.csv']);
	const lines = (await readFile(file, 'utf8')).trim().split(/\r?\n/);
	expect(lines[0]).toContain('name,phone');
	expect(lines.length).toBeGreaterThan(5);
	expect(lines.slice(1).every(line => line.includes('Smith'))).toBe(true);
	await rm(folder, {recursive: true});
});

test('takes a number off every campaign, and texts another, by what was found', async () => {
	await using monitor = await open();
	await search(monitor, 'Walker');
	const number = /│[\d-]+ [\d:]+ +\w+ .*?(\d{10})/.exec(monitor.text())?.[1] ?? 'no number';
	monitor.press('M');
	await monitor.waitFor(`QA: text message to ${number}`);
	monitor.press('Call us back', 'enter');
	await monitor.waitFor(`QA: text ${number}. Press 1 without a campaign`);
	await monitor.answer('1');
	await monitor.waitFor(`Type ${number} to text:`);
	monitor.press(number);
	await monitor.waitFor(`Number: ${number}`);
	await monitor.answer('enter');
	await monitor.waitFor(/Text .*: done/);
	monitor.press('D');
	await monitor.waitFor(`QA: do-not-call ${number}. Press 1 for EVERY campaign`);
	await monitor.answer('1');
	await monitor.waitFor(`QA: do-not-call ${number}? It goes on the do-not-call list of EVERY campaign`);
	await monitor.answer('y');
	await monitor.waitFor(/Do-not-call .*: done/);
	monitor.press('8');
	await monitor.waitFor(/DONE +do-not-ca/);
	await monitor.waitFor(/DONE +text/);
	monitor.press('enter');
	await monitor.waitFor(/dnc|do_not_call/i);
});

test('money moves only once its amount is typed', async () => {
	await using monitor = await open();
	monitor.write(':charge_customer');
	await monitor.waitFor('Charges a payment method now, at most');
	monitor.press('enter');
	await monitor.waitFor('─ charge_customer: ');
	monitor.write('2026-0000001\t12.50\ta-token-of-the-test');
	await monitor.waitFor(/payment_method_token +a-token-of-the-test/);
	monitor.press('ctrl-s');
	await monitor.waitFor(/Type 12\.50/);
	monitor.press('y');
	await monitor.answer('enter');
	await monitor.waitFor('nothing was sent');
	// A key that said no: within half a second of it nothing is asked.
	await monitor.answer('ctrl-s');
	await monitor.waitFor(/Type 12\.50/);
	monitor.press('12.50');
	await monitor.waitFor(/^Type: 12\.50/m);
	await monitor.answer('enter');
	await monitor.waitFor(/status +│ succeeded/);
});

test('switches a list off and takes it back', async () => {
	await using monitor = await open();
	monitor.press('3');
	await monitor.waitFor('Retail cards 60+');
	await filter(monitor, 'Retail cards 60+');
	await monitor.waitFor(() => !monitor.text().includes('Returned mail'));
	monitor.press('L');
	await monitor.waitFor(/QA: switch off list \d+/);
	await monitor.answer('y');
	await monitor.waitFor(/Switch off list \d+: done, observed after/);
	monitor.press('U');
	await monitor.waitFor(/switch on list[\s\S]*\[y\/N\]/);
	await monitor.answer('y');
	await monitor.waitFor(/Switch on list \d+: done, observed after/);
});

test('read-only: no view has a key that writes', async () => {
	await using monitor = await open('--read-only');
	const refusal = /this\W+session\W+is\W+read-only/;
	const expectRefused = async (...keys: string[]): Promise<void> => {
		for (const key of keys) {
			monitor.press(key);
			await monitor.waitFor(refusal);
			// What was said goes with the next key that does something.
			monitor.press('down');
			await monitor.waitFor(() => !refusal.test(monitor.text()));
		}
	};
	await expectRefused('P', 'S', 'T', 'U');
	monitor.press('2');
	await monitor.waitFor('Identity and pace');
	await expectRefused('P', 'S', 'T');
	monitor.press('3');
	await monitor.waitFor('─ Lists of ');
	await monitor.waitFor(/│[YN] o/);
	await expectRefused('L');
	await search(monitor, 'Smith');
	await expectRefused('D', 'M');
	monitor.press('5');
	await monitor.waitFor('autodiallevel');
	await expectRefused('E');
	await openAccounts(monitor);
	await expectRefused('A', 'E', 'N');
	monitor.press('1');
	await monitor.waitFor('─ Pace ─');
	monitor.write(':pause_campaign\r');
	await monitor.waitFor('read-only');
	expect(monitor.text()).not.toContain('[y/N]');
});

test('a whole question in one burst: palette, form, answer, as a table and as JSON', async () => {
	await using monitor = await open();
	monitor.write(':dash\r\r');
	await monitor.waitFor('[dashboard_stats]');
	await monitor.waitFor(/campaign_name +[A-Z][a-z]+ /);
	monitor.press('tab');
	await monitor.waitFor(/\[calls_graph_data \(\d+\)\]/);
	monitor.press('t');
	await monitor.waitFor(/\+ {3}"calls_graph_data": \[\{"dialed"/);
	monitor.press('escape');
	await monitor.waitFor('[ Ask ]');
	monitor.press('escape');
	await monitor.waitFor('What to do');
	monitor.press('escape');
	await monitor.waitFor('Campaigns');
});

test('a file is told by its lines, and goes when that is confirmed', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-palette-'));
	const file = join(folder, 'leads.csv');
	await writeFile(file, 'phone_number,first_name\n2125550177,Ann\n2125550178,Lee\n');
	await using monitor = await open();
	monitor.write(':upload_file\r');
	await monitor.waitFor('CSV file of leads');
	monitor.write(`${file}x\u0013`);
	await monitor.waitFor('! does not exist');
	monitor.write('\u007f\u0013');
	await monitor.waitFor(/file: leads\.csv \(54 bytes,\s+3 lines\)/);
	await monitor.answer('y');
	// Whatever the service makes of it: it was sent.
	await monitor.waitFor(/Upload file .*: done|Upload file .* refused/);
	await rm(folder, {recursive: true});
});

/** Opens a campaign by its name. */
const openCampaign = async (monitor: Pty, name: string): Promise<void> => {
	monitor.press('1', '/');
	await monitor.waitFor('Filter');
	monitor.press('ctrl-u', name, 'enter');
	await monitor.waitFor(`filter: ${name}`);
	monitor.press('enter');
	await monitor.waitFor(`─ ${name} (`);
};

test('says of each campaign whether it dials, and why it does not', async () => {
	await using monitor = await open();
	await openCampaign(monitor, 'Spring Collections');
	await monitor.waitFor(/Dialing: [\d,]+ ringing, [\d,]+ leads a minute\*/);
	await openCampaign(monitor, 'Home Warranty Renewals');
	await monitor.waitFor('1 No list is on: 0 of 8,300 leads are active');
	await openCampaign(monitor, 'Winter Settlement Offers');
	await monitor.waitFor('1 It is stopped: the service shows STOP');
	await openCampaign(monitor, 'Credit Cards Early Stage');
	await monitor.waitFor('1 It is paused: the service shows PAUSE');
	await openCampaign(monitor, 'Telecom Final Notices');
	await monitor.waitFor(/remaining +[\d,]+ /);
});

test('a theme is chosen by flag, and NO_COLOR is stronger than any', async () => {
	const coloured = async (options: Parameters<typeof openOn>[1]): Promise<Set<number>> => {
		await using monitor = await openOn(sandbox, options);
		await monitor.waitFor(/ live /);
		return new Set(
			monitor
				.cells()
				.flat()
				.map(({fg}) => fg),
		);
	};
	const light = await coloured({args: ['--theme', 'light']});
	// Neither green, yellow nor cyan can be read on white.
	expect([2, 3, 6].filter(colour => light.has(colour))).toEqual([]);
	expect(light.has(4)).toBe(true);
	expect(await coloured({args: ['--theme', 'high-contrast'], env: {NO_COLOR: '1'}})).toEqual(new Set([-1]));
});
