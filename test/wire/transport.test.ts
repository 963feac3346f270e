/** The transport against real sockets: one deadline, one connection a command, nothing followed, nothing repeated. */
import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {createSecureServer} from 'node:http2';
import {type AddressInfo, createServer, type Server, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {getCACertificates, setDefaultCACertificates} from 'node:tls';
import {promisify} from 'node:util';
import {Worker} from 'node:worker_threads';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {endpoint} from '../../source/wire/address.ts';
import {createDialer, type Dialer} from '../../source/wire/client/dialer.ts';
import {tlsProblem} from '../../source/wire/client/explain.ts';
import {createHttpTransport, type HttpTransportOptions} from '../../source/wire/client/transport.ts';
import {collectGarbage} from '../helpers/garbage.ts';
import {type CertificateOptions, selfSigned} from '../helpers/other-service/certificate.ts';
import {startHarness, until} from './harness.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
	for (const close of closers.splice(0).reverse()) {
		await close();
	}
	vi.unstubAllEnvs();
});

const dialerTo = (url: string, http?: HttpTransportOptions): Dialer => {
	const transport = createHttpTransport(url, http);
	closers.push(transport.close);
	return createDialer({transport: transport.send, token: () => 'T', random: () => 0, pause: async () => undefined});
};

const listening = async (server: Server): Promise<number> => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	closers.push(() => server.close());
	return (server.address() as AddressInfo).port;
};

const campaign = {campaign_id: '1001'};

/** Lets the pool see that a connection is free again. */
const turns = async (): Promise<void> => {
	for (let turn = 0; turn < 10; turn++) {
		await new Promise(resolve => setImmediate(resolve));
	}
};

describe('the address', () => {
	test.each([
		['http://h', 'http://h/api/'],
		['http://h/', 'http://h/api/'],
		['https://h:8443/v', 'https://h:8443/v/api/'],
		['https://h/v/', 'https://h/v/api/'],
		['https://h/api', 'https://h/api/'],
		['https://h/api/', 'https://h/api/'],
		['https://h/rapid', 'https://h/rapid/api/'],
		['https://h/?a=b#c', 'https://h/api/'],
	])('%s becomes %s', (url, whole) => {
		expect(endpoint(url).href).toBe(whole);
	});

	test('is where the request goes, as a POST that asks for nothing compressed', async () => {
		const {service, dialer} = await startHarness();
		await dialer.call('get_campaigns', {});
		const [request] = service.requests;
		expect(request?.path).toBe('/api/');
		expect(request?.headers).toMatchObject({
			'content-type': 'application/x-www-form-urlencoded',
			accept: 'application/json',
			'user-agent': 'dialtop',
		});
		expect(request?.headers).not.toHaveProperty('accept-encoding');
		expect(request?.fields).toEqual({type: 'get_campaigns', token: 'T'});
	});
});

