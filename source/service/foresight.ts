/** Asks what a command is likely to do, before it is sent: out of what was recorded of its campaign, in a thread. */
import {calibrated, calibratedAs, fewest, type ScoreRecord} from '../foresight/bands.ts';
import type {NoForecast} from '../foresight/calibrate.ts';
import {looksBack} from '../foresight/floor.ts';
import type {Change} from '../foresight/forecast.ts';
import type {Foreseen, Asked as KnownFloor, Question} from '../foresight/foresee.ts';
import type {Counted, WhatIf as Simulated} from '../foresight/what-if.ts';
import {closeOf} from '../model/close-forecast.ts';
import {dropLine, regulatorsLimit} from '../model/derived.ts';
import type {Control} from '../model/pending.ts';
import {type CampaignRow, campaignRow, listsOf, settingsOf} from '../model/select.ts';
import {dialLevel, dropLimit, numberIn, settingIn} from '../model/setting-values.ts';
import type {State} from '../model/state.ts';
import {day, minute} from '../model/time.ts';
import {isInOrder, pointsIn, pointsOf} from '../recording/points.ts';
import type {Reading, Recording, Value} from '../recording/recording.ts';
import {createChangeForecasts} from './forecast-changes.ts';
import {createForecastRecords, type ForecastRecords} from './forecast-records.ts';
import {createForesightThread, type ForesightThread} from './foresight-thread.ts';
import {hindcast} from './hindcasts.ts';

export type {Foreseen, NoForecast};

/** Minutes ahead, beside the rest of the day. */
export const minutesAhead = 30;

/** Milliseconds that an answer may take, of a small floor and of a large one, and the most pairs of runs. */
const small = {agents: 60, within: 700, pairs: 280};
const large = {within: 2600, pairs: 200};

/** What a change of settings does to how a campaign dials; undefined if no forecast is made of it. */
const ofSettings = (params: Control['params']): Change | undefined => {
	const numberOf = (name: string): number | undefined => {
		const value = params[name];
		return value === undefined ? undefined : numberIn(String(value));
	};
	const [level, limit] = [numberOf(dialLevel), numberOf(dropLimit)];
	return level === undefined && limit === undefined
		? undefined
		: {dialing: {...(level !== undefined && {level}), ...(limit !== undefined && {dropLimit: limit})}};
};

/** The campaign that a control changes, and how; undefined if no forecast is made of it. */
export const changeOf = (
	state: State,
	{operation, params, target, campaign}: Control,
): {campaignId: string; change: Change} | undefined => {
	const of = (change: Change | undefined, campaignId = target.id) => change && {campaignId, change};
	switch (operation) {
		case 'update_campaign':
			return of(ofSettings(params));
		case 'play_campaign':
			return of({dialing: {isDialing: true}});
		case 'pause_campaign':
		case 'stop_campaign':
			return of({dialing: {isDialing: false}});
		case 'change_status': {
			const list = listsOf(state).find(({id}) => id === target.id);
			const leads = list?.remainingLeads;
			return leads === undefined || campaign?.id === undefined
				? undefined
				: of({leads: params.status === 'Y' ? leads : -leads}, campaign.id);
		}
		default:
			return undefined;
	}
};

/** A campaign of a service at a moment, UTC milliseconds, which is the present one unless `isPast`. */
export type Subject = {state: State; row: CampaignRow; now: number; isPast?: boolean};

/** The settings that bound how a campaign dials, as they were read last, in this run or an earlier one; undefined of one that never was. */
const boundsOf = (
	recording: Pick<Recording, 'last'>,
	{state, row: {campaign}, now}: Subject,
): Pick<Question, 'levelLimit' | 'lines'> => {
	const read = settingsOf(state, campaign.id);
	const recorded = read ? undefined : recording.last(`settings/${campaign.id}`, now)?.values;
	const textOf = (value: Value | undefined): string | undefined => (value === undefined ? undefined : String(value));
	const boundOf = (name: string): number | undefined => numberIn(settingIn(read, name) ?? textOf(recorded?.[name]));
	// A limit of 0 is none: an adaptive method could not dial at all.
	return {levelLimit: boundOf('autodiallevel2') || undefined, lines: boundOf('number_of_lines')};
};

/** Rows so far ahead of the clock are not of it: one poll may be a moment ahead of the clock on screen, milliseconds. */
const ahead = minute;

