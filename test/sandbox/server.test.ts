import {once} from 'node:events';
import {connect} from 'node:net';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createServer, listen} from '../../source/sandbox/server/server.ts';
import {form, json, multipart as multipartBody, send as sendTo} from './http.ts';
import {smallService, testPassword} from './small-service.ts';

const service = await smallService();
const seen: Record<string, unknown>[] = [];
let url = '';
let server: Awaited<ReturnType<typeof createServer>>;

beforeAll(async () => {
	server = await createServer({
		handle(fields) {
			seen.push(fields);
			return service.handle(fields);
		},
	});
	url = await listen(server, 0);
});

afterAll(async () => {
	await server.close();
});

type Reply = {status: number; allow: unknown; body: {response: Record<string, unknown>}};

/** Sends a body unchanged to the server of this file. */
const send = async (
	body: string | Buffer,
	headers: Record<string, string> = {},
	options: {path?: string; method?: string} = {},
): Promise<Reply> => {
	const reply = await sendTo(url, {body, headers, ...options});
	return {
		status: reply.status,
		allow: reply.headers.allow,
		body: reply.text === '' ? {response: {}} : JSON.parse(reply.text),
	};
};

const multipart = (...given: Parameters<typeof multipartBody>): [Buffer | string, Record<string, string>] => {
	const {body, headers} = multipartBody(...given);
	return [body, {...headers}];
};

const account = {company_id: '1', first_name: 'Ann', last_name: 'O & Co'};

