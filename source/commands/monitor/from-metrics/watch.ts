/**
 * Watches a service by the metrics that an exporter made of it, with no request to the service. The engine is asked for raw samples:
 * an instant value would hide that it is up to five minutes old.
 */
import {campaignSelector} from '../../../metrics/figures-from.ts';
import {serviceUp} from '../../../metrics/service-metrics.ts';
import type {Link, Message} from '../../../model/state.ts';
import {elapsed, type Moment, minute} from '../../../model/time.ts';
import {type Engine, type EngineAnswer, EngineError} from '../../../prometheus/client.ts';
import type {Clock} from '../../../system/clock.ts';
import {createRest} from '../../../system/turns.ts';
import {messageOf} from '../../../wire/causes.ts';
import {
	chooseAmong,
	type Exporter,
	exportersIn,
	isMissed,
	missedText,
	nothingText,
	oddities,
	type Remarks,
	scrapeGap,
	usualScrape,
} from './exporters.ts';
import {ScrapedMessages} from './scraped-messages.ts';
import {type ExporterLabels, scrapesOf} from './scrapes.ts';

export type EngineWatchParts = {
	engine: Engine;
	/** The label `profile`: what the exporter calls the service. */
	profile: string;
	clock: Clock;
	/** Milliseconds between two questions. */
	interval: number;
	dispatch(message: Message): void;
	/** Shows the operator what is odd about the metrics, in one line. */
	say(text: string, tone: 'info' | 'error'): void;
};

/** Watches until stopped. */
export type EngineWatch = {
	start(): void;
	/** Asks at once. */
	refresh(): void;
	stop(): Promise<void>;
};

/** How far back samples are asked for, milliseconds; engines show an instant value for as long. */
const reach = 5 * minute;

/** Milliseconds by which clocks may differ that count as one, and a window is longer for it. */
const slack = 2000;

/** Milliseconds between two looks at the clock of the engine. */
const clockEvery = minute;

/** Seconds of the longest wait before the next try. */
const longestWait = 30;

const inSeconds = (milliseconds: number): string => `${Math.max(1, Math.ceil(milliseconds / 1000))}s`;

/** The metrics lack something: a sentence that says what to check. */
class Lacking extends Error {}

