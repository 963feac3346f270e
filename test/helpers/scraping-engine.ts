/**
 * An engine on loopback that has scraped pages of metrics, and answers range queries about them as Prometheus does: the newest sample
 * of the five minutes before, unless a later scrape lacks the series. It knows the queries that dialtop sends, and no others.
 */
import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {type PageSample, readPage} from './metrics-page.ts';

type Labels = PageSample['labels'];

/** What a query asks for of a series. */
type Wanted = (sample: PageSample) => boolean;

/** How long an engine looks back for a sample. */
const lookBack = 300_000;

const matcher = (text: string): ((labels: Labels) => boolean) => {
	const [, name = '', operator = '', quoted = '""'] = /^(\w+)(=~|=)(".*")$/.exec(text.trim()) ?? [];
	const value = JSON.parse(quoted) as string;
	const pattern = operator === '=~' ? new RegExp(`^(?:${value})$`) : undefined;
	return labels => (pattern ? pattern.test(labels[name] ?? '') : (labels[name] ?? '') === value);
};

/** One selector, in parentheses where it is compared. */
const selectorOf = (text: string): Wanted => {
	const found = /^\(?(\w*)\{(.*)\}(?: == (\d+)\))?$/.exec(text);
	if (!found) {
		throw new Error(`the query is not known here: ${text}`);
	}
	const [, name = '', matchers = '', equals] = found;
	const all = [...matchers.matchAll(/\w+(?:=~|=)"(?:[^"\\]|\\.)*"/g)].map(([one]) => matcher(one));
	return ({labels, value}) =>
		(name === '' || labels.__name__ === name) &&
		all.every(matches => matches(labels)) &&
		(equals === undefined || value === Number(equals));
};

/** What a query matches. */
const wantedOf = (query: string): Wanted => {
	const any = query.split(' or ').map(selectorOf);
	return sample => any.some(one => one(sample));
};

type Scrape = {at: number; samples: ReadonlyMap<string, PageSample>};

/** What is wrong with an engine. */
export type EngineFault = (response: ServerResponse, query: URLSearchParams) => boolean;

/** Starts an engine that has scraped nothing yet. Use with `await using`. */
export const startScrapingEngine = async () => {
	const scrapes: Scrape[] = [];
	const queries: URLSearchParams[] = [];
	let fault: EngineFault | undefined;
	let warnings: readonly string[] = [];

	const answer = (query: URLSearchParams) => {
		const [start, end, step] = ['start', 'end', 'step'].map(name => Math.round(Number(query.get(name)) * 1000)) as [
			number,
			number,
			number,
		];
		const wanted = wantedOf(query.get('query') ?? '');
		const series = new Map<string, {metric: Labels; values: [number, string][]}>();
		let next = 0;
		for (let at = start; at <= end; at += step) {
			while ((scrapes[next + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) {
				next++;
			}
			const scrape = scrapes[next];
			if (!scrape || scrape.at > at || at - scrape.at >= lookBack) {
				continue;
			}
			for (const [key, sample] of scrape.samples) {
				if (wanted(sample)) {
					const known = series.get(key) ?? {metric: sample.labels, values: []};
					known.values.push([at / 1000, String(sample.value)]);
					series.set(key, known);
				}
			}
		}
		return {status: 'success', warnings, data: {resultType: 'matrix', result: [...series.values()]}};
	};

	const server = createServer((request, response) => {
		let body = '';
		request.on('data', part => {
			body += part;
		});
		request.on('end', () => {
			const query = new URLSearchParams(body);
			queries.push(query);
			if (fault?.(response, query)) {
				return;
			}
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answer(query)));
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		host: `127.0.0.1:${port}`,
		/** The queries that came. */
		queries,
		/** Takes a page as of a moment, UTC milliseconds. */
		scrape(at: number, page: string): void {
			const samples = readPage(page).map(({labels, value}) => ({labels: {...labels, job: 'dialtop'}, value}));
			scrapes.push({at, samples: new Map(samples.map(sample => [JSON.stringify(sample.labels), sample]))});
		},
		/** Answers in another way, where this does so. */
		break(how: EngineFault | undefined): void {
			fault = how;
		},
		warn(texts: readonly string[]): void {
			warnings = texts;
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};
