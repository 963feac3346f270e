/** The guard: foreign hosts, slow requests, and bytes that are not HTTP. */
import {once} from 'node:events';
import {connect} from 'node:net';
import {promisify} from 'node:util';
import fc from 'fast-check';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {type Answer, DiskError} from '../../source/sandbox/engine/service.ts';
import {openLog} from '../../source/sandbox/server/log.ts';
import {closeServer, createServer, listen, type ServerOptions} from '../../source/sandbox/server/server.ts';
import {form, json, multipart, send} from './http.ts';

type Handle = (fields: Record<string, unknown>) => Promise<Answer>;

const fine: Answer = {response: {success: 1, error: ''}};
const running: Awaited<ReturnType<typeof createServer>>[] = [];

afterEach(async () => {
	await Promise.all(running.splice(0).map(closeServer));
});

const serve = async (handle: Handle = async () => fine, options: ServerOptions = {}) => {
	const server = await createServer({handle}, options);
	running.push(server);
	const url = await listen(server, 0);
	return {server, url, port: Number(new URL(url).port)};
};

/** Sends bytes and collects what comes back until the other side closes. */
const talk = async (port: number, bytes: string | Uint8Array, end = false): Promise<string> => {
	const socket = connect(port, '127.0.0.1');
	socket.on('error', () => undefined);
	const chunks: Buffer[] = [];
	socket.on('data', chunk => chunks.push(chunk));
	if (end) {
		socket.end(bytes);
	} else {
		socket.write(bytes);
	}
	await once(socket, 'close');
	return Buffer.concat(chunks).toString('latin1');
};

const bodyOf = (reply: string): unknown => JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4));

const quick = {headers: 100, request: 200, check: 20};
const start = `POST /api/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${form['content-type']}\r\n`;
const head = `${start}Content-Length: 100\r\n`;

