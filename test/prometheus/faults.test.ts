/** What an engine does wrong becomes one sentence, within bounds, and without secrets. */

import {once} from 'node:events';
import {createServer as createSecureServer} from 'node:https';
import {type AddressInfo, createServer} from 'node:net';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {describe, expect, test} from 'vitest';
import {createEngine, EngineError, type EngineErrorCode} from '../../source/prometheus/client.ts';
import {startConnectProxy} from '../helpers/connect-proxy.ts';
import {selfSigned} from '../helpers/other-service/certificate.ts';
import {clockAt, connect, noon} from './client.ts';
import {type Answering, json, success} from './engine.ts';

/** What a query rejects with. */
const failure = async (answer: Promise<unknown>): Promise<EngineError> => {
	const error = await answer.then(
		() => undefined,
		reason => reason,
	);
	expect(error).toBeInstanceOf(EngineError);
	return error as EngineError;
};

const page =
	(html: string, status = 200, headers: Record<string, string> = {}): Answering =>
	(_, response) =>
		void response.writeHead(status, {'content-type': 'text/html; charset=utf-8', ...headers}).end(html);

const raw =
	(text: string, type = 'application/json', status = 200): Answering =>
	(_, response) =>
		void response.writeHead(status, {'content-type': type}).end(text);

const says =
	(errorType: string, error: string, status: number): Answering =>
	(_, response) =>
		json(response, {status: 'error', errorType, error}, status);

