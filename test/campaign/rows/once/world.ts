/**
 * The world that a program under trial lives in: services on this machine, reached by names that lead elsewhere from
 * the moment a command stands in the audit until its outcome does. So its reads are answered well, and it alone is hit.
 */
import {once} from 'node:events';
import {mkdtempSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createServer as createTlsServer} from 'node:tls';
import {startConnectProxy} from '../../../helpers/connect-proxy.ts';
import {selfSigned} from '../../../helpers/other-service/certificate.ts';
import {type OtherService, startOtherService} from '../../../helpers/other-service.ts';
import {startBare, startBlackHole} from './dead-ends.ts';
import type {Fault, Link, Route} from './faults.ts';
import type {Journal} from './judge.ts';
import {startWire} from './wire.ts';
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
	const wire = await startWire(port, addresses.wire);
	const closers = [wire.close, await startBlackHole(port, addresses['black-hole'])];
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
			// Renamed, so that the program never reads half of it.
			writeFileSync(`${route}.new`, addresses[to]);
			renameSync(`${route}.new`, route);
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
