/**
 * Watches a service by the metrics that an exporter made of it, with no request to the service. The engine is asked for raw samples:
 * an instant value would hide that it is up to five minutes old.
 */
import {campaignSelector} from '../../../metrics/figures-from.ts';
import {serviceUp} from '../../../metrics/service-metrics.ts';
import type {Link, Message} from '../../../model/state.ts';
import {elapsed, type Moment, minute} from '../../../model/time.ts';
import {type Engine, type EngineAnswer, EngineError, type EngineSeries} from '../../../prometheus/client.ts';
import type {Clock} from '../../../system/clock.ts';
import {createRest} from '../../../system/turns.ts';
import {messageOf} from '../../../wire/causes.ts';
import {counted} from '../../../wire/words.ts';
import {median, ScrapedMessages} from './scraped-messages.ts';
import {type ExporterLabels, exporterOf, exporterText, scrapesOf} from './scrapes.ts';

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

/** An exporter that has brought nothing new for so many scrapes, and milliseconds at least, is not scraped any more. */
const scrapesMissed = 3;
const leastMissed = 30_000;

/** Milliseconds by which clocks may differ that count as one, and a window is longer for it. */
const slack = 2000;

/** Milliseconds between two scrapes, until two were seen. */
const usualScrape = 15_000;

/** Milliseconds between two looks at the clock of the engine. */
const clockEvery = minute;

/** Seconds of the longest wait before the next try. */
const longestWait = 30;

/** Names of profiles in a sentence. */
const namesShown = 10;

const inSeconds = (milliseconds: number): string => `${Math.max(1, Math.ceil(milliseconds / 1000))}s`;

const quoted = (text: string): string => JSON.stringify(text);

/** The scrapes of one exporter, by its metric that every page has. */
type Exporter = {labels: ExporterLabels; samples: EngineSeries['samples']; newest: number};

const exportersIn = ({series}: EngineAnswer): Exporter[] =>
	series.flatMap(one => {
		const newest = one.samples.at(-1)?.at;
		return newest === undefined ? [] : [{labels: exporterOf(one), samples: one.samples, newest}];
	});

const isSame = (one: ExporterLabels | undefined, other: ExporterLabels): boolean =>
	one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** Milliseconds between two scrapes. */
const scrapeGap = ({samples}: Exporter): number =>
	median(samples.slice(1).map(({at}, index) => at - (samples[index]?.at ?? at))) ?? usualScrape;

/** What an engine says of its answer. */
type Remarks = Pick<EngineAnswer, 'warnings' | 'isPartial'>;

/** The metrics lack something: a sentence that says what to check. */
class Lacking extends Error {}

export const createEngineWatch = (parts: EngineWatchParts): EngineWatch => {
	const {engine, profile, clock, interval, say} = parts;
	const {host} = engine;
	const label = quoted(profile);
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

	const sayOnce = (text: string, tone: 'info' | 'error'): void => {
		if (text !== noticed && !signal.aborted) {
			noticed = text;
			if (text !== '') {
				say(text, tone);
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

	/** Why the engine has nothing of the profile. */
	const whyNothing = async (): Promise<string> => {
		const {series} = await query(`count by (profile) (count_over_time(${serviceUp.name}[1h]))`);
		const names = series.flatMap(({labels}) => labels.profile ?? []).sort();
		const exports = `dialtop export -p ${profile}`;
		if (names.includes(profile)) {
			return `${host} has had nothing of the profile ${profile} for 5 minutes: check that ${exports} runs, and that the engine scrapes it`;
		}
		const some = names.slice(0, namesShown).join(', ');
		return names.length === 0
			? `${host} has no metrics of dialtop: check that ${exports} runs and that the engine scrapes it, and the address and the headers of the engine`
			: `${host} has no metrics of a profile ${profile}, but of ${some}${names.length > namesShown ? ` and ${names.length - namesShown} more` : ''}: the exporter must have been started with this name, ${exports}`;
	};

	/** The exporter that is watched: the same for as long as it is scraped, else the one that was scraped last. */
	const chooseAmong = (all: readonly Exporter[]): Exporter | undefined => {
		const newest = Math.max(...all.map(one => one.newest));
		const same = all.find(({labels}) => isSame(exporter, labels));
		return same && newest - same.newest <= Math.max(scrapesMissed * scrapeGap(same), leastMissed)
			? same
			: all.toSorted((one, other) => other.newest - one.newest)[0];
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

	/** What is odd about what came, in a word or two, and in a sentence. */
	const oddities = (
		exporters: readonly Exporter[],
		chosen: Exporter,
		{warnings, isPartial}: Remarks,
	): {doubt: string | undefined; text: string} => {
		const fresh = exporters.filter(one => chosen.newest - one.newest <= leastMissed);
		const isOneOf = fresh.length > 1;
		const doubts = [...(isPartial ? ['partial'] : []), ...(isOneOf ? [`1 of ${fresh.length} exporters`] : [])];
		const instances = fresh.map(({labels}) => exporterText(labels)).sort();
		return {
			doubt: doubts.length > 0 ? doubts.join(', ') : undefined,
			text: [
				...(isOneOf
					? [
							`${counted(fresh.length, 'exporter')} call a service ${profile} (${instances.join('; ')}), and ${exporterText(chosen.labels)} is shown: check that all mean the same one`,
						]
					: []),
				...(warnings.length > 0 || isPartial
					? [`${host} warns: ${warnings.join('; ') || 'some of its data is missing'}`]
					: []),
			].join('. '),
		};
	};

	/** Asks once. @throws EngineError, Lacking */
	const ask = async (): Promise<void> => {
		const asked = clock.now();
		await readClock();
		const found = await query(`${serviceUp.name}{profile=${label}}[${inSeconds(reach)}]`);
		const exporters = exportersIn(found);
		const chosen = chooseAmong(exporters);
		if (!chosen) {
			throw new Lacking(await whyNothing());
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
		const odd = oddities(exporters, chosen, {
			warnings: [...new Set([...found.warnings, ...ofScrapes.warnings])],
			isPartial: found.isPartial || ofScrapes.isPartial,
		});
		const gap = scrapeGap(chosen);
		if (clock.now().wall + ahead - chosen.newest > Math.max(scrapesMissed * gap, leastMissed)) {
			throw new Lacking(
				`${host} has nothing new of the exporter ${exporterText(chosen.labels)}: check that dialtop export -p ${profile} runs, and that the engine scrapes it`,
			);
		}
		sayOnce(odd.text, 'error');
		const since = chosen.samples.findLastIndex(({value}) => value === 1) + 1;
		const silent = chosen.samples[since];
		tell({
			kind: 'live',
			latency: elapsed(asked, clock.now()),
			...(silent && {silentSince: momentOf(silent.at)}),
			metrics: {pace: Math.max(gap, messages.pace ?? 0), doubt: odd.doubt},
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
		sayOnce(reason, 'error');
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