test.each<[what: string, Answering, EngineErrorCode, RegExp]>([
	[
		'a query that is refused',
		says('bad_data', 'parse error: \u001b[31mx', 400),
		'refused',
		/^HOST refuses the query \(bad_data\): parse error: ␛\[31mx$/,
	],
	[
		'too much',
		says('execution', 'query processing would load too many samples', 422),
		'refused',
		/too many samples\. Ask for a shorter time/,
	],
	['an engine that starts', says('unavailable', 'TSDB not ready', 503), 'busy', /TSDB not ready\. It may be starting/],
	[
		'a timeout of the engine',
		says('timeout', 'query timed out', 503),
		'busy',
		/\(timeout\): query timed out\. Ask for a shorter/,
	],
	['an unknown error', says('<b>', '', 500), 'refused', /\(HTTP 500\): it does not say why$/],
	[
		'no credentials',
		page('<h1>401</h1>', 401),
		'credentials',
		/^HOST asks for credentials \(HTTP 401\)\. Give it bearer_command/,
	],
	[
		'a redirect',
		page('', 302, {location: 'https://sso.example.com/login?token=abc'}),
		'no-engine',
		/redirects to sso\.example\.com \(HTTP 302\), perhaps to a page to sign in on, and dialtop does not follow\. Give the address/,
	],
	['a redirect to nowhere', page('', 301, {location: 'http://['}), 'no-engine', /^HOST redirects \(HTTP 301\)/],
	[
		'no such path',
		page('not found', 404),
		'no-engine',
		/^HOST has no queries at \/api\/v1\/query \(HTTP 404\)\. Check the path/,
	],
	['no POST', page('', 405), 'no-engine', /takes no queries by POST/],
	['a proxy that is broken', page('<html>bad gateway', 502), 'busy', /answered HTTP 502/],
	['a proxy that waits no longer', page('<html>', 504), 'deadline', /gave up waiting/],
	['too many requests', raw('slow down', 'text/plain', 429), 'busy', /^HOST is busy \(HTTP 429\)\. Try again/],
	[
		'a page to sign in on',
		page('<html><form>'),
		'no-engine',
		/answered with a page of HTML, perhaps to sign in on instead of JSON\. Check prometheus/,
	],
	['another type', raw('up 1', 'text/plain'), 'no-engine', /answered with text\/plain instead of JSON/],
	['no JSON', raw('{"status":"succ'), 'no-engine', /answered with what is not JSON/],
	['nothing', raw(''), 'no-engine', /answered with what is not JSON/],
	['two answers', raw(`${JSON.stringify(success('vector', []))}{}`), 'no-engine', /answered with what is not JSON/],
	['other JSON', raw('{"success":true}'), 'no-engine', /answered with JSON that is not an answer to a query/],
	['a list', raw('[]'), 'no-engine', /answered with what is not JSON/],
	['streams of a log', raw(JSON.stringify(success('streams', []))), 'no-engine', /a result of type streams/],
	['no type', raw('{"status":"success","data":{"result":[]}}'), 'no-engine', /no type of result/],
	[
		'a lie about what a result is',
		raw(JSON.stringify(success('matrix', 'none'))),
		'no-engine',
		/JSON that is not an answer to a query/,
	],
	[
		'a lie about types',
		raw(JSON.stringify(success('vector', [{metric: {a: 1}, value: [1, '2']}]))),
		'no-engine',
		/series that cannot be read/,
	],
	[
		'compression',
		(_, response) => void response.writeHead(200, {'content-encoding': 'gzip'}).end('x'),
		'no-engine',
		/compressed/,
	],
])('%s', async (_, answering, code, sentence) => {
	await using at = await connect(answering);
	const error = await failure(at.engine.query('up'));
	expect([error.code, error.message.replace(at.host, 'HOST')]).toEqual([code, expect.stringMatching(sentence)]);
	expect(error.message).not.toContain('token=abc');
	expect(error.message).not.toMatch(/[\n\u001b]|\.\./);
});

describe('the connection', () => {
	test('is refused', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const {port} = server.address() as AddressInfo;
		await new Promise(done => server.close(done));
		const engine = createEngine({url: `http://127.0.0.1:${port}`}, clockAt(noon));
		const error = await failure(engine.query('up'));
		expect([error.code, error.message]).toEqual([
			'unreachable',
			`127.0.0.1:${port} refused the connection. Is the service running there?`,
		]);
		await engine.close();
	});

	test('is lost within an answer, once and then again', async () => {
		let lost = 0;
		const lose: Answering = (_, response) => {
			lost++;
			response.writeHead(200, {'content-type': 'application/json'}).write('{"status":');
			response.socket?.end(() => response.socket?.destroy());
		};
		await using at = await connect(lose);
		expect(await failure(at.engine.query('up'))).toMatchObject({code: 'unreachable'});
		expect(lost).toBe(2);
	});

	test('that waited and was closed meanwhile costs nothing', async () => {
		let count = 0;
		await using at = await connect((_, response) => {
			if (++count === 2) {
				response.socket?.destroy();
			} else {
				json(response, success('vector', []));
			}
		});
		await at.engine.query('up');
		expect(await at.engine.query('up')).toMatchObject({series: []});
		expect(count).toBe(3);
	});

	test('is not trusted, and is with the certificate', async () => {
		const {key, cert} = selfSigned();
		const server = createSecureServer({key, cert}, (request, response) => {
			request.resume();
			json(response, success('vector', []));
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const [stranger, friend] = [createEngine({url}, clockAt(noon)), createEngine({url, ca: cert}, clockAt(noon))];
		const error = await failure(stranger.query('up'));
		expect([error.code, error.message]).toEqual([
			'tls',
			expect.stringMatching(
				/its certificate is self-signed .*If it is your own, give it with ca in the history of the profile\./,
			),
		]);
		expect(await friend.query('up')).toMatchObject({series: []});
		await Promise.all([stranger.close(), friend.close()]);
		await new Promise(done => server.close(done));
	});

	test('goes through a proxy, unless the engine is on this machine', async () => {
		await using proxy = await startConnectProxy(1);
		proxy.setFault('403');
		const engine = createEngine({url: 'http://metrics.example', proxy: `http://${proxy.host}`}, clockAt(noon));
		expect(await failure(engine.query('up'))).toMatchObject({
			code: 'proxy',
			message: expect.stringContaining('does not allow connections to metrics.example:80'),
		});
		await engine.close();
		await using at = await connect((_, response) => json(response, success('vector', [])), {
			proxy: `http://${proxy.host}`,
		});
		expect(await at.engine.query('up')).toMatchObject({series: []});
	});
});

describe('time', () => {
	test('runs out', async () => {
		await using at = await connect(() => undefined, {deadline: 50});
		const error = await failure(at.engine.query('up'));
		expect([error.code, error.message]).toEqual([
			'deadline',
			`${at.host} did not answer within 0.05 s. Ask for a shorter time or for fewer campaigns`,
		]);
	});

	test('is not spent on an answer that nobody waits for: the request is broken off', async () => {
		const gone = Promise.withResolvers<void>();
		await using at = await connect((_, response) => void response.on('close', gone.resolve));
		const leaving = new AbortController();
		const answer = at.engine.query('up', {signal: leaving.signal});
		await expect.poll(() => at.asked).toHaveLength(1);
		leaving.abort();
		expect(await failure(answer)).toMatchObject({code: 'aborted'});
		await gone.promise;
		expect(await failure(at.engine.query('up', {signal: leaving.signal}))).toMatchObject({code: 'aborted'});
		expect(at.asked).toHaveLength(1);
	});

	test('is over when the engine is closed', async () => {
		const at = await connect(() => undefined);
		const answer = failure(at.engine.query('up'));
		await expect.poll(() => at.asked).toHaveLength(1);
		await at[Symbol.asyncDispose]();
		expect(await answer).toMatchObject({code: 'aborted'});
	});
});

/** An answer of so many samples in series of 10,000. */
function* pieces(samples: number): Generator<string> {
	yield '{"status":"success","data":{"resultType":"matrix","result":[';
	const values = Array.from({length: 10_000}, (_, index) => `[${noon / 1000 - 10_000 + index},"${index}.25"]`).join();
	for (let series = 0; series < samples / 10_000; series++) {
		yield `${series === 0 ? '' : ','}{"metric":{"campaign_id":"${series}"},"values":[${values}]}`;
	}
	yield ']}}';
}

const flood =
	(samples: number): Answering =>
	async (_, response) => {
		response.writeHead(200, {'content-type': 'application/json'});
		await pipeline(Readable.from(pieces(samples)), response).catch(() => undefined);
	};

describe('what is more than may be read', () => {
	// How long they hold the event loop is measured by the row of engines in `npm run campaign`.
	test('a million samples are refused, and do not fill the memory', async () => {
		await using at = await connect(flood(1_000_000));
		const before = process.memoryUsage.rss();
		const error = await failure(at.engine.query('x[1d]'));
		const grown = (process.memoryUsage.rss() - before) / 1e6;
		expect(error.message).toMatch(/^the answer .* has more than 500,000 samples/);
		expect(grown).toBeLessThan(250);
	});

	test('400,000 samples are read', async () => {
		await using at = await connect(flood(400_000));
		const {series} = await at.engine.query('x[1d]');
		expect(series.map(({samples}) => samples.length)).toEqual(Array.from({length: 40}, () => 10_000));
	});

	test.each([
		['a series of a million samples', `{"metric":{},"values":[${'[1,"1"],'.repeat(200_000)}[1,"1"]]}`],
		['a label of megabytes', `{"metric":{"a":"${'x'.repeat(2_000_000)}"},"value":[1,"1"]}`],
		['lists within lists', '['.repeat(2_000_000)],
	])('%s', async (_, element) => {
		await using at = await connect(raw(`{"status":"success","data":{"resultType":"matrix","result":[${element}]}}`));
		expect(await failure(at.engine.query('up'))).toMatchObject({code: 'too-large'});
	});

	test.each([
		['series', '{},'.repeat(1_000_000)],
		[
			'labels',
			`{"metric":{${Array.from({length: 50_000}, (_, index) => `"${index}":"${index}"`).join()}}},`.repeat(25),
		],
	])('a million %s', async (what, elements) => {
		const list = `[${elements.slice(0, -1)}]`;
		await using at = await connect(raw(`{"status":"success","data":{"resultType":"matrix","result":${list}}}`));
		const error = await failure(at.engine.query('up'));
		expect([error.code, error.message]).toEqual(['too-large', expect.stringMatching(`has more than [\\d,]+ ${what}`)]);
	});

	test('a million numbers in the list of results', async () => {
		const body = `{"status":"success","data":{"resultType":"scalar","result":[${'1,'.repeat(1_000_000)}1]}}`;
		await using at = await connect(raw(body));
		expect(await failure(at.engine.query('up'))).toMatchObject({code: 'no-engine'});
	});

	test('an end that does not come', async () => {
		await using at = await connect(
			raw(`{"status":"success","data":{"resultType":"matrix","result":[${'['.repeat(5000)}`),
		);
		expect(await failure(at.engine.query('up'))).toMatchObject({code: 'no-engine'});
	});

	test('a range of more points than may be read is not asked for', async () => {
		await using at = await connect(raw(''));
		const error = await failure(at.engine.queryRange('x', {from: 0, to: noon, step: 1000}));
		expect(error.code).toBe('too-large');
		expect(await failure(at.engine.queryRange('x', {from: 1, to: 0, step: 1000}))).toMatchObject({code: 'refused'});
		expect(await failure(at.engine.queryRange('x', {from: 0, to: 1, step: 0}))).toMatchObject({code: 'refused'});
		expect(at.asked).toEqual([]);
	});
});

test('what can be read of a partial answer is given on, with what is missing', async () => {
	const second = noon / 1000;
	const values = [
		[second, '1'],
		[second - 1, '2'],
		['now', '3'],
		[second + 1, 'many'],
		[second + 2, null],
		7,
		[second + 3, '4'],
	];
	await using at = await connect((_, response) =>
		json(
			response,
			success(
				'matrix',
				[
					{metric: {a: '\u001b[31m\u202eevil', ['__proto__']: 'x'}, values},
					{metric: {h: '1'}, histograms: [[1, {}]]},
					'odd',
				],
				{warnings: ['store \u0007gone', 7], infos: []},
			),
		),
	);
	const {series, warnings, isPartial} = await at.engine.query('x[1m]');
	expect(series[0]).toEqual({
		labels: {a: '␛[31m<202e>evil'},
		samples: [
			{at: noon, value: 1},
			{at: noon + 3000, value: 4},
		],
	});
	expect(warnings).toEqual([
		'store gone',
		`6 samples of ${at.host} cannot be read`,
		`1 histogram of ${at.host} cannot be read`,
	]);
	expect(isPartial).toBe(true);
});

test('a series without samples is missing, and said to be', async () => {
	const result = [{metric: {a: '1'}}, {metric: {a: '2'}, values: [[noon / 1000, '1']]}];
	await using at = await connect((_, response) => json(response, success('matrix', result)));
	expect(await at.engine.query('x[1m]')).toMatchObject({
		warnings: [`1 sample of ${at.host} cannot be read`],
		isPartial: true,
	});
});

test.each<[more: object, isPartial: boolean, warnings: string[]]>([
	[{}, false, []],
	[{isPartial: true}, true, []],
	[{warnings: ['store east is gone']}, true, ['store east is gone']],
	[{warnings: ['PromQL warning: mixed']}, false, ['PromQL warning: mixed']],
	[{infos: ['PromQL info: no counter']}, false, ['PromQL info: no counter']],
])('whether data is missing: %j', async (more, isPartial, warnings) => {
	await using at = await connect((_, response) => json(response, success('vector', [], more)));
	expect(await at.engine.query('up')).toEqual({series: [], warnings, isPartial});
});
