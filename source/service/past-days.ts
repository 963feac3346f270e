/**
 * Finds out about days of a period of compliance that were not seen: a metrics engine is asked first, where there is one, and then the service: its statistics of a day (get_all_stats), else the calls
 * of its log that were dropped (search_lead). Each day is asked about once, the newest first, a request at a time.
 */
import {dayText} from '../model/compliance.ts';
import {type DropDay, dropDayOf} from '../model/drop-days.ts';
import {firstDay} from '../model/drop-period.ts';
import {missingDays} from '../model/drop-tally.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {CallOptions, HarmlessCall} from '../wire/client/dialer.ts';
import {figuresOfAll} from '../wire/dashboard.ts';
import type {Outcome} from '../wire/errors.ts';
import type {Read} from './reads.ts';

/**
 * The days of a campaign that were recorded, between two days, both included; none if they cannot be read, and undefined while the
 * recording is not open yet.
 */
export type RecordedDays = (campaignId: string, first: number, last: number) => readonly DropDay[] | undefined;

/**
 * The days of campaigns that a metrics engine has, those that it knows to their end alone; undefined while it is not open yet.
 *
 * @param day by its number on the service's calendar
 */
export type EngineDays = (
	campaignIds: readonly string[],
	day: number,
) => Promise<ReadonlyMap<string, DropDay>> | undefined;

/** What asks about days before today. */
export type PastDays = {
	/** Reads what was recorded of campaigns that are new, and resolves with whether there is a day that the service has not been asked about. */
	isWanted(now: number): boolean;
	/** Asks about one. */
	read(): Promise<Read>;
};

export type PastDaysParts = {
	call: HarmlessCall;
	store: Pick<Store<State, Message>, 'get'>;
	dispatch(message: Message): void;
	recorded?: RecordedDays | undefined;
	engine?: EngineDays | undefined;
};

/** Milliseconds after which it is looked again which days are missing. */
const lookEvery = 10_000;

/** Milliseconds after which an engine that fails is asked again; the service is asked meanwhile. */
const engineRests = 600_000;

/** Campaigns of which recorded days are read at once. */
const atOnce = 10;

/** Every request counts against the budget, so the dialer must not repeat any. */
const options: CallOptions = {retries: 0, repeated: true};

type Answered<T> = Extract<Outcome<T>, {kind: 'done' | 'refused'}>;

const isAnswered = <T>(outcome: Outcome<T>): outcome is Answered<T> =>
	outcome.kind === 'done' || outcome.kind === 'refused';

