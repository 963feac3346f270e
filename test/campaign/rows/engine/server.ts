/** An engine in a process of its own, which does with a query what the query says. */
import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {pipeline} from 'node:stream/promises';
import {randomOf} from '../../row.ts';
import {lyingAnswer, soundAnswer, type Task} from './answers.ts';

/** Answers that have not ended. */
let open = 0;

const head = (response: ServerResponse): ServerResponse =>
	response.writeHead(200, {'content-type': 'application/json'});

/** 10^6 samples: in a hundred series, or in fifty thousand. */
function* flood(series: number, samples: number): Generator<string> {
	yield '{"status":"success","data":{"resultType":"matrix","result":[';
	const values = Array.from({length: samples}, (_, index) => `[${1_795_694_400 + index},"${index}.25"]`).join();
	for (let index = 0; index < series; index++) {
		yield `${index === 0 ? '' : ','}{"metric":{"campaign_id":"${index}","name":"a campaign"},"values":[${values}]}`;
	}
	yield ']}}';
}

const drip = async (response: ServerResponse): Promise<void> => {
	head(response);
	for (const byte of '{"status":"success","data":{"resultType":"matrix","result":['.padEnd(10_000)) {
		if (response.destroyed) {
			return;
		}
		response.write(byte);
		await new Promise(done => setTimeout(done, 20));
	}
};

const answer = async (task: Task, response: ServerResponse): Promise<void> => {
	const random = randomOf(`${task.seed} server`);
	switch (task.kind) {
		case 'sound':
		case 'hostile':
			head(response).end(JSON.stringify(soundAnswer(task)));
			return;
		case 'lie':
			head(response).end(JSON.stringify(lyingAnswer(task)));
			return;
		case 'empty':
			head(response).end(random.pick(['', '{}', 'null', '{"status":"success"}', '{"status":"success","data":{}}']));
			return;
		case 'million':
			head(response);
			await pipeline(Readable.from(flood(100, 10_000)), response).catch(() => undefined);
			return;
		case 'wide':
			head(response);
			await pipeline(Readable.from(flood(50_000, 20)), response).catch(() => undefined);
			return;
		case 'hang':
			return;
		case 'drip':
			await drip(response);
			return;
		case 'reset':
			response.socket?.resetAndDestroy();
			return;
		case 'cut': {
			const whole = JSON.stringify(soundAnswer(task));
			head(response).end(whole.slice(0, random.below(whole.length)));
			return;
		}
		case 'page':
			response.writeHead(random.pick([200, 403, 404, 500, 502]), {'content-type': 'text/html'});
			response.end('<html><form action="/login">');
			return;
		case 'redirect':
			response.writeHead(random.pick([301, 302, 307, 308]), {location: 'https://sso.example/login?secret=canary'});
			response.end();
	}
};

const server = createServer(async (request, response) => {
	const fields = new URLSearchParams(await text(request));
	const query = fields.get('query') ?? '';
	if (query === 'open') {
		head(response).end(JSON.stringify({status: 'success', data: {resultType: 'scalar', result: [1, String(open)]}}));
		return;
	}
	open++;
	response.on('close', () => open--);
	await answer(JSON.parse(query) as Task, response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as {port: number}).port);
