/** What commands are likely to do, asked of a thread. */
import {afterAll, expect, test} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import type {Control} from '../../source/model/pending.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {State} from '../../source/model/state.ts';
import type {Recording, Row} from '../../source/recording/recording.ts';
import {changeOf, createForesight} from '../../source/service/foresight.ts';
import {watchedFloor} from '../foresight/floor.ts';
import {campaign, fresh} from '../model/make.ts';

const floor = watchedFloor({agents: 12, seed: 7});

/** The recording of the floor, as rows of polls. */
const recording: Pick<Recording, 'rows'> = {
	rows: () => ({
		tier: 'polled',
		rows: floor.points.map(({at, figures: {extra: _, unreadable: __, ...values}}, seq) => ({at, seq, values}) as Row),
	}),
};

/** The service as it is at the end of the recording. */
const stateNow = (): State => {
	const now = {wall: floor.now, mono: floor.now};
	const span = {sentAt: now, receivedAt: now};
	const figures = floor.points.at(-1)?.figures;
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

const foresight = createForesight(recording);
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
	const none = createForesight({rows: () => ({tier: 'polled', rows: []})});
	expect(await none.ask(stateNow(), level('1.5'))).toEqual({why: 'nothing is recorded of it'});
	await none.close();
	const broken = createForesight({
		rows() {
			throw new Error('EIO');
		},
	});
	expect(await broken.ask(stateNow(), level('1.5'))).toEqual({why: 'the recording cannot be read'});
});

test('only what changes how a campaign dials is asked about', () => {
	const state = stateNow();
	expect(campaignRow(state, '1001')).toBeDefined();
	expect(changeOf(state, level('1.8'))).toEqual({campaignId: '1001', change: {dialing: {level: 1.8}}});
	expect(changeOf(state, {...level('1'), params: {campaign_id: '1001', call_recording: 'Y'}})).toBeUndefined();
	expect(changeOf(state, {...level('1'), operation: 'dial_number'})).toBeUndefined();
	expect(changeOf(state, {...level('1'), operation: 'play_campaign'})?.change).toEqual({dialing: {isDialing: true}});
});
