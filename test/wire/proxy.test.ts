/** Through a proxy: a tunnel always, the four outcomes as ever, and the proxy's troubles named as its own. */
import {expect, onTestFinished, test} from 'vitest';
import {createDialer} from '../../source/wire/client/dialer.ts';
import {readProxy} from '../../source/wire/client/proxy-address.ts';
import {createHttpTransport, type HttpTransportOptions} from '../../source/wire/client/transport.ts';
import {struck} from '../../source/wire/secrets.ts';
import {type ProxyFault, startConnectProxy} from '../helpers/connect-proxy.ts';
import {selfSigned} from '../helpers/other-service/certificate.ts';
import {startOtherService} from '../helpers/other-service.ts';

const campaign = {campaign_id: '1001'};
const types = ['get_dashboard_stats', 'pause_campaign'] as const;

const setUp = async ({
	isSecure = false,
	proxyTls,
}: {
	isSecure?: boolean;
	proxyTls?: ReturnType<typeof selfSigned>;
} = {}) => {
	const tls = isSecure ? selfSigned({host: 'dialer.test'}) : undefined;
	const service = await startOtherService({token: 'T', ...(tls ? {tls} : {})});
	const proxy = await startConnectProxy(Number(new URL(service.url).port), proxyTls);
	const dialerTo = (url: string, options: HttpTransportOptions) => {
		const http = createHttpTransport(url, options);
		onTestFinished(http.close);
		return createDialer({transport: http.send, token: () => 'T', random: () => 0, pause: async () => undefined});
	};
	onTestFinished(async () => {
		await proxy.close();
		await service.close();
	});
	return {service, proxy, tls, dialerTo};
};

test('a service behind a proxy is reached by tunnels: reads share one, a command has its own', async () => {
	const {service, proxy, tls, dialerTo} = await setUp({isSecure: true});
	const dialer = dialerTo('https://dialer.test', {ca: tls?.cert ?? '', proxy: `http://${proxy.host}`});
	expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
	expect(await dialer.call('pause_campaign', campaign)).toMatchObject({kind: 'done'});
	expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
	expect(service.requests.map(({type, connection}) => [type, connection])).toEqual([
		['get_campaigns', 1],
		['pause_campaign', 2],
		['get_campaigns', 1],
	]);
	expect(proxy.asked).toEqual(Array(2).fill({target: 'dialer.test:443', authorization: undefined}));
	expect(proxy.others).toEqual([]);
});

test('plain HTTP takes a tunnel too: the proxy sees neither token nor body', async () => {
	const {service, proxy, dialerTo} = await setUp();
	const dialer = dialerTo('http://dialer.test:8080', {proxy: `http://ops:canary%2Fproxy@${proxy.host}`});
	expect(await dialer.call('pause_campaign', campaign)).toMatchObject({kind: 'done'});
	expect(service.commands.total).toBe(1);
	const basic = Buffer.from('ops:canary/proxy').toString('base64');
	expect(proxy.asked).toEqual([{target: 'dialer.test:8080', authorization: `Basic ${basic}`}]);
	expect(proxy.others).toEqual([]);
	expect(struck(`canary%2Fproxy canary/proxy ${basic}`)).toBe('••• ••• •••');
});

test('a proxy may speak TLS itself', async () => {
	const proxyTls = selfSigned();
	const {proxy, tls, dialerTo} = await setUp({isSecure: true, proxyTls});
	const trusting = dialerTo('https://dialer.test', {
		ca: `${tls?.cert}${proxyTls.cert}`,
		proxy: `https://${proxy.host}`,
	});
	expect(await trusting.call('pause_campaign', campaign)).toMatchObject({kind: 'done'});
	const wary = dialerTo('https://dialer.test', {ca: tls?.cert ?? '', proxy: `https://${proxy.host}`});
	expect(await wary.call('pause_campaign', campaign)).toMatchObject({
		kind: 'not-sent',
		cause: {
			code: 'proxy',
			message: `no secure connection to the proxy ${proxy.host}: its certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)`,
		},
	});
	expect(proxy.asked).toHaveLength(1);
});

test('this machine is reached directly, whatever the proxy', async () => {
	const {service, proxy, dialerTo} = await setUp();
	for (const host of ['127.0.0.1', 'localhost']) {
		const url = service.url.replace('127.0.0.1', host);
		expect(await dialerTo(url, {proxy: `http://${proxy.host}`}).call('get_campaigns', {})).toMatchObject({
			kind: 'done',
		});
	}
	expect(proxy.asked).toEqual([]);
});

