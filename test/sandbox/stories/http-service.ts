/** A small service behind real HTTP, with a clock that the test holds: what one operation does, the others show. */

import type {ServiceOptions} from '../../../source/sandbox/engine/durable-world.ts';
import {createServer, listen} from '../../../source/sandbox/server/server.ts';
import {writeBody} from '../../../source/wire/client/body.ts';
import {smallService, testPassword, tokenOf} from '../small-service.ts';

type Row = Record<string, string>;
type Response = Record<string, unknown>;

/** Calls an operation, by a form if the names have brackets, and returns what is under `response`. */
export type Call = (type: string, params?: Record<string, unknown>) => Promise<Response>;

/** Starts it, signed in. Use with `await using`. */
export const httpService = async (options: ServiceOptions) => {
	const small = await smallService(options);
	const server = await createServer(small.service);
	const url = await listen(server, 0);
	const send = async (fields: Record<string, unknown>): Promise<Response> => {
		const isWritten = Object.keys(fields).some(name => name.includes('['));
		const {contentType, bytes} = await writeBody(fields, isWritten ? 'form' : 'json');
		const body = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
		const reply = await fetch(`${url}/api/`, {method: 'POST', headers: {'content-type': contentType}, body});
		return ((await reply.json()) as {response: Response}).response;
	};
	const callerWith =
		(token: unknown): Call =>
		(type, params = {}) =>
			send({type, token, ...params});
	const call = callerWith(small.token);
	const need: Call = async (type, params) => {
		const response = await call(type, params);
		if (response.success !== 1) {
			throw new Error(`${type}: ${JSON.stringify(response)}`);
		}
		return response;
	};
	return {
		...small,
		url,
		call,
		/** Calls an operation that must succeed. */
		need,
		/** Adds a user and signs them in: what it returns calls operations as them. */
		async as(user: string, level: string, campaigns: readonly string[]): Promise<Call> {
			await call('add_user', {user, pass: testPassword, full_name: 'Ann Lee', level, campaigns});
			return callerWith(tokenOf(small.service, user));
		},
		/** The rows under a name of the answer. */
		rows: async (type: string, name: string, params: Record<string, unknown> = {}) =>
			(await need(type, params))[name] as Row[],
		/** The first dashboard row of a campaign. */
		async dashboard(campaign_id: string): Promise<Row> {
			const [row = {}] = (await need('get_dashboard_stats', {campaign_id})).dashboard_stats as Row[];
			return row;
		},
		async [Symbol.asyncDispose]() {
			await server.close();
			small.service.close();
		},
	};
};
