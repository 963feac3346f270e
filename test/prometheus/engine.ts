/** A server on loopback that answers as an engine would, or as it would not. */
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {text} from 'node:stream/consumers';

/** A query as it arrived. */
export type Asked = {path: string; fields: Record<string, string>; headers: IncomingMessage['headers']};

/** What answers a query. */
export type Answering = (asked: Asked, response: ServerResponse) => void | Promise<void>;

/** An answer of JSON. */
export const json = (response: ServerResponse, value: unknown, status = 200): void => {
	response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(value));
};

/** A successful answer. */
export const success = (resultType: string, result: unknown, more: object = {}) => ({
	status: 'success',
	data: {resultType, result},
	...more,
});

/** Starts it. Use with `await using`. */
export const startEngine = async (answering: Answering) => {
	const asked: Asked[] = [];
	const server = createServer(async (request, response) => {
		const fields = Object.fromEntries(new URLSearchParams(await text(request)));
		const one = {path: `${request.method} ${request.url}`, fields, headers: request.headers};
		asked.push(one);
		await answering(one, response);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as {port: number};
	return {
		url: `http://127.0.0.1:${port}`,
		host: `127.0.0.1:${port}`,
		asked,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise(done => server.close(done));
		},
	};
};
