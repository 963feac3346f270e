/**
 * Makes recorded.json anew, which CI reads where it has no Prometheus: `node test/prometheus/record.ts`, with `prometheus` in the
 * path. A page of the exporter is scraped every second, changes once, and is asked for; each answer is written as it came.
 */
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {text} from 'node:stream/consumers';
import {createEngine} from '../../source/prometheus/client.ts';
import {systemClock} from '../../source/system/clock.ts';
import {startPrometheus} from '../helpers/prometheus.ts';
import type {Recorded} from './replay.ts';
import {storeBoth} from './store-both.ts';
import {askAll, startPage} from './stored.ts';

await using page = await startPage();
await using prometheus = await startPrometheus(page.target, 'groups: []\n');
const times = await storeBoth(page, prometheus.url);
const exchanges: Recorded['exchanges'] = [];
/** Leads everything to Prometheus, and writes down what came. */
const between = createServer(async (request, response) => {
	const body = await text(request);
	const {url = ''} = request;
	const answer = await fetch(`${prometheus.url}${url}`, {method: 'POST', body: new URLSearchParams(body)});
	const answered = {status: answer.status, type: answer.headers.get('content-type') ?? '', body: await answer.text()};
	exchanges.push({path: url, fields: Object.fromEntries(new URLSearchParams(body)), ...answered});
	response.writeHead(answered.status, {'content-type': answered.type}).end(answered.body);
}).listen(0, '127.0.0.1');
await once(between, 'listening');
const engine = createEngine({url: `http://127.0.0.1:${(between.address() as {port: number}).port}`}, systemClock);
await askAll(engine, times);
await engine.close();
between.close();
// The address of the page differs each time.
const recorded = JSON.stringify({times, exchanges} satisfies Recorded, undefined, '\t');
writeFileSync(new URL('recorded.json', import.meta.url), `${recorded.replaceAll(page.target, '127.0.0.1:9797')}\n`);
