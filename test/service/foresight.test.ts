/** What commands are likely to do, asked of a thread. */
import {once} from 'node:events';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Worker} from 'node:worker_threads';
import {afterAll, describe, expect, onTestFinished, test, vi} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import {looksBack} from '../../source/foresight/floor.ts';
import type {Question} from '../../source/foresight/foresee.ts';
import type {Control} from '../../source/model/pending.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {State} from '../../source/model/state.ts';
import {minute} from '../../source/model/time.ts';
import type {Recording, Row} from '../../source/recording/recording.ts';
import {
	changeOf,
	createForesight,
	type Forecasted,
	type NoForecast,
	questionAbout,
	type WhatIf,
	type WhatIfAsked,
} from '../../source/service/foresight.ts';
import {createForesightThread} from '../../source/service/foresight-thread.ts';
import {questionOf} from '../../source/service/hindcasts.ts';
import {watchedFloor} from '../foresight/floor.ts';
import {campaign, fresh} from '../model/make.ts';

const floor = watchedFloor({agents: 12, seed: 7});

/** The recording of the floor, as rows of polls. */
const polled = floor.points.map(
	({at, figures: {extra: _, unreadable: __, ...values}}, seq) => ({at, seq, values}) as Row,
);

type Read = Pick<Recording, 'rows' | 'last'>;

const recordingOf = (rows: readonly Row[], over: Partial<Read> = {}): Read => ({
	rows: (stream, {from, to}) => ({
		tier: 'polled',
		rows: stream.startsWith('figures/') ? rows.filter(({at}) => at >= from && at <= to) : [],
	}),
	last: () => undefined,
	...over,
});
const recording = recordingOf(polled);

/** The service as it is at the end of the recording. */
const stateNow = (watched: Pick<typeof floor, 'points' | 'now'> = floor): State => {
	const now = {wall: watched.now, mono: watched.now};
	const span = {sentAt: now, receivedAt: now};
	const figures = watched.points.at(-1)?.figures;
	const messages = [
		{type: 'tick', now},
		{type: 'campaigns-polled', span, records: [campaign('1001', {dialMethod: 'RATIO'})]},
		{
			type: 'dashboard-polled',
			campaignId: '1001',
			span,
			dashboard: {figures, calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined},
		},
	] as const;
	return messages.reduce((state, message) => update(state, message), fresh({timeZone: 'America/New_York'}));
};

const level = (value: string): Control => ({
	operation: 'update_campaign',
	expected: undefined,
	before: undefined,
	verb: 'set the level of',
	doing: 'setting the level of',
	params: {campaign_id: '1001', autodiallevel: value},
	target: {kind: 'campaign', id: '1001', name: 'Campaign 1001', service: 'p'},
});

const foresight = createForesight({recording});
afterAll(() => foresight.close());

test('a level is tried, and the bands are those of the same campaign with it and without it', async () => {
	const answer = await foresight.ask(stateNow(), level('1.8'));
	expect(answer).toMatchObject({calibratedOn: {minutes: 45}});
	if (!answer || 'why' in answer) {
		throw new Error(answer?.why);
	}
	expect(answer.runs).toBeGreaterThanOrEqual(40);
	expect(answer.changed.talk.median).toBeGreaterThan(answer.asIs.talk.median);
});

test('a newer question ends the one before it, and one that nobody waits for has no answer', async () => {
	const state = stateNow();
	const first = foresight.ask(state, level('1.5'));
	const second = foresight.ask(state, level('1.6'));
	expect(await first).toBeUndefined();
	foresight.callOff();
	expect(await second).toBeUndefined();
});

test('a closed thread leaves no question open, and the next question begins another', async () => {
	const asked = foresight.ask(stateNow(), level('1.5'));
	await foresight.close();
	expect(await asked).toBeUndefined();
	const answer = await foresight.ask(stateNow(), {
		...level('1.5'),
		operation: 'pause_campaign',
		params: {campaign_id: '1001'},
	});
	expect(answer && 'why' in answer ? answer.why : answer?.changed.talk.median).not.toBeUndefined();
});

