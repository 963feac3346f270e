/** The days of a period come back from the recording: those that were polled, and those that the service told, which are told once. */
import {expect, test} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import {complianceOf, dayNumberOf} from '../../source/model/compliance.ts';
import {dropDayOf} from '../../source/model/drop-days.ts';
import type {Message, State} from '../../source/model/state.ts';
import {allTime} from '../../source/recording/reader.ts';
import {recordedDays} from '../../source/recording/recorded-days.ts';
import {Recorder} from '../../source/recording/recorder.ts';
import {createReplay} from '../../source/recording/replay.ts';
import {soundWriter, stillClock} from '../helpers/recording.ts';
import {at, campaignsPolled, dashboardPolled, fresh, live} from '../model/make.ts';

const number = (text: string): number => dayNumberOf(text) ?? Number.NaN;

const wall = (text: string): number => Date.parse(`${text}Z`);

const writerAt = (now: () => number) =>
	soundWriter({
		clock: stillClock(now),
		zone: 'UTC',
	});

test('days that were polled, whole or in part', async () => {
	let now = wall('2026-05-25T09:00:00');
	const writer = writerAt(() => now);
	await writer.settled();
	const polled: [time: string, humanAnswered: number, dropRate: number][] = [
		['2026-05-25T09:00:00', 100, 1],
		['2026-05-25T18:00:00', 900, 2],
		['2026-05-26T09:00:00', 200, 0],
		['2026-05-26T23:59:30', 1000, 2.5],
		['2026-05-27T00:00:30', 0, 0],
		['2026-05-27T12:00:00', 500, 3],
	];
	for (const [time, humanAnswered, dropRate] of polled) {
		now = wall(time);
		writer.append('figures/1', now, {humanAnswered, dropRate, calledToday: humanAnswered * 4});
	}
	await writer.flush();
	const days = recordedDays(writer.reader, 'UTC', '1', [number('2026-05-20'), number('2026-05-26')]);
	expect(days).toEqual([
		expect.objectContaining({day: number('2026-05-25'), answers: 900, least: 18, most: 18, isWhole: false}),
		expect.objectContaining({day: number('2026-05-26'), answers: 1000, least: 25, most: 25, isWhole: true}),
	]);
	await writer.close();
});

test('days that the service told are recorded once, with changes from outside beside them', async () => {
	const writer = writerAt(() => at(0).wall);
	await writer.settled();
	const recorder = new Recorder(writer, at(0));
	let state: State = fresh({
		compliance: complianceOf({rule: 'thirty-days', period_start: '2026-05-20'}),
		timeZone: 'UTC',
	});
	const tell = (message: Message): void => {
		state = update(state, message);
		recorder.record(state);
	};
	const day = number('2026-05-26');
	const told = dropDayOf({day, liveAnswers: 1000, dropRate: 2, source: 'service', isWhole: true});
	const logged = {day: day - 1, answers: 0, least: 7, most: 7, source: 'search' as const, isWhole: true};
	tell(live);
	tell(campaignsPolled(0, ['1']));
	tell(dashboardPolled(1, '1', {status: 'PLAY', paceMethod: 'RATIO', humanAnswered: 10, dropRate: 0, calledToday: 40}));
	tell({type: 'days-read', campaignId: '1', days: [told, logged]});
	tell({
		type: 'changed-outside',
		change: {campaignId: '1', what: 'drop limit', before: '3%', after: '5%', at: at(2)},
	});
	await writer.flush();
	const read = recordedDays(writer.reader, 'UTC', '1', [number('2026-05-20'), day]);
	expect(read).toEqual([
		{...logged, isRecorded: true},
		{...told, isRecorded: true},
	]);
	expect(writer.reader.marks(allTime, {kinds: ['outside']})).toMatchObject([
		{
			campaignId: '1',
			at: at(2).wall,
			text: 'drop limit 3% → 5%, not by dialtop here',
			data: [{name: 'drop limit', from: '3%', to: '5%'}],
		},
	]);
	// What was read from the recording is not recorded again.
	tell({type: 'days-read', campaignId: '1', days: read});
	tell(dashboardPolled(9, '1', {status: 'PLAY', paceMethod: 'RATIO', humanAnswered: 12, dropRate: 0, calledToday: 44}));
	await writer.flush();
	expect(writer.reader.rows('days/1', allTime).rows).toHaveLength(2);
	expect(writer.reader.marks(allTime, {kinds: ['outside']})).toHaveLength(1);
	// The same moment looked back at has the same period.
	const period = state.dashboards.get('1')?.value?.period;
	expect(period?.count).toEqual({answers: 1012, least: 20, most: 20});
	const past = createReplay(writer.reader, () => state).stateAt(at(30).wall);
	expect(past.dashboards.get('1')?.value?.period).toEqual(period);
	await writer.close();
});
