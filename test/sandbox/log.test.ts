/** The request log: what it contains, and what it never contains. */
import {mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import type {Service} from '../../source/sandbox/engine/service.ts';
import {createFaults, type FaultRates} from '../../source/sandbox/faults/faults.ts';
import {openLog} from '../../source/sandbox/server/log.ts';
import {closeServer, createServer, listen} from '../../source/sandbox/server/server.ts';
import {operations} from '../../source/wire/operations/index.ts';
import {form, json, multipart, post, send} from './http.ts';
import {smallService, testPassword} from './small-service.ts';

let folder: string;
let file: string;
let said: string[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-log-'));
	file = join(folder, 'x.log');
	said = [];
});

afterEach(() => {
	rmSync(folder, {recursive: true});
});

/** Serves a service with a log while `work` runs; returns the lines of the log. */
const logged = async (
	service: Pick<Service, 'handle'>,
	work: (url: string) => Promise<unknown>,
	{rates = {}, to = file}: {rates?: FaultRates; to?: string} = {},
): Promise<Record<string, unknown>[]> => {
	const log = await openLog(to, line => said.push(line));
	const server = await createServer(service, {log, faults: createFaults(1, rates)});
	await work(await listen(server, 0));
	await closeServer(server);
	await log.close();
	return to === file
		? readFileSync(file, 'utf8')
				.trimEnd()
				.split('\n')
				.map(line => JSON.parse(line))
		: [];
};

const {service, user} = await smallService();

test('a line a request: what, who, where, how it ended, how long and how large', async () => {
	const lines = await logged(service, async url => {
		const {token} = await post(url, {type: 'login_user', user, pass: testPassword});
		await post(url, {type: 'get_dashboard_stats', token: String(token), campaign_id: '1002'});
		await post(url, {type: 'get_list', token: String(token), list_id: '404'});
		await post(url, {type: 'get_campaigns', token: 'no token of ours'});
		await post(url, {type: 'no operation of ours'});
		await post(url, {type: 'pause_campaign', token: String(token), campaign_id: '1002', 'no field: of ours': 'x'});
		await send(url, {method: 'GET'});
		await send(url, {headers: {host: 'evil.example'}});
	});
	const always = {
		level: 'info',
		time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		id: expect.stringMatching(/^[\da-f-]{36}$/),
		ms: expect.any(Number),
		in: expect.any(Number),
		out: expect.any(Number),
	};
	expect(lines).toEqual([
		{...always, type: 'login_user', user, outcome: 'success', status: 200},
		{...always, type: 'get_dashboard_stats', user, campaign_id: '1002', outcome: 'success', status: 200},
		{...always, type: 'get_list', user, list_id: '404', outcome: 'refused', error: 'List not found', status: 200},
		{...always, type: 'get_campaigns', outcome: 'refused', error: 'Invalid token', status: 200},
		{...always, outcome: 'refused', error: 'Unknown operation', status: 200},
		{
			...always,
			type: 'pause_campaign',
			user,
			campaign_id: '1002',
			outcome: 'refused',
			error: 'Unknown parameter',
			status: 200,
		},
		{...always, error: 'Use POST', status: 405},
		{...always, error: 'Foreign host or origin', status: 403},
	]);
	expect(new Set(lines.map(({id}) => id)).size).toBe(lines.length);
	expect(lines[1]?.out).toBeGreaterThan(5000);
	expect(said).toEqual([]);
});

test('it is its owner’s alone, and is added to', async () => {
	const once = async (url: string) => post(url, {type: 'x'});
	await logged(service, once);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(await logged(service, once)).toHaveLength(2);
});

test('the faults that struck, and what was carried out all the same', async () => {
	const lines = await logged(
		service,
		async url => {
			await expect(post(url, {type: 'get_campaigns', token: 'x'})).rejects.toThrow('ECONNRESET');
		},
		{rates: {reset: 1, slow: 0}},
	);
	expect(lines).toEqual([
		expect.objectContaining({type: 'get_campaigns', faults: ['reset'], outcome: 'refused', error: 'Invalid token'}),
	]);
	expect(lines[0]).not.toHaveProperty('status');
});

