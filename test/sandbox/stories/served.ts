/** A small service over real HTTP, for stories: what one operation does, the others show. */
import {onTestFinished} from 'vitest';
import {closeServer, createServer, listen} from '../../../source/sandbox/server/server.ts';
import type {ServiceOptions} from '../../../source/sandbox/service/durable-world.ts';
import {json, send} from '../http.ts';
import {smallService, testPassword} from '../small-service.ts';

type Fields = Record<string, unknown>;
type Rows = Record<string, string>[];

/** The rows under a name of an answer. */
export const rowsOf = (answer: Fields, name: string): Rows => answer[name] as Rows;

/** Starts a service for the duration of a test; `call` signs its requests as the first user. */
export const served = async (options: ServiceOptions = {}) => {
	const {service, token, advance, world} = await smallService(options);
	const server = await createServer(service);
	const url = await listen(server, 0);
	onTestFinished(async () => {
		await closeServer(server);
		service.close();
	});
	const post = async (fields: Fields): Promise<Fields> => {
		const {text} = await send(url, {headers: json, body: JSON.stringify(fields)});
		return JSON.parse(text).response;
	};
	const call = async (type: string, params: Fields = {}): Promise<Fields> => {
		const answer = await post({type, token, ...params});
		if (answer.success !== 1) {
			throw new Error(`${type}: ${answer.error}`);
		}
		return answer;
	};
	return {
		world,
		advance,
		call,
		/** Adds a user and returns calls as them. */
		async as(user: string, level: string, campaigns: readonly string[]): Promise<typeof call> {
			await call('add_user', {user, pass: testPassword, full_name: user, level, campaigns});
			const signedIn = await post({type: 'login_user', user, pass: testPassword});
			return async (type, params = {}) => post({type, token: signedIn.token, ...params});
		},
	};
};
