/** A small service behind real HTTP, for stories: what one operation does, the others show. */
import {writeBody} from '../../../source/api/client/body.ts';
import {createServer, listen} from '../../../source/sandbox/server/server.ts';
import type {ServiceOptions} from '../../../source/sandbox/service/durable-world.ts';
import {smallService, testPassword} from '../small-service.ts';

type Response = Record<string, unknown>;

/** Calls an operation and returns what is under `response`. */
export type Call = (type: string, params?: Record<string, unknown>) => Promise<Response>;

/** Starts a service; use with `await using`. */
export const startHttpService = async (options: ServiceOptions) => {
	const small = await smallService(options);
	const server = await createServer(small.service);
	const url = await listen(server, 0);
	const send = async (fields: Record<string, unknown>): Promise<Response> => {
		const {contentType, bytes} = await writeBody(fields, 'json');
		const body = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
		const reply = await fetch(`${url}/api/`, {method: 'POST', headers: {'content-type': contentType}, body});
		return ((await reply.json()) as {response: Response}).response;
	};
	const callerWith =
		(token: unknown): Call =>
		(type, params = {}) =>
			send({type, token, ...params});
	const call = callerWith(small.token);
	return {
		call,
		world: small.world,
		advance: small.advance,
		/** Calls an operation that must succeed. */
		async need(type: string, params: Record<string, unknown> = {}): Promise<Response> {
			const response = await call(type, params);
			if (response.success !== 1) {
				throw new Error(`${type}: ${JSON.stringify(response)}`);
			}
			return response;
		},
		/** Adds a user and signs them in: what it returns calls operations as them. */
		async as(user: string, level: string, campaigns: readonly string[]): Promise<Call> {
			await call('add_user', {user, pass: testPassword, full_name: 'Ann Lee', level, campaigns});
			return callerWith((await send({type: 'login_user', user, pass: testPassword})).token);
		},
		async [Symbol.asyncDispose]() {
			await server.close();
			small.service.close();
		},
	};
};
