/** The server that is scraped, over real sockets. */
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {request as secureRequest} from 'node:https';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {contentTypes} from '../../source/metrics/format.ts';
import {formatFor, type Served, serveMetrics} from '../../source/metrics/server.ts';
import {openWebConfig} from '../../source/metrics/web-config.ts';
import {selfSigned} from '../helpers/other-service/certificate.ts';
import {campaign, campaignsPolled, dashboardPolled, live} from '../model/make.ts';
import {exported} from './make.ts';

/** Of `secret`, at the least cost. */
const hash = '$2y$04$/uaF/uaF/uaF/uaF/uaF/uyUa5B4sNev9rTvA6TvEBWYO4koffwMy';

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-web-'));
});
afterAll(() => rmSync(folder, {recursive: true}));

const open = async (web?: string) => {
	const east = exported();
	east.see(live, campaignsPolled(1, [campaign('1', {name: '<b>é'})]), dashboardPolled(2, '1', {ready: 3}));
	const west = exported(undefined, {profile: 'west'});
	west.see(campaignsPolled(1, ['2']));
	await east.text(3);
	await east.pages.refresh([east.metrics, west.metrics]);
	let whyNot: string | undefined = 'Not asked yet: west';
	const said: unknown[] = [];
	const path = join(folder, 'web.yml');
	if (web !== undefined) {
		writeFileSync(path, web);
	}
	const served: Served = {
		page: (format, profile) => east.pages.page(format, profile),
		profiles: () => ['east', 'west'],
		whyNotReady: () => whyNot,
	};
	const server = await serveMetrics(served, {
		host: '127.0.0.1',
		port: 0,
		web: web === undefined ? undefined : openWebConfig(path, now => said.push(now)),
	});
	onTestFinished(() => server.close());
	return {
		...server,
		said,
		path,
		ready(): void {
			whyNot = undefined;
		},
		get: (to: string, headers: Record<string, string> = {}, method = 'GET') =>
			fetch(`${server.url}${to}`, {headers, method}),
	};
};

test('the format is what the scraper prefers', () => {
	const prometheus =
		'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1';
	expect(
		[
			undefined,
			'',
			'*/*',
			'text/plain',
			prometheus,
			'text/plain, application/openmetrics-text;q=0.5',
			'application/openmetrics-text;q=0',
		].map(formatFor),
	).toEqual(['text', 'text', 'text', 'text', 'openmetrics', 'text', 'text']);
});

test('every path answers as it should, and nothing else does', async () => {
	const server = await open();
	const status = async (path: string, method?: string) => (await server.get(path, {}, method)).status;
	expect(await status('/')).toBe(200);
	expect(await status('/metrics')).toBe(200);
	expect(await status('/metrics?x=1', 'HEAD')).toBe(200);
	expect(await status('/-/healthy')).toBe(200);
	expect(await status('/-/ready')).toBe(503);
	server.ready();
	expect(await status('/-/ready')).toBe(200);
	expect([
		await status('/probe'),
		await status('/probe?target=north'),
		await status('/../etc'),
		await status('//'),
	]).toEqual([404, 404, 404, 404]);
	for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
		const refused = await server.get('/metrics', {}, method);
		expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
	}
	expect(await (await server.get('/')).text()).toContain('<a href="/probe?target=east">');
});

test('all profiles together, and each by itself', async () => {
	const server = await open();
	const of = async (path: string) =>
		[...new Set((await (await server.get(path)).text()).match(/(?<=profile=")[^"]+/g))].sort();
	expect(await of('/metrics')).toEqual(['east', 'west']);
	expect(await of('/probe?target=west')).toEqual(['west']);
	expect(await of('/probe?target=east')).toEqual(['east']);
	expect(await (await server.get('/probe?target=west')).text()).toContain('dialtop_build_info{');
});

