/** The administrative port: what it shows and what it sets. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../source/sandbox/sandbox.ts';
import {json, post, send} from './http.ts';

let sandbox: Sandbox;
let admin: string;

beforeAll(async () => {
	sandbox = await startSandbox({
		adminPort: 0,
		campaigns: 1,
		agents: 4,
		leads: 100,
		day: '2026-03-31',
		at: 9 * 3_600_000,
	});
	admin = sandbox.admin ?? '';
});

afterAll(async () => {
	await sandbox.close();
});

const ask = async (method: string, path: string, body?: unknown) => {
	const text = body === undefined ? '' : JSON.stringify(body);
	const reply = await send(admin, {method, path, headers: body === undefined ? {} : json, body: text});
	return {status: reply.status, allow: reply.headers.allow, body: JSON.parse(reply.text)};
};

beforeEach(async () => {
	await ask('DELETE', '/faults');
	await ask('PUT', '/speed', {speed: 1});
});

test('it shows the time, the speed, the requests and the faults', async () => {
	const {body} = await ask('GET', '/');
	expect(body).toEqual({
		world_time: expect.stringMatching(/^2026-03-31 \d\d:\d\d:\d\d$/),
		speed: 1,
		requests: expect.any(Number),
		faults: [],
	});
	await post(sandbox.url, {type: 'get_campaigns', token: 'x'});
	expect((await ask('GET', '/')).body.requests).toBe(body.requests + 1);
});

test('it switches faults, and says how often each has struck', async () => {
	expect((await ask('PUT', '/faults', {'success-string': 1, 'slow:get_lists': 0.5})).body.faults).toEqual([
		{fault: 'success-string', rate: 1, requests: 0, struck: 0},
		{fault: 'slow:get_lists', rate: 0.5, requests: 0, struck: 0},
	]);
	expect(await post(sandbox.url, {type: 'get_campaigns', token: 'x'})).toMatchObject({success: '0'});
	expect((await ask('GET', '/')).body.faults[0]).toEqual({fault: 'success-string', rate: 1, requests: 1, struck: 1});
	expect((await ask('PUT', '/faults', {html: 0})).body.faults).toHaveLength(1);
	expect((await ask('DELETE', '/faults')).body.faults).toEqual([]);
	expect(await post(sandbox.url, {type: 'get_campaigns', token: 'x'})).toMatchObject({success: 0});
});

test('it switches the speed', async () => {
	const before = Date.parse((await ask('GET', '/')).body.world_time);
	expect((await ask('PUT', '/speed', {speed: 3600})).body.speed).toBe(3600);
	await expect
		.poll(async () => Date.parse((await ask('GET', '/')).body.world_time) - before, {timeout: 5000})
		.toBeGreaterThan(600_000);
});

test('what a shell sends is read as JSON, whatever it is called', async () => {
	const reply = await send(admin, {
		method: 'PUT',
		path: '/speed',
		headers: {'content-type': 'application/x-www-form-urlencoded'},
		body: '{"speed": 2}',
	});
	expect(JSON.parse(reply.text).speed).toBe(2);
});

test('it pays a link as the person who got it', async () => {
	const {user, password = ''} = sandbox;
	const {token = ''} = (await post(sandbox.url, {type: 'login_user', user, pass: password})) as {token?: string};
	const accountid = '2026-0000001';
	const linked = await post(sandbox.url, {type: 'get_payment_link', token, accountid});
	const link_id = String(linked.link_id);
	expect(await ask('POST', '/payments', {link_id, amount: '12.50'})).toMatchObject({
		status: 200,
		body: {payment_id: expect.stringMatching(/^\d+$/), status: 'succeeded', amount: '12.50'},
	});
	expect(await post(sandbox.url, {type: 'get_payment_status', token, link_id})).toMatchObject({
		status: 'paid',
		amount: '12.50',
	});
	const again = await ask('POST', '/payments', {link_id, amount: 12.5});
	expect([again.status, again.body.response.error]).toEqual([400, 'Bad request: Link is paid']);
});

describe('what it refuses', () => {
	test.each<[string, string, unknown, number, RegExp]>([
		['PUT', '/faults', {nothing: 1}, 400, /there is no fault "nothing"; there is bad-json/],
		['PUT', '/faults', {slow: 2}, 400, /the rate of the fault slow must be a number from 0 to 1/],
		['PUT', '/faults', {slow: '1'}, 400, /the rate of the fault slow/],
		['PUT', '/faults', ['slow'], 400, /the body is not a JSON object/],
		['PUT', '/faults', undefined, 400, /the body is not JSON/],
		['PUT', '/speed', {}, 400, /speed must be a number from 0.01 to 100000/],
		['PUT', '/speed', {speed: 0}, 400, /speed must be a number/],
		['PUT', '/speed', {speed: '60'}, 400, /speed must be a number/],
		['PUT', '/speed', undefined, 400, /the body is not JSON/],
		['PUT', '/speed', {speed: 1, x: 'x'.repeat(70_000)}, 413, /too large/],
		['POST', '/faults', {slow: 1}, 405, /Use PUT, DELETE/],
		['POST', '/payments', {}, 400, /link_id must be the id of a link/],
		['POST', '/payments', {link_id: 'x', amount: '1.234'}, 400, /amount must be an amount such as 12.50/],
		['POST', '/payments', {link_id: 'x'}, 400, /Link not found/],
		['PUT', '/', {}, 405, /Use GET/],
		['GET', '/other', undefined, 404, /there is \/, \/faults, \/speed, \/payments/],
		['GET', '/api', undefined, 404, /Not found/],
	])('%s %s %j: %i', async (method, path, body, status, reason) => {
		const reply = await ask(method, path, body);
		expect([reply.status, reply.body.response.success]).toEqual([status, 0]);
		expect(reply.body.response.error).toMatch(reason);
		expect((await ask('GET', '/')).body).toMatchObject({speed: 1, faults: []});
	});

	test.each([{host: 'evil.example'}, {origin: 'http://127.0.0.1'}])('%j: 403', async headers => {
		const reply = await send(admin, {
			method: 'PUT',
			path: '/speed',
			headers: {...json, ...headers},
			body: '{"speed":9}',
		});
		expect(reply.status).toBe(403);
		expect((await ask('GET', '/')).body.speed).toBe(1);
	});
});

test('the service itself has none of it', async () => {
	expect((await send(sandbox.url, {method: 'GET', path: '/'})).status).toBe(404);
	expect((await send(sandbox.url, {method: 'PUT', path: '/faults', headers: json, body: '{}'})).status).toBe(404);
});

test('what was wrong is told to who asked, and the log has no words of theirs', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-admin-'));
	const log = join(folder, 'requests.jsonl');
	const {admin: other = '', close} = await startSandbox({adminPort: 0, campaigns: 1, agents: 1, leads: 10, log});
	const wrong = [
		['PUT', '/faults', {'a secret': 1}],
		['PUT', '/faults', {'hang:a secret': 1}],
		['PUT', '/faults', {slow: 'a secret'}],
		['POST', '/payments', {link_id: 'a secret'}],
	] as const;
	const told: string[] = [];
	for (const [method, path, body] of wrong) {
		told.push((await send(other, {method, path, headers: json, body: JSON.stringify(body)})).text);
	}
	await close();
	const lines = readFileSync(log, 'utf8');
	rmSync(folder, {recursive: true});
	expect(told[0]).toContain('there is no fault \\"a secret\\"');
	expect(lines.trimEnd().split('\n')).toHaveLength(wrong.length);
	expect(lines).toContain('Bad request: no such fault, or a wrong rate');
	expect(lines).not.toContain('a secret');
});
