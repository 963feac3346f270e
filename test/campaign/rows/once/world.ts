/**
 * The world that a program under trial lives in: services on this machine, reached by names that lead elsewhere from
 * the moment a command stands in the audit until its outcome does. So its reads are answered well, and it alone is hit.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {request as httpRequest} from 'node:http';
import {connect, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createServer as createTlsServer} from 'node:tls';
import {startConnectProxy} from '../../../helpers/connect-proxy.ts';
import {selfSigned} from '../../../helpers/other-service/certificate.ts';
import {type OtherService, startOtherService} from '../../../helpers/other-service.ts';
import {poll} from '../../../helpers/terminal.ts';
import type {Fate, Fault, Link, Route} from './faults.ts';
import type {Journal} from './judge.ts';
import {writingTypes} from './writes.ts';

/** The addresses of this machine, one for each route; all have the same port. */
const addresses: Record<Route, string> = {
	service: '127.0.0.1',
	wire: '127.0.0.2',
	'black-hole': '127.0.0.3',
	nowhere: '127.0.0.4',
	'tls-reset': '127.0.0.5',
	'tls-stall': '127.0.0.6',
	'tls-other': '127.0.0.7',
	'bad-proxy': '127.0.0.8',
	'no-host': 'ENOTFOUND',
};

/** Runs in the program: names lead where the file says while the audit has an intent without an outcome. */
const resolver = `
import dns from 'node:dns';
import {readFileSync} from 'node:fs';
const count = (text, word) => text.split('"kind":"' + word + '"').length - 1;
const text = path => { try { return readFileSync(path, 'utf8'); } catch { return ''; } };
dns.lookup = (host, options, callback) => {
	const audit = text(process.env.XDG_STATE_HOME + '/dialtop/audit.jsonl');
	const address = count(audit, 'intent') > count(audit, 'outcome') ? text(process.env.TRIAL_ROUTE) : '127.0.0.1';
	setImmediate(() => address.startsWith('127.')
		? options.all ? callback(null, [{address, family: 4}]) : callback(null, address, 4)
		: callback(Object.assign(new Error('getaddrinfo ' + address + ' ' + host), {code: address, hostname: host})));
};`;

/** A write that came by the wire, and what was seen of it. */
type Arrival = {token: string; type: string; bodyBytes: number; isForwarded: boolean};

const fieldIn = (body: string, name: string): string =>
	new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(body)?.[1] ?? new URLSearchParams(body).get(name) ?? '';