export const createPastDays = ({call, store, dispatch, recorded, engine}: PastDaysParts): PastDays => {
	/** Whether get_all_stats takes a date; undefined until that was tried. */
	let takesDates: boolean | undefined;
	/** Days from this one on are in the statistics, as far as is known: those before a day that was refused are not asked for. */
	let statisticsFrom = Number.NEGATIVE_INFINITY;
	let hasLog = true;
	const asked = {statistics: new Set<number>(), log: new Set<number>()};

	/** Campaigns whose recorded days were read. */
	const read = new Set<string>();
	let looked: {at: number; isWanted: boolean} | undefined;

	const isInStatistics = (day: number): boolean =>
		takesDates !== false && day >= statisticsFrom && !asked.statistics.has(day);

	const next = (): {day: number; campaigns: readonly string[]; by: 'statistics' | 'log'} | undefined => {
		const {dropDays, ...state} = store.get();
		// Early in the day, figures of today look like those of a day without calls.
		const hasCalls = [...dropDays.values()].some(({today}) => (today?.last.answers ?? 0) > 0);
		for (const [day, campaigns] of hasCalls ? missingDays({dropDays, ...state}) : []) {
			if (isInStatistics(day)) {
				return {day, campaigns, by: 'statistics'};
			}
			if (hasLog && !asked.log.has(day)) {
				return {day, campaigns, by: 'log'};
			}
		}
		return undefined;
	};

	/** A service that answers with figures for tomorrow ignores the date: it would answer with today's for every day. */
	const tryDates = async (): Promise<Read> => {
		const today = Math.max(...[...store.get().dropDays.values()].flatMap(({today: running}) => running?.day ?? []));
		const outcome = await call('get_all_stats', {date: dayText(today + 1)}, options);
		if (isAnswered(outcome)) {
			takesDates =
				outcome.kind === 'refused' ||
				!figuresOfAll(outcome.answer).some(
					({calledToday, humanAnswered}) => (calledToday ?? 0) + (humanAnswered ?? 0) > 0,
				);
		}
		return {outcome, sound: isAnswered(outcome)};
	};

	const tell = (campaignId: string, day: DropDay): void => dispatch({type: 'days-read', campaignId, days: [day]});

	const askStatistics = async (day: number, campaigns: readonly string[]): Promise<Read> => {
		const outcome = await call('get_all_stats', {date: dayText(day)}, options);
		if (!isAnswered(outcome)) {
			return {outcome, sound: false};
		}
		asked.statistics.add(day);
		if (outcome.kind === 'refused') {
			statisticsFrom = day + 1;
		}
		for (const {campaignId, humanAnswered: liveAnswers, dropRate} of outcome.kind === 'done'
			? figuresOfAll(outcome.answer)
			: []) {
			if (
				campaignId !== undefined &&
				campaigns.includes(campaignId) &&
				liveAnswers !== undefined &&
				dropRate !== undefined
			) {
				tell(campaignId, dropDayOf({day, liveAnswers, dropRate, source: 'service', isWhole: true}));
			}
		}
		return {outcome, sound: true};
	};

	const askLog = async (day: number, campaigns: readonly string[]): Promise<Read> => {
		const date = dayText(day);
		const outcome = await call('search_lead', {status: 'DROP', from: date, to: date}, options);
		if (!isAnswered(outcome)) {
			return {outcome, sound: false};
		}
		asked.log.add(day);
		const entries = outcome.kind === 'done' ? outcome.answer.entries : undefined;
		if (!entries) {
			hasLog = false;
			return {outcome, sound: true};
		}
		// A service may ignore a filter.
		const dropped = entries.filter(
			({status, date: called}) => status?.trim().toUpperCase() === 'DROP' && called?.startsWith(date),
		);
		const counts = Map.groupBy(dropped, ({campaignId}) => campaignId);
		for (const id of campaigns) {
			const drops = counts.get(id)?.length ?? 0;
			tell(id, {day, answers: 0, least: drops, most: drops, source: 'search', isWhole: true});
		}
		return {outcome, sound: true};
	};

	/** The days that an engine was asked about, whether it is about to answer, and until when it is not asked. */
	const ofEngine = {asked: new Set<number>(), isAsking: false, restsUntil: Number.NEGATIVE_INFINITY};

	/** Asks an engine about the next day; whether that must be awaited before the service is asked. */
	const askEngine = (now: number): boolean => {
		if (!engine || ofEngine.isAsking || now < ofEngine.restsUntil) {
			return ofEngine.isAsking;
		}
		const [day, campaigns] = missingDays(store.get()).find(([one]) => !ofEngine.asked.has(one)) ?? [];
		if (day === undefined || campaigns === undefined) {
			return false;
		}
		const answer = engine(campaigns, day);
		if (answer) {
			ofEngine.isAsking = true;
			void answer
				.then(
					days => {
						ofEngine.asked.add(day);
						for (const [id, known] of days) {
							tell(id, known);
						}
					},
					() => {
						ofEngine.restsUntil = now + engineRests;
					},
				)
				.then(() => {
					ofEngine.isAsking = false;
					looked = undefined;
				});
		}
		return true;
	};

	/** Reads the recorded days of some campaigns more; whether there are others still. */
	const readRecorded = (): boolean => {
		const {dropDays, source} = store.get();
		const unread = [...(source.compliance && recorded ? dropDays : [])].filter(
			([id, {today}]) => today && !read.has(id),
		);
		for (const [id, {today}] of unread.slice(0, atOnce)) {
			const last = (today?.day ?? 0) - 1;
			const days = recorded?.(id, firstDay(source.compliance, last + 1), last);
			if (!days) {
				return true;
			}
			read.add(id);
			if (days.length > 0) {
				dispatch({type: 'days-read', campaignId: id, days});
			}
		}
		return unread.length > atOnce;
	};

	return {
		isWanted(now) {
			if (!looked || now - looked.at >= lookEvery) {
				// What is recorded is not asked for.
				looked = {at: now, isWanted: !readRecorded() && !askEngine(now) && next() !== undefined};
			}
			return looked.isWanted;
		},
		async read() {
			looked = undefined;
			const wanted = next();
			if (!wanted) {
				return {outcome: {kind: 'done', answer: undefined}, sound: true};
			}
			const {day, campaigns, by} = wanted;
			if (by === 'log') {
				return askLog(day, campaigns);
			}
			return takesDates === undefined ? tryDates() : askStatistics(day, campaigns);
		},
	};
};
