/** `dialtop check` as a monitoring system has it: a line, an exit code, no terminal and hardly an environment. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, expect, test} from 'vitest';
import {calibrationHere} from '../helpers/calibration.ts';
import {type OtherService, startOtherService} from '../helpers/other-service.ts';
import {readPlugin} from '../helpers/plugin.ts';
import {type ProgramOptions, runProgram} from '../helpers/run-program.ts';

const token = 'token-of-the-check-4711';

let service: OtherService;
let folder: string;
let config: string;

beforeAll(async () => {
	service = await startOtherService({token});
	folder = mkdtempSync(join(tmpdir(), 'dialtop-check-'));
	config = join(folder, 'config.yml');
});

afterEach(async () => {
	await service.setFault();
	for (const campaign of service.state.campaigns) {
		campaign.figures = {};
	}
});

afterAll(async () => {
	rmSync(folder, {recursive: true});
	await service.close();
});

/** Runs a check, whose output must be a plugin's whatever happens. */
const check = async (args: readonly string[] = [], options: ProgramOptions = {}) => {
	const {code, stdout, stderr} = await runProgram(['check', ...args], {
		...options,
		env: {DIALTOP_URL: service.url, DIALTOP_TOKEN: token, ...options.env},
	});
	expect(`${stdout}${stderr}`).not.toContain(token);
	return {code, stderr, ...readPlugin(stdout)};
};

const set = (place: number, figures: Record<string, unknown>): void => {
	Object.assign(service.state.campaigns[place]?.figures ?? {}, figures);
};

test('all well: OK, with performance data', async () => {
	const {code, standing, text, figures, stderr} = await check();
	expect([code, standing, stderr]).toEqual([0, 'OK', '']);
	expect(text).toMatch(
		/^3 campaigns, 1 dialing, highest drop rate 1\.25% \("Spring Renewals"\); not judged in one look: .*starved/,
	);
	const of = (label: string) => figures.find(figure => figure.label === label);
	expect(of('drop_1001')).toEqual({
		label: 'drop_1001',
		value: '1.25',
		unit: '%',
		warn: '2.5',
		crit: '3',
		min: '0',
		max: '100',
	});
	expect(of('dialing')).toMatchObject({value: '1', min: '0', max: '3'});
	expect(of('not_read')).toMatchObject({value: '0'});
});

test('a drop rate near and over the limit; lines of the configuration; some campaigns alone', async () => {
	set(0, {percentage_dropped: '2.60'});
	set(1, {percentage_dropped: '3.40'});
	writeFileSync(
		config,
		'alerts: {rules: {drop-near: {threshold: 1}, drop-close: {on: false, threshold: 1}, drop-limit: {threshold: 2}}}\n',
	);
	const [all, first, third, strict] = await Promise.all([
		check(),
		check(['1001']),
		check(['1003']),
		check(['1003', '--config', config]),
	]);
	expect([all.code, all.standing]).toEqual([2, 'CRITICAL']);
	expect(all.text).toMatch(
		/^"Autumn Collections": DROP RATE 3\.40%, 0\.40 OVER .*; "Spring Renewals": drop rate 2\.60%/,
	);
	expect([first.code, first.standing]).toEqual([1, 'WARNING']);
	expect(first.figures.filter(({label}) => label.startsWith('drop_')).map(({label}) => label)).toEqual(['drop_1001']);
	expect([third.code, third.standing]).toEqual([0, 'OK']);
	expect([strict.code, strict.standing]).toEqual([1, 'WARNING']);
	expect(strict.figures.find(({label}) => label === 'drop_1003')).toMatchObject({warn: '1', crit: '2'});
});

test('nobody is signed in, no such campaign, called wrongly: UNKNOWN with the reason', async () => {
	const others = await Promise.all([
		check([], {env: {DIALTOP_TOKEN: undefined}}),
		check(['1001', '99']),
		check(['--for', '30', '--timeout', '10']),
	]);
	expect(others.map(({code, standing}) => [code, standing])).toEqual(others.map(() => [3, 'UNKNOWN']));
	expect(others.map(({text}) => text)).toEqual([
		`not signed in at 127.0.0.1:${service.port}`,
		'no campaign 99',
		'--timeout 10 ends before --for 30 does: give it more',
	]);
});

test('answers that do not come, come in part or make no sense, or nobody who answers, are never OK', async () => {
	await service.setFault('hang', {types: ['get_dashboard_stats']});
	const since = performance.now();
	const late = await check(['--timeout', '1']);
	const took = performance.now() - since;
	expect(await calibrationHere().exceeded('wall', took, {fixed: 1000, work: 3000})).toBeUndefined();
	expect([late.code, late.text]).toEqual([3, '3 of 3 campaigns not read: not done within 1 s (--timeout)']);
	set(0, {percentage_dropped: '9.00'});
	await service.setFault('html', {types: ['get_dashboard_stats'], times: 1});
	const part = await check();
	expect(part.text).toMatch(/1 of 3 campaigns not read: /);
	set(0, {percentage_dropped: '12abc'});
	await service.setFault();
	const odd = await check();
	expect([odd.code, odd.text]).toEqual([3, 'unread figures of 1 campaign: 1001 (percentage_dropped)']);
	await service.setFault('refused');
	const away = await check();
	expect([away.code, away.text]).toEqual([3, `127.0.0.1:${service.port} refused the connection`]);
});

test('hostile names stay on their line', async () => {
	set(0, {percentage_dropped: '9.00'});
	await service.setFault('hostile');
	const {code, figures} = await check();
	expect(code).toBe(2);
	expect(figures.length).toBeGreaterThan(8);
});

test('from cron: no home, no path, no terminal; with the time that a rule needs', async () => {
	writeFileSync(config, 'alerts: {rules: {idle: {seconds: 1, polls: 1}}}\n');
	set(0, {calls_ringings: '0', ready: '6'});
	const bare = {
		before: ['/usr/bin/env', '-i', 'PATH=/usr/bin:/bin', `DIALTOP_TOKEN=${token}`, `DIALTOP_URL=${service.url}`],
	};
	const [once, lasting] = await Promise.all([
		check(['--config', config], bare),
		check(['--config', config, '--for', '3'], bare),
	]);
	expect([once.code, once.stderr]).toEqual([0, '']);
	expect([lasting.code, lasting.stderr]).toEqual([1, '']);
	expect(lasting.text).toMatch(/^"Spring Renewals": 6 agents ready, and nothing rings; not judged in 3s: /);
});

test('the time to look begins with the first figures, however late they come; one that is cut short is never OK', async () => {
	writeFileSync(config, 'alerts: {rules: {idle: {seconds: 1, polls: 1}}}\n');
	set(0, {calls_ringings: '0', ready: '6'});
	await service.setFault('slow', {types: ['get_dashboard_stats'], milliseconds: 1500, times: 6});
	const [whole, cut] = await Promise.all([
		check(['--config', config, '--for', '3']),
		check(['--config', config, '--for', '3', '--timeout', '4']),
	]);
	expect([whole.code, whole.text]).toEqual([
		1,
		expect.stringMatching(/^"Spring Renewals": 6 agents ready, and nothing rings; not judged in 3s: .*dead/),
	]);
	expect([cut.code, cut.text]).toEqual([
		3,
		expect.stringMatching(/^watched for [012] of 3 s: not done within 4 s \(--timeout\)/),
	]);
});