test('what is not recorded, or cannot be read, gives no forecast, and says why', async () => {
	const none = createForesight({recording: recordingOf([])});
	expect(await none.ask(stateNow(), level('1.5'))).toEqual({why: 'nothing is recorded of it'});
	await none.close();
	const broken = createForesight({
		recording: recordingOf([], {
			rows() {
				throw new Error('EIO');
			},
		}),
	});
	expect(await broken.ask(stateNow(), level('1.5'))).toEqual({why: 'the recording cannot be read'});
});

describe('a what-if', () => {
	/** Asks, and waits until an answer is as wanted. */
	const whenReady = (
		by: ReturnType<typeof createForesight>,
		asked: Partial<WhatIfAsked>,
		isWanted: (answer: WhatIf) => boolean,
	): Promise<WhatIf> =>
		new Promise((resolve, reject) => {
			by.whatIf(stateNow(), {campaignId: '1001', extraAgents: 0, until: undefined, ...asked}, answer => {
				if ('why' in answer) {
					reject(new Error(answer.why));
				} else if (isWanted(answer)) {
					resolve(answer);
				}
			});
		});
	const reads = {count: 0};
	const counting = createForesight({
		recording: {
			...recording,
			rows(...asked: Parameters<typeof recording.rows>) {
				reads.count++;
				return recording.rows(...asked);
			},
		},
	});
	afterAll(() => counting.close());

	test('comes in parts, and other agents are tried on the same floor without another read', async () => {
		const first = await whenReady(counting, {}, ({points}) => points.length === 2);
		expect(first).toMatchObject({moved: 'level', present: 1.2, agents: 12, limit: 3, calibratedOn: {until: floor.now}});
		const {until} = first.calibratedOn;
		const {count} = reads;
		const fewer = await whenReady(counting, {extraAgents: -2, until}, ({points}) => points.length === 1);
		expect(fewer).toMatchObject({extraAgents: -2, calibratedOn: first.calibratedOn});
		expect(reads.count).toBe(count);
	});

	test('is of the present floor where the thread has ended since', async () => {
		const {calibratedOn} = await whenReady(counting, {}, ({points}) => points.length === 0);
		await counting.close();
		const again = await whenReady(
			counting,
			{until: calibratedOn.until, extraAgents: 1},
			({points}) => points.length === 1,
		);
		expect(again).toMatchObject({extraAgents: 1, calibratedOn});
	});

	test('a newer one ends the one before it, and none is answered once it is called off', async () => {
		const answers: string[] = [];
		const note = (name: string) => (answer: WhatIf | NoForecast) =>
			answers.push('why' in answer ? answer.why : `${name} ${answer.points.length}`);
		counting.whatIf(stateNow(), {campaignId: '1001', extraAgents: 0, until: undefined}, note('first'));
		counting.whatIf(stateNow(), {campaignId: '1001', extraAgents: 3, until: undefined}, note('second'));
		await expect.poll(() => answers.includes('second 1'), {timeout: 30_000}).toBe(true);
		counting.callOff();
		const {length} = answers;
		await whenReady(counting, {}, ({points}) => points.length === 1);
		expect(answers).toHaveLength(length);
		expect(answers.filter(text => !text.startsWith('second'))).toEqual([]);
	});

	test('of a campaign that is not listed says so', () => {
		const answers: unknown[] = [];
		counting.whatIf(stateNow(), {campaignId: '4711', extraAgents: 0, until: undefined}, answer => answers.push(answer));
		expect(answers).toEqual([{why: 'its campaign is not listed any longer'}]);
	});
});

test('only what changes how a campaign dials is asked about', () => {
	const state = stateNow();
	expect(campaignRow(state, '1001')).toBeDefined();
	expect(changeOf(state, level('1.8'))).toEqual({campaignId: '1001', change: {dialing: {level: 1.8}}});
	expect(changeOf(state, {...level('1'), params: {campaign_id: '1001', call_recording: 'Y'}})).toBeUndefined();
	expect(changeOf(state, {...level('1'), operation: 'dial_number'})).toBeUndefined();
	expect(changeOf(state, {...level('1'), operation: 'play_campaign'})?.change).toEqual({dialing: {isDialing: true}});
});