export const createEngineWatch = (parts: EngineWatchParts): EngineWatch => {
	const {engine, profile, clock, interval, say} = parts;
	const names = {host: engine.host, profile};
	let messages = new ScrapedMessages();
	const ended = new AbortController();
	const {signal} = ended;
	let exporter: ExporterLabels | undefined;
	/** The newest scrape that was read, and for how long back the next ones are asked for. */
	let lastScrape = Number.NEGATIVE_INFINITY;
	let window = reach;
	/** By how many milliseconds the engine's clock is ahead of this machine's. */
	let ahead = 0;
	let clockAt = Number.NEGATIVE_INFINITY;
	/** The remarks of the engine on the newest scrapes. */
	let ofScrapes: Remarks = {warnings: [], isPartial: false};
	let failures = 0;
	let failingSince: Moment | undefined;
	let noticed = '';
	let isAsking = false;
	let cancelTimer = (): void => undefined;

	const dispatch = (message: Message): void => {
		if (!signal.aborted) {
			parts.dispatch(message);
		}
	};

	const tell = (link: Link): void => dispatch({type: 'link', link, now: clock.now()});

	const sayOnce = (text: string): void => {
		if (text !== noticed && !signal.aborted) {
			noticed = text;
			if (text !== '') {
				say(text, 'error');
			}
		}
	};

	/** A moment by the clock of the engine, as one of this machine. */
	const momentOf = (at: number): Moment => {
		const now = clock.now();
		const wall = Math.min(at - ahead, now.wall);
		return {wall, mono: now.mono - (now.wall - wall)};
	};

	const query = (expression: string): Promise<EngineAnswer> => engine.query(expression, {signal});

	const readClock = async (): Promise<void> => {
		const asked = clock.now();
		if (asked.mono - clockAt < clockEvery) {
			return;
		}
		// Its sample is of the time at which the engine answered; some engines look at values of some seconds before.
		const {series} = await query('vector(1)');
		const answered = clock.now();
		const at = series[0]?.samples[0]?.at;
		if (at !== undefined) {
			const apart = at - (asked.wall + answered.wall) / 2;
			ahead = Math.abs(apart) > slack + elapsed(asked, answered) ? apart : 0;
			clockAt = answered.mono;
		}
	};

	/** The profiles that the engine had metrics of within the last hour. */
	const profilesThere = async (): Promise<string[]> => {
		const {series} = await query(`count by (profile) (count_over_time(${serviceUp.name}[1h]))`);
		return series.flatMap(({labels}) => labels.profile ?? []).sort();
	};

	/** Reads the scrapes that are new. */
	const readScrapes = async ({labels, samples, newest}: Exporter): Promise<void> => {
		const now = clock.now().wall + ahead;
		const back = Math.max(Math.min(window, now - lastScrape), now - newest) + slack;
		const answer = await query(`${campaignSelector(profile)}[${inSeconds(back)}]`);
		const rest = createRest();
		for await (const scrape of scrapesOf(answer.series, labels, lastScrape, rest)) {
			const up = samples.findLast(({at}) => at <= scrape.at);
			for (const message of messages.of(scrape, up?.value === 1, momentOf)) {
				dispatch(message);
				await rest();
			}
			lastScrape = scrape.at;
		}
		lastScrape = Math.max(lastScrape, newest);
		ofScrapes = answer;
	};

	/** Asks once. @throws EngineError, Lacking */
	const ask = async (): Promise<void> => {
		const asked = clock.now();
		await readClock();
		const found = await query(`${serviceUp.name}{profile=${JSON.stringify(profile)}}[${inSeconds(reach)}]`);
		const exporters = exportersIn(found);
		const chosen = chooseAmong(exporters, exporter);
		if (!chosen) {
			throw new Lacking(nothingText(names, await profilesThere()));
		}
		exporter = chosen.labels;
		if (chosen.newest < lastScrape) {
			// The clock of the engine was set back: what was read by the clock before is not compared with what comes.
			lastScrape = Number.NEGATIVE_INFINITY;
			clockAt = Number.NEGATIVE_INFINITY;
			messages = new ScrapedMessages();
			await readClock();
		}
		if (chosen.newest > lastScrape) {
			await readScrapes(chosen);
		}
		const odd = oddities(names, exporters, chosen, {
			warnings: [...new Set([...found.warnings, ...ofScrapes.warnings])],
			isPartial: found.isPartial || ofScrapes.isPartial,
		});
		if (isMissed(chosen, clock.now().wall + ahead)) {
			throw new Lacking(missedText(names, chosen));
		}
		sayOnce(odd.text);
		const since = chosen.samples.findLastIndex(({value}) => value === 1) + 1;
		const silent = chosen.samples[since];
		tell({
			kind: 'live',
			latency: elapsed(asked, clock.now()),
			...(silent && {silentSince: momentOf(silent.at)}),
			metrics: {pace: Math.max(scrapeGap(chosen), messages.pace ?? 0), doubt: odd.doubt},
		});
	};

	/** Milliseconds until the next try after a failure. */
	const failed = (error: unknown): number => {
		const now = clock.now();
		if (error instanceof EngineError && error.code === 'too-large' && window > usualScrape) {
			// Fewer scrapes at once: what came before them is history.
			window /= 2;
			return 1000;
		}
		failingSince ??= now;
		const seconds = Math.min(2 ** failures, longestWait) * (0.75 + clock.random() / 2);
		failures++;
		const wait = Math.max(error instanceof Lacking ? interval : 0, seconds * 1000);
		const reason = messageOf(error);
		sayOnce(reason);
		tell({
			kind: 'retrying',
			reason,
			advice: '',
			since: failingSince,
			nextAt: {wall: now.wall + wait, mono: now.mono + wait},
		});
		return wait;
	};

	const next = async (): Promise<void> => {
		cancelTimer();
		if (isAsking || signal.aborted) {
			return;
		}
		isAsking = true;
		let wait = interval;
		try {
			await ask();
			failures = 0;
			failingSince = undefined;
		} catch (error) {
			if (!signal.aborted) {
				wait = failed(error);
			}
		}
		isAsking = false;
		if (!signal.aborted) {
			cancelTimer = clock.after(wait, () => void next());
		}
	};

	return {
		start: () => void next(),
		refresh() {
			failures = 0;
			void next();
		},
		async stop() {
			ended.abort();
			cancelTimer();
			await engine.close();
		},
	};
};