test.for<[fault: ProxyFault, says: RegExp]>([
	['407', /^the proxy \S+ requires a user and password \(HTTP 407\)$/],
	['403', /^the proxy \S+ does not allow connections to dialer\.test:443 \(HTTP 403\)$/],
	['502', /^the proxy \S+ cannot reach dialer\.test:443 \(HTTP 502\)$/],
	['504', /cannot reach dialer\.test:443 \(HTTP 504\)$/],
	['302', /^the proxy \S+ answered HTTP 302 when asked for dialer\.test:443$/],
	['500', /answered HTTP 500/],
	['silent', /^the proxy \S+ did not answer in time/],
	['break', /^the proxy \S+ closed the connection$/],
	['not-http', /^the proxy \S+ did not answer in HTTP/],
	['talkative', /^the proxy \S+ sent more than its answer$/],
])('%s of a proxy: nothing was sent', async ([fault, says]) => {
	const {service, proxy, tls, dialerTo} = await setUp({isSecure: true});
	proxy.setFault(fault);
	const dialer = dialerTo('https://dialer.test', {
		ca: tls?.cert ?? '',
		proxy: `http://${proxy.host}`,
		connectTimeout: 100,
	});
	for (const type of types) {
		expect(await dialer.call(type, campaign)).toMatchObject({
			kind: 'not-sent',
			cause: {code: 'proxy', message: expect.stringMatching(says)},
		});
	}
	expect(proxy.asked).toHaveLength(2);
	expect(service.requests).toEqual([]);
	proxy.setFault();
	expect(await dialer.call('pause_campaign', campaign)).toMatchObject({kind: 'done'});
	expect(service.commands.total).toBe(1);
});

test('a proxy that is not there: nothing was sent, and it is named', async () => {
	const {proxy, dialerTo} = await setUp();
	await proxy.close();
	for (const [address, says] of [
		[proxy.host, `the proxy ${proxy.host} refused the connection`],
		['proxy.invalid:3128', 'the proxy proxy.invalid:3128 cannot be found (DNS)'],
	]) {
		const dialer = dialerTo('http://dialer.test', {proxy: `http://${address}`});
		for (const type of types) {
			expect(await dialer.call(type, campaign)).toMatchObject({
				kind: 'not-sent',
				cause: {code: 'proxy', message: says},
			});
		}
	}
});

test('a wrong password of a proxy is said, and is in no message', async () => {
	const {proxy, dialerTo} = await setUp();
	proxy.setFault('407');
	const dialer = dialerTo('http://dialer.test', {proxy: `http://ops:canary-wrong@${proxy.host}`});
	const outcome = await dialer.call('pause_campaign', campaign);
	expect(outcome).toMatchObject({
		kind: 'not-sent',
		cause: {message: expect.stringContaining('rejects the user')},
	});
	expect(JSON.stringify(outcome)).not.toContain('canary-wrong');
});

test('a deadline that comes before the tunnel stands: nothing was sent', async () => {
	const {proxy, dialerTo} = await setUp();
	proxy.setFault('silent');
	const dialer = dialerTo('http://dialer.test', {proxy: `http://${proxy.host}`});
	const outcome = await dialer.call('pause_campaign', campaign, {deadline: 60});
	expect(outcome).toMatchObject({kind: 'not-sent', cause: {code: 'deadline'}});
});

test('a tunnel that breaks after the body left: unknown, and sent once', async () => {
	const {service, proxy, tls, dialerTo} = await setUp({isSecure: true});
	const secure = dialerTo('https://dialer.test', {ca: tls?.cert ?? '', proxy: `http://${proxy.host}`});
	await service.setFault('reset-after', {types: ['pause_campaign']});
	expect(await secure.call('pause_campaign', campaign)).toMatchObject({kind: 'unknown', cause: {code: 'reset'}});
	expect(service.commands.total).toBe(1);

	const {service: plainService, proxy: other, dialerTo: plainTo} = await setUp();
	const plain = plainTo('http://dialer.test', {proxy: `http://${other.host}`});
	other.setFault('break-tunnel');
	expect(await plain.call('pause_campaign', campaign)).toMatchObject({kind: 'unknown', cause: {code: 'reset'}});
	expect(plainService.commands.total).toBe(1);
	expect(other.asked).toHaveLength(1);
});

test('a service behind a proxy whose certificate is wrong: nothing was sent, and it is the service that is named', async () => {
	const {service, proxy, dialerTo} = await setUp({isSecure: true});
	const dialer = dialerTo('https://dialer.test', {proxy: `http://${proxy.host}`});
	expect(await dialer.call('pause_campaign', campaign)).toMatchObject({
		kind: 'not-sent',
		cause: {code: 'tls', message: expect.stringMatching(/^no secure connection to dialer\.test: /)},
	});
	expect(service.requests).toEqual([]);
});

test.each(['', 'proxy', 'proxy:3128', 'socks5://ops:canary-socks@proxy', 'http://'])('"%s" is no proxy', address => {
	expect(() => readProxy(address)).toThrow(/must be one such as/);
	expect(() => createHttpTransport('http://dialer.test', {proxy: address})).toThrow(/^(?!.*canary)/);
});

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

test.each([
	['http://proxy.test', 'http:', 'proxy.test', '80', undefined],
	['https://proxy.test', 'https:', 'proxy.test', '443', undefined],
	['https://proxy.test:80', 'https:', 'proxy.test', '80', undefined],
	['http://[::1]:3128', 'http:', '::1', '3128', undefined],
	['https://u@proxy.test', 'https:', 'proxy.test', '443', basic('u:')],
	['http://:canary%2F1@proxy.test', 'http:', 'proxy.test', '80', basic(':canary/1')],
	['http://u:canary%@proxy.test', 'http:', 'proxy.test', '80', basic('u:canary%')],
])('%s is an address, of version 6 in brackets only where it must', (text, protocol, hostname, port, authorization) => {
	const host = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
	expect(readProxy(text)).toEqual({protocol, hostname, port, host, authorization});
});
