/** A service that gives a secret back in its texts: the sandbox's own answers, with the secret planted in them. */
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** Figures, dates, times, and what is empty: read strictly, they would be no data with a word in them. */
const figure = /^[\d\s.,:%$/+\-APMTZ]*$/;

/** The token that signing in brings is what was asked for. */
const isKept = (name: string): boolean => name === 'success' || name === 'token';

/** What a text becomes; `isFigure` says that it would be no data then. */
export type Plant = (text: string, isFigure: boolean) => string;

/** A value with something planted in each of its texts. */
export const planted = (value: unknown, plant: Plant, name = ''): unknown => {
	if (typeof value === 'string') {
		return isKept(name) ? value : plant(value, figure.test(value));
	}
	if (typeof value !== 'object' || value === null) {
		return value;
	}
	return Array.isArray(value)
		? value.map(item => planted(item, plant, name))
		: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, planted(item, plant, key)]));
};

/** Starts the service before another. Use with `await using`. */
export const startPlanting = async (behind: string, plant: Plant) => {
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) {
			chunks.push(chunk as Buffer);
		}
		const body = Buffer.concat(chunks);
		const headers = {'content-type': request.headers['content-type'] ?? ''};
		try {
			const answer: unknown = await (await fetch(`${behind}${request.url}`, {method: 'POST', headers, body})).json();
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(planted(answer, plant)));
		} catch {
			// Whoever asked is gone, or the test is over.
			request.socket.destroy();
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			const closed = new Promise(resolve => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
};