describe('the three content types carry the same fields', () => {
	const expected = {
		type: 'add_account',
		token: service.token,
		account,
		phones: [{phone_number: '2125550111'}, {phone_number: '2125550112'}],
	};
	const pairs: [string, string][] = [
		['type', 'add_account'],
		['token', service.token],
		['account[company_id]', '1'],
		['account[first_name]', 'Ann'],
		['account[last_name]', 'O & Co'],
		['phones[0][phone_number]', '2125550111'],
		['phones[1][phone_number]', '2125550112'],
	];

	test.each([
		['form', () => send(new URLSearchParams(pairs).toString(), form)],
		[
			'form with plain brackets',
			() => send(pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'), form),
		],
		[
			'form with a charset',
			() => send(new URLSearchParams(pairs).toString(), {'content-type': `${form['content-type']}; charset=utf-8`}),
		],
		['multipart', () => send(...multipart(pairs))],
		['JSON', () => send(JSON.stringify(expected), json)],
	])('%s', async (_, sendIt) => {
		const {status, body} = await sendIt();
		expect(status).toBe(200);
		expect(body.response).toMatchObject({success: 1, error: ''});
		expect(seen.at(-1)).toEqual(expected);
		expect(Object.getPrototypeOf(seen.at(-1))).toBe(null);
		expect(Object.getPrototypeOf((seen.at(-1) as {account: object}).account)).toBe(null);
	});
});

test('signs in, reads and controls over HTTP', async () => {
	const call = async (fields: Record<string, string>) =>
		(await send(new URLSearchParams(fields).toString(), form)).body.response;
	const {token} = await call({type: 'login_user', user: service.user, pass: testPassword});
	const {campaigns} = await call({type: 'get_campaigns', token: String(token)});
	expect(campaigns).toHaveLength(6);
	expect(await call({type: 'pause_campaign', token: String(token), campaign_id: '1003'})).toMatchObject({success: 1});
	expect(await call({type: 'pause_campaign', token: String(token), campaign_id: '1003'})).toMatchObject({success: 0});
});

test('a refusal is HTTP 200 with the envelope', async () => {
	expect(await send('type=get_campaigns&token=x', form)).toMatchObject({
		status: 200,
		body: {response: {success: 0, error: 'Invalid token', tech_msg: 'invalid-token'}},
	});
	expect((await send('', form)).body.response.error).toBe('Missing parameter: type');
});

const many = (count: number): string => Array.from({length: count}, (_, index) => `f${index}=1`).join('&');

describe('what never reaches an operation', () => {
	test.each<[string, number | string, () => Promise<Reply>]>([
		['a foreign Host', 403, () => send('type=x', {...form, host: 'evil.example'})],
		['a foreign Host that begins like ours', 403, () => send('type=x', {...form, host: '127.0.0.1.evil.example'})],
		['any Origin', 403, () => send('type=x', {...form, origin: 'http://127.0.0.1'})],
		['an Origin of null', 403, () => send('type=x', {...form, origin: 'null'})],
		['a preflight', 403, () => send('', {origin: 'http://a.example'}, {method: 'OPTIONS'})],
		['another path', 404, () => send('type=x', form, {path: '/other'})],
		['GET', 405, () => send('', {}, {method: 'GET'})],
		['PUT', 405, () => send('type=x', form, {method: 'PUT'})],
		['DELETE', 405, () => send('', {}, {method: 'DELETE'})],
		['plain text', 'unsupported-type', () => send('type=x', {'content-type': 'text/plain'})],
		['XML', 'unsupported-type', () => send('<x/>', {'content-type': 'application/xml'})],
		['no content type', 'unsupported-type', () => send('type=x')],
		['broken JSON', 'bad-request', () => send('{"type":', json)],
		['JSON that is an array', 'bad-request', () => send('[]', json)],
		['JSON that is null', 'bad-request', () => send('null', json)],
		['__proto__ in a form', 'bad-request', () => send('account[__proto__][x]=1', form)],
		['__proto__ escaped', 'bad-request', () => send('account%5B__proto__%5D%5Bx%5D=1', form)],
		['__proto__ at the top', 'bad-request', () => send('__proto__=1', form)],
		['constructor in a form', 'bad-request', () => send('a[constructor][prototype]=1', form)],
		['__proto__ in JSON', 'bad-request', () => send('{"a":{"__proto__":{"x":1}}}', json)],
		['__proto__ in multipart', 'bad-request', () => send(...multipart([['account[__proto__][x]', '1']]))],
		['an index above 1,000', 'bad-request', () => send('a[1001]=1', form)],
		['an array above 1,000 in JSON', 'bad-request', () => send(JSON.stringify({a: Array(1002).fill(1)}), json)],
		['nesting above 5', 'bad-request', () => send('a[b][c][d][e][f][g]=1', form)],
		['nesting above 5 in JSON', 'bad-request', () => send('{"a":{"b":{"c":{"d":{"e":{"f":{"g":1}}}}}}}', json)],
		['more than 1,000 fields', 'bad-request', () => send(many(1001), form)],
		[
			'more than 1,000 fields in JSON',
			'bad-request',
			() =>
				send(
					JSON.stringify(
						Object.fromEntries(
							many(1001)
								.split('&')
								.map(pair => pair.split('=')),
						),
					),
					json,
				),
		],
		['more than 1 MB', 'too-large', () => send(`a=${'x'.repeat(1024 * 1024)}`, form)],
		['2 MB of JSON', 'too-large', () => send(`{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`, json)],
		['2 MB in a multipart field', 'too-large', () => send(...multipart([['a', 'x'.repeat(2 * 1024 * 1024)]]))],
		[
			'2 MB in many multipart fields',
			'too-large',
			() => send(...multipart(Array.from({length: 20}, (_, index) => [`a${index}`, 'x'.repeat(100_000)]))),
		],
		[
			'two files',
			'too-large',
			() =>
				send(
					...multipart([
						['a', 'x', 'a.csv'],
						['b', 'x', 'b.csv'],
					]),
				),
		],
	])('%s: %s', async (_, how, sendIt) => {
		const count = seen.length;
		const reply = await sendIt();
		// Of the endpoint every response is 200 (section 7.1); other statuses are of what is not the endpoint.
		expect(reply.status).toBe(typeof how === 'number' ? how : 200);
		expect(reply.body.response).toMatchObject({
			success: 0,
			error: expect.stringMatching(/./),
			tech_msg: typeof how === 'number' ? expect.any(String) : how,
		});
		expect(reply.allow).toBe(how === 405 ? 'POST' : undefined);
		expect(seen.length).toBe(count);
	});

	test.each<[string, () => Promise<Reply>]>([
		['the last index', () => send('a[1000]=1', form)],
		['the deepest nesting', () => send('a[b][c][d][e][f]=1', form)],
		['1,000 fields', () => send(many(1000), form)],
		['nearly 1 MB', () => send(`a=${'x'.repeat(1024 * 1024 - 10)}`, form)],
		['localhost', () => send('type=x', {...form, host: 'localhost:1234'})],
		['no last slash', () => send('type=x', form, {path: '/api'})],
		[
			'a file',
			() =>
				send(
					...multipart([
						['type', 'upload_file'],
						['file', 'a,b\n', '../../x.csv'],
					]),
				),
		],
	])('%s still reaches one', async (_, sendIt) => {
		const count = seen.length;
		expect((await sendIt()).status).toBe(200);
		expect(seen.length).toBe(count + 1);
	});
});

test.each([
	['../../x.csv', 'x.csv'],
	['/etc/passwd', 'passwd'],
	['C:\\\\folder\\\\leads.csv', 'leads.csv'],
	['a\u001b[2Jb\u0085.csv', 'a[2Jb.csv'],
	['..', 'upload'],
	['x/', 'upload'],
	[`${'x'.repeat(300)}.csv`, 'x'.repeat(255)],
])('an upload called %j is called %j', async (name, expected) => {
	expect((await send(...multipart([['file', 'a,b\n', name]]))).status).toBe(200);
	expect(seen.at(-1)).toEqual({file: {name: expected, bytes: Buffer.from('a,b\n')}});
});

describe('uploads', () => {
	const limit = 20 * 1024 * 1024;

	test('20 MB are taken', async () => {
		expect((await send(...multipart([['file', Buffer.alloc(limit), 'x.csv']]))).status).toBe(200);
		expect(seen.at(-1)).toHaveProperty('file.bytes.length', limit);
	});

	test('a byte more is not', async () => {
		const {status, body} = await send(...multipart([['file', Buffer.alloc(limit + 1), 'x.csv']]));
		expect([status, body.response.error]).toEqual([200, 'The body is too large']);
	});

	test('many at once are all taken, a few at a time', async () => {
		const count = seen.length;
		const replies = await Promise.all(
			Array.from({length: 12}, async (_, place) =>
				send(...multipart([['file', Buffer.alloc(place * 100_000), 'x.csv']])),
			),
		);
		expect(replies.map(({status}) => status)).toEqual(Array(12).fill(200));
		expect(seen.length).toBe(count + 12);
	});

	test.each([
		['a file called __proto__', '__proto__'],
		['a file that reaches into a prototype', 'a[constructor][x]'],
	])('%s: a bad request', async (_, field) => {
		expect((await send(...multipart([[field, 'x', 'x.csv']]))).body.response.tech_msg).toBe('bad-request');
	});

	test.each([
		['no boundary', {'content-type': 'multipart/form-data'}, 'x'],
		['an end that does not come', {'content-type': 'multipart/form-data; boundary=XX'}, '--XX\r\nContent-Disp'],
		[
			'a file that is cut off',
			{'content-type': 'multipart/form-data; boundary=XX'},
			'--XX\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nabc',
		],
		['another boundary', {'content-type': 'multipart/form-data; boundary=XX'}, '--YY\r\n\r\nx\r\n--YY--\r\n'],
	])('%s: a bad request, or one without fields', async (_, headers, body) => {
		const reply = await send(body, headers);
		expect(reply.body.response).toMatchObject({
			success: 0,
			error: expect.stringMatching(/^Bad request|^Missing parameter: type$/),
		});
	});
});

test('a repeated field counts once, as its last value', async () => {
	await send('type=a&type=get_campaigns', form);
	expect(seen.at(-1)).toEqual({type: 'get_campaigns'});
});

test('bytes that are no HTTP end the connection and nothing else', async () => {
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	socket.end('nonsense\r\n\r\n');
	const [reply] = await once(socket, 'data');
	expect(String(reply)).toContain('400');
	expect((await send('type=x', form)).status).toBe(200);
});
