/** Reads an answer of the query interface, a series at a time and within bounds. */
import * as z from 'zod';
import {createRest} from '../system/turns.ts';
import {struckOnScreen} from '../wire/secrets.ts';
import {safeText} from '../wire/text.ts';
import {counted} from '../wire/words.ts';
import {Cursor, NotJson, ValueTooLong} from './cursor.ts';
import {calledOff, engineSays, oddAnswer, quoted, tooMuch} from './error.ts';

/** Samples of one series: times in UTC milliseconds, values as they came; NaN and stale marks are dropped. */
export type EngineSeries = {
	labels: Readonly<Record<string, string>>;
	samples: readonly {at: number; value: number}[];
};

/** What the engine answered. */
export type EngineAnswer = {
	series: readonly EngineSeries[];
	/** As it sent them, made safe to show, and what could not be read. */
	warnings: readonly string[];
	/** Whether data is missing: the engine says so, or some of it could not be read. */
	isPartial: boolean;
};

/** The most samples of an answer, and series and labels: those of a thousand campaigns are fewer. */
export const mostSamples = 500_000;
const mostSeries = 200_000;
const mostLabels = 1_000_000;

/** The most bytes of a series: 11,000 samples of 60, with labels; and of any other part. */
const longestSeries = 1_000_000;
const longestPart = 100_000;

/** The most warnings, characters of a label, and labels that are remembered as they may be shown. */
const mostWarnings = 20;
const longestLabel = 300;
const mostRemembered = 50_000;

/** What a reading is bounded by. */
export type Reading = {
	host: string;
	status: number;
	/** UTC milliseconds that samples may have, both included. */
	from?: number;
	to?: number;
	/** How many samples may come. */
	most: number;
	signal?: AbortSignal | undefined;
};

const sample = z.tuple([z.number(), z.union([z.string(), z.number()])]);

/** A series; its samples are checked one by one. */
const element = z.looseObject({
	metric: z.record(z.string(), z.string()).default({}),
	value: sample.optional(),
	values: z.array(z.unknown()).optional(),
});

/** The texts of a list; of anything else, none. */
const textsIn = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];

/** A value as the interface writes it; undefined for what is no number. */
const numberOf = (text: unknown): number | undefined => {
	if (typeof text === 'number') {
		return text;
	}
	if (typeof text !== 'string') {
		return undefined;
	}
	if (/^[+-]?Inf$/.test(text)) {
		return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	}
	return text === 'NaN' ? Number.NaN : /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
};

/** The latest time that is one. */
const lastTime = 8.64e15;

/** Collects the series of an answer. */
class Collected {
	readonly series: EngineSeries[] = [];
	samples = 0;
	labels = 0;
	/** Series and samples that cannot be read. */
	unread = 0;
	/** Native histograms, which are no figures of dialtop. */
	histograms = 0;
	readonly #reading: Reading;
	readonly #safe = new Map<string, string>();

	constructor(reading: Reading) {
		this.#reading = reading;
	}