describe('connections', () => {
	test('are kept for reads, and a command never shares one', async () => {
		const {service, dialer} = await startHarness();
		await dialer.call('get_campaigns', {});
		await dialer.call('pause_campaign', campaign);
		await dialer.call('get_campaigns', {});
		await dialer.call('play_campaign', campaign);
		await dialer.call('get_campaigns', {});
		expect(service.requests.map(({type, connection}) => [type, connection])).toEqual([
			['get_campaigns', 1],
			['pause_campaign', 2],
			['get_campaigns', 1],
			['play_campaign', 3],
			['get_campaigns', 1],
		]);
	});

	test('that went stale are no failure for a read, which is sent again', async () => {
		const {service, dialer} = await startHarness();
		await dialer.call('get_campaigns', {});
		await turns();
		await service.setFault('reset-before', {times: 1});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
		expect(service.requests.map(({connection}) => connection)).toEqual([1, 1, 2]);
	});

	test('are at most four at a time for reads', async () => {
		const {service, dialer} = await startHarness();
		await service.setFault('hang');
		const calls = Array.from({length: 12}, () => dialer.call('get_campaigns', {}));
		await until(() => service.requests.length === 4);
		expect(service.open()).toBe(4);
		await service.setFault();
		service.release('reversed');
		expect((await Promise.all(calls)).map(({kind}) => kind)).toEqual(Array.from({length: 12}, () => 'done'));
		expect(service.connections()).toBe(4);
	});

	test('that are free too late for a read do not send it: nobody waits for its answer any more', async () => {
		const {service, dialer} = await startHarness();
		await service.setFault('hang');
		const calls = Array.from({length: 4}, () => dialer.call('get_campaigns', {}));
		await until(() => service.requests.length === 4);
		const late = dialer.call('get_dashboard_stats', campaign, {deadline: 50, retries: 0});
		expect(await late).toMatchObject({cause: {code: 'deadline'}});
		await service.setFault();
		service.release();
		await Promise.all(calls);
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
		expect(service.requests.map(({type}) => type)).toEqual(Array.from({length: 5}, () => 'get_campaigns'));
	});

	test('are let go on close: what is under way ends, and no more is sent', async () => {
		const {service, dialer, transport} = await startHarness();
		await dialer.call('get_campaigns', {});
		await service.setFault('hang');
		const read = dialer.call('get_campaigns', {});
		const command = dialer.call('pause_campaign', campaign);
		await until(() => service.requests.length === 3);
		await transport.close();
		const aborted = {kind: 'unknown', cause: {code: 'aborted', message: 'the connections were closed'}};
		expect(await read).toMatchObject(aborted);
		expect(await command).toMatchObject(aborted);
		await until(() => service.open() === 0);
		const closed = {kind: 'not-sent', cause: {code: 'aborted', message: 'the connections are closed'}};
		expect(await dialer.call('play_campaign', campaign)).toMatchObject(closed);
		expect(await dialer.call('get_campaigns', {})).toMatchObject(closed);
		expect(service.requests).toHaveLength(3);
	});

	test('never go through a proxy of the environment', async () => {
		let proxied = 0;
		const port = await listening(
			createServer(socket => {
				proxied++;
				socket.destroy();
			}),
		);
		for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']) {
			vi.stubEnv(name, `http://127.0.0.1:${port}`);
		}
		vi.stubEnv('NODE_USE_ENV_PROXY', '1');
		const {dialer} = await startHarness();
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject({kind: 'done'});
		expect(proxied).toBe(0);
	});
});