describe('a body that is too large', () => {
	const size = 8_000_000;
	const counted = `${start}Content-Length: ${size}\r\n\r\n`;
	const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n`;

	test.each([
		['with a Content-Length', counted, ''],
		['in chunks', chunked, '\r\n0\r\n\r\n'],
	])('one %s is taken to its end, so that its answer reaches a client that reads later', async (_, begin, end) => {
		const {port, url} = await serve();
		const socket = connect(port, '127.0.0.1');
		await new Promise<void>((resolve, reject) => {
			socket.on('error', reject);
			socket.write(`${begin}${'x'.repeat(size)}${end}`, error => (error ? reject(error) : resolve()));
		});
		const [reply] = (await once(socket, 'data')) as [Buffer];
		socket.destroy();
		expect(reply.toString()).toMatch(/^HTTP\/1\.1 200 /);
		expect(bodyOf(reply.toString())).toEqual({
			response: {success: 0, error: 'The body is too large', tech_msg: 'too-large'},
		});
		expect((await send(url, {headers: form, body: 'type=x'})).status).toBe(200);
	});

	test('is answered at once, and its connection ended if the rest does not come', async () => {
		const {port} = await serve(undefined, {timeouts: quick});
		expect(await talk(port, `${counted}type=`)).toMatch(/^HTTP\/1\.1 200 .*The body is too large/s);
	});
});

describe('what is too slow is ended, with the envelope', () => {
	test.each([
		['a connection that says nothing', ''],
		['a head that does not end', head],
		['a body that does not end', `${head}\r\ntype=`],
	])('%s: 408', async (_, bytes) => {
		const {port, url} = await serve(undefined, {timeouts: quick});
		const reply = await talk(port, bytes);
		expect(reply).toMatch(/^HTTP\/1\.1 408 /);
		expect(bodyOf(reply)).toEqual({
			response: {success: 0, error: 'The request took too long', tech_msg: 'timeout'},
		});
		expect((await send(url, {headers: form, body: 'type=x'})).status).toBe(200);
	});

	test('one byte after another does not help', async () => {
		const {port} = await serve(undefined, {timeouts: quick});
		const socket = connect(port, '127.0.0.1');
		socket.write(`${head}\r\n`);
		const drip = setInterval(() => socket.write('x'), 20);
		const [reply] = await once(socket, 'data');
		expect(String(reply)).toContain(' 408 ');
		clearInterval(drip);
		socket.destroy();
	});

	test('the usual limits are 10 s for the head and 30 s for all of it', async () => {
		const {server} = await serve();
		expect(server.server).toMatchObject({headersTimeout: 10_000, requestTimeout: 30_000});
	});
});

describe('bytes that are no request', () => {
	test.each([
		['nonsense', 'nonsense\r\n\r\n', 400],
		['a TLS hello', Buffer.from('16030100a5010000a10303', 'hex'), 400],
		['a head of 100 kB', `POST /api/ HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
		[
			'a chunk of no length',
			`${head.replace(/Content-Length.*\r\n/, '')}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
			400,
		],
		['two lengths', `${head}Content-Length: 5\r\n\r\ntype=`, 400],
	])('%s: answered with the envelope', async (_, bytes, status) => {
		const {port, url} = await serve();
		const reply = await talk(port, bytes);
		expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		expect(bodyOf(reply)).toMatchObject({response: {success: 0, error: expect.any(String)}});
		expect((await send(url, {headers: form, body: 'type=x'})).status).toBe(200);
	});

	test('no Host: like a foreign one', async () => {
		const {port} = await serve();
		const reply = await talk(port, 'POST /api/ HTTP/1.0\r\n\r\n', true);
		expect(reply).toMatch(/^HTTP\/1\.1 403 /);
	});

	test('right behind a request: refused, and nothing is carried out', async () => {
		const handle = vi.fn<Handle>(async () => fine);
		const {port} = await serve(handle);
		expect(await talk(port, `${head.replace('100', '6')}\r\ntype=xnonsense\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
		expect(handle).not.toHaveBeenCalled();
	});

	test('while a request is carried out: no word comes in the place of its answer', async () => {
		const {promise, resolve} = Promise.withResolvers<Answer>();
		const handle = vi.fn<Handle>(async () => promise);
		const {port} = await serve(handle);
		const socket = connect(port, '127.0.0.1');
		const chunks: string[] = [];
		socket.on('data', chunk => chunks.push(String(chunk)));
		socket.on('error', () => undefined);
		socket.write(`${head.replace('100', '6')}\r\ntype=x`);
		await vi.waitFor(() => expect(handle).toHaveBeenCalledOnce());
		socket.write('nonsense\r\n\r\n');
		await once(socket, 'close');
		resolve(fine);
		expect(chunks).toEqual([]);
	});

	test('no bytes at all end the service', async () => {
		const handle = vi.fn<Handle>(async () => fine);
		const {port, url} = await serve(handle, {timeouts: quick});
		const pieces = [
			head,
			'\r\n',
			'POST /api/ HTTP/1.1\r\n',
			'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
			'Transfer-Encoding: chunked\r\n',
			'Content-Type: multipart/form-data; boundary=XX\r\n',
			'Content-Type: application/json\r\n',
			'Content-Encoding: gzip\r\n',
			'Expect: 100-continue\r\n',
			'Upgrade: websocket\r\nConnection: upgrade\r\n',
			'ffffffff\r\n',
			'--XX\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n',
			'{"type":[[[[[[',
			'type=a&account[__proto__][x]=1',
			'%00%ff%',
		].map(text => Buffer.from(text));
		const bytes = fc
			.array(fc.oneof(fc.constantFrom(...pieces), fc.uint8Array({maxLength: 200})), {minLength: 1, maxLength: 8})
			.map(parts => Buffer.concat(parts));
		await fc.assert(
			fc.asyncProperty(fc.array(bytes, {minLength: 20, maxLength: 20}), async talks => {
				const replies = await Promise.all(talks.map(async one => talk(port, one, true)));
				for (const reply of replies) {
					expect(reply).toMatch(/^(?:$|HTTP\/1\.1 (?:100|200|400|403|404|405|408|413|415|417|431) )/);
				}
			}),
			{numRuns: 10, seed: 4, endOnFailure: true},
		);
		expect((await send(url, {headers: form, body: 'type=x'})).text).toBe(JSON.stringify(fine));
	});
});

describe('a handler that fails', () => {
	test('answers 500 and no more; the service goes on', async () => {
		const handle = vi
			.fn<Handle>()
			.mockRejectedValueOnce(new TypeError('the password is sesame'))
			.mockResolvedValue(fine);
		const {url} = await serve(handle);
		const reply = await send(url, {headers: form, body: 'type=x&pass=sesame'});
		expect(reply.status).toBe(500);
		expect(JSON.parse(reply.text)).toEqual({
			response: {success: 0, error: 'Internal error', tech_msg: 'internal'},
		});
		expect((await send(url, {headers: form, body: 'type=x'})).status).toBe(200);
	});
});

