/** An engine that has scraped pages of an exporter, with and without HTTP: it answers the questions of a screen of metrics. */
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {Engine, EngineAnswer, EngineSeries} from '../../source/prometheus/client.ts';
import {readPage} from './metrics-page.ts';

/** What a question selects. */
const asked = /^(?:\{__name__=~"(?<names>[^"]+)",|(?<name>\w+)\{)profile="(?<profile>[^"]*)"\}\[(?<seconds>\d+)s\]$/;

/** The scrapes of an engine. */
export class Scraped {
	readonly #series = new Map<string, {labels: Record<string, string>; samples: {at: number; value: number}[]}>();
	/** Expressions in the order in which they were asked. */
	readonly queries: string[] = [];
	/** What the next answers are marked with. */
	remarks: Pick<EngineAnswer, 'warnings' | 'isPartial'> = {warnings: [], isPartial: false};
	/** Why it does not answer. */
	error: Error | undefined;

	/** Scrapes a page at a moment, UTC milliseconds; the engine adds these labels. */
	scrape(
		page: string,
		at: number,
		added: Readonly<Record<string, string>> = {job: 'dialtop', instance: 'a:9797'},
	): void {
		for (const {labels, value} of readPage(page)) {
			const all = {...labels, ...added};
			const key = JSON.stringify(all);
			const series = this.#series.get(key) ?? {labels: all, samples: []};
			this.#series.set(key, series);
			series.samples.push({at, value});
		}
	}

	/** Answers a question as it is at a moment. */
	answer(expression: string, now: number): EngineSeries[] {
		if (expression === 'vector(1)') {
			return [{labels: {}, samples: [{at: now, value: 1}]}];
		}
		if (expression.startsWith('count by (profile)')) {
			const profiles = [...this.#series.values()].map(({labels}) => labels.profile ?? '').filter(Boolean);
			return [...new Set(profiles)].map(profile => ({labels: {profile}, samples: [{at: now, value: 1}]}));
		}
		const {names, name, profile, seconds} = asked.exec(expression)?.groups ?? {};
		if (seconds === undefined) {
			// Questions about the past: it has none.
			return [];
		}
		const pattern = new RegExp(`^(?:${names ?? name})$`);
		return [...this.#series.values()]
			.filter(({labels}) => labels.profile === profile && pattern.test(labels.__name__ ?? ''))
			.map(({labels, samples}) => ({
				labels,
				samples: samples.filter(({at}) => at <= now && at >= now - Number(seconds) * 1000),
			}))
			.filter(({samples}) => samples.length > 0);
	}

	/** The client of it. */
	engine(now: () => number): Engine {
		return {
			host: 'metrics.test',
			query: async expression => {
				this.queries.push(expression);
				if (this.error) {
					throw this.error;
				}
				return {series: this.answer(expression, now()), ...this.remarks};
			},
			queryRange: async () => Promise.reject(new Error('a screen of metrics asks for raw samples')),
			close: async () => undefined,
		};
	}
}

/** An engine on loopback, which scrapes an exporter once a second. */
export type LoopbackEngine = {
	url: string;
	scraped: Scraped;
	/** Stops to listen and to scrape; and begins again on the same port. */
	die(): Promise<void>;
	revive(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	let body = '';
	for await (const part of request.setEncoding('utf8')) {
		body += part;
	}
	return body;
};

/** Starts it. Use with `await using`. @param target the address of the exporter's page */
export const startLoopbackEngine = async (target: string): Promise<LoopbackEngine> => {
	const scraped = new Scraped();
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const query = new URLSearchParams(await bodyOf(request)).get('query') ?? '';
		const result = scraped.answer(query, Date.now()).map(({labels, samples}) => ({
			metric: labels,
			values: samples.map(({at, value}) => [at / 1000, String(value)]),
		}));
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({status: 'success', data: {resultType: 'matrix', result}}));
	};
	let server = createServer();
	let timer: NodeJS.Timeout | undefined;
	const scrape = async (): Promise<void> => {
		const page = await fetch(target)
			.then(response => response.text())
			.catch(() => undefined);
		if (page !== undefined) {
			scraped.scrape(page, Date.now());
		}
	};
	const listen = async (port: number): Promise<void> => {
		server = createServer((request, response) => void answer(request, response)).listen(port, '127.0.0.1');
		await once(server, 'listening');
		timer = setInterval(() => void scrape(), 1000);
	};
	await listen(0);
	const {port} = server.address() as {port: number};
	const die = async (): Promise<void> => {
		clearInterval(timer);
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	};
	return {
		url: `http://127.0.0.1:${port}`,
		scraped,
		die,
		revive: () => listen(port),
		[Symbol.asyncDispose]: die,
	};
};
