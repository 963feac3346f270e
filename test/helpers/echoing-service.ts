/** A service that gives back what it was sent, secrets and all, in every way that a broken or hostile one could. */
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** How it answers, by name; the body comes back in each. */
const echoes = {
	refusal: (body: string) => [200, {}, JSON.stringify({response: {success: 0, error: `no: ${body}`, tech_msg: body}})],
	'long refusal': (body: string) => [
		200,
		{},
		JSON.stringify({response: {success: 0, error: `${'x'.repeat(990)}${body}`}}),
	],
	page: (body: string) => [200, {}, `<!doctype html>${' '.repeat(30)}${body}`],
	'broken JSON': (body: string) => [200, {}, `{"response": ${body}`],
	'odd flag': (body: string) => [200, {}, JSON.stringify({response: {success: body}})],
	'no envelope': (body: string) => [200, {}, JSON.stringify({[body]: 1})],
	error: (body: string) => [500, {}, body],
	redirect: (body: string, other: string) => [307, {location: `${other}/?${body}`}, ''],
	compressed: (body: string) => [200, {'content-encoding': body}, 'x'],
} as const satisfies Record<string, (body: string, other: string) => readonly [number, Record<string, string>, string]>;

/** The ways in which it gives back what it was sent. */
export const echoNames = Object.keys(echoes) as (keyof typeof echoes)[];

/** Answers well what is only asked to see whether a token lives. */
const sound = JSON.stringify({response: {success: 1}, campaigns: []});

/**
 * Starts the service; `other` is where it redirects to, and `isSound` whether get_campaigns is answered as it should be.
 * Use with `await using`.
 */
export const startEchoing = async (other: string, {isSound = false} = {}) => {
	let echo: keyof typeof echoes = 'refusal';
	const seen: (string | null)[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', chunk => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString('utf8');
			const type = new URLSearchParams(body).get('type');
			if (isSound && type === 'get_campaigns') {
				response.end(sound);
				return;
			}
			seen.push(type);
			// As it came, and as a service reads it.
			const readable = body.startsWith('{')
				? body
				: decodeURIComponent(body.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/gi, ''));
			const [status, headers, text] = echoes[echo](`${readable.replace(/[\r\n]/g, ' ')} ${body}`.slice(0, 4000), other);
			const printable = Object.entries<string>(headers).map(([name, value]) => [name, value.replace(/[^ -~]/g, '')]);
			response.writeHead(status, Object.fromEntries(printable));
			response.end(text);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** How many requests were given back, all of them or of a type. */
		seen: (type?: string) => seen.filter(one => type === undefined || one === type).length,
		setEcho(next: keyof typeof echoes) {
			echo = next;
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
};
