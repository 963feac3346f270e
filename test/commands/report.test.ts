import {cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {recordingFolder} from '../../source/commands/connect/record-service.ts';
import {shiftOf} from '../../source/commands/report.ts';
import {diskFolder} from '../../source/recording/folder.ts';
import type {Values} from '../../source/recording/recording.ts';
import {auditLine} from '../helpers/audit.ts';
import {manualClock} from '../helpers/clock.ts';
import {soundWriter} from '../helpers/recording.ts';
import {minute} from '../report/make.ts';
import {calledAs} from './called.ts';

const zone = 'America/New_York';
/** Half past two in New York. */
const now = Date.parse('2026-03-31T18:30:00Z');

const iso = (text: string): number => Date.parse(`2026-03-${text}Z`);

test.each([
	[{}, '31T10:30:00', '31T18:30:00'],
	[{shift: '2h'}, '31T16:30:00', '31T18:30:00'],
	[{from: '06:00', to: '14:00'}, '31T10:00:00', '31T18:00:00'],
	[{from: '06:00'}, '31T10:00:00', '31T18:30:00'],
	[{to: '14:00'}, '31T10:00:00', '31T18:00:00'],
	[{to: '14:00', shift: '4h 30m'}, '31T13:30:00', '31T18:00:00'],
	[{from: 'yesterday 22:00', shift: '8h'}, '31T02:00:00', '31T10:00:00'],
	// A shift that is going on ends now.
	[{from: '12:00', shift: '8h'}, '31T16:00:00', '31T18:30:00'],
	[{from: '-90m'}, '31T17:00:00', '31T18:30:00'],
	[{from: 'yesterday', to: 'today'}, '30T04:00:00', '31T04:00:00'],
])('%j is from %s to %s', (flags, from, to) => {
	expect(shiftOf(flags, {now, zone})).toEqual({from: iso(from), to: iso(to)});
});

test.each([
	[{from: '22:00'}, '--from is in the future: 22:00; it is 14:30:00 now; "yesterday 22:00" is over'],
	[{to: '15:00'}, '--to is in the future: 15:00'],
	[{from: 'noon'}, '--from must be a time such as 14:10'],
	[{from: '06:00', to: '14:00', shift: '8h'}, 'give two of them'],
	[{shift: '8'}, '--shift must be a length of time such as 8h'],
	[{shift: '0h'}, '--shift must be a length of time'],
	[{from: '14:00', to: '06:00'}, '--from must be before --to'],
	[{from: '40d'}, 'a report is of 31 days at most'],
])('%j is refused: %s', (flags, message) => {
	expect(() => shiftOf(flags, {now, zone})).toThrow(message);
});

describe('the command', () => {
	const url = 'https://dialer.example.com';
	const western = 'https://west.example.com';
	const home = mkdtempSync(join(tmpdir(), 'dialtop-report-'));
	const config = join(home, 'config.yml');
	const env = {XDG_STATE_HOME: home, DIALTOP_CONFIG: config, LANG: 'C.UTF-8'};
	let folder = '';

	beforeAll(async () => {
		writeFileSync(
			config,
			`profiles:\n  prod: {url: "${url}", environment: production, time_zone: America/New_York}\n  qa: {url: "https://qa.example.com", environment: qa}\n  west: {url: "${western}", environment: production, time_zone: Asia/Kolkata}\n`,
		);
		const history = {record: true, path: null, polls: 7, minutes: 31, hours: 400, days: 2200, megabytes: 1000};
		folder = recordingFolder({url, profile: 'prod'}, history, {XDG_STATE_HOME: home}).path ?? '';
		const begin = Date.now() - 90 * minute;
		const writer = soundWriter({
			folder: diskFolder(folder),
			clock: manualClock({wall: begin, mono: 0}),
			zone: 'America/New_York',
		});
		const rows = Array.from({length: 90 * 6}, (_, index) => begin + index * 10_000);
		writer.append('listing/1001', begin, {name: 'Spring Collections'});
		for (const [index, at] of rows.entries()) {
			const figures: Values = {calledToday: index * 2, humanAnswered: index, dropRate: 0, dropLimit: 3, status: 'PLAY'};
			writer.append('figures/1001', at, {...figures, agents: 10, ready: 2, onCall: 6, wrapUp: 2, paused: 0, dead: 0});
		}
		await writer.close();
		cpSync(folder, recordingFolder({url: western, profile: 'west'}, history, {XDG_STATE_HOME: home}).path ?? '', {
			recursive: true,
		});
		const asked = {url: `${url}/api/`, at: new Date(begin + 60 * minute).toISOString(), kind: 'intent', params: {}};
		const done = {...asked, kind: 'outcome', outcome: 'done', ms: 4};
		writeFileSync(join(home, 'dialtop', 'audit.jsonl'), `${auditLine('a', asked)}\n${auditLine('a', done)}\n`);
	});

	afterAll(() => {
		vi.unstubAllEnvs();
		rmSync(home, {recursive: true, force: true});
	});

	const report = (...argv: string[]) => calledAs(['report', ...argv], env);

	test('prints the last hour of a profile for people', async () => {
		const {code, stdout, stderr} = await report('-p', 'prod', '--shift', '1h');
		expect(code).toBe(0);
		expect(stderr).not.toContain('dialtop:');
		expect(stdout).toMatch(/^Hand-over: PRODUCTION dialer\.example\.com \(prod\)\n/);
		expect(stdout).toMatch(/^Spring Collections 1001 +7[12]\d +3[56]\d +0 +0\.00% +3\.00%/m);
		expect(stdout).toMatch(/^Spring Collections 1001 +10\.0 +80% +2\.0/m);
		expect(stdout).toMatch(/ kim {2}pause 1 Spring: DONE$/m);
	});

	test('prints Markdown, HTML and JSON of the same', async () => {
		expect((await report('-p', 'prod', '--markdown')).stdout).toContain('| calls | dialed |');
		expect((await report('-p', 'prod', '--html')).stdout).toMatch(/^<!doctype html>[\s\S]*<svg[\s\S]*<\/html>\n$/);
		const {stdout} = await report('-p', 'prod', '--json', '--campaign', 'spring');
		expect(JSON.parse(stdout)).toMatchObject({
			profile: 'prod',
			time_zone: 'America/New_York',
			campaigns: [{id: '1001', dialed: 1078, agent_hours: {total: expect.closeTo(15, 0)}}],
			not_read: [],
		});
	});

	test('several services have a section each, in the order given and each by its own clock', async () => {
		const titles = ['PRODUCTION west.example.com (west)', 'PRODUCTION dialer.example.com (prod)'];
		const text = (await report('-p', 'west,prod', '--shift', '1h')).stdout;
		expect([...text.matchAll(/^Hand-over: (.*)$/gm)].map(([, title]) => title)).toEqual(titles);
		expect([...text.matchAll(/^Spring Collections 1001 /gm)]).toHaveLength(6);
		// The audit is of both services; each has its own commands alone.
		expect(text).toMatch(/^COMMANDS\nnone\n[\s\S]*^COMMANDS\n.*pause 1 Spring: DONE$/m);
		const markdown = (await report('-p', 'west,prod', '--markdown', '--shift', '1h')).stdout;
		expect(markdown.match(/^# Hand-over: /gm)).toHaveLength(2);
		const html = (await report('-p', 'west,prod', '--html', '--shift', '1h')).stdout;
		expect([...html.matchAll(/<h1>Hand-over: (.*?)<\/h1>/g)].map(([, title]) => title)).toEqual(titles);
		expect(html.match(/<html|<\/html>/g)).toHaveLength(2);
		const asked = await report('-p', 'west,prod', '--json', '--from', 'yesterday', '--shift', '2h');
		const [west, prod] = JSON.parse(asked.stdout) as {profile: string; time_zone: string; from: string}[];
		expect([west, prod].map(one => [one?.profile, one?.time_zone, one?.from.slice(11, 16)])).toEqual([
			['west', 'Asia/Kolkata', '18:30'],
			['prod', 'America/New_York', expect.stringMatching(/^0[45]:00$/)],
		]);
	});

	test('a service of which nothing was recorded hides none of the others, and says why in its section', async () => {
		const {code, stdout, stderr} = await report('-p', 'qa,prod', '--shift', '1h', '--markdown');
		expect(code).toBe(2);
		expect(stdout).toMatch(/^# Hand-over: qa\n\nThere is no report of it: nothing was recorded of qa/);
		expect(stdout).toContain('Hand-over: PRODUCTION dialer.example.com (prod)');
		expect(stderr).toContain('dialtop: qa: nothing was recorded of qa.example.com');
		const objects = JSON.parse((await report('-p', 'qa,prod', '--shift', '1h', '--json')).stdout);
		expect(objects).toMatchObject([
			{profile: 'qa', failure: expect.stringContaining('nothing was recorded')},
			{profile: 'prod', campaigns: [{id: '1001'}]},
		]);
		// What is wrong with the times is wrong for both: there is no report to print.
		const wrong = await report('-p', 'qa,prod', '--shift', 'long', '--json');
		expect(wrong).toMatchObject({code: 2, stdout: ''});
		expect(await report('-p', 'qa,prod', '--file', 'x')).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('--file is one recording, and --profile names several: give one, such as -p qa'),
		});
	});

	test('reads a copied recording, of which it does not know the service', async () => {
		const copy = join(home, 'copied');
		cpSync(folder, copy, {recursive: true});
		const {code, stdout} = await report('--file', copy, '--shift', '1h');
		expect(code).toBe(0);
		expect(stdout).toMatch(/^Hand-over: RECORDING copied\n.*by the clock of this machine\n/);
		expect(stdout).toMatch(/^COMMANDS\nnone$/m);
	});

	test('reads a file that was cut, up to its end', async () => {
		const file = join(home, 'part.dialtop');
		const cut = await calledAs(['history', 'cut', '-p', 'prod', '--from', '60m', '--to', '30m', file], env);
		expect(cut).toMatchObject({code: 0});
		const {code, stdout} = await report('--file', file, '--shift', '20m', '--json');
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({host: 'part.dialtop', campaigns: [{id: '1001', dialed: 240}], gaps: []});
	});

	test.each([
		[['-p', 'qa'], 2, 'nothing was recorded of qa.example.com'],
		[[], 2, 'of which service?'],
		[['--file', '/nonexistent/x'], 2, 'there is no recording at /nonexistent/x'],
		[['--file', config], 2, `${config} is no recording`],
		[['-p', 'prod', '--html', '--json'], 2, '--html and --json exclude each other'],
		[['-p', 'prod', '--campaign', 'winter'], 2, 'no campaign winter was recorded'],
		[['-p', 'prod', '--to', '2099-01-01'], 2, 'is in the future'],
	])('%j ends with %i: %s', async (argv, code, message) => {
		expect(await report(...argv)).toMatchObject({code, stdout: '', stderr: expect.stringContaining(message)});
	});

	test('a time of which nothing was recorded ends with 1, and says so', async () => {
		const {code, stdout} = await report('-p', 'prod', '--to', '3d');
		expect(code).toBe(1);
		expect(stdout).toContain('Nothing was recorded in this time.');
	});
});
