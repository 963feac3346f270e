import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {expect, onTestFinished, test, vi} from 'vitest';
import {initialState} from '../../../source/alerts/reducer.ts';
import {recordingAt} from '../../../source/commands/connect/record-service.ts';
import {sandboxMonth, withSandboxMonth} from '../../../source/commands/connect/sandbox-month.ts';
import {withEarlier} from '../../../source/recording/earlier.ts';
import {allTime, createReader} from '../../../source/recording/reader.ts';
import type {Recording} from '../../../source/recording/recording.ts';
import {createService} from '../../../source/sandbox/engine/service.ts';
import {monthDays} from '../../../source/sandbox/month.ts';
import {createPast} from '../../../source/service/past.ts';
import {manualClock} from '../../helpers/clock.ts';
import {recordStorm, soundWriter} from '../../helpers/recording.ts';
import {makeScreen} from '../../screen/make.ts';
import {calledAs} from '../called.ts';

const zone = 'America/New_York';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A Thursday, at 14:30 in New York. */
const thursday = Date.parse('2026-11-26T19:30:00Z');
const until = Date.parse('2026-11-26T05:00:00Z');

const spring = 'figures/1014';

const number = (recording: Recording, name: string, at: number): unknown => recording.last(spring, at)?.values[name];

test('its campaigns are those of the sandbox that runs', async () => {
	const service = await createService({});
	const running = service.world.campaigns.map(({id, name}) => ({id, name}));
	service.close();
	expect(
		sandboxMonth(thursday, zone)
			.campaigns()
			.map(({id, name}) => ({id, name})),
	).toEqual(running);
});

test('thirty whole days end at the midnight before, each with its sums', () => {
	const month = sandboxMonth(thursday, zone);
	expect(month.span()?.to).toBeLessThanOrEqual(until);
	expect(month.span()?.from).toBe(until - monthDays * day);
	for (const id of ['1003', '1006', '1014']) {
		const days = month.days(id, {from: until - 30 * day, to: until});
		expect(days.map(({date}) => date)).toEqual(
			Array.from({length: 30}, (_, index) => new Date(Date.UTC(2026, 9, 27 + index)).toISOString().slice(0, 10)),
		);
		expect(Math.min(...days.map(({values}) => Number(values.calledToday)))).toBeGreaterThan(1000);
	}
	expect(month.damage).toEqual([]);
});

test('the day before is there in full, by the clock of whoever looks', () => {
	const month = sandboxMonth(thursday, zone);
	const at = until - day + 14 * hour + 10 * minute;
	for (const {id} of month.campaigns()) {
		expect(month.rows(`figures/${id}`, {from: at - 10 * minute, to: at}, 'minute').rows, id).toHaveLength(6);
		expect(month.last(`listing/${id}`, at)?.values).toMatchObject({
			name: expect.any(String),
			status: expect.any(String),
		});
		expect(month.last(`settings/${id}`, at)?.values).toHaveProperty('autodiallevel');
	}
	expect(number(month, 'onCall', at)).toBeGreaterThan(10);
	expect(number(month, 'calledToday', at)).toBeGreaterThan(1000);
	expect(month.rows('graphs/1014', {from: at - hour, to: at}, 'polled').rows.length).toBeGreaterThan(100);
	// At six in the morning the floor is closed.
	expect(number(month, 'calledToday', at - 8 * hour)).toBe(0);
	const commands = month.marks({from: at - 8 * hour, to: at + 8 * hour}, {kinds: ['command']});
	expect(new Set(commands.map(({text}) => text))).toEqual(new Set(['pause', 'play', 'update']));
	expect(month.rows(spring, {from: until - hour, to: until + day}).rows.filter(row => row.at >= until)).toEqual([]);
});

test('a look back at the day before draws a full board, and so does one at a month before', () => {
	const present = initialState(
		{profile: '', environment: 'SANDBOX', host: 'embedded', readOnly: false},
		{wall: thursday, mono: thursday},
	);
	const past = createPast(sandboxMonth(thursday, zone), () => present);
	const frameAt = (at: number): string => {
		const screen = makeScreen(160, 50);
		vi.spyOn(screen.store, 'get').mockReturnValue(present);
		screen.record(past);
		screen.ui.dispatch({
			type: 'look-back',
			past: {at, speed: undefined, alertChanges: 0, state: past.stateAt(at)},
		});
		return screen.frame().rows.map(stripVTControlCharacters).join('\n');
	};
	for (const days of [1, 2, 30]) {
		const frame = frameAt(until - days * day + 14 * hour + 10 * minute);
		expect(frame.match(/^│(?:PLAY|PAUSE|STOP) .*\b10\d\d\b/gm)).toHaveLength(14);
		expect(frame).toMatch(/^│PLAY +Spring Collections +(?:\d+m +)?\d+ +\d+ .*│$/m);
		expect(frame).not.toMatch(/undefined|NaN/);
	}
});