/** A thread that runs this code instead of the simulation. */
const threadOf = (code: string) => createForesightThread(new URL(`data:text/javascript,${encodeURIComponent(code)}`));

describe('a thread that fails', () => {
	const asked = {calibratedOn: {minutes: 45}, asIs: {talk: {low: 1, median: 2, high: 3}}};
	const answer = `const band = {low: 1, median: 2, high: 3};
		const likely = {drop: band, dropAtClose: band, talk: band, ready: band};
		const whole = {asIs: likely, changed: likely, calibratedOn: {minutes: 45}};
		parentPort.on('message', ({number}) => parentPort.postMessage({number, answer: whole, isLast: true}));`;
	/** Code that does something at the first start, and answers after that. */
	const firstly = (code: string): string => `
		import {writeFileSync} from 'node:fs';
		import {parentPort} from 'node:worker_threads';
		let isFirst = true;
		try {
			writeFileSync(${JSON.stringify(join(mkdtempSync(join(tmpdir(), 'dialtop-thread-')), 'begun'))}, '', {flag: 'wx'});
		} catch {
			isFirst = false;
		}
		if (isFirst) {
			${code}
		} else {
			${answer}
		}`;

	test.each([
		['is killed', `parentPort.on('message', () => process.exit(1));`],
		['throws', `parentPort.on('message', () => { throw new Error('broken'); });`],
		['cannot be begun', `throw new Error('broken');`],
	])('and %s is begun anew once, and the question has its answer', async (_, code) => {
		const failing = createForesight({recording, thread: threadOf(firstly(code))});
		expect(await failing.ask(stateNow(), level('1.8'))).toMatchObject(asked);
		await failing.close();
	});

	test.each([
		['ends', 'process.exit(1)', 'the simulation has ended'],
		['throws', `throw new Error('broken')`, 'the simulation has failed'],
	])('and %s again gives no forecast, and the next question is asked anew', async (_, code, why) => {
		const broken = createForesight({recording, thread: threadOf(code)});
		expect(await broken.ask(stateNow(), level('1.8'))).toEqual({why});
		expect(await broken.ask(stateNow(), level('1.8'))).toEqual({why});
		await broken.close();
	});
});

test('a thread that is not asked for a minute is ended', async () => {
	vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
	onTestFinished(() => void vi.useRealTimers());
	const begun = once(process, 'worker') as Promise<[Worker]>;
	const thread = threadOf(`
		import {parentPort} from 'node:worker_threads';
		parentPort.on('message', ({number}) => parentPort.postMessage({number, answer: {why: 'no'}, isLast: true}));`);
	onTestFinished(() => thread.close());
	expect(await new Promise(answered => thread.ask({} as Question, answered))).toEqual({why: 'no'});
	const [worker] = await begun;
	const ended = once(worker, 'exit');
	vi.advanceTimersByTime(59_000);
	expect(worker.threadId).toBeGreaterThan(0);
	vi.advanceTimersByTime(1000);
	await ended;
});

describe('a clock that jumped gives no forecast rather than a wrong one', () => {
	const askOf = async (rows: readonly Row[]): Promise<unknown> => {
		const jumped = createForesight({recording: recordingOf(rows)});
		const given = await jumped.ask(stateNow(), level('1.8'));
		await jumped.close();
		return given;
	};

	test('where rows are of times to come', async () => {
		const later = polled.map((row): Row => ({...row, at: row.at + 25 * minute}));
		expect(await askOf(later)).toEqual({
			why: 'what is recorded of it goes on until 25 minutes from now: a clock was set back',
		});
	});

	test('where rows of two times lie among each other', async () => {
		const [early, late] = [polled.slice(0, 300), polled.slice(300)];
		const setBack = late.map((row): Row => ({...row, at: row.at - 20 * minute}));
		const rows = [...early, ...setBack].toSorted((one, other) => one.at - other.at || one.seq - other.seq);
		// The clock was right again afterwards.
		const now = floor.now - 20 * minute;
		const state = {...stateNow(), now: {wall: now, mono: now}};
		const jumped = createForesight({recording: recordingOf(rows)});
		expect(await jumped.ask(state, level('1.8'))).toEqual({why: 'a clock was set back while it was recorded'});
		await jumped.close();
	});

	test('where the clock went on without rows', async () => {
		expect(await askOf(polled.map((row): Row => ({...row, at: row.at - 20 * minute})))).toEqual({
			why: 'nothing was recorded of it for 20 minutes',
		});
	});
});

