/** A small service over real HTTP, with a clock that the test holds. */
import {createServer, listen} from '../../../source/sandbox/server/server.ts';
import type {ServiceOptions} from '../../../source/sandbox/service/durable-world.ts';
import {post} from '../http.ts';
import {smallService} from '../small-service.ts';

type Row = Record<string, string>;
type Params = Readonly<Record<string, string>>;

/** Starts it, signed in. Use with `await using`. */
export const httpService = async (options: ServiceOptions) => {
	const small = await smallService(options);
	const server = await createServer(small.service);
	const url = await listen(server, 0);
	const call = (type: string, params: Params = {}) => post(url, {type, token: small.token, ...params});
	return {
		...small,
		call,
		/** The rows under a name of the answer. */
		rows: async (type: string, name: string, params: Params = {}) => (await call(type, params))[name] as Row[],
		/** The first dashboard row of a campaign. */
		async dashboard(campaign_id: string): Promise<Row> {
			const [row = {}] = (await call('get_dashboard_stats', {campaign_id})).dashboard_stats as Row[];
			return row;
		},
		async [Symbol.asyncDispose]() {
			await server.close();
			small.service.close();
		},
	};
};