describe('a disk that takes nothing more', () => {
	const fullDisk = () => new DiskError('disk-full', '/data/x.db', new Error('database or disk is full'));

	test('is told in plain words, as a refusal: nothing was changed', async () => {
		const said: string[] = [];
		const log = await openLog(undefined, line => said.push(line));
		const {url} = await serve(vi.fn<Handle>().mockRejectedValueOnce(fullDisk()).mockResolvedValue(fine), {log});
		const reply = await send(url, {headers: form, body: 'type=x'});
		expect(reply.status).toBe(200);
		expect(JSON.parse(reply.text)).toEqual({
			response: {
				success: 0,
				error: 'The disk is full',
				tech_msg: 'disk-full',
				detail: 'what was acknowledged is stored, and nothing was changed',
			},
		});
		expect(said).toEqual(['disk error: the disk is full (/data/x.db: database or disk is full)']);
		expect((await send(url, {headers: form, body: 'type=x'})).status).toBe(200);
	});

	test('in the middle of an operation leaves its outcome open: 500', async () => {
		const {url} = await serve(async () => {
			throw Object.assign(fullDisk(), {isPartial: true});
		});
		const reply = await send(url, {headers: form, body: 'type=x'});
		expect(reply.status).toBe(500);
		expect(JSON.parse(reply.text)).toMatchObject({
			response: {
				success: 0,
				error: 'The disk is full',
				detail: 'what was acknowledged is stored, and a part of this was done',
			},
		});
	});
});

describe('the end', () => {
	test('a request under way is answered; nobody new is let in', async () => {
		const {promise, resolve} = Promise.withResolvers<Answer>();
		const handle = vi.fn<Handle>(async () => promise);
		const {server, url} = await serve(handle);
		const asked = send(url, {headers: {...form, connection: 'keep-alive'}, body: 'type=x'});
		await vi.waitFor(() => expect(handle).toHaveBeenCalledOnce());
		const closed = closeServer(server);
		await vi.waitFor(async () => expect(send(url)).rejects.toThrow('ECONNREFUSED'));
		resolve(fine);
		expect((await asked).text).toBe(JSON.stringify(fine));
		await closed;
	});

	test('a request that never ends does not keep it', async () => {
		vi.useFakeTimers({toFake: ['setTimeout']});
		const handle = vi.fn<Handle>(async () => new Promise(() => undefined));
		const {server, url} = await serve(handle);
		const asked = send(url, {headers: form, body: 'type=x'});
		await vi.waitFor(() => expect(handle).toHaveBeenCalledOnce());
		const closed = closeServer(server);
		vi.advanceTimersByTime(5000);
		vi.useRealTimers();
		await expect(asked).rejects.toThrow();
		await closed;
	});
});

test('uploads that are given up, read or waiting, leave room for others', async () => {
	const {server, url, port} = await serve();
	const requests = vi.fn();
	server.server.on('request', requests);
	const connections = async (): Promise<number> => promisify(server.server.getConnections.bind(server.server))();
	const type = 'multipart/form-data; boundary=XX';
	const part = '--XX\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nabc';
	const sockets = Array.from({length: 12}, () => connect(port, '127.0.0.1').on('error', () => undefined));
	for (const socket of sockets) {
		socket.write(`${head.replace(form['content-type'], type).replace('100', '1000')}\r\n${part}`);
	}
	await vi.waitFor(() => expect(requests).toHaveBeenCalledTimes(12));
	// Those that wait are ended first, then those being read.
	for (const [from, left] of [
		[4, 4],
		[0, 0],
	] as const) {
		for (const socket of sockets.slice(from)) {
			socket.destroy();
		}
		await vi.waitFor(async () => expect(await connections()).toBe(left));
	}
	expect((await send(url, multipart([['file', 'a', 'x.csv']]))).status).toBe(200);
});

test('the same guard stands before every kind of body', async () => {
	const {url} = await serve();
	const bodies = [{headers: form, body: 'type=x'}, {headers: json, body: '{"type":"x"}'}, multipart([['type', 'x']])];
	for (const {headers, body} of bodies) {
		for (const strange of [{host: 'evil.example'}, {origin: 'null'}]) {
			expect((await send(url, {body, headers: {...headers, ...strange}})).status).toBe(403);
		}
		expect((await send(url, {body, headers, path: '/api'})).status).toBe(200);
		expect((await send(url, {body, headers, path: '/api/?type=y'})).status).toBe(200);
		expect((await send(url, {body, headers, path: '/api/other'})).status).toBe(404);
		expect((await send(url, {body, headers, path: '//api/'})).status).toBe(404);
	}
});