/** Why rows do not have the times that they say; undefined if they have. */
const whyOtherTimes = (reading: Reading, now: number): string | undefined => {
	const last = reading.rows.at(-1)?.at ?? now;
	if (last > now + ahead) {
		return `what is recorded of it goes on until ${Math.round((last - now) / minute)} minutes from now: a clock was set back`;
	}
	return isInOrder(reading) ? undefined : 'a clock was set back while it was recorded';
};

/** What a campaign's recording says of its floor. @returns why nothing can be asked of it */
const floorIn = (
	recording: Pick<Recording, 'rows' | 'last'>,
	subject: Subject,
): Omit<KnownFloor, 'minutes'> | NoForecast => {
	const {row, now, isPast = false} = subject;
	const close = closeOf(row, row.dashboard?.closeRecord, now);
	if (!close) {
		return {why: 'it has closed for today'};
	}
	const period = {from: now - looksBack, to: isPast ? now : now + day};
	const reading = recording.rows(`figures/${row.campaign.id}`, period);
	const why = whyOtherTimes(reading, isPast ? Number.POSITIVE_INFINITY : now);
	return why === undefined
		? {
				...boundsOf(recording, subject),
				points: pointsOf(reading).filter(({at}) => at <= now),
				lastWeek: pointsIn(recording, row.campaign.id, {from: now - 7 * day, to: now - looksBack}, 'hour'),
				zone: close.zone,
				now,
				closesAt: close.at,
				// A campaign whose word is not known dials if calls ring.
				isDialing: row.state === 'dialing' || (row.figures?.ringing ?? 0) > 0,
			}
		: {why};
};

/** A question about a campaign, out of its recording. @returns why it cannot be asked */
export const questionAbout = (
	recording: Pick<Recording, 'rows' | 'last'>,
	subject: Subject,
	asked: Pick<Question, 'change' | 'minutes' | 'pairs' | 'fewest' | 'within'>,
): Question | NoForecast => {
	const floor = floorIn(recording, subject);
	return 'why' in floor ? floor : {...asked, ...floor};
};

/**
 * The limit that a trade-off is held against, and what it counts so far: that of the rule of compliance, else the campaign's own if it is lower
 * than the regulator's. Where it is the own one that moves, the regulator's.
 */
const limitOf = ({dashboard, figures}: CampaignRow): {limit: number; counted?: Counted} => {
	const {period} = dashboard ?? {};
	if (period?.limit === undefined) {
		const isMoved = figures?.paceMethod?.toUpperCase() === 'PREDICTIVE';
		return {limit: dropLine(isMoved ? regulatorsLimit : figures?.dropLimit)};
	}
	const {answers, least, most} = period.count;
	const counted = {humans: answers, drops: (least + most) / 2};
	return {limit: period.limit, ...(period.rule !== 'last-hours' && {counted})};
};

/** What is asked of other levels and agents. */
export type WhatIfAsked = {
	campaignId: string;
	/** Agents who come as well, or leave if negative. */
	extraAgents: number;
	/** As of when the floor is that they are tried on, UTC milliseconds; undefined for the present one. */
	until: number | undefined;
};

/** A trade-off with its bands calibrated by the record of floors of its size. */
export type WhatIf = Simulated & {record: ScoreRecord};

/** Only what is in force is a forecast of the floor as it is. */
const calibratedWhatIf = (simulated: Simulated, record: ScoreRecord): WhatIf => ({
	...simulated,
	record,
	points: simulated.points.map(point =>
		calibratedAs(point, record, point.value === simulated.present && simulated.extraAgents === 0 ? 'asIs' : 'changed'),
	),
});

/** A forecast with its bands calibrated by the record of floors of its size. */
export type Forecasted = Foreseen & {record: ScoreRecord};

export type Foresight = {
	/**
	 * What a control is likely to do; undefined if no forecast is made of it, or another was asked about meanwhile.
	 *
	 * @param again is called with the same forecast once its bands are calibrated better, by half hours of the past, unless that is called off
	 */
	ask(
		state: State,
		control: Control,
		again?: (answer: Forecasted) => void,
	): Promise<Forecasted | NoForecast | undefined>;
	/**
	 * What other levels and other agents would do: calls back after each level that is simulated, in place of what was asked before. Where the
	 * floor of then is not remembered any longer, it is the present one.
	 */
	whatIf(state: State, asked: WhatIfAsked, onReady: (answer: WhatIf | NoForecast) => void): void;
	/** Looks whether a change that was forecast has been made: the forecast is compared with what comes of it. */
	see(state: State): void;
	/** Nobody waits for an answer any longer. */
	callOff(): void;
	close(): Promise<void>;
};

