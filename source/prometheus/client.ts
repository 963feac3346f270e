/** The client of an engine that stores metrics and answers the query interface of Prometheus. */
import type {Clock} from '../system/clock.ts';
import {type EngineAnswer, type EngineSeries, mostSamples, readAnswer} from './answer.ts';
import {createAsking} from './ask.ts';
import {AnswerCache} from './cache.ts';
import {type CredentialSettings, createCredentials} from './credentials.ts';
import {EngineError, tooMuch} from './error.ts';

export type {EngineAnswer, EngineSeries} from './answer.ts';
export {EngineError, type EngineErrorCode} from './error.ts';

/** How an engine is reached, and as whom. */
export type EngineSettings = CredentialSettings & {
	/** The base address with its prefix, without credentials. */
	url: string;
	/** Certificates (PEM) trusted in addition to this machine's. */
	ca?: string | undefined;
	/** The address of a proxy. An engine on this machine is reached directly. */
	proxy?: string | undefined;
	/** The environment of commands that print credentials. */
	env?: NodeJS.ProcessEnv;
	/** Whether such commands must not use the terminal; they must not by default. */
	isSilent?: boolean;
	/** Milliseconds for a whole exchange; 20 s by default. */
	deadline?: number;
};

/**
 * An engine that answers the query interface of Prometheus. Every method rejects with an EngineError, whose message is a sentence
 * that says what broke and what to do.
 */
export type Engine = {
	/** The address without credentials, to show. */
	readonly host: string;
	/**
	 * An instant query; with a range selector (`metric[5m]`) raw samples.
	 *
	 * @param options `at` in UTC milliseconds; the engine's own time by default
	 */
	query(expression: string, options?: {at?: number; signal?: AbortSignal}): Promise<EngineAnswer>;
	/**
	 * A range query; times in UTC milliseconds, step in milliseconds. Asks in pieces where more than 11,000 points a series would
	 * come. Answers about times that are over are stored for a while.
	 */
	queryRange(
		expression: string,
		range: {from: number; to: number; step: number; signal?: AbortSignal},
	): Promise<EngineAnswer>;
	/** Ends queries that are under way. */
	close(): Promise<void>;
};

/** Milliseconds for a whole exchange. */
const usualDeadline = 20_000;

/** The most bytes of an answer: as many samples as may be read, with the labels of the series of a thousand campaigns. */
const byteLimit = 32_000_000;

/** The most points of a series that engines give in one answer. */
export const mostPoints = 11_000;

/** A time as the interface writes it. */
const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const keyOf = ({labels}: EngineSeries): string =>
	JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));

/** The answers about successive times as one. */
const joined = (answers: readonly EngineAnswer[]): EngineAnswer => {
	const [first] = answers;
	if (first && answers.length === 1) {
		return first;
	}
	const series = new Map<string, {labels: EngineSeries['labels']; samples: EngineSeries['samples'][number][]}>();
	for (const one of answers.flatMap(answer => answer.series)) {
		const known = series.get(keyOf(one)) ?? {labels: one.labels, samples: []};
		for (const sample of one.samples) {
			known.samples.push(sample);
		}
		series.set(keyOf(one), known);
	}
	for (const {samples} of series.values()) {
		// Two series of one piece may be shown by the same labels.
		samples.sort((one, other) => one.at - other.at);
	}
	return {
		series: [...series.values()],
		warnings: [...new Set(answers.flatMap(({warnings}) => warnings))],
		isPartial: answers.some(({isPartial}) => isPartial),
	};
};

/** The pieces of a range, each of at most as many points as one answer has. */
export const piecesOf = ({from, to, step}: {from: number; to: number; step: number}): {from: number; to: number}[] => {
	const pieces: {from: number; to: number}[] = [];
	for (let start = from; start <= to; start += mostPoints * step) {
		pieces.push({from: start, to: Math.min(to, start + (mostPoints - 1) * step)});
	}
	return pieces;
};

const samplesIn = ({series}: EngineAnswer): number => series.reduce((sum, {samples}) => sum + samples.length, 0);

/** Checks what is asked for. @throws EngineError */
const checkRange = (host: string, {from, to, step}: {from: number; to: number; step: number}): void => {
	if (!(step >= 1 && from <= to)) {
		throw new EngineError('refused', `a range of ${host} must have a step and end after its beginning`);
	}
	if ((to - from) / step >= mostSamples) {
		throw tooMuch(host, `more than ${mostSamples.toLocaleString('en')} samples`);
	}
};

/**
 * Makes the client of an engine. Nothing is sent before the first query.
 *
 * @throws WireError if `ca` contains no certificate, or `proxy` is not an address
 */
export const createEngine = (settings: EngineSettings, clock: Pick<Clock, 'now'>): Engine => {
	const {url, ca, proxy, env = {}, isSilent = true, deadline = usualDeadline} = settings;
	const {host} = new URL(url);
	const credentials = createCredentials(settings, {env, isSilent, clock});
	const cache = new AnswerCache(clock);
	const asking = createAsking({url, ca, proxy, deadline, byteLimit, credentials});

	const ask = async (
		path: 'query' | 'query_range',
		fields: Readonly<Record<string, string>>,
		bounds: {from?: number; to?: number; most: number; signal?: AbortSignal | undefined},
	): Promise<EngineAnswer> => {
		const {bytes, status} = await asking.ask(`api/v1/${path}`, fields, bounds.signal);
		return readAnswer(bytes, {host, status, ...bounds});
	};

	return {
		host,
		query: async (query, {at, signal} = {}) =>
			ask('query', {query, ...(at !== undefined && {time: seconds(at)})}, {most: mostSamples, signal}),
		async queryRange(query, {signal, ...range}) {
			const [from, to, step] = [Math.round(range.from), Math.round(range.to), Math.round(range.step)];
			checkRange(host, {from, to, step});
			const answers: EngineAnswer[] = [];
			let most = mostSamples;
			for (const piece of piecesOf({from, to, step})) {
				const key = JSON.stringify([query, piece.from, piece.to, step]);
				const fields = {query, start: seconds(piece.from), end: seconds(piece.to), step: seconds(step)};
				let answer = cache.get(key);
				if (!answer) {
					answer = await ask('query_range', fields, {...piece, most, signal});
					cache.put(key, piece.to, answer);
				}
				most -= samplesIn(answer);
				answers.push(answer);
			}
			return joined(answers);
		},
		close: async () => asking.close(),
	};
};
