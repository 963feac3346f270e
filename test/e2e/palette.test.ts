/** The palette, its forms and the answers, on the sandbox over HTTP. */
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openOn, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';

let sandbox: SandboxProcess;

beforeAll(async () => {
	sandbox = await openSandbox();
});

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
});

const open = async () => {
	const monitor = await openOn(sandbox);
	await monitor.waitFor(/ live /);
	return monitor;
};

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

test('a test call is asked for in full, and placed once its number is typed', async () => {
	await using monitor = await open();
	monitor.write(':dial_number\r2125550147\t8005550100');
	await monitor.waitFor(/phone number +2125550147 .*\n.*caller id +callerid +8005550100/);
	monitor.write('\r\r');
	await monitor.waitFor('Type 2125550147 to');
	await monitor.waitFor(/QA: dial number 2125550147\? It sends 3 fields\.[\s\S]*campaign_id: \d+ \([A-Z][^)]+\)/);
	monitor.write('2125550147\r');
	await monitor.waitFor('Number: 2125550147');
	expect(monitor.text()).not.toContain('RINGING');
	await monitor.answer('enter');
	await monitor.waitFor('RINGING');
	await monitor.waitFor('Dial number 2125550147: done');
});

test('what is wrong is said beside its field, and nothing is asked', async () => {
	await using monitor = await open();
	monitor.write(':update_campaign\r');
	await monitor.waitFor('autodiallevel ');
	monitor.write('\u001b[B'.repeat(6));
	await monitor.waitFor('lines dialed per available agent');
	monitor.write('11\u0013');
	await monitor.waitFor('! must be at most 10');
	await monitor.waitFor('Not sent: one field has to be mended first');
	expect(monitor.text()).not.toContain('[y/N]');
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
