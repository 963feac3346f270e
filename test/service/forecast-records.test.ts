/** The track record as it is recorded: over a restart, in a cut, in what `dialtop history` prints, and of changes that were made. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeEach, expect, onTestFinished, test} from 'vitest';
import {historyCommand} from '../../source/commands/history.ts';
import type {Foreseen} from '../../source/foresight/foresee.ts';
import type {Control, Pending, Phase} from '../../source/model/pending.ts';
import {day, hour, minute} from '../../source/model/time.ts';
import {checkRecording} from '../../source/recording/checked.ts';
import {closeHours, retentionDefaults} from '../../source/recording/closing.ts';
import {cutRecording} from '../../source/recording/cut.ts';
import {diskFolder, folderAt} from '../../source/recording/folder.ts';
import {createReader} from '../../source/recording/reader.ts';
import {createChangeForecasts} from '../../source/service/forecast-changes.ts';
import {dueOf, outcomeOf} from '../../source/service/forecast-outcomes.ts';
import {createForecastRecords} from '../../source/service/forecast-records.ts';
import type {KnownForecast} from '../../source/service/forecast-rows.ts';
import {called} from '../commands/called.ts';
import {soundWriter, stillClock} from '../helpers/recording.ts';

let path: string;

beforeEach(() => {
	path = mkdtempSync(join(tmpdir(), 'dialtop-forecasts-'));
	onTestFinished(() => rmSync(path, {recursive: true}));
});

const begin = Date.parse('2026-11-26T13:10:00Z');
const band = (median: number) => ({low: median - 1, median, high: median + 1.5});

const forecastAt = (at: number, over: Partial<KnownForecast> = {}): KnownForecast => ({
	campaignId: '1001',
	at,
	ahead: 30,
	closesAt: begin + 8 * hour,
	kind: 'as-is',
	agents: 20,
	bands: {drop: band(2.25), dropAtClose: band(1.5), talk: band(40), ready: band(10.125)},
	came: {},
	isOver: false,
	isClosed: false,
	...over,
});

/** Records on the disk; each of what it takes is a second after the one before. */
const recorded = async () => {
	let now = begin;
	const writer = soundWriter({folder: diskFolder(path), clock: stillClock(() => now), zone: 'UTC'});
	await writer.settled();
	const records = createForecastRecords(writer.reader, (...row) => writer.append(...row));
	return {
		records,
		add(forecast: KnownForecast) {
			now += 1000;
			records.add(forecast, now);
		},
		settle(of: 'half-hour' | 'close', at: number, came: KnownForecast['came']) {
			now += 1000;
			records.settle({campaignId: '1001', at, kind: 'as-is', of, came}, now);
		},
		async close() {
			await writer.close();
			for (const _ of closeHours(diskFolder(path), {
				isOver: () => true,
				zone: 'UTC',
				retention: retentionDefaults,
				now,
			})) {
				// Every step at once.
			}
		},
	};
};

const readAt = (now: number, from = path) => {
	const reader = createReader(folderAt(from), 'UTC');
	onTestFinished(() => reader.close());
	const records = createForecastRecords(reader);
	records.refresh(now);
	return records;
};

test('what was forecast and what came survives a restart, exactly', async () => {
	const {add, settle, close, records} = await recorded();
	add(forecastAt(begin));
	add(forecastAt(begin + 30 * minute));
	settle('half-hour', begin, {drop: 2.5, talk: 38.25, ready: 11});
	settle('half-hour', begin + 30 * minute, {});
	settle('close', begin, {dropAtClose: 1.75});
	const before = records.all();
	expect(before).toEqual([
		forecastAt(begin, {came: {drop: 2.5, talk: 38.25, ready: 11, dropAtClose: 1.75}, isOver: true, isClosed: true}),
		forecastAt(begin + 30 * minute, {isOver: true}),
	]);
	await close();
	expect(readAt(begin + hour).all()).toEqual(before);
	expect(checkRecording(diskFolder(path)).flatMap(({problems}) => problems)).toEqual([]);
});

test('what came is read before its forecast, which an earlier day has', async () => {
	const {add, close} = await recorded();
	add(forecastAt(begin));
	await close();
	const later = await recorded();
	later.settle('close', begin, {dropAtClose: 1.75});
	await later.close();
	const records = readAt(begin + 25 * hour);
	expect(records.all()).toEqual([]);
	expect(records.readBack(begin + 25 * hour)).toBe(true);
	expect(records.all()).toEqual([forecastAt(begin, {came: {dropAtClose: 1.75}, isClosed: true})]);
	let days = 1;
	while (records.readBack(begin + 25 * hour)) {
		days++;
	}
	expect(days).toBeLessThan(35);
});

test('history knows them: info counts, export prints, and a cut holds those of its period', async () => {
	const {add, settle, close} = await recorded();
	add(forecastAt(begin));
	settle('half-hour', begin, {drop: 2.5});
	await close();
	const info = await called(historyCommand, 'info', '--file', path, '--json');
	expect(JSON.parse(info.stdout)).toMatchObject({forecasts: 1});
	const lines = (await called(historyCommand, 'export', '--file', path, '--stream', 'forecasts', '--json')).stdout
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));
	expect(lines).toHaveLength(2);
	expect(lines[0]).toMatchObject({campaign: '1001', kind: 'as-is', agents: 20, 'drop.low': 1.25, 'drop.high': 3.75});
	expect(lines[1]).toMatchObject({campaign: '1001', since: begin, 'drop.came': 2.5, is_over: 1});
	const cut = join(path, 'cut.dialtop');
	cutRecording(diskFolder(path), {from: begin + 1500, to: begin + day}, cut);
	expect(readAt(begin + hour, cut).all()).toEqual([]);
	const whole = join(path, 'whole.dialtop');
	cutRecording(diskFolder(path), {from: begin, to: begin + day}, whole);
	expect(readAt(begin + hour, whole).all()).toHaveLength(1);
});