/** The wire between program and service: it lets through as much as it is told to. */
const startWire = async (port: number) => {
	const arrivals: Arrival[] = [];
	const sockets = new Set<Socket>();
	/** Answers that are kept back, and whether they may still be sent. */
	const parked: {type: string; release(): void}[] = [];
	let fate: Fate = {forward: 'whole', answer: 'whole', end: 'stall'};

	/** Lets a part of a request through, and breaks off. */
	const pass = async (part: Buffer): Promise<void> => {
		const upstream = connect(port, '127.0.0.1');
		upstream.on('error', () => undefined);
		await once(upstream, 'connect');
		await new Promise<void>(resolve => upstream.write(part, () => resolve()));
		upstream.destroy();
	};
	const ask = async (head: string, body: Buffer): Promise<Buffer> => {
		const type = /^content-type: *(.*)\r$/im.exec(head)?.[1] ?? '';
		const sent = httpRequest({port, host: '127.0.0.1', method: 'POST', path: '/api/', agent: false});
		sent.setHeader('content-type', type);
		sent.end(body);
		const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & {statusCode: number}];
		const chunks: Buffer[] = [];
		for await (const chunk of response) {
			chunks.push(chunk as Buffer);
		}
		const answer = Buffer.concat(chunks);
		const status = `HTTP/1.1 ${response.statusCode} OK\r\ncontent-type: application/json\r\n`;
		return Buffer.concat([Buffer.from(`${status}content-length: ${answer.length}\r\n\r\n`), answer]);
	};
	const carry = async (socket: Socket, head: string, body: Buffer): Promise<void> => {
		const text = body.toString('latin1');
		const type = fieldIn(text, 'type');
		if (!writingTypes.some(one => one === type)) {
			socket.write(await ask(head, body));
			return;
		}
		const {forward, answer, end} = fate;
		const arrival: Arrival = {token: fieldIn(text, 'token'), type, bodyBytes: body.length, isForwarded: false};
		arrivals.push(arrival);
		let release = (): void => undefined;
		if (forward === 'whole') {
			arrival.isForwarded = true;
			const whole = await ask(head, body);
			release = () => void socket.write(whole);
			const part = answer === 'none' ? 0 : answer === 'half' ? Math.ceil(whole.length / 2) : whole.length;
			await new Promise<void>(resolve => socket.write(whole.subarray(0, part), () => resolve()));
		} else {
			const headers = Buffer.from(`${head}\r\n`, 'latin1');
			const half = body.subarray(0, Math.ceil(body.length / 2));
			await pass(
				forward === 'half-headers'
					? headers.subarray(0, Math.ceil(headers.length / 2))
					: Buffer.concat([headers, half]),
			);
		}
		if (end === 'reset') {
			socket.resetAndDestroy();
		} else {
			parked.push({type, release});
		}
	};
	const server = createServer(socket => {
		sockets.add(socket);
		let seen = Buffer.alloc(0);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
		socket.on('data', chunk => {
			seen = Buffer.concat([seen, chunk]);
			const end = seen.indexOf('\r\n\r\n');
			const head = seen.subarray(0, end + 2).toString('latin1');
			const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? Number.NaN);
			if (end !== -1 && seen.length >= end + 4 + length) {
				const body = seen.subarray(end + 4, end + 4 + length);
				seen = seen.subarray(end + 4 + length);
				carry(socket, head, body).catch(() => socket.resetAndDestroy());
			}
		});
	});
	server.listen(port, addresses.wire);
	await once(server, 'listening');
	return {
		arrivals,
		parked,
		setFate(next: Fate) {
			fate = next;
		},
		close() {
			for (const socket of sockets) {
				socket.destroy();
			}
			server.close();
		},
	};
};

/** A server that does something with each connection, and no more. */
const startBare = async (port: number, host: string, act: (socket: Socket) => void) => {
	const sockets = new Set<Socket>();
	const server = createServer(socket => {
		sockets.add(socket);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
		act(socket);
	});
	server.listen(port, host);
	await once(server, 'listening');
	return () => {
		for (const socket of sockets) {
			socket.destroy();
		}
		server.close();
	};
};

/** An address where a connection is never accepted: the queue of a stopped listener is full. */
const startBlackHole = async (port: number) => {
	const host = addresses['black-hole'];
	const code = `require('node:net').createServer().listen({port: ${port}, host: '${host}', backlog: 1}, () => console.log('up'))`;
	const child: ChildProcess = spawn(process.execPath, ['-e', code], {stdio: ['ignore', 'pipe', 'inherit']});
	await once(child.stdout as NodeJS.ReadableStream, 'data');
	child.kill('SIGSTOP');
	const fillers: Socket[] = [];
	for (let isFull = false; !isFull; ) {
		if (fillers.length > 20) {
			throw new Error('the queue of a stopped listener does not fill up');
		}
		const filler = connect(port, host);
		filler.on('error', () => undefined);
		fillers.push(filler);
		isFull = !(await poll(() => !filler.connecting, 300));
	}
	return () => {
		for (const filler of fillers) {
			filler.destroy();
		}
		child.kill('SIGKILL');
	};
};

const portOf = ({url}: OtherService): number => Number(new URL(url).port);

