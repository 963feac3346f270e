/** A service over HTTP whose answers, headers and status lines are what the row says, byte for byte. */
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {bytesOf} from './grammar.ts';
import type {Answers, Wire} from './wire.ts';

/** A running service. */
export type TextService = {
	url: string;
	/** What it answers from now on. */
	setAnswers(answers: Answers): void;
	/** The whole of what it writes to the connection instead; undefined for answers again. */
	setRaw(raw: Buffer | undefined): void;
	[Symbol.asyncDispose](): Promise<void>;
};

const writes = /^(?:play|pause|stop|change|add|update)_/;

/** Starts it. Use with `await using`. */
export const startTextService = async (): Promise<TextService> => {
	let answers: Answers | undefined;
	let raw: Buffer | undefined;
	const answerTo = (type: string, fields: URLSearchParams): Wire => {
		if (!answers) {
			return {success: 1};
		}
		if (writes.test(type)) {
			return answers.refusal();
		}
		const given: Wire =
			type === 'get_dashboard_stats'
				? answers.dashboardOf(fields.get('campaign_id') ?? '')
				: type === 'get_list'
					? {list: answers.get_lists.lists[0]}
					: ((answers as unknown as Record<string, Wire | undefined>)[type] ?? answers.open());
		return {success: 1, error: '', ...given};
	};
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', chunk => chunks.push(chunk));
		request.on('end', () => {
			const fields = new URLSearchParams(Buffer.concat(chunks).toString());
			if (raw) {
				request.socket.end(raw);
			} else {
				response.end(bytesOf({response: answerTo(fields.get('type') ?? '', fields)}));
			}
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		setAnswers(next) {
			answers = next;
		},
		setRaw(next) {
			raw = next;
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
};
