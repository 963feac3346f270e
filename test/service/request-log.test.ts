/** `--log`: a line a request, no secret in any, and a disk that is no help stops nothing. */

import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import {createConnection} from '../../source/service/connection.ts';
import {openLogFile, openRequestLog} from '../../source/service/log-file.ts';
import {testAudit} from '../helpers/audit.ts';
import {startOtherService} from '../helpers/other-service.ts';

let folder = '';
let path = '';
const said: string[] = [];
const say = (message: string): void => void said.push(message);

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-log-'));
	path = join(folder, 'requests.jsonl');
	said.length = 0;
});

afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, {recursive: true, force: true});
});

const lines = (file = path): Record<string, unknown>[] =>
	readFileSync(file, 'utf8')
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line) as Record<string, unknown>);

describe('the log of a connection', () => {
	const canaries = {user: 'ops', password: 'canary-password', phone: '+15550104477'};

	test('has a line for each request: what it was, how it went, and neither token, password nor phone number', async () => {
		const service = await startOtherService({pass: canaries.password});
		const log = await openRequestLog(path, say);
		let locked = false;
		const connection = createConnection({url: service.url, isLocked: () => locked, log, audit: testAudit(service.url)});
		onTestFinished(async () => {
			await connection.close();
			await service.close();
		});
		const {dialer, session} = connection;
		await dialer.ask('get_campaigns', {});
		await session.signIn({user: canaries.user, password: canaries.password});
		await dialer.ask('pause_campaign', {campaign_id: '1001'});
		await service.setFault('http-502', {times: 1});
		await dialer.ask('dial_number', {campaign_id: '1001', phone_number: canaries.phone, callerid: '5550100000'});
		await service.setFault('reset-before', {times: 1});
		await dialer.ask('get_dashboard_stats', {campaign_id: '1001'});
		await dialer.ask('get_list', {list_id: '9'});
		locked = true;
		await dialer.ask('play_campaign', {campaign_id: '1001'});
		await log.close();

		const token = session.token() ?? '';
		expect(token).toMatch(/^token-1-/);
		const host = new URL(service.url).host;
		const written = lines();
		expect(written.map(({operation, attempt, outcome}) => [operation, attempt, outcome])).toEqual([
			['get_campaigns', 0, 'not-sent'],
			['login_user', 1, 'done'],
			['pause_campaign', 1, 'done'],
			['dial_number', 1, 'unknown'],
			['get_dashboard_stats', 1, 'unknown'],
			['get_dashboard_stats', 2, 'done'],
			['get_list', 1, expect.any(String)],
			['play_campaign', 1, 'not-sent'],
		]);
		expect(written[0]).toMatchObject({level: 'warn', host, code: 'signed-out', sent: 0});
		expect(written[1]).toMatchObject({level: 'info', effect: 'session', names: ['user', 'pass'], status: 200});
		expect(written[2]).toMatchObject({campaign_id: '1001', names: ['campaign_id'], message: ''});
		expect(written[3]).toMatchObject({
			effect: 'irreversible',
			status: 502,
			code: 'http-status',
			message: 'the service answered HTTP 502',
			names: ['campaign_id', 'phone_number', 'callerid'],
		});
		expect(written[6]).toMatchObject({list_id: '9'});
		expect(written[7]).toMatchObject({code: 'read-only', sent: 0});
		for (const line of written) {
			expect(Math.abs(Date.parse(String(line.time)) - Date.now())).toBeLessThan(20_000);
			expect(line.milliseconds).toBeGreaterThanOrEqual(0);
		}
		expect(Number(written[2]?.sent)).toBeGreaterThan(40);
		expect(Number(written[2]?.received)).toBeGreaterThan(20);
		const whole = readFileSync(path, 'utf8');
		expect(whole).not.toMatch(/canary|5550104477/);
		expect(whole).not.toContain(token);
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(said).toEqual([]);
	});

	test('has the time at which a request went, not when it ended', async () => {
		const log = await openRequestLog(path, say);
		const before = Date.now();
		log.write('dialer.test', {
			operation: 'get_campaigns',
			effect: 'read',
			attempt: 1,
			milliseconds: 60_000,
			status: 200,
			sent: 10,
			received: 10,
			outcome: 'done',
			code: undefined,
			message: '',
			names: [],
			ids: {},
		});
		await log.close();
		const went = Date.parse(String(lines()[0]?.time));
		expect(went).toBeGreaterThanOrEqual(before - 60_000);
		expect(went).toBeLessThanOrEqual(Date.now() - 60_000);
	});
});

describe('the file', () => {
	test('that cannot be opened is an error at once', async () => {
		await expect(openRequestLog(join(folder, 'none', 'file'), say)).rejects.toThrow(/ENOENT/);
		await expect(openRequestLog(folder, say)).rejects.toThrow(/EISDIR/);
	});

	test('that is there is added to, and stays as open as its owner made it', async () => {
		writeFileSync(path, '{"first":1}\n', {mode: 0o640});
		const log = openLogFile(path, say);
		log.write('{"second":2}\n');
		await log.close();
		expect(lines()).toEqual([{first: 1}, {second: 2}]);
		expect(statSync(path).mode & 0o777).toBe(0o640);
	});

	test.skipIf(!existsSync('/dev/full'))('on a full disk: said once, and the program goes on', async () => {
		const log = openLogFile('/dev/full', say);
		for (let line = 0; line < 3; line++) {
			log.write('{}\n');
			await new Promise(resolve => setImmediate(resolve));
		}
		await expect.poll(() => said).toEqual([expect.stringMatching(/^the log \/dev\/full cannot be written: .*ENOSPC/)]);
		log.write('{}\n');
		await log.close();
		expect(said).toHaveLength(1);
	});

	test('that is a pipe nobody reads holds nothing up', async () => {
		execFileSync('mkfifo', [path]);
		await expect(openRequestLog(path, say)).rejects.toThrow(/ENXIO/);
	});

	test('that cannot keep up loses lines, not memory: said once', async () => {
		const log = openLogFile(path, say);
		const line = `${'x'.repeat(99_999)}\n`;
		for (let count = 0; count < 30; count++) {
			log.write(line);
		}
		await log.close();
		expect(said).toEqual([expect.stringMatching(/too slowly, and lines are missing/)]);
		expect(statSync(path).size).toBe(1_000_000);
	});

	test('that was rotated away is made anew; one whose folder is gone is said once', async () => {
		let now = performance.now();
		vi.spyOn(performance, 'now').mockImplementation(() => now);
		const log = openLogFile(path, say);
		log.write('{"at":1}\n');
		await expect.poll(() => existsSync(path) && lines()).toEqual([{at: 1}]);
		renameSync(path, `${path}.1`);
		now += 2000;
		log.write('{"at":2}\n');
		await expect.poll(() => existsSync(path) && lines()).toEqual([{at: 2}]);
		expect(lines(`${path}.1`)).toEqual([{at: 1}]);
		expect([statSync(path).mode & 0o777, said.length]).toEqual([0o600, 0]);
		rmSync(folder, {recursive: true});
		for (let line = 3; line < 6; line++) {
			now += 2000;
			log.write(`{"at":${line}}\n`);
			await expect.poll(() => said).toEqual([expect.stringMatching(/cannot be written: .*ENOENT/)]);
		}
		await log.close();
	});
});