test('formats and gzip as they are asked for, with the same contents', async () => {
	const server = await open();
	const plain = await server.get('/metrics', {'accept-encoding': 'identity'});
	expect(plain.headers.get('content-type')).toBe(contentTypes.text);
	expect(plain.headers.get('content-encoding')).toBeNull();
	const text = await plain.text();
	expect(text).toContain('name="<b>é"');
	const zipped = await server.get('/metrics', {'accept-encoding': 'gzip'});
	expect(zipped.headers.get('content-encoding')).toBe('gzip');
	expect(await zipped.text()).toBe(text);
	const openMetrics = await server.get('/metrics', {accept: 'application/openmetrics-text'});
	expect(openMetrics.headers.get('content-type')).toBe(contentTypes.openmetrics);
	expect(await openMetrics.text()).toMatch(/\n# EOF\n$/);
});

describe('with a web configuration', () => {
	const basic = (user: string, password: string) => ({
		authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
	});

	test('only who knows the password may read, and a change of the file counts at once', async () => {
		const server = await open(`basic_auth_users:\n  prometheus: "${hash}"\n`);
		const status = async (headers: Record<string, string> = {}) => (await server.get('/metrics', headers)).status;
		expect(await status()).toBe(401);
		expect((await server.get('/-/healthy')).headers.get('www-authenticate')).toContain('Basic');
		expect(await status(basic('prometheus', 'secret'))).toBe(200);
		expect(await status(basic('prometheus', 'Secret'))).toBe(401);
		expect(await status(basic('other', 'secret'))).toBe(401);
		expect(await status({authorization: 'Basic !!!'})).toBe(401);
		expect(await status(basic('prometheus', 'x'.repeat(100)))).toBe(401);
		writeFileSync(server.path, `basic_auth_users:\n  other: "${hash}"\n`);
		expect(await status(basic('prometheus', 'secret'))).toBe(401);
		expect(await status(basic('other', 'secret'))).toBe(200);
		writeFileSync(server.path, 'basic_auth_users: {other: secret}\n');
		expect(await status(basic('other', 'secret'))).toBe(500);
		expect(server.said.at(-1)).toEqual({problem: 'basic_auth_users.other: is no hash by bcrypt'});
		writeFileSync(server.path, `# mended\nbasic_auth_users:\n  other: "${hash}"\n`);
		expect(await status(basic('other', 'secret'))).toBe(200);
	});

	test('many wrong passwords at once wait for each other, and beyond some are turned away', async () => {
		const server = await open(`basic_auth_users:\n  prometheus: "${hash}"\n`);
		const answers = await Promise.all(
			Array.from({length: 30}, (_, index) => server.get('/metrics', basic('prometheus', `guess ${index}`))),
		);
		const statuses = answers.map(({status}) => status);
		const [wrong, busy] = [401, 503].map(one => statuses.filter(status => status === one).length);
		expect([(wrong ?? 0) + (busy ?? 0), (wrong ?? 0) >= 20, (busy ?? 0) >= 5]).toEqual([30, true, true]);
	});

	test('TLS, with another certificate once there is one', async () => {
		const [one, other] = [selfSigned({name: 'one'}), selfSigned({name: 'other'})];
		writeFileSync(join(folder, 'cert.pem'), one.cert);
		writeFileSync(join(folder, 'key.pem'), one.key);
		const server = await open('tls_server_config: {cert_file: cert.pem, key_file: key.pem}\n');
		expect(server.url).toMatch(/^https:/);
		const seen = async (ca: string) => {
			const asked = secureRequest(`${server.url}/-/healthy`, {ca, agent: false}).end();
			const [response] = await once(asked, 'response');
			return response.statusCode;
		};
		expect(await seen(one.cert)).toBe(200);
		writeFileSync(join(folder, 'cert.pem'), other.cert);
		writeFileSync(join(folder, 'key.pem'), other.key);
		// The next request notices it.
		expect(await seen(one.cert)).toBe(200);
		const [news] = server.said as [{config: Parameters<typeof server.renew>[0]}];
		server.renew(news.config);
		expect(await seen(other.cert)).toBe(200);
		await expect(seen(one.cert)).rejects.toThrow();
	});

	test('what is wrong with the file is said when it is opened', () => {
		const path = join(folder, 'wrong.yml');
		for (const [text, problem] of [
			['tls_server_config: {cert_file: a}', 'tls_server_config.key_file'],
			['basic_auth: {a: b}', 'basic_auth'],
			['a: [', 'this is not YAML'],
			['basic_auth_users: {a: hunter2}', 'basic_auth_users.a: is no hash by bcrypt'],
		] as const) {
			writeFileSync(path, text);
			expect(() => openWebConfig(path, () => undefined)).toThrow(problem);
		}
	});
});

test('200 scrapes at once, while some read nothing', async () => {
	const server = await open();
	const {hostname, port} = new URL(server.url);
	const idle = Array.from({length: 20}, () => connect(Number(port), hostname));
	onTestFinished(() => {
		for (const socket of idle) {
			socket.destroy();
		}
	});
	for (const socket of idle) {
		socket.on('error', () => undefined);
		socket.pause();
		socket.write('GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n');
	}
	const [first = '', ...pages] = await Promise.all(
		Array.from({length: 200}, async () => (await server.get('/metrics')).text()),
	);
	expect(first).toContain('dialtop_campaign_info');
	expect(pages.every(page => page === first)).toBe(true);
});

test('half a request is given up', {timeout: 20_000}, async () => {
	const server = await open();
	const {hostname, port} = new URL(server.url);
	const socket = connect(Number(port), hostname);
	socket.write('GET /metrics HTTP/1.1\r\n');
	const [answer] = await once(socket, 'data');
	expect(String(answer)).toMatch(/^HTTP\/1.1 408/);
	socket.destroy();
});

test('a gzipped page is what gunzip makes the page of', async () => {
	const east = exported();
	const text = await east.text(1);
	expect(gunzipSync(await east.pages.page('text').compressed()).toString()).toBe(text);
});
