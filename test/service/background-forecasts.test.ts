/** Forecasts of the background: made each half hour, compared with what came, and never while somebody types. */
import {describe, expect, onTestFinished, test} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import {foreseen, type Question} from '../../source/foresight/foresee.ts';
import type {State} from '../../source/model/state.ts';
import {minute} from '../../source/model/time.ts';
import type {Values} from '../../source/recording/recording.ts';
import type {Writer} from '../../source/recording/writer.ts';
import {createBackgroundForecasts} from '../../source/service/background-forecasts.ts';
import {createForecastRecords, type ForecastRecords} from '../../source/service/forecast-records.ts';
import type {KnownForecast} from '../../source/service/forecast-rows.ts';
import type {ForesightThread} from '../../source/service/foresight-thread.ts';
import {watchedFloor} from '../foresight/floor.ts';
import {type ManualClock, manualClock} from '../helpers/clock.ts';
import {soundWriter} from '../helpers/recording.ts';
import {campaign, fresh} from '../model/make.ts';

const floor = watchedFloor({agents: 12, seed: 7}, 165);
const [first] = floor.points;
/** When 80 minutes are recorded. */
const begin = (first?.at ?? 0) + 80 * minute;

/** The service as it was last polled at a moment. */
const stateAt = (wall: number, ids: readonly string[], status = 'PLAY'): State => {
	const now = {wall, mono: wall};
	const span = {sentAt: now, receivedAt: now};
	const polled = floor.points.findLast(({at}) => at <= wall)?.figures;
	const figures = polled && {...polled, status};
	const graphs = {calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined};
	const messages = [
		{type: 'tick', now},
		{type: 'campaigns-polled', span, records: ids.map(id => campaign(id, {dialMethod: 'RATIO', status}))},
		...ids.map(campaignId => ({
			type: 'dashboard-polled' as const,
			campaignId,
			span,
			dashboard: {figures, ...graphs},
		})),
	] as const;
	return messages.reduce((state, message) => update(state, message), fresh({timeZone: 'America/New_York'}));
};

/** Answers at once, in the test's own thread; a question that is held is answered when the test says so. */
const threadOf = () => {
	const asked: Question[] = [];
	let open: ((answer: undefined) => void) | undefined;
	const thread: ForesightThread & {asked: Question[]; holds: boolean; ended: number} = {
		asked,
		holds: false,
		ended: 0,
		ask(question, answered) {
			asked.push(question);
			if (thread.holds) {
				open = answered;
			} else {
				answered(foreseen({...question, pairs: 40, within: undefined}));
			}
		},
		whatIf: () => undefined,
		get isBusy() {
			return open !== undefined;
		},
		callOff() {
			thread.ended += open ? 1 : 0;
			open?.(undefined);
			open = undefined;
		},
		close: async () => undefined,
	};
	return thread;
};

type Watched = {
	clock: ManualClock;
	writer: Writer;
	records: ForecastRecords;
	thread: ReturnType<typeof threadOf>;
	typing: {is: boolean};
	/** Lets minutes pass, in which the campaigns are polled and their figures recorded. */
	pass(minutes: number, change?: (values: Record<string, unknown>) => void): Promise<void>;
	shown: {ids: readonly string[]; state: State | undefined};
};

const watchedBy = async (ids: readonly string[] = ['1001']): Promise<Watched> => {
	const clock = manualClock({wall: begin, mono: 0});
	// What the floor did before is recorded as it was seen.
	let polledAt = floor.points[0]?.at ?? begin;
	const writer = soundWriter({clock: {...clock, now: () => ({...clock.now(), wall: polledAt})}, zone: 'UTC'});
	await writer.settled();
	const records = createForecastRecords(writer.reader, (...row) => writer.append(...row));
	const thread = threadOf();
	const typing = {is: false};
	const shown: Watched['shown'] = {ids, state: undefined};
	let seen = 0;
	const poll = (change?: (values: Record<string, unknown>) => void): void => {
		for (; (floor.points[seen]?.at ?? Number.POSITIVE_INFINITY) <= clock.now().wall; seen++) {
			const {at, figures} = floor.points[seen] as (typeof floor.points)[number];
			polledAt = at;
			const {extra: _, unreadable: __, ...values} = figures;
			const changed: Record<string, unknown> = {...values};
			change?.(changed);
			for (const id of ids) {
				writer.append(`figures/${id}`, at, changed as Values);
			}
		}
	};
	poll();
	const background = createBackgroundForecasts({
		recording: writer.reader,
		store: {get: () => shown.state ?? stateAt(clock.now().wall, shown.ids)},
		clock,
		thread,
		records,
		isTyping: () => typing.is,
	});
	onTestFinished(async () => {
		background.stop();
		await writer.close();
	});
	return {
		clock,
		writer,
		records,
		thread,
		typing,
		shown,
		async pass(minutes, change) {
			for (let quarter = 0; quarter < 4 * minutes; quarter++) {
				await clock.advance(minute / 4);
				poll(change);
				await writer.flush();
			}
		},
	};
};