test('the sandbox that runs goes on after it, with a gap between', async () => {
	const clock = manualClock({wall: thursday, mono: 0});
	const writer = soundWriter({
		clock,
		zone,
	});
	await writer.settled();
	writer.append('listing/1014', thursday, {name: 'Spring Collections'});
	writer.append(spring, thursday, {calledToday: 7, onCall: 40});
	await writer.flush();
	const recording = withSandboxMonth(writer.reader, thursday, () => zone);
	expect(recording.gaps({from: until - hour, to: thursday})).toEqual([{from: until, to: thursday}]);
	expect(recording.markBefore(thursday + 1, {kinds: ['gap']})).toMatchObject({
		at: thursday,
		since: until,
		text: expect.stringContaining('made up'),
	});
	expect(recording.markAfter(until - minute)?.kind).toBe('gap');
	expect(recording.markBefore(until)?.at).toBeLessThan(until);
	expect(recording.span()).toEqual({from: expect.any(Number), to: thursday});
	expect([thursday, thursday - 1].map(at => number(recording, 'calledToday', at))).toEqual([7, expect.any(Number)]);
	// What was never polled in this run is not taken from the month.
	expect(recording.last('figures/1013', thursday)).toBeUndefined();
	const hours = recording.rows(spring, {from: until - 3 * hour, to: thursday}, 'hour');
	expect(hours.rows.map(({at}) => at > until)).toEqual([false, false, true]);
	expect(recording.rows(spring, {from: thursday, to: thursday}).rows).toHaveLength(1);
	expect(recording.campaigns().find(({id}) => id === '1014')).toMatchObject({name: 'Spring Collections', to: thursday});
	expect(recording.days('1014', allTime).length).toBeGreaterThan(30);
	await writer.close();
});

test('the month is opened when it is looked at, and by no look at what the run itself has recorded', async () => {
	const {reader, from: begin, watched, watchFor, written} = await recordStorm();
	watchFor(8);
	await written();
	let opened = 0;
	const midnight = begin - 8.5 * hour;
	const between = {begin: midnight - 31 * day, from: midnight, to: begin, text: 'the sandbox began'};
	const recording = withEarlier(reader, between, () => {
		opened++;
		return sandboxMonth(begin, zone);
	});
	const past = createPast(recording, () => watched.state);
	const now = begin + 7 * minute;
	const shown = past.stateAt(now);
	expect(shown.dashboards.size).toBe(2);
	expect(shown.alerts.active.size).toBeGreaterThan(0);
	expect(past.span()).toMatchObject({from: between.begin});
	expect(past.markBefore(now)).toBeDefined();
	expect(past.timeline('1001', {from: begin - hour, to: now}, 60).cells).toHaveLength(60);
	expect(past.changeAfter('1001', now)).toBeUndefined();
	expect(opened).toBe(0);
	past.stateAt(midnight - hour);
	expect(opened).toBeGreaterThan(0);
});

/** What a command prints at that Thursday. */
const onThursday = async (...argv: string[]) => {
	vi.useFakeTimers({now: thursday, toFake: ['Date']});
	try {
		return await calledAs(argv, {TZ: zone});
	} finally {
		vi.useRealTimers();
	}
};

test('dialtop report --sandbox has the figures of a shift, and of the last one by default', async () => {
	for (const shift of [['--from', 'yesterday 9:00', '--shift', '8h'], []]) {
		const {stdout, code} = await onThursday('report', '--sandbox', '--json', ...shift);
		expect(code).toBe(0);
		const {campaigns} = JSON.parse(stdout);
		expect(campaigns).toHaveLength(14);
		expect(campaigns).toContainEqual(expect.objectContaining({name: 'Spring Collections'}));
	}
});

test('dialtop alerts --backtest --sandbox runs over the end of the month', async () => {
	const {stdout, code} = await onThursday('alerts', '--backtest', '1h', '--sandbox', '--json', '1014');
	expect(code).toBe(0);
	const {from, to, polls} = JSON.parse(stdout);
	expect(Date.parse(to)).toBeLessThanOrEqual(until);
	expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(hour);
	expect(polls).toBeGreaterThan(50);
});

test('dialtop history --sandbox shows, exports, checks and cuts the month, and removes nothing of it', async () => {
	const info = await onThursday('history', 'info', '--sandbox', '--json');
	expect(JSON.parse(info.stdout)).toMatchObject({
		campaigns: 14,
		path: expect.stringContaining('made up'),
		to: expect.stringMatching(/^2026-11-26T0[34]:/),
		bytes: expect.any(Number),
	});
	const from = '2026-11-25 14:00';
	const exported = await onThursday(
		...[
			'history',
			'export',
			'--sandbox',
			'--id',
			'1014',
			'--tier',
			'minute',
			'--from',
			from,
			'--to',
			'2026-11-25 14:10',
		],
	);
	const rows = exported.stdout
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));
	expect(rows).toHaveLength(6);
	expect(rows.every(({time}) => time.startsWith('2026-11-25T'))).toBe(true);
	const checked = await onThursday('history', 'check', '--sandbox', '--json');
	expect(checked.code).toBe(0);
	expect(await onThursday('history', 'prune', '--sandbox')).toMatchObject({
		code: 2,
		stderr: expect.stringContaining('nothing of it is removed'),
	});

	const folder = mkdtempSync(join(tmpdir(), 'dialtop-month-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const file = join(folder, 'day.dialtop');
	const cut = await onThursday('history', 'cut', '--sandbox', '--from', '2026-11-25', '--to', '2026-11-25', file);
	expect(cut).toMatchObject({code: 0});
	const [month, part] = [sandboxMonth(thursday, zone), createReader(recordingAt(file), zone)];
	const whole = {from: until - day, to: until - 1};
	for (const id of ['1006', '1014']) {
		expect(part.rows(`figures/${id}`, whole, 'minute').rows).toEqual(month.rows(`figures/${id}`, whole, 'minute').rows);
		expect(part.days(id, allTime)).toEqual(month.days(id, whole));
	}
	const plain = (marks: unknown) => JSON.parse(JSON.stringify(marks));
	expect(plain(part.marks(whole))).toEqual(plain(month.marks(whole)));
	const noon = until - day / 2;
	expect(part.last('settings/1014', noon)).toEqual(month.last('settings/1014', noon));
	for (const one of [month, part]) {
		one.close();
	}
});