/** Starts a world. Use with `await using`. */
export const startWorld = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-once-'));
	const tls = selfSigned({host: 'dialer.test'});
	const [ca, route] = [join(folder, 'ca.pem'), join(folder, 'route')];
	writeFileSync(ca, tls.cert);
	const plain = await startOtherService({campaigns: 6, keepAlive: true});
	const secure = await startOtherService({campaigns: 6, keepAlive: true, tls});
	const port = portOf(plain);
	const securePort = portOf(secure);
	const wire = await startWire(port);
	const closers = [wire.close, await startBlackHole(port)];
	closers.push(
		await startBare(securePort, addresses['tls-reset'], socket => socket.once('data', () => socket.resetAndDestroy())),
		await startBare(securePort, addresses['tls-stall'], () => undefined),
	);
	const other = createTlsServer(selfSigned({host: 'other.test'}), socket => socket.on('error', () => undefined));
	other.on('tlsClientError', () => undefined);
	other.listen(securePort, addresses['tls-other']);
	await once(other, 'listening');
	closers.push(() => other.close());
	const proxy = await startConnectProxy(securePort);
	const proxyPort = Number(proxy.host.split(':')[1]);
	const badProxy = await startConnectProxy(securePort, undefined, {host: addresses['bad-proxy'], port: proxyPort});
	const services = [plain, secure];
	let last = 0;

	return {
		plain,
		wire,
		folder,
		/** The environment of a program whose reads are answered well, and its token; `state` is where its audit is. */
		environment(link: Link, state: string): {env: Record<string, string>; token: string} {
			const token = `trial-${++last}`;
			for (const service of services) {
				service.state.tokens.add(token);
			}
			const env = {
				DIALTOP_URL: link === 'plain' ? `http://localhost:${port}` : `https://dialer.test:${securePort}`,
				DIALTOP_TOKEN: token,
				DIALTOP_ENVIRONMENT: 'qa',
				XDG_STATE_HOME: state,
				TRIAL_ROUTE: route,
				NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(resolver)}`,
			};
			return {env: link === 'proxy' ? {...env, DIALTOP_PROXY: `http://proxy.test:${proxyPort}`} : env, token};
		},
		/** The flags that go with it. */
		flags: (link: Link): string[] => (link === 'plain' ? [] : ['--ca', ca]),
		/** Lays the fault for the next write. */
		async lay(fault: Fault, write: number): Promise<void> {
			const {route: to, fate} = fault.phase(write);
			writeFileSync(route, addresses[to]);
			if (fate) {
				wire.setFate(fate);
			}
			const name = fault.service?.(write);
			for (const service of services) {
				await service.setFault(name, {types: writingTypes});
			}
			badProxy.setFault(fault.proxy?.(write));
		},
		/** Campaigns and lists as they were at the start. */
		reset(): void {
			for (const {state} of services) {
				state.campaigns.forEach((campaign, index) => {
					campaign.state = (['dialing', 'paused', 'stopped'] as const)[index % 3] ?? 'stopped';
				});
				for (const list of state.lists) {
					list.active = true;
				}
			}
		},
		/** What arrived of an operation that a program with this token gave. */
		journalOf(token: string, type: string): Journal {
			const direct = services.flatMap(({requests}) =>
				requests.filter(one => one.type === type && one.fields.token === token),
			);
			const own = wire.arrivals.filter(one => one.type === type && one.token === token);
			const forwarded = own.filter(({isForwarded}) => isForwarded).length;
			return {
				arrived: own.length + direct.length - forwarded,
				executed: direct.filter(({executed}) => executed).length,
				refused: direct.filter(({refused}) => refused).length,
			};
		},
		async [Symbol.asyncDispose]() {
			for (const close of closers) {
				close();
			}
			await proxy.close();
			await badProxy.close();
			await plain.close();
			await secure.close();
			rmSync(folder, {recursive: true, force: true});
		},
	};
};

/** A world of trials. */
export type World = Awaited<ReturnType<typeof startWorld>>;
