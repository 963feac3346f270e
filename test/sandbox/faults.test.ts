/** Faults on demand: the effect, the rate and the operation of each. */
import {once} from 'node:events';
import {connect} from 'node:net';
import {afterEach, beforeAll, beforeEach, describe, expect, test, vi} from 'vitest';
import {
	checkRates,
	createFaults,
	FaultError,
	type FaultName,
	type FaultRates,
	faultTable,
	readRates,
} from '../../source/sandbox/faults/faults.ts';
import {closeServer, createServer, listen, type ServerOptions} from '../../source/sandbox/server/server.ts';
import {form, post, send} from './http.ts';
import {smallService} from './small-service.ts';

const running: Awaited<ReturnType<typeof createServer>>[] = [];

afterEach(async () => {
	await Promise.all(running.splice(0).map(closeServer));
});

const campaign_id = '1002';
let small: Awaited<ReturnType<typeof smallService>>;

beforeAll(async () => {
	small = await smallService();
});

/** The campaign that tests give commands to; each test begins with it dialing. */
beforeEach(async () => {
	await small.call('play_campaign', {campaign_id});
});

const serve = async (rates: FaultRates, options: ServerOptions = {}) => {
	const server = await createServer(small.service, {faults: createFaults(1, rates), ...options});
	running.push(server);
	const url = await listen(server, 0);
	const ask = async (type: string, params: Record<string, string> = {}) =>
		send(url, {headers: form, body: new URLSearchParams({type, token: small.token, ...params}).toString()});
	return {server, url, ask};
};

const stateOf = (): string | undefined => small.service.world.campaignById.get(campaign_id)?.state;

