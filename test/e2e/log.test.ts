/** `dialtop log` as it is called: for people and for programs, over a file that may hold anything. */
import {execFile, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {appendFileSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Audit} from '../../source/audit/audit.ts';
import {auditIn} from '../helpers/audit.ts';
import {program} from '../helpers/monitor.ts';

let home: string;
let audit: Audit;
const campaign = {kind: 'campaign', id: '1001', name: '=Spring, "A"'} as const;
const env = () => ({PATH: process.env.PATH, LANG: 'C.UTF-8', XDG_STATE_HOME: home});
const log = (...args: string[]) => promisify(execFile)(process.execPath, [program, 'log', ...args], {env: env()});

beforeAll(async () => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-home-'));
	audit = auditIn(join(home, 'dialtop'), 'http://127.0.0.1:1');
	const pause = {
		operation: 'pause_campaign',
		params: {campaign_id: '1001'},
		target: campaign,
		verb: 'pause',
		by: 'ops',
	} as const;
	await (await audit.intent(pause)).ended({kind: 'done', ms: 1234});
	await (await audit.intent({operation: 'add_dnc', params: {phone_number: '5551234567'}})).ended({
		kind: 'refused',
		reason: 'listed already',
		ms: 3,
	});
	// Of a process that has ended.
	const dead = auditIn(join(home, 'dialtop'), 'http://127.0.0.1:1', {pid: 2 ** 22 + 1});
	await dead.intent({...pause, operation: 'stop_campaign', verb: 'stop'});
});

afterAll(() => rmSync(home, {recursive: true, force: true}));

test('a table for people, JSON and CSV for programs, filters, and what is torn is counted', async () => {
	const [table, json, csv, none] = await Promise.all([
		log(),
		log('--json', '--outcome', 'unknown'),
		log('--csv', '-n', '1', '--operation', 'pause'),
		log('--since', '2030-01-01'),
	]);
	const lines = table.stdout.trimEnd().split('\n');
	expect(lines[0]).toMatch(/^time +who +environment +operation +target +outcome +ms +then +why$/);
	expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .* QA +pause_campaign +=Spring, "A" \(1001\) +DONE +1,234/);
	expect(lines[2]).toMatch(/add_dnc .* REFUSED +3 +— +listed already$/);
	expect(lines[3]).toMatch(/stop_campaign .* UNKNOWN/);
	expect(lines).toHaveLength(4);
	expect(table.stderr).toBe('');
	expect(JSON.parse(json.stdout)).toMatchObject([
		{
			operation: 'stop_campaign',
			outcome: 'unknown',
			target: 'campaign',
			target_id: '1001',
			ms: null,
			service_user: 'ops',
		},
	]);
	expect(csv.stdout.split('\r\n')).toHaveLength(3);
	expect(csv.stdout).toContain(`"'=Spring, ""A"""`);
	expect(none).toMatchObject({
		stdout: '',
		stderr: expect.stringMatching(/^dialtop: no matching records in .*audit\.jsonl\n$/),
	});
	expect(`${table.stdout}${json.stdout}`).not.toContain('5551234567');

	appendFileSync(audit.file, '{"at":"\u001b[2J\nrubbish\n');
	const torn = await log('--json');
	expect(JSON.parse(torn.stdout)).toHaveLength(3);
	expect(torn.stderr).toMatch(/: skipped 2 lines cut short or not written by dialtop\n$/);
});

test('called wrongly it says so', () => {
	const run = (...args: string[]) =>
		spawnSync(process.execPath, [program, 'log', ...args], {encoding: 'utf8', env: env()});
	expect(run('--since', 'soon')).toMatchObject({
		status: 2,
		stdout: '',
		stderr: expect.stringContaining('--since must be'),
	});
	expect(run('--file', '/nonexistent')).toMatchObject({status: 2, stderr: 'dialtop: there is no file /nonexistent\n'});
});

test('it follows what is asked from now on, one JSON object a line, and ends in silence with its reader', async () => {
	const child = spawn(process.execPath, [program, 'log', '-f', '--json', '-n', '1'], {env: env()});
	let text = '';
	let said = '';
	child.stdout.on('data', data => {
		text += data;
	});
	child.stderr.on('data', data => {
		said += data;
	});
	const rows = () =>
		text
			.split('\n')
			.slice(0, -1)
			.map(line => JSON.parse(line) as {operation: string; outcome: string});
	await expect.poll(() => rows().length, {timeout: 10_000}).toBe(1);
	const {ended} = await audit.intent({operation: 'play_campaign', params: {campaign_id: '1001'}, target: campaign});
	await expect
		.poll(() => rows().at(-1), {timeout: 10_000})
		.toMatchObject({operation: 'play_campaign', outcome: 'sending'});
	await ended({kind: 'done', ms: 1});
	await expect
		.poll(() => rows().at(-1), {timeout: 10_000})
		.toMatchObject({operation: 'play_campaign', outcome: 'done'});
	child.stdout.destroy();
	await audit.intent({operation: 'pause_campaign', params: {campaign_id: '1001'}, target: campaign});
	const [code] = await once(child, 'exit');
	expect([code, said.replace(/^dialtop: .*: skipped .*\n/, '')]).toEqual([0, '']);
});