test('a forecast is due once its half hour is over, and then once its day has closed', () => {
	const forecast = forecastAt(begin);
	expect(dueOf(forecast, begin + 31 * minute)).toBeUndefined();
	expect(dueOf(forecast, begin + 32 * minute)).toBe('half-hour');
	expect(dueOf({...forecast, isOver: true}, begin + 3 * hour)).toBeUndefined();
	expect(dueOf({...forecast, isOver: true}, begin + 8 * hour + 2 * minute)).toBe('close');
	expect(dueOf({...forecast, isOver: true, isClosed: true}, begin + day)).toBeUndefined();
});

test('the rate at close is that of the last poll before it, if nobody changed the level meanwhile', async () => {
	const closed = async (level: string, lastAt: number): Promise<unknown> => {
		const folder = mkdtempSync(join(tmpdir(), 'dialtop-close-'));
		onTestFinished(() => rmSync(folder, {recursive: true}));
		let now = begin - minute;
		const writer = soundWriter({folder: diskFolder(folder), clock: stillClock(() => now), zone: 'UTC'});
		await writer.settled();
		for (; now <= lastAt; now += 5 * minute) {
			const isLate = now > begin + 2 * hour;
			const values = {humanAnswered: 500, dropRate: isLate ? 1.75 : 1, paceMethod: 'RATIO', status: 'PLAY'};
			writer.append('figures/1001', now, {...values, paceTempo: isLate ? level : '1.4'});
		}
		writer.append('figures/1001', begin + 9 * hour, {
			humanAnswered: 600,
			dropRate: 9,
			paceMethod: 'RATIO',
			paceTempo: level,
		});
		await writer.close();
		const reader = createReader(diskFolder(folder), 'UTC');
		const {came} = outcomeOf(reader, forecastAt(begin), 'close', 'UTC');
		reader.close();
		return came;
	};
	expect(await closed('1.4', begin + 8 * hour)).toEqual({dropAtClose: 1.75});
	expect(await closed('1.6', begin + 8 * hour)).toEqual({});
	// Nobody watched the end of the day.
	expect(await closed('1.4', begin + 7 * hour)).toEqual({});
});

const control: Control = {
	operation: 'update_campaign',
	expected: undefined,
	before: undefined,
	verb: 'set the level of',
	doing: 'setting the level of',
	params: {campaign_id: '1001', autodiallevel: '1.8'},
	target: {kind: 'campaign', id: '1001', name: 'Campaign 1001', service: 'p'},
};

const pendingOf = (phase: Phase, over: Partial<Control> = {}, askedAt = begin + 5000): Pending => {
	const [asked, ended] = [askedAt, askedAt + 400].map(wall => ({wall, mono: wall}));
	return {
		command: {...control, ...over, id: 7},
		words: {listing: 'PLAY', dashboard: 'PLAY'},
		shown: {},
		phase,
		askedAt: asked ?? {wall: 0, mono: 0},
		endedAt: phase === 'sending' ? undefined : ended,
		wasUnknown: false,
		reason: '',
		seen: undefined,
		reading: undefined,
		at: ended ?? {wall: 0, mono: 0},
	};
};

test('the forecast of a change is compared with what came only if that change was then made', () => {
	const {bands} = forecastAt(begin);
	const likely = {...bands, leadsOut: undefined};
	const answer: Foreseen = {
		asIs: likely,
		changed: {...likely, talk: band(44)},
		runs: 100,
		ahead: 30,
		dropLimit: 3,
		calibratedOn: {minutes: 45, until: begin, dials: 1000, talks: 100},
	};
	const madeOf = (pending: Pending): readonly KnownForecast[] => {
		const records = createForecastRecords({rows: () => ({tier: 'polled', rows: []})});
		const changes = createChangeForecasts(records);
		changes.shown({control, campaignId: '1001', agents: 20, closesAt: begin + 8 * hour, answer, at: begin});
		const now = {wall: begin + 6000, mono: begin + 6000};
		changes.see({commands: [], now});
		changes.see({commands: [pendingOf('sending')], now});
		changes.see({commands: [pending], now});
		changes.see({commands: [{...pending}], now});
		return records.all();
	};
	expect(madeOf(pendingOf('acknowledged'))).toEqual([
		forecastAt(begin + 5400, {kind: 'changed', bands: {...bands, talk: band(44)}, closesAt: begin + 8 * hour}),
	]);
	for (const phase of ['refused', 'not-sent', 'unknown'] as const) {
		expect(madeOf(pendingOf(phase))).toEqual([]);
	}
	expect(madeOf(pendingOf('done', {params: {campaign_id: '1001', autodiallevel: '1.6'}}))).toEqual([]);
	// A command of before the question.
	expect(madeOf(pendingOf('done', {}, begin - 5000))).toEqual([]);
});