describe('what a fault makes of an answer', () => {
	const answerUnder = async (fault: FaultName, type = 'get_campaigns', params = {}) => {
		const {ask} = await serve({[fault]: 1});
		return ask(type, params);
	};

	test('expired-token: refused, and nothing is carried out', async () => {
		const {status, text} = await answerUnder('expired-token', 'pause_campaign', {campaign_id});
		expect([status, JSON.parse(text)]).toEqual([
			200,
			{response: {success: 0, error: 'Token expired', tech_msg: 'token-expired'}},
		]);
		expect(stateOf()).toBe('dialing');
	});

	test('http-500: nothing is carried out', async () => {
		const {status, text} = await answerUnder('http-500', 'pause_campaign', {campaign_id});
		expect([status, JSON.parse(text)]).toEqual([
			500,
			{response: {success: 0, error: 'Internal error', tech_msg: 'internal'}},
		]);
		expect(stateOf()).toBe('dialing');
	});

	test('success-string: both ways', async () => {
		const {ask} = await serve({'success-string': 1});
		expect(JSON.parse((await ask('pause_campaign', {campaign_id})).text).response.success).toBe('1');
		expect(JSON.parse((await ask('pause_campaign', {campaign_id})).text).response.success).toBe('0');
	});

	test('missing-arrays', async () => {
		const {text} = await answerUnder('missing-arrays', 'get_dashboard_stats', {campaign_id});
		expect(JSON.parse(text)).toEqual({response: {success: 1, error: ''}});
	});

	test('hostile-text: names and texts, and nothing else', async () => {
		const {url, ask} = await serve({});
		const plain = JSON.parse((await ask('get_campaigns')).text).response.campaigns;
		const {ask: askHostile} = await serve({'hostile-text': 1});
		const {text} = await askHostile('get_campaigns');
		const hostile = JSON.parse(text).response.campaigns;
		expect(hostile).toEqual(plain.map((campaign: object) => ({...campaign, campaign_name: expect.any(String)})));
		for (const [index, {campaign_name}] of hostile.entries()) {
			expect(campaign_name).not.toBe(plain[index].campaign_name);
		}
		// The same from poll to poll.
		expect((await askHostile('get_campaigns')).text).toBe(text);
		expect(await post(url, {type: 'get_campaigns', token: small.token})).toMatchObject({success: 1});
	});

	test('hostile-text drives, hides, reorders and overflows', async () => {
		const {ask} = await serve({'hostile-text': 1});
		const {response} = JSON.parse((await ask('search_lead', {days: '1'})).text);
		const names = response.all_log_search.map(({full_name}: {full_name: string}) => full_name).join('');
		for (const sign of ['\u001b[2J', '\u202e', '\u0301\u0301', '\r\n', 'huge huge']) {
			expect(names).toContain(sign);
		}
	});

	test.each<[FaultName, RegExp, RegExp]>([
		['html', /^text\/html/, /^<!doctype html>.*Maintenance/],
		['bad-json', /^application\/json/, /^\{"response";\{"success":1.*\}\}$/],
		['truncated', /^application\/json/, /^\{"response":\{"success":1[^}]*$/],
	])('%s: carried out all the same', async (fault, contentType, text) => {
		const reply = await answerUnder(fault, 'pause_campaign', {campaign_id});
		expect(reply.status).toBe(200);
		expect(reply.headers['content-type']).toMatch(contentType);
		expect(reply.text).toMatch(text);
		expect(() => JSON.parse(reply.text)).toThrow();
		expect(stateOf()).toBe('paused');
	});

	test('slow: carried out at once, answered later', async () => {
		const {ask} = await serve({slow: 1}, {slowness: 300});
		let isAnswered = false;
		const asked = ask('pause_campaign', {campaign_id}).finally(() => {
			isAnswered = true;
		});
		await vi.waitFor(() => expect(stateOf()).toBe('paused'));
		expect(isAnswered).toBe(false);
		expect(JSON.parse((await asked).text).response.success).toBe(1);
	});

	test('reset: carried out, and no byte of an answer', async () => {
		const {ask} = await serve({reset: 1});
		await expect(ask('pause_campaign', {campaign_id})).rejects.toThrow('ECONNRESET');
		expect(stateOf()).toBe('paused');
	});

	test('hang: carried out, and never answered; the end does not wait for it', async () => {
		const {server, ask} = await serve({hang: 1});
		const asked = ask('pause_campaign', {campaign_id}).then(
			() => 'answered',
			() => 'dropped',
		);
		await vi.waitFor(() => expect(stateOf()).toBe('paused'));
		const begun = performance.now();
		await closeServer(server);
		expect(performance.now() - begun).toBeLessThan(4500);
		expect(await asked).toBe('dropped');
	});
});

test('hang: not even noise behind the request is answered', async () => {
	const {url} = await serve({hang: 1});
	const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
	const answered = vi.fn();
	socket.on('data', answered);
	const body = new URLSearchParams({type: 'pause_campaign', token: small.token, campaign_id}).toString();
	socket.write(
		`POST /api/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${form['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
	);
	await vi.waitFor(() => expect(stateOf()).toBe('paused'));
	socket.write('nonsense\r\n\r\n');
	await once(socket, 'close');
	expect(answered).not.toHaveBeenCalled();
});

describe('whom a fault strikes', () => {
	test('signing in is spared where it is not named', async () => {
		const signIn = {type: 'login_user', user: 'ops', pass: 'correct horse'};
		const {url} = await serve(Object.fromEntries(Object.keys(faultTable).map(name => [name, 1])));
		expect(await post(url, signIn)).toMatchObject({success: 1});
		const {url: other} = await serve({'success-string:login_user': 1});
		expect(await post(other, signIn)).toMatchObject({success: '1'});
	});

	test('one operation alone', async () => {
		const {ask} = await serve({'html:get_lists': 1});
		expect((await ask('get_lists')).text).toMatch(/^<!doctype/);
		expect(JSON.parse((await ask('get_campaigns')).text).response.success).toBe(1);
	});

	test('what never became a request is answered as ever', async () => {
		const {url} = await serve({html: 1});
		expect((await send(url, {method: 'GET'})).status).toBe(405);
	});
});

describe('how often', () => {
	const pattern = (seed: number, rates: FaultRates): string => {
		const faults = createFaults(seed, rates);
		return Array.from({length: 1000}, () => (faults.draw('get_lists').has('slow') ? 'x' : '.')).join('');
	};
	const share = (text: string): number => text.split('x').length - 1;

	test.each([0, 0.1, 0.5, 1])('a share of %f', rate => {
		expect(Math.abs(share(pattern(1, {slow: rate})) - 1000 * rate)).toBeLessThan(rate % 1 === 0 ? 1 : 50);
	});

	test('the same seed strikes the same requests, whatever else is on', () => {
		const one = pattern(1, {slow: 0.3});
		expect(pattern(1, {slow: 0.3, hang: 0.3, 'html:get_list': 0.5})).toBe(one);
		expect(pattern(2, {slow: 0.3})).not.toBe(one);
	});

	test('it counts what it might have struck and what it has', () => {
		const faults = createFaults(1, {slow: 1, 'hang:get_lists': 0});
		faults.draw('get_lists');
		faults.draw('get_campaigns');
		faults.draw('login_user');
		const slow = {fault: 'slow', rate: 1, requests: 2, struck: 2};
		expect(faults.list()).toEqual([slow, {fault: 'hang:get_lists', rate: 0, requests: 1, struck: 0}]);
		faults.set({slow: 0, html: 1});
		expect(faults.list()).toEqual([
			{...slow, rate: 0},
			{fault: 'html', rate: 1, requests: 0, struck: 0},
		]);
		expect([...faults.draw(undefined)]).toEqual(['html']);
	});
});

test.each<[string[], FaultRates]>([
	[[], {}],
	[['slow'], {slow: 1}],
	[['slow=0.2', 'hang:pause_campaign'], {slow: 0.2, 'hang:pause_campaign': 1}],
	[['slow=0.2', 'slow=0.3'], {slow: 0.3}],
])('%j reads as %j', (texts, rates) => {
	expect(readRates(texts)).toEqual(rates);
});

test.each([
	'slow=0x1',
	'slow=1e-1',
	'slow=.5',
	'',
	'=1',
	'slow=',
	'slow=-0.1',
	'slow=1.1',
	'slow=NaN',
	'slow=1=1',
	'slow:',
	'slow:x',
	'slow:get_lists:x',
	'__proto__',
	'toString',
])('%j is no fault', text => {
	expect(() => readRates([text])).toThrow(FaultError);
});

test.each([{slow: '1'}, {slow: null}, {nothing: 1}, JSON.parse('{"__proto__": 1}'), ['slow']])(
	'%j are no rates',
	rates => {
		expect(() => checkRates(rates)).toThrow(FaultError);
	},
);