export type ForesightParts = {
	/** Undefined if nothing is recorded. */
	recording: Pick<Recording, 'rows' | 'last'> | undefined;
	/** The same without what takes memory to open. */
	own?: Pick<Recording, 'rows'> | undefined;
	thread?: ForesightThread;
	records?: ForecastRecords | undefined;
};

const whyNotRecorded = 'nothing is recorded (history: {record: false} in the configuration)';

/** Days that the first question reads back of earlier forecasts, if few are known. */
const daysBack = 7;

/** @throws nothing: a thread that fails gives no forecast */
export const createForesight = ({recording, own = recording, ...parts}: ForesightParts): Foresight => {
	const {thread = createForesightThread()} = parts;
	const records = parts.records ?? createForecastRecords(recording ?? {rows: () => ({tier: 'polled', rows: []})});
	const changes = createChangeForecasts(records);
	let endHindcast: (() => void) | undefined;

	const callOff = (): void => {
		endHindcast?.();
		endHindcast = undefined;
		thread.callOff();
	};
	const isShort = (agents: number): boolean => records.of(agents).asIs.drop.scored < fewest.asIs;
	/** Reads what came of earlier forecasts. */
	const readRecord = (agents: number, now: number): void => {
		records.refresh(now);
		for (let days = 0; days < daysBack && isShort(agents) && records.readBack(now); days++) {
			// Each turn reads a day.
		}
	};
	return {
		async ask(state, control, again) {
			callOff();
			const asked = changeOf(state, control);
			if (!asked) {
				return undefined;
			}
			const row = campaignRow(state, asked.campaignId);
			if (!row) {
				return {why: 'its campaign is not listed any longer'};
			}
			if (!recording || !own) {
				return {why: whyNotRecorded};
			}
			const agents = row.figures?.agents ?? 0;
			const {within, pairs} = agents > small.agents ? large : small;
			const now = Math.floor(state.now.wall);
			let question: Question | NoForecast;
			try {
				question = questionAbout(
					recording,
					{state, row, now},
					{change: asked.change, minutes: minutesAhead, pairs, within},
				);
				readRecord(agents, now);
			} catch {
				return {why: 'the recording cannot be read'};
			}
			if ('why' in question) {
				return question;
			}
			const {promise, resolve} = Promise.withResolvers<Foreseen | NoForecast | undefined>();
			thread.ask(question, resolve);
			const answer = await promise;
			if (!answer || 'why' in answer) {
				return answer;
			}
			// A pause leaves nothing to compare, and a list changes only how long the leads last.
			if (asked.change.dialing && asked.change.dialing.isDialing !== false) {
				const {closesAt} = question;
				changes.shown({control, campaignId: asked.campaignId, agents, closesAt, answer, at: state.now.mono});
			}
			if (isShort(agents) && !thread.isBusy) {
				endHindcast = hindcast({
					recording: own,
					thread,
					records,
					campaignId: asked.campaignId,
					question,
					closesAt: at => closeOf(row, row.dashboard?.closeRecord, at)?.at,
					onDone: () => again?.(calibrated(answer, records.of(agents))),
				});
			}
			return calibrated(answer, records.of(agents));
		},
		whatIf(state, {campaignId, extraAgents, until}, onReady) {
			callOff();
			const row = campaignRow(state, campaignId);
			const now = Math.floor(state.now.wall);
			const close = row && closeOf(row, row.dashboard?.closeRecord, now);
			if (!row || !close) {
				onReady({why: row ? 'it has closed for today' : 'its campaign is not listed any longer'});
				return;
			}
			const agents = row.figures?.agents ?? 0;
			const ask = (floor: KnownFloor | {until: number}): void => {
				const question = {floor, campaignId, extraAgents, closesAt: close.at, ...limitOf(row)};
				thread.whatIf(question, answer => {
					if (answer && 'why' in answer && 'until' in floor) {
						askAnew();
					} else if (answer) {
						onReady('why' in answer ? answer : calibratedWhatIf(answer, records.of(agents)));
					}
				});
			};
			const askAnew = (): void => {
				if (!recording) {
					onReady({why: whyNotRecorded});
					return;
				}
				let floor: ReturnType<typeof floorIn>;
				try {
					floor = floorIn(recording, {state, row, now});
					readRecord(agents, now);
				} catch {
					floor = {why: 'the recording cannot be read'};
				}
				if ('why' in floor) {
					onReady(floor);
				} else {
					ask({...floor, minutes: minutesAhead});
				}
			};
			if (until === undefined) {
				askAnew();
			} else {
				ask({until});
			}
		},
		see: changes.see,
		callOff,
		async close() {
			callOff();
			await thread.close();
		},
	};
};
