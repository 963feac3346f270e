/** Charts of the hours before: a monitor that was restarted shows what was recorded before, with its gap, and the week before. */
import {expect, test} from 'vitest';
import type {ChartSpan} from '../../source/model/chart-steps.ts';
import {memoryFolder} from '../../source/recording/folder.ts';
import {recordedChart} from '../../source/recording/recorded-chart.ts';
import type {Clock} from '../../source/system/clock.ts';
import {soundWriter, stillClock} from '../helpers/recording.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const zone = 'America/New_York';

/** Thursday, 14:10 in New York; clocks were set forward there on the Sunday before. */
const now = Date.parse('2026-03-12T18:10:00Z');

/** What a campaign of ten agents showed: `dialed` leads a minute since midnight, one in ten answers and one in fifty of these is dropped. */
const figuresAt = (at: number, dialed: number) => {
	const calledToday = Math.round(((at - Date.parse('2026-01-01T05:00:00Z')) % day) / (minute / 2)) * (dialed / 2);
	const humanAnswered = Math.floor(calledToday / 10);
	const drops = Math.floor(humanAnswered / 50);
	return {
		status: 'PLAY',
		paceMethod: 'RATIO',
		calledToday,
		humanAnswered,
		answeredToday: humanAnswered,
		dropRate: humanAnswered === 0 ? 0 : Math.round((drops / humanAnswered) * 10_000) / 100,
		agents: 10,
		paused: 2,
		onCall: 4,
		wrapUp: 2,
		dead: 0,
		ringing: dialed,
	};
};

/** A monitor that polls each half minute from one moment to another, into a folder. */
const watch = async (folder: ReturnType<typeof memoryFolder>, from: number, to: number, dialed: number) => {
	let at = from;
	const clock: Clock = {
		...stillClock(() => at),
		after(_milliseconds, callback) {
			const timer = setImmediate(callback);
			return () => clearImmediate(timer);
		},
	};
	const writer = soundWriter({clock, zone, folder});
	await writer.settled();
	for (; at <= to; at += minute / 2) {
		writer.append('figures/1', at, figuresAt(at, dialed));
		if (at % hour === 0) {
			await writer.flush();
			await writer.settled();
		}
	}
	await writer.flush();
	return writer;
};

/** The recording of three runs: on the same weekday last week, until noon today, and since a restart. */
const recorded = async () => {
	const folder = memoryFolder();
	await (await watch(folder, now - 7 * day - 6 * hour, now - 7 * day + 2 * hour, 20)).close();
	await (await watch(folder, now - 8 * hour, now - 2 * hour, 60)).close();
	return watch(folder, now - 5 * minute, now, 60);
};

const writer = await recorded();
const chart = (span: ChartSpan, until = now) => recordedChart(writer.reader, '1', span, {until, zone});

test('after a restart the hours before it are there, and the time between the two runs is a gap', () => {
	const {steps} = chart('8 h');
	const before = steps.filter(({at}) => at > now - 7.9 * hour && at < now - 2 * hour);
	expect(before).toHaveLength(71);
	expect(new Set(before.map(({record}) => Math.round(record.dialed ?? 0)))).toEqual(new Set([60]));
	expect(new Set(before.map(({record}) => record.agents))).toEqual(new Set([10]));
	const between = steps.filter(
		({at, length}) => at - length / 2 > now - 2 * hour && at + length / 2 < now - 5 * minute,
	);
	expect(between).toHaveLength(21);
	expect(between.map(({record}) => record).filter(record => Object.keys(record).length > 0)).toEqual([]);
	expect(steps.at(-1)?.record).toMatchObject({agents: 10, available: 8, occupied: 6, ringing: 60});
});

test('drops and live answers of a step are whole calls', () => {
	const {steps} = chart('8 h');
	const known = steps.filter(({record}) => record.drops !== undefined);
	const drops = known.map(({record, length}) => ((record.drops ?? 0) * length) / minute);
	expect(drops.filter(count => Math.abs(count - Math.round(count)) > 0.35)).toEqual([]);
	const [live, all] = [
		known.reduce((sum, {record}) => sum + (record.delivered ?? 0) + (record.drops ?? 0), 0),
		known.reduce((sum, {record}) => sum + (record.dialed ?? 0), 0),
	];
	expect(live / all).toBeCloseTo(0.1, 2);
});

test('the same weekday last week is at the same time of day, also over a change of the clocks', () => {
	const {steps, lastWeek} = chart('8 h');
	// 14:10 in New York was an hour later by UTC.
	const known = lastWeek.filter(({record}) => record.agents !== undefined);
	expect(known[0]?.at).toBe(now - 7 * hour + 2.5 * minute - (now % (5 * minute)));
	expect(new Set(known.slice(1, -1).map(({record}) => Math.round(record.dialed ?? 0)))).toEqual(new Set([20]));
	expect(lastWeek.slice(0, -1).map(({at}) => at)).toEqual(steps.slice(0, -1).map(({at}) => at));
	expect(chart('1 day').lastWeek.length).toBeGreaterThan(0);
	expect(chart('1 h').lastWeek.length).toBeGreaterThan(0);
	expect(chart('7 days', now - 7 * day).lastWeek).toEqual([]);
});

test('an hour is drawn by the minute, a day by quarters of an hour, and a week by the hour', () => {
	const lengths = (['1 h', '8 h', '1 day', '7 days'] as const).map(span => {
		const {steps} = chart(span);
		return [span, steps.length, Math.round((steps[1]?.length ?? 0) / minute)];
	});
	expect(lengths).toEqual([
		['1 h', 60, 1],
		['8 h', 96, 5],
		['1 day', 96, 15],
		['7 days', 171, 60],
	]);
	const ofWeek = chart('7 days').steps.filter(({record}) => record.agents !== undefined);
	expect(ofWeek.map(({record}) => record.occupied)).toEqual(ofWeek.map(() => 6));
	expect(ofWeek.length).toBeGreaterThanOrEqual(8);
});

test('what was never recorded has no steps', () => {
	expect(recordedChart(writer.reader, '2', '8 h', {until: now, zone})).toEqual({steps: [], lastWeek: []});
});

test('hours of a recording that was moved to another time end at any minute of the hour, also at none', () => {
	for (const by of [0, 20 * minute, 59 * minute]) {
		const rows = Array.from({length: 30}, (_, index) => ({
			at: now - (30 - index) * hour - (now % hour) + by,
			seq: index,
			values: {agents: 10, paused: 2, onCall: 4, wrapUp: 2, dead: 0},
		}));
		const moved = {rows: () => ({tier: 'hour' as const, rows})};
		const {steps} = recordedChart(moved, '1', '7 days', {until: now, zone});
		expect(steps.slice(1).map(({record}) => record.occupied)).toEqual(Array.from({length: 29}, () => 6));
	}
});
