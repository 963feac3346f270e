/**
 * Forecasts each dialing campaign as it is, each half hour, and compares what came: the record of all forecasts. It takes its turn
 * only while nobody types or asks, and a fiftieth of one processor at most, whatever the number of campaigns.
 */
import {fitted, reproduced} from '../foresight/floor.ts';
import {campaignRow} from '../model/select.ts';
import {serviceZone} from '../model/service-clock.ts';
import type {State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import {minute} from '../model/time.ts';
import type {Recording} from '../recording/recording.ts';
import type {Clock} from '../system/clock.ts';
import {dueOf, outcomeOf} from './forecast-outcomes.ts';
import type {ForecastRecords} from './forecast-records.ts';
import {minutesAhead, questionAbout} from './foresight.ts';
import type {ForesightThread} from './foresight-thread.ts';

/** Milliseconds between two turns, and between two looks at whether somebody types while a forecast is made. */
const [turnEvery, lookEvery] = [15_000, 100];

/** Outcomes that are looked up in a turn. */
const outcomesATurn = 3;

/** Runs of a forecast, the fewest of a large floor, and milliseconds that it may take. */
const [pairs, fewest, within] = [100, 20, 700];

/** The share of one processor that forecasts may take. */
const share = 0.02;

export type BackgroundForecasts = {stop(): void};

export type BackgroundParts = {
	recording: Pick<Recording, 'rows' | 'last'>;
	store: Pick<Store<State, never>, 'get'>;
	clock: Clock;
	thread: ForesightThread;
	records: ForecastRecords;
	/** Whether the operator is at work: then nothing is simulated. */
	isTyping(): boolean;
};

/** Begins. Nothing of it throws: what the recording cannot give is not forecast. */
export const createBackgroundForecasts = (parts: BackgroundParts): BackgroundForecasts => {
	const {recording, store, clock, thread, records, isTyping} = parts;
	/** When each campaign is looked at next, UTC milliseconds. */
	const nextAt = new Map<string, number>();
	/** By the monotonic clock. */
	let restsUntil = 0;
	let cancelTurn: (() => void) | undefined;
	let stopLooking: (() => void) | undefined;

	const compare = (state: State, now: number): void => {
		const due = records.all().flatMap(forecast => {
			const of = dueOf(forecast, now);
			return of ? [{forecast, of}] : [];
		});
		const zone = due.length > 0 ? serviceZone(state) : undefined;
		for (const {forecast, of} of due.slice(0, outcomesATurn)) {
			records.settle(outcomeOf(recording, forecast, of, zone), now);
		}
	};

	/** The campaign whose turn it is: one that dials, and was forecast longest ago. */
	const nextOf = (state: State, now: number): string | undefined => {
		const made = new Map(
			records.all().flatMap(({kind, campaignId, at}) => (kind === 'as-is' ? [[campaignId, at]] : [])),
		);
		const ids = [...(state.campaigns.value?.keys() ?? [])].filter(id => (nextAt.get(id) ?? 0) <= now);
		for (const id of ids.toSorted((one, other) => (made.get(one) ?? 0) - (made.get(other) ?? 0))) {
			// Another program may have forecast it.
			const next = (made.get(id) ?? Number.NEGATIVE_INFINITY) + minutesAhead * minute;
			const isDialing = campaignRow(state, id)?.state === 'dialing';
			if (isDialing && next <= now) {
				return id;
			}
			nextAt.set(id, isDialing ? next : now + minute);
		}
		return undefined;
	};

	/** Ends a forecast that is being made once somebody types. */
	const look = (): void => {
		stopLooking = clock.after(lookEvery, () => {
			if (isTyping()) {
				thread.callOff();
			} else {
				look();
			}
		});
	};

	const forecastOf = (state: State, id: string, now: number): void => {
		const began = clock.now().mono;
		const row = campaignRow(state, id);
		const question =
			row && questionAbout(recording, {state, row, now}, {change: {}, minutes: minutesAhead, pairs, fewest, within});
		nextAt.set(id, now + minutesAhead * minute);
		if (!question || 'why' in question) {
			return;
		}
		const least = (fitted + reproduced) * minute;
		const known = now - (question.points[0]?.at ?? now);
		if (known < least) {
			// A thread need not say so.
			nextAt.set(id, now + Math.max(minute, least - known));
			return;
		}
		look();
		thread.ask(question, answer => {
			stopLooking?.();
			restsUntil = clock.now().mono + (clock.now().mono - began) / share;
			if (!answer) {
				nextAt.set(id, now);
			} else if ('asIs' in answer) {
				const {asIs, calibratedOn} = answer;
				const agents = row.figures?.agents ?? 0;
				const {closesAt} = question;
				const forecast = {campaignId: id, at: calibratedOn.until, ahead: minutesAhead, closesAt, agents, bands: asIs};
				records.add({...forecast, kind: 'as-is', came: {}, isOver: false, isClosed: false}, clock.now().wall);
			}
		});
	};

	const turn = (): void => {
		cancelTurn = clock.after(turnEvery, turn);
		if (isTyping() || thread.isBusy) {
			return;
		}
		const state = store.get();
		const {mono, wall} = clock.now();
		const now = Math.floor(wall);
		try {
			records.refresh(now);
			records.readBack(now);
			compare(state, now);
			const id = mono < restsUntil ? undefined : nextOf(state, now);
			if (id !== undefined) {
				forecastOf(state, id, now);
			}
		} catch {
			// What cannot be read is reported by what writes the recording.
		}
	};
	cancelTurn = clock.after(turnEvery, turn);
	return {
		stop() {
			cancelTurn?.();
			stopLooking?.();
		},
	};
};