test('a campaign that has vanished gives no forecast', async () => {
	const now = {wall: floor.now, mono: floor.now};
	const state = update(stateNow(), {type: 'campaigns-polled', span: {sentAt: now, receivedAt: now}, records: []});
	expect(await foresight.ask(state, level('1.8'))).toEqual({why: 'its campaign is not listed any longer'});
});

test('the simulation is bound by the highest level and the lines of the settings, read now or recorded earlier', () => {
	const now = {wall: floor.now, mono: floor.now};
	const settings = [
		{name: 'autodiallevel2', value: '2.5', options: []},
		{name: 'number_of_lines', value: '40', options: []},
	];
	const bounds = (state: State, read: Read = recording) => {
		const row = campaignRow(state, '1001');
		if (!row) {
			throw new Error('no row');
		}
		return questionAbout(read, {state, row, now: floor.now}, {change: {}, minutes: 30, pairs: 40});
	};
	expect(bounds(stateNow())).toMatchObject({levelLimit: undefined, lines: undefined});
	const read = update(stateNow(), {
		type: 'settings-polled',
		campaignId: '1001',
		span: {sentAt: now, receivedAt: now},
		settings,
	});
	expect(bounds(read)).toMatchObject({levelLimit: 2.5, lines: 40});
	const last: Read['last'] = stream =>
		stream === 'settings/1001' ? {at: 0, seq: 1, values: {autodiallevel2: '3', number_of_lines: '25'}} : undefined;
	expect(bounds(stateNow(), recordingOf(polled, {last}))).toMatchObject({levelLimit: 3, lines: 25});
});

test('a first question has half hours of the past forecast again, and is answered again with bands that they calibrate', async () => {
	const long = watchedFloor({agents: 6, seed: 4, settings: {level: 1.3}}, 4.5 * 60);
	const rows = long.points.map(
		({at, figures: {extra: _, unreadable: __, ...values}}, seq) => ({at, seq, values}) as Row,
	);
	// A poll of each minute, as the tier of minutes has it.
	const read = recordingOf(rows.filter((_row, index) => index % 6 === 0));
	const made = createForesight({recording: read});
	onTestFinished(() => made.close());
	const again: Forecasted[] = [];
	const answer = await made.ask(stateNow(long), level('1.8'), one => again.push(one));
	if (!answer || 'why' in answer) {
		throw new Error(answer?.why);
	}
	expect(answer.record.asIs.drop).toMatchObject({scored: 0, factor: undefined});
	await expect.poll(() => again.length, {timeout: 20_000}).toBe(1);
	const scored = again[0]?.record.asIs.talk.scored ?? 0;
	expect(scored).toBeGreaterThan(0);
	expect(again[0]?.runs).toBe(answer.runs);
});

test('a half hour of the past is forecast without what was recorded later', () => {
	const [first, ...others] = floor.points;
	if (!first) {
		throw new Error('no point');
	}
	const at = first.at + 3 * looksBack;
	const hours = [at - looksBack - 1, at - looksBack, at - looksBack + 1, at + 1].map(then => ({...first, at: then}));
	const question = {
		points: others,
		lastWeek: hours,
		zone: 'UTC',
		now: at + looksBack,
		closesAt: at + looksBack,
		isDialing: false,
		change: {dialing: {level: 2}},
		minutes: 30,
		pairs: 280,
	};
	const past = {at, points: [first], agents: 12, came: {}};
	expect(questionOf(question, past, at + 1)).toMatchObject({
		points: [first],
		lastWeek: hours.slice(0, 2),
		now: at,
		closesAt: at + 1,
		isDialing: true,
		change: {},
	});
});
