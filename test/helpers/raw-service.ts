/** A service on loopback that answers each operation with exactly what a test gives it: no shape of ours is in between. */
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** What operations answer, by their `type`: the whole body, or a function of the request's fields that makes it. */
export type RawAnswers = Record<string, unknown>;

/** In place of an answer: the connection is closed without one. */
export const noAnswer = Symbol('no answer');

/** A running raw service. Use with `await using`. */
export type RawService = AsyncDisposable & {
	/** The base address. */
	url: string;
	/** The fields of each request, in order. */
	requests: Record<string, string>[];
	/** What it answers; a test may change it. */
	answers: RawAnswers;
};

/** Starts it, on a port of its own or on this one. An operation without an answer is refused. */
export const startRawService = async (answers: RawAnswers, port = 0): Promise<RawService> => {
	const requests: Record<string, string>[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) {
			chunks.push(chunk as Buffer);
		}
		const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
		requests.push(fields);
		const given = answers[fields.type ?? ''] ?? {response: {success: 0, error: 'Unknown type'}};
		const body: unknown = typeof given === 'function' ? given(fields) : given;
		if (body === noAnswer) {
			request.socket.destroy();
			return;
		}
		response.setHeader('content-type', 'application/json');
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		answers,
		async [Symbol.asyncDispose]() {
			// The port first: a connection that came in between would be cut with its request already written.
			const closed = new Promise(resolve => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
};