describe('the deadline', () => {
	test.each(['get_dashboard_stats', 'pause_campaign'] as const)(
		'is one for the whole exchange of %s, drip or not',
		async type => {
			const {service, dialer} = await startHarness();
			await service.setFault('drip', {milliseconds: 5});
			const start = performance.now();
			const outcome = await dialer.call(type, campaign, {deadline: 200});
			const message = `${new URL(service.url).host} did not answer within 0.2 s`;
			expect(outcome).toMatchObject({kind: 'unknown', cause: {code: 'deadline', message}});
			expect(performance.now() - start).toBeGreaterThan(190);
			expect(performance.now() - start).toBeLessThan(1500);
		},
	);

	test('gives an answer its turn that waited behind a frozen event loop', async () => {
		const worker = new Worker(
			`const {parentPort} = require('node:worker_threads');
			const server = require('node:http').createServer((request, response) => {
				request.resume().on('end', () => {
					parentPort.postMessage('asked');
					response.end('{"response":{"success":1}}');
				});
			});
			server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
			{eval: true},
		);
		closers.push(() => worker.terminate());
		const [port] = await once(worker, 'message');
		const asked = once(worker, 'message');
		const outcome = dialerTo(`http://127.0.0.1:${port}`).call('pause_campaign', campaign, {deadline: 300});
		await asked;
		const start = performance.now();
		while (performance.now() - start < 500) {}
		expect(await outcome).toMatchObject({kind: 'done'});
	});

	test('does not fire after the answer, and leaves nothing behind', async () => {
		const {service, dialer, transport} = await startHarness();
		expect(await dialer.call('pause_campaign', campaign, {deadline: 1000})).toMatchObject({kind: 'done'});
		const timers = (): number => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length;
		const before = timers();
		const body = {contentType: 'application/x-www-form-urlencoded', bytes: 'type=get_campaigns&token=T'};
		const read = () => transport.send({effect: 'read', body, deadline: 60_000});
		await Promise.all([read(), read(), read()]);
		const answer = new WeakRef(await read());
		expect(timers()).toBeLessThanOrEqual(before);
		await expect
			.poll(() => {
				collectGarbage();
				return answer.deref() === undefined;
			})
			.toBe(true);
		await service.setFault('slow', {milliseconds: 50});
		expect(await dialer.call('get_campaigns', {}, {deadline: 1000})).toMatchObject({kind: 'done'});
	});
});

describe('the size', () => {
	test.each([
		['as large as allowed is read', 0, {kind: 'done'}],
		['one byte larger is not', -1, {kind: 'unknown', cause: {code: 'too-large'}}],
	])('of an answer %s', async (_name, more, outcome) => {
		const {service} = await startHarness();
		const size = await fetch(`${service.url}/api/`, {
			method: 'POST',
			body: new URLSearchParams({type: 'get_campaigns', token: 'T'}),
		});
		const byteLimit = (await size.arrayBuffer()).byteLength + more;
		expect(await dialerTo(service.url, {byteLimit}).call('get_campaigns', {})).toMatchObject(outcome);
	});

	test('of an answer that is asked for again and again may be less than of others', async () => {
		const {service, dialer} = await startHarness();
		await service.setFault('long-name', {length: 1_400_000});
		expect(await dialer.call('get_campaigns', {}, {repeated: true})).toMatchObject({
			kind: 'unknown',
			cause: {code: 'too-large', message: 'the answer is larger than 4,000,000 bytes'},
		});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
	});

	test.each([
		['whole, with its length', {}, {kind: 'done'}],
		['as it is', {'content-encoding': 'identity'}, {kind: 'done'}],
		[
			'compressed',
			{'content-encoding': 'gzip'},
			{cause: {code: 'protocol', message: 'the answer is compressed (gzip), which was not asked for'}},
		],
	])('of an answer that is sent %s is its own', async (_name, more, outcome) => {
		const body = '{"response":{"success":1}}';
		const headers = Object.entries({'content-length': String(body.length), ...more}).map(one => one.join(': '));
		const answer = ['HTTP/1.1 200 OK', ...headers, '', body].join('\r\n');
		const server = createServer(socket => socket.once('data', () => socket.end(answer)));
		const {call} = dialerTo(`http://127.0.0.1:${await listening(server)}`, {byteLimit: body.length});
		expect(await call('pause_campaign', campaign)).toMatchObject(outcome);
	});

	test('that is told ahead is enough to refuse an answer', async () => {
		const server = createServer(socket =>
			socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 8000001\r\n\r\n')),
		);
		const {call} = dialerTo(`http://127.0.0.1:${await listening(server)}`);
		expect(await call('get_campaigns', {}, {deadline: 20_000})).toMatchObject({cause: {code: 'too-large'}});
	});

	test('of a flood is bounded in memory and time', async () => {
		const {service, dialer} = await startHarness();
		await service.setFault('flood');
		const start = performance.now();
		expect(await dialer.call('get_campaigns', {})).toMatchObject({cause: {code: 'too-large'}});
		expect(performance.now() - start).toBeLessThan(2000);
		await until(() => service.open() === 0);
	});
});

describe('a redirect', () => {
	test.each(['http-302', 'http-307', 'http-308'] as const)(
		'%s is not followed, and said where it points',
		async fault => {
			const {service, dialer} = await startHarness();
			await service.setFault(fault);
			for (const type of ['get_dashboard_stats', 'pause_campaign'] as const) {
				expect(await dialer.call(type, campaign)).toMatchObject({
					kind: 'unknown',
					cause: {
						code: 'http-status',
						message: expect.stringContaining('http://127.0.0.1:'),
						advice: expect.stringContaining('not followed'),
					},
				});
			}
			expect(service.strayRequests()).toBe(0);
			expect(service.requests).toHaveLength(2);
		},
	);
});

describe('a pause that the service asks for', () => {
	test('is obeyed by a read', async () => {
		const {service, dialer, pauses} = await startHarness();
		await service.setFault('http-429', {times: 1, retryAfter: '3'});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
		expect(pauses).toEqual([3000]);
	});

	test.each([
		['Tue, 31 Mar 2026 12:00:03 GMT', 3],
		['Tuesday, 31-Mar-26 12:00:03 GMT', 3],
		['Tue Mar 31 12:00:03 2026', 3],
		['Tue, 31 Mar 2026 12:00:00 GMT', 0],
		['Tue, 31 Mar 2026 11:59:59 GMT', undefined],
	])('may be the date %s, wherever this machine stands', async (date, retryAfter) => {
		const {service, transport} = await startHarness();
		await service.setFault('http-503', {retryAfter: date});
		vi.stubEnv('TZ', 'America/New_York');
		vi.useFakeTimers({toFake: ['Date'], now: Date.UTC(2026, 2, 31, 12)});
		closers.push(() => vi.useRealTimers());
		const body = {contentType: 'application/x-www-form-urlencoded', bytes: 'type=get_campaigns&token=T'};
		expect(await transport.send({effect: 'read', body, deadline: 10_000})).toMatchObject({retryAfter});
	});

	test('that is long is left to the caller, who is told of it', async () => {
		const {service, dialer, pauses} = await startHarness();
		await service.setFault('http-429', {retryAfter: '60'});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({
			kind: 'unknown',
			cause: {code: 'rate-limited', retryAfter: 60},
		});
		expect(pauses).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});

	test.each([
		'300',
		'301',
		'999999',
		`1${'0'.repeat(30)}`,
		'Fri, 31 Dec 9999 23:59:59 GMT',
		'Friday, 31-Dec-49 23:59:59 GMT',
		'Fri Dec 31 23:59:59 9999',
	])('of "%s" is five minutes at most', async retryAfter => {
		const {service, dialer} = await startHarness();
		await service.setFault('http-429', {retryAfter});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({cause: {code: 'rate-limited', retryAfter: 300}});
	});

	test.each([
		'soon',
		'soon 2099',
		'-5',
		'',
		'1e3',
		'0x10',
		'2099-01-01',
		'Thu, 99 Jan 2099 00:00:00 GMT',
		'Thu, 01 Jan 1970 00:00:00 GMT',
	])('of "%s" is none', async retryAfter => {
		const {service, dialer, pauses} = await startHarness();
		await service.setFault('http-429', {times: 1, retryAfter});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
		expect(pauses).toEqual([0]);
	});

	test('never makes a command wait and go again', async () => {
		const {service, dialer, pauses} = await startHarness();
		await service.setFault('http-429', {times: 1, retryAfter: '1'});
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject({kind: 'unknown', cause: {retryAfter: 1}});
		expect(pauses).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});
});

describe.each(['get_dashboard_stats', 'pause_campaign'] as const)('no connection for %s', type => {
	test('where the name is not known', async () => {
		const outcome = await dialerTo('http://dialer.invalid').call(type, campaign);
		expect(outcome).toMatchObject({
			kind: 'not-sent',
			cause: {code: 'host-not-found', message: 'dialer.invalid cannot be found (DNS)'},
		});
	});

	test('where the port refuses', async () => {
		const server = createServer();
		const port = await listening(server);
		await new Promise(resolve => server.close(resolve));
		expect(await dialerTo(`http://127.0.0.1:${port}`).call(type, campaign)).toMatchObject({
			kind: 'not-sent',
			cause: {code: 'connection-refused', message: `127.0.0.1:${port} refused the connection`},
		});
	});

	test('where every address of the name refuses', async () => {
		const server = createServer();
		const port = await listening(server);
		await new Promise(resolve => server.close(resolve));
		expect(await dialerTo(`http://localhost:${port}`).call(type, campaign)).toMatchObject({
			kind: 'not-sent',
			cause: {code: 'connection-refused'},
		});
	});

	test('where nobody shakes hands', async () => {
		const port = await listening(createServer(socket => void closers.push(() => socket.destroy())));
		const dialer = dialerTo(`https://127.0.0.1:${port}`, {connectTimeout: 50});
		expect(await dialer.call(type, campaign)).toMatchObject({kind: 'not-sent', cause: {code: 'connect-timeout'}});
	});

	test('where the handshake is broken off', async () => {
		const port = await listening(createServer(socket => socket.destroy()));
		expect(await dialerTo(`https://127.0.0.1:${port}`).call(type, campaign)).toMatchObject({
			kind: 'not-sent',
			cause: {code: 'reset'},
		});
	});

	test('where the port speaks no TLS', async () => {
		const {service} = await startHarness();
		const outcome = await dialerTo(service.url.replace('http:', 'https:')).call(type, campaign);
		expect(outcome).toMatchObject({
			kind: 'not-sent',
			cause: {code: 'tls', message: expect.stringContaining('that port does not speak TLS')},
		});
		expect(service.requests).toEqual([]);
	});

	test('where the certificate is nobody’s', async () => {
		const {service, dialer} = await startHarness({tls: selfSigned()});
		expect(await dialer.call(type, campaign)).toMatchObject({
			kind: 'not-sent',
			cause: {
				code: 'tls',
				message: expect.stringMatching(
					/^no secure connection to 127\.0\.0\.1:\d+: its certificate is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
				),
				advice: expect.stringMatching(/--ca FILE.*The check cannot be turned off\.$/),
			},
		});
		expect(service.requests).toEqual([]);
	});
});

describe('a connection that ends early', () => {
	test.each([
		['at once', (socket: Socket) => socket.destroy()],
		['at once, in good order', (socket: Socket) => socket.end()],
		['after the first bytes', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
	])('%s leaves a command unknown, and is the only one', async (_name, accept) => {
		let accepted = 0;
		const server = createServer(socket => {
			accepted++;
			socket.on('error', () => undefined);
			accept(socket);
		});
		const dialer = dialerTo(`http://127.0.0.1:${await listening(server)}`);
		// Larger than the buffers of a socket, so that it breaks in the middle of the body.
		const file = {name: 'leads.csv', bytes: new Uint8Array(8_000_000)};
		const reset = {kind: 'unknown', cause: {code: 'reset', advice: ''}};
		expect(await dialer.call('upload_file', {file})).toMatchObject(reset);
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject(reset);
		await turns();
		expect(accepted).toBe(2);
	});
});

describe('a trusted certificate', () => {
	const trusting = (options?: CertificateOptions): {key: string; cert: string} => {
		const tls = selfSigned(options);
		const before = getCACertificates('default');
		setDefaultCACertificates([tls.cert]);
		closers.push(() => setDefaultCACertificates(before));
		return tls;
	};

	test('lets reads and commands through', async () => {
		const {service, dialer} = await startHarness({tls: trusting()});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject({kind: 'done'});
		expect(service.commands.total).toBe(1);
	});

	test.each([
		[
			'for another host',
			{host: 'dialer.example'},
			'its certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)',
		],
		['whose time is over', {expired: true}, 'its certificate has expired (CERT_HAS_EXPIRED)'],
		['whose time has yet to come', {future: true}, 'its certificate is not valid yet (CERT_NOT_YET_VALID)'],
	])('%s does not', async (_name, options, words) => {
		const {service, dialer} = await startHarness({tls: trusting(options)});
		for (const type of ['get_dashboard_stats', 'pause_campaign'] as const) {
			expect(await dialer.call(type, campaign, {deadline: 3000})).toMatchObject({
				kind: 'not-sent',
				cause: {
					code: 'tls',
					message: expect.stringContaining(words),
					advice: expect.stringContaining('The check cannot be turned off.'),
				},
			});
		}
		expect(service.requests).toEqual([]);
	});

	test('is never used for HTTP/2, which sends a refused stream again', async () => {
		const versions: string[] = [];
		const server = createSecureServer({...trusting(), allowHTTP1: true}, (request, response) => {
			versions.push(request.httpVersion);
			request.resume();
			response.end('{"response":{"success":1,"campaigns":[]}}');
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		closers.push(() => server.close());
		const dialer = dialerTo(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject({kind: 'done'});
		expect(versions).toEqual(['1.1', '1.1']);
	});
});

describe('an issuer of our own', () => {
	test('is trusted where it is named, in addition to the machine’s', async () => {
		const tls = selfSigned();
		const {dialer, service} = await startHarness({
			tls,
			http: {ca: `# ours\n${tls.cert}${selfSigned({host: 'other'}).cert}`},
		});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject({kind: 'done'});
		expect(await dialerTo(service.url).call('pause_campaign', campaign)).toMatchObject({cause: {code: 'tls'}});
		expect(service.commands.total).toBe(1);
	});

	test.each([
		['', 'contains no certificate'],
		['not PEM', 'contains no certificate'],
		[selfSigned().key, 'contains no certificate'],
		[
			'-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n',
			'certificate 1 in the file of --ca cannot be read',
		],
	])('is refused where it is none', (ca, words) => {
		expect(() => createHttpTransport('https://dialer.test', {ca})).toThrow(words);
	});

	test('that the issuer is not known is told from a certificate that signs itself', () => {
		expect(tlsProblem('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')?.message).toMatch(/issuer .* unknown/);
		expect(tlsProblem('SELF_SIGNED_CERT_IN_CHAIN')?.message).toMatch(/issuer/);
		expect(tlsProblem('CERT_SIGNATURE_FAILURE')).toMatchObject({message: ''});
		expect(tlsProblem('ECONNRESET')).toBeUndefined();
	});
});

test('the environment turns no verification off, and its further issuers stay trusted beside ours', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-ca-'));
	closers.push(() => rm(folder, {recursive: true}));
	const [extra, named, unknown] = await Promise.all(
		['extra', 'named', 'unknown'].map(async name => {
			const tls = selfSigned({name});
			const {service} = await startHarness({tls});
			return {url: service.url, cert: tls.cert};
		}),
	);
	await writeFile(join(folder, 'extra.pem'), extra?.cert ?? '');
	const {stdout} = await promisify(execFile)(
		process.execPath,
		[
			new URL('ask.ts', import.meta.url).pathname,
			named?.cert ?? '',
			...[extra, named, unknown].map(one => one?.url ?? ''),
		],
		{
			env: {
				...process.env,
				NODE_TLS_REJECT_UNAUTHORIZED: '0',
				NODE_EXTRA_CA_CERTS: join(folder, 'extra.pem'),
			},
		},
	);
	expect(JSON.parse(stdout)).toEqual(['200', '200', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
});

describe('a secret', () => {
	test('stands in no error', async () => {
		const {service} = await startHarness();
		const transport = createHttpTransport(service.url);
		closers.push(transport.close);
		const dialer = createDialer({transport: transport.send, token: () => 'CANARY-TOKEN', pause: async () => undefined});
		for (const fault of ['reset-after', 'html', 'http-502', 'http-307', 'not-http', 'hang', 'big-header'] as const) {
			await service.setFault(fault);
			for (const outcome of [
				await dialer.call('get_campaigns', {}, {deadline: 100}),
				await dialer.call('login_user', {user: 'ops', pass: 'CANARY-PASS'}, {deadline: 100}),
			]) {
				const {cause} = outcome as {cause: Error};
				const told = [
					cause.message,
					cause.stack,
					JSON.stringify(cause),
					String(cause.cause),
					JSON.stringify(cause.cause),
				];
				expect(told.join('\n')).not.toContain('CANARY');
			}
		}
	});
});