	/** A label as it may be shown. Most come many times. */
	#label(text: string): string {
		const known = this.#safe.get(text);
		if (known !== undefined) {
			return known;
		}
		const safe = safeText(struckOnScreen(text), longestLabel);
		if (this.#safe.size < mostRemembered) {
			this.#safe.set(text, safe);
		}
		return safe;
	}

	/** A series, as it came. @throws EngineError if there are too many samples, series or labels */
	add(value: unknown): void {
		const {success, data} = element.safeParse(value);
		if (!success) {
			this.unread++;
			return;
		}
		const {metric, value: one, values = one && [one]} = data;
		const isHistogram = 'histogram' in data || 'histograms' in data;
		this.histograms += Number(isHistogram);
		// One without any sample would be missing without a word.
		this.unread += Number(values === undefined && !isHistogram);
		const named = Object.entries(metric);
		this.labels += named.length;
		this.#bound(this.labels, mostLabels, 'labels');
		this.put(Object.fromEntries(named.map(([name, text]) => [this.#label(name), this.#label(text)])), values ?? []);
	}

	/** @throws EngineError */
	#bound(count: number, most: number, what: string): void {
		if (count > most) {
			throw tooMuch(this.#reading.host, `more than ${most.toLocaleString('en')} ${what}`);
		}
	}

	put(labels: EngineSeries['labels'], values: readonly unknown[]): void {
		const {from = -lastTime, to = lastTime, most} = this.#reading;
		const samples: {at: number; value: number}[] = [];
		let last = Number.NEGATIVE_INFINITY;
		for (const pair of values) {
			const [seconds, text] = Array.isArray(pair) ? (pair as unknown[]) : [];
			const at = typeof seconds === 'number' ? Math.round(seconds * 1000) : Number.NaN;
			const value = numberOf(text);
			if (value === undefined || !(at > last && at >= from && at <= to)) {
				this.unread++;
				continue;
			}
			last = at;
			if (!Number.isNaN(value)) {
				samples.push({at, value});
			}
		}
		this.samples += values.length;
		this.#bound(this.samples, most, 'samples');
		this.series.push({labels, samples});
		this.#bound(this.series.length, mostSeries, 'series');
	}
}

/** The members of an answer beside its series. */
const envelopeNames = ['status', 'errorType', 'error', 'warnings', 'infos', 'isPartial'] as const;

type Envelope = {[Name in (typeof envelopeNames)[number]]?: unknown};

/** Reads `data`: its series one by one. Returns the type of the result; undefined if there is no list of results. */
const readData = async (
	cursor: Cursor,
	collected: Collected,
	pause: () => Promise<void>,
): Promise<string | undefined> => {
	let type = '';
	let hasResult = false;
	const scalar: unknown[] = [];
	let values = 0;
	cursor.enter('{');
	while (cursor.more('}')) {
		const name = cursor.name();
		if (name !== 'result' || cursor.peek() !== '[') {
			const value = cursor.value(longestPart);
			type = name === 'resultType' && typeof value === 'string' ? value : type;
			continue;
		}
		hasResult = true;
		cursor.enter('[');
		while (cursor.more(']')) {
			if (cursor.peek() === '{') {
				collected.add(cursor.value(longestSeries));
			} else {
				const value = cursor.value(longestPart);
				values++;
				// A scalar has two: its time, and its value.
				if (values <= 2) {
					scalar.push(value);
				}
			}
			await pause();
		}
	}
	if (type === 'scalar' && values === 2) {
		collected.put({}, [scalar]);
	} else {
		collected.unread += values;
	}
	return hasResult ? type : undefined;
};

/** Warnings of PromQL are about the query; all others say that the engine could not reach some of its data. */
const isAboutData = (warning: string): boolean => !/^PromQL (?:warning|info)/.test(warning);

const answerOf = ({host}: Reading, type: string, envelope: Envelope, collected: Collected): EngineAnswer => {
	const {series, unread, histograms} = collected;
	if (!['matrix', 'vector', 'scalar'].includes(type)) {
		throw oddAnswer(host, `answered with ${type === '' ? 'no type of result' : `a result of type ${quoted(type)}`}`);
	}
	if (unread > 0 && series.every(({samples}) => samples.length === 0)) {
		throw oddAnswer(host, 'answered with series that cannot be read');
	}
	const came = textsIn(envelope.warnings);
	const warnings = [
		...[...came, ...textsIn(envelope.infos)].slice(0, mostWarnings).map(quoted),
		...(unread > 0 ? [`${counted(unread, 'sample')} of ${host} cannot be read`] : []),
		...(histograms > 0 ? [`${counted(histograms, 'histogram')} of ${host} cannot be read`] : []),
	];
	return {series, warnings, isPartial: envelope.isPartial === true || unread > 0 || came.some(isAboutData)};
};

/** What is wrong with a text that cannot be read. */
const readError = ({host}: Reading, error: unknown): unknown => {
	if (error instanceof ValueTooLong) {
		return tooMuch(host, 'a series or a text that is longer than 11,000 samples are');
	}
	return error instanceof NotJson ? oddAnswer(host, 'answered with what is not JSON') : error;
};

/**
 * Reads the body of an answer.
 *
 * @throws EngineError if it is none, reports an error, has more than may be read, or is called off
 */
export const readAnswer = async (body: Buffer, reading: Reading): Promise<EngineAnswer> => {
	const {host, status, signal} = reading;
	const collected = new Collected(reading);
	const rest = createRest();
	const pause = async (): Promise<void> => {
		await rest();
		if (signal?.aborted) {
			throw calledOff(signal.reason);
		}
	};
	const envelope: Envelope = {};
	let type: string | undefined;
	try {
		const cursor = new Cursor(body);
		cursor.enter('{');
		while (cursor.more('}')) {
			const name = cursor.name();
			if (name === 'data' && cursor.peek() === '{') {
				type = await readData(cursor, collected, pause);
			} else {
				const value = cursor.value(longestPart);
				const known = envelopeNames.find(one => one === name);
				if (known) {
					envelope[known] = value;
				}
			}
		}
		if (cursor.peek() !== '') {
			throw new NotJson();
		}
	} catch (error) {
		throw readError(reading, error);
	}
	if (envelope.status === 'error') {
		const {errorType, error} = envelope;
		throw engineSays(host, status, String(errorType ?? ''), typeof error === 'string' ? error : '');
	}
	if (envelope.status !== 'success' || type === undefined) {
		throw oddAnswer(host, 'answered with JSON that is not an answer to a query');
	}
	return answerOf(reading, type, envelope, collected);
};