test('a dialing campaign is forecast each half hour, and what came is compared and recorded', async () => {
	const {records, thread, writer, pass, clock} = await watchedBy();
	await pass(3);
	expect(records.all()).toHaveLength(1);
	const [made] = records.all();
	expect(made).toMatchObject({campaignId: '1001', kind: 'as-is', ahead: 30, agents: 12, came: {}, isOver: false});
	expect(thread.asked[0]).toMatchObject({change: {}, minutes: 30, within: 700});
	await pass(33);
	const [compared, second] = records.all();
	expect(compared?.at).toBe(made?.at);
	expect(compared?.isOver).toBe(true);
	expect(compared?.came.talk).toBeGreaterThan(20);
	expect(compared?.came.ready).toBeGreaterThan(0);
	expect(compared?.came.drop).toBeGreaterThanOrEqual(0);
	expect(compared?.came.dropAtClose).toBeUndefined();
	expect((second?.at ?? 0) - (made?.at ?? 0)).toBeGreaterThanOrEqual(30 * minute);
	expect(records.of(12).asIs.talk.scored).toBe(1);
	// Another program reads the same of the recording.
	const read = createForecastRecords(writer.reader);
	read.refresh(clock.now().wall);
	expect(read.all().map(({at, isOver}) => ({at, isOver}))).toEqual(records.all().map(({at, isOver}) => ({at, isOver})));
});

test('a campaign that another program has forecast is not forecast again for half an hour', async () => {
	const other = await watchedBy();
	await other.pass(3);
	const [made] = other.records.all();
	const {records, thread, clock, pass} = await watchedBy();
	records.add({...(made as KnownForecast), at: clock.now().wall}, clock.now().wall);
	await pass(29);
	expect(thread.asked).toEqual([]);
	await pass(4);
	expect(thread.asked).toHaveLength(1);
});

test('nothing is forecast while somebody types, and a forecast that is made then is ended', async () => {
	const {records, thread, typing, pass, clock} = await watchedBy();
	typing.is = true;
	await pass(2);
	expect(thread.asked).toEqual([]);
	typing.is = false;
	thread.holds = true;
	await clock.advance(minute / 4);
	expect(thread.asked).toHaveLength(1);
	typing.is = true;
	await clock.advance(200);
	expect(thread.ended).toBe(1);
	typing.is = false;
	thread.holds = false;
	await pass(1);
	expect(thread.asked).toHaveLength(2);
	expect(records.all()).toHaveLength(1);
});

test('after a forecast it rests fifty times as long as that took: campaigns take turns', async () => {
	const {thread, clock, pass, records} = await watchedBy(['1001', '1002', '1003']);
	thread.ask = (question, answered) => {
		thread.asked.push(question);
		clock.after(700, () => answered({why: 'it does not behave like the simulation'}));
	};
	await pass(1);
	expect(thread.asked).toHaveLength(2);
	await pass(4);
	// Each had its turn, and none a second one within the half hour.
	expect(thread.asked).toHaveLength(3);
	expect(records.all()).toEqual([]);
});

describe('a forecast is not compared', () => {
	const comparedWith = async (
		change: (values: Record<string, unknown>) => void,
	): Promise<KnownForecast | undefined> => {
		const {records, pass} = await watchedBy();
		await pass(3);
		await pass(33, change);
		return records.all()[0];
	};

	test('if the level was changed meanwhile', async () => {
		const compared = await comparedWith(values => {
			values.paceTempo = '1.9';
		});
		expect(compared).toMatchObject({isOver: true, came: {}});
	});

	test('if the campaign was paused meanwhile', async () => {
		expect(
			await comparedWith(values => {
				values.status = 'PAUSE';
			}),
		).toMatchObject({isOver: true, came: {}});
	});

	test('if too little of the half hour was seen', async () => {
		const {records, pass, clock} = await watchedBy();
		await pass(3);
		// The machine slept.
		clock.suspend(20 * minute);
		await clock.advance(15 * minute);
		await pass(1);
		expect(records.all()[0]).toMatchObject({isOver: true, came: {}});
	});
});

test('a campaign that is paused, vanishes or is of another method is not forecast, and nothing fails', async () => {
	const {records, thread, shown, pass} = await watchedBy();
	shown.state = stateAt(begin, ['1001'], 'PAUSE');
	await pass(2);
	shown.state = stateAt(begin, []);
	await pass(2);
	expect(thread.asked).toEqual([]);
	expect(records.all()).toEqual([]);
});
