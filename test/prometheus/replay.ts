/** Answers as a real Prometheus did when `record.ts` asked it. */
import {readFileSync} from 'node:fs';
import {json, startEngine} from './engine.ts';
import type {Times} from './stored.ts';

/** What was recorded. */
export type Recorded = {
	times: Times;
	exchanges: {path: string; fields: Record<string, string>; status: number; type: string; body: string}[];
};

export const recorded = (): Recorded =>
	JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8')) as Recorded;

/** Starts an engine that answers what was recorded, and nothing else. Use with `await using`. */
export const startReplay = ({exchanges}: Recorded) =>
	startEngine(({path, fields}, response) => {
		const found = exchanges.find(
			one => path === `POST ${one.path}` && JSON.stringify(one.fields) === JSON.stringify(fields),
		);
		if (found) {
			response.writeHead(found.status, {'content-type': found.type}).end(found.body);
		} else {
			json(
				response,
				{status: 'error', errorType: 'bad_data', error: `not recorded: ${path} ${JSON.stringify(fields)}`},
				400,
			);
		}
	});