test('bytes that are no request', async () => {
	const lines = await logged(
		service,
		async url =>
			new Promise(resolve => {
				const socket = connect(Number(new URL(url).port), '127.0.0.1');
				socket.end('sesame\r\n\r\n');
				socket.resume().once('close', resolve);
			}),
	);
	expect(lines).toEqual([expect.objectContaining({error: 'not HTTP, or too slow', status: 400})]);
});

test('a failure: with its stack, in the log and said, without what was sent', async () => {
	const failing: Pick<Service, 'handle'> = {
		async handle({pass, account}) {
			throw new TypeError(`no ${pass} for ${(account as {phone: string}).phone}, 4111 1111 1111 1111`);
		},
	};
	const lines = await logged(failing, async url =>
		send(url, {headers: json, body: '{"type":"login_user","pass":"sesame","account":{"phone":"2125550111"}}'}),
	);
	expect(lines).toEqual([
		expect.objectContaining({
			level: 'error',
			event: 'internal error',
			error: 'TypeError: no … for …, …',
			stack: expect.stringContaining('log.test.ts'),
		}),
		expect.objectContaining({type: 'login_user', outcome: 'failed', status: 500}),
	]);
	expect(said).toEqual([expect.stringMatching(/^internal error: TypeError: no … for …, …\n {4}at /)]);
});

test('no secret that goes through any operation comes out in the log', async () => {
	const canaries = {
		token: 'canary-token-0123456789',
		pass: 'canary-pass',
		phone: '2125550147',
		card: '4111111111111111',
		method: 'tok_canary',
		name: 'Canary',
	};
	const names = new Set(
		Object.values(operations).flatMap(({params}) => Object.keys(params as Record<string, unknown>)),
	);
	const lines = await logged(service, async url => {
		const {token} = await post(url, {type: 'login_user', user, pass: testPassword});
		for (const type of Object.keys(operations)) {
			for (const [canary, value] of Object.entries(canaries)) {
				const fields = Object.fromEntries([...names].map(name => [name, value]));
				// Signed out and signed in, since that gets further.
				for (const own of [value, String(token)]) {
					const body = {...fields, token: own, type};
					await send(url, {headers: form, body: new URLSearchParams(body).toString()});
					await send(url, {headers: json, body: JSON.stringify({...body, account: {phone: value}, [value]: value})});
				}
				await send(
					url,
					multipart([
						['type', type],
						['token', String(token)],
						[canary, value],
						['file', value, `${value}.csv`],
					]),
				);
			}
		}
		await post(url, {type: canaries.pass});
		await send(url, {path: `/${canaries.pass}`, headers: {host: canaries.pass, origin: canaries.token}});
		await send(url, {headers: {'content-type': canaries.pass}, body: canaries.pass});
		await send(url, {headers: json, body: `{"${canaries.pass}`});
		await send(url, {headers: form, body: `account[__proto__][${canaries.pass}]=${canaries.phone}`});
	});
	expect(lines.length).toBeGreaterThan(1000);
	expect(said).toEqual([]);
	const text = JSON.stringify(lines);
	for (const secret of [...Object.values(canaries), testPassword]) {
		expect(text).not.toContain(secret);
	}
}, 60_000);

test.skipIf(process.platform !== 'linux')('a disk that is full stops the log, not the service', async () => {
	await logged(
		service,
		async url => {
			for (let count = 0; count < 20; count++) {
				expect(await post(url, {type: 'x'})).toMatchObject({success: 0});
			}
			await vi.waitFor(() => expect(said).toHaveLength(1));
		},
		{to: '/dev/full'},
	);
	expect(said).toEqual([expect.stringMatching(/^cannot write the log, going on without it: ENOSPC/)]);
});

test('a log that cannot be opened is named', async () => {
	await expect(openLog(join(folder, 'no', 'x.log'), () => undefined)).rejects.toThrow('cannot write the log: ENOENT');
});
