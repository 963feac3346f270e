/** The alerts on screen: the view, the strip, the header, the mark on the board, and the keys a and b. */
import {describe, expect, test} from 'vitest';
import {AuditFailure} from '../../source/audit/file.ts';
import type {Message} from '../../source/model/state.ts';
import {alertSentence, alertStatus, amount, whatOf} from '../../source/present/alert-text.ts';
import {dayAndTime, dayOrTime, width} from '../../source/present/format.ts';
import {keymap} from '../../source/present/keymap.ts';
import {dashboard, pauseOf} from '../model/make.ts';
import {colourLook, fill, makeScreen, moment} from './make.ts';

/** Acknowledges as hands do: the first choice, whose time is then said. */
const acknowledge = ({press}: Pick<ReturnType<typeof makeScreen>, 'press'>): void => {
	press('a');
	press('enter');
};

/** Figures of a campaign at some second. */
const polled = (second: number, campaignId: string, over: Parameters<typeof dashboard>[0]): Message => ({
	type: 'dashboard-polled',
	campaignId,
	span: {sentAt: moment(second * 1000), receivedAt: moment(second * 1000 + 100)},
	dashboard: dashboard({status: 'PLAY', ...over}),
});

const tick = (second: number): Message => ({type: 'tick', now: moment(second * 1000)});

/** Spring Collections is over its limit and its agents idle; Autumn Renewals is near its limit. */
const troubled = (columns = 120, rows = 40) => {
	const screen = makeScreen(columns, rows);
	fill(screen.store);
	for (let second = 2; second <= 70; second += 2) {
		screen.store.dispatch(
			polled(second, '1003', {
				dropRate: 3.12,
				dropLimit: 3,
				humanAnswered: 1896,
				ready: 4,
				ringing: 0,
				calledToday: 9515,
			}),
		);
		screen.store.dispatch(polled(second, '1002', {status: 'PAUSE', dropRate: 2.6, humanAnswered: 500}));
	}
	screen.store.dispatch(tick(71));
	screen.settle();
	return screen;
};

const sizes: [number, number][] = [
	[60, 16],
	[80, 24],
	[120, 40],
	[200, 60],
];

describe('view 7', () => {
	test('says which alerts there are, the gravest first', () => {
		const screen = troubled();
		screen.press('7');
		const rows = screen.frame().rows.filter(row => /^│(CRITICAL|WARNING)/.test(row));
		expect(rows).toHaveLength(3);
		expect(rows[0]).toMatch(
			/CRITICAL +Spring Collections +(?:\d+ +)?drop rate +3\.12% +≥3\.00% +\d\d:\d\d:\d\d +1m 0\ds +3\.12%/,
		);
		expect(rows[1]).toMatch(/WARNING +Spring Collections +(?:\d+ +)?agents idle +4 agents +≥1 +/);
		expect(rows[2]).toMatch(/WARNING +Autumn Renewals +(?:\d+ +)?drop rate +2\.60% +≥2\.50%/);
		expect(screen.text()).toContain('"Spring Collections": DROP RATE 3.12%, 0.12 OVER its own limit of 3.00%');
	});

	test('moves what is acknowledged behind what is not, and what is over behind both', () => {
		const screen = troubled();
		screen.press('7');
		screen.settle();
		acknowledge(screen);
		expect(screen.text()).toContain('acknowledged until 08:16:11: "Spring Collections": DROP RATE');
		screen.store.dispatch(polled(72, '1002', {dropRate: 1, humanAnswered: 500}));
		const rows = screen.frame().rows.filter(row => /^│(CRITICAL|WARNING|acknowledged|past) /.test(row));
		expect(rows.map(row => row.slice(1, 40).trim().replace(/ +/g, ' '))).toEqual([
			expect.stringMatching(/^WARNING Spring Collections/),
			expect.stringMatching(/^acknowledged Spring Collections/),
			expect.stringMatching(/^past Autumn Renewals/),
		]);
	});

	test('does not acknowledge what is over', () => {
		const screen = troubled();
		screen.press('7');
		screen.settle();
		screen.store.dispatch(polled(72, '1003', {dropRate: 1, humanAnswered: 1896}));
		screen.press('a');
		expect(screen.ui.get().notice?.text).toContain('not now, it is over');
	});

	test('leads to the campaign on the board, whatever filter hides it', () => {
		const screen = troubled();
		screen.ui.dispatch({type: 'filter', value: 'Winter'});
		screen.press('7');
		screen.settle();
		screen.press('down');
		screen.press('down');
		screen.press('enter');
		expect(screen.ui.get()).toMatchObject({view: 'campaigns', selected: {campaigns: '1002'}});
		expect(screen.text()).not.toContain('filter:');
	});

	test('says that figures are old, which an alert outlives', () => {
		const screen = troubled();
		screen.press('7');
		screen.settle();
		screen.store.dispatch(tick(170));
		expect(screen.text()).toContain('figures 1m old');
		expect(screen.text()).toMatch(/CRITICAL +(Spring Collections|.*… 1003) +1m drop rate/);
		expect(screen.frame(colourLook).rows.join('')).toContain('CRITICAL');
		const large = troubled(200, 60);
		large.store.dispatch(tick(170));
		expect(large.text()).toMatch(/WARNING +1m old: "Autumn Renewals": drop rate/);
	});

	test('without alerts names the rules in force', () => {
		const screen = makeScreen(80, 24);
		fill(screen.store);
		screen.press('7');
		for (const rule of ['drop rate from 2.50% on', 'calls waiting and no agent ready for 30s', 'no service for 15s']) {
			expect(screen.text()).toContain(rule);
		}
		screen.ui.dispatch({type: 'filter', value: 'x'});
		expect(screen.text()).toContain('The rules in force');
	});

	test('is filtered like any table', () => {
		const screen = troubled();
		screen.press('7');
		screen.ui.dispatch({type: 'filter', value: 'Autumn'});
		expect(screen.text()).toContain('Autumn Renewals');
		expect(screen.text()).not.toMatch(/CRITICAL +Spring/);
		screen.ui.dispatch({type: 'filter', value: 'zzz'});
		expect(screen.text()).toContain('No alert matches "zzz". Press c to clear the filter.');
	});

	test.each(sizes)('is whole at %ix%i', (columns, rows) => {
		const screen = troubled(columns, rows);
		screen.press('7');
		screen.settle();
		const frame = screen.frame().rows;
		expect(frame).toHaveLength(rows);
		expect(frame.filter(row => width(row) !== columns)).toEqual([]);
		expect(frame.join('\n')).toMatch(/CRITICAL +Spring (Collections|.*… 1003) /);
	});
});

/** Eighteen campaigns over their limits, one after another. */
const flooded = (columns = 120, rows = 40) => {
	const screen = makeScreen(columns, rows);
	const ids = Array.from({length: 18}, (_, index) => String(2001 + index));
	const span = {sentAt: moment(1000), receivedAt: moment(1100)};
	const records = ids.map(id => ({id, name: `Floor ${id}`, status: 'PLAY', extra: {}, unreadable: []}));
	screen.store.dispatch({type: 'link', link: {kind: 'live', latency: 10}, now: moment(1000)});
	screen.store.dispatch({type: 'campaigns-polled', span, records});
	const over = (second: number, id: string, dropRate: number) =>
		screen.store.dispatch(polled(second, id, {dropRate, dropLimit: 3, humanAnswered: 2000, ready: 3, ringing: 2}));
	for (const [index, id] of ids.entries()) {
		over(2 + index / 10, id, 3.1 + index / 100);
	}
	screen.store.dispatch(tick(5));
	screen.press('7');
	screen.settle();
	const rowsShown = () =>
		screen
			.frame()
			.rows.filter(row => /^│(CRITICAL|WARNING|acknowledged|recovering|past) /.test(row))
			.map(row => row.slice(1, 90).trim().replace(/ +/g, ' '));
	return {screen, over, rowsShown};
};

describe('a flood', () => {
	test.each(sizes)('is one row with a count, at %ix%i', (columns, rows) => {
		const {screen, rowsShown} = flooded(columns, rows);
		expect(rowsShown()).toEqual([expect.stringMatching(/^CRITICAL ▸18 campaigns drop rate 3\.27%/)]);
		expect(screen.frame().rows[0]).toContain('1 alert, CRITICAL');
		expect(screen.frame().rows.filter(row => width(row) !== columns)).toEqual([]);
	});

	test('says the worst in words, and opens to its campaigns, each with its figure', () => {
		const {screen, rowsShown} = flooded();
		expect(screen.text()).toContain('18 campaigns, the worst "Floor 2018": DROP RATE 3.27%, 0.27 OVER');
		screen.press('enter');
		expect(rowsShown()).toHaveLength(19);
		expect(rowsShown()[0]).toMatch(/^CRITICAL ▾18 campaigns/);
		expect(rowsShown()[1]).toMatch(/^CRITICAL Floor 2018 2018 drop rate 3\.27%/);
		expect(rowsShown()[18]).toMatch(/^CRITICAL Floor 2001 2001 drop rate 3\.10%/);
		screen.press('enter');
		expect(rowsShown()).toHaveLength(1);
		screen.press('enter');
		screen.press('down');
		screen.press('enter');
		expect(screen.ui.get()).toMatchObject({view: 'campaigns', selected: {campaigns: '2018'}});
	});

	test('keeps its row while the count moves', () => {
		const {over, rowsShown} = flooded();
		for (let id = 2001; id <= 2013; id++) {
			over(6, String(id), 1);
		}
		expect(rowsShown()).toEqual([expect.stringMatching(/^CRITICAL ▸5 of 18 campaigns/)]);
		for (let id = 2014; id <= 2018; id++) {
			over(6, String(id), 1);
		}
		expect(rowsShown()).toEqual([expect.stringMatching(/^past ▸18 campaigns/)]);
	});

	test('is acknowledged as a whole, or one campaign of it', () => {
		const {screen, rowsShown} = flooded();
		screen.press('enter');
		screen.press('down');
		acknowledge(screen);
		expect(screen.ui.get().notice?.text).toContain(': "Floor 2018"');
		expect(rowsShown().at(-1)).toMatch(/^acknowledged Floor 2018/);
		expect(screen.frame().rows[0]).toContain('1 alert, CRITICAL');
		screen.press('g');
		acknowledge(screen);
		expect(screen.ui.get().notice?.text).toContain(': 18 campaigns');
		expect(screen.frame().rows[0]).toContain('1 acknowledged');
	});

	test('is found by the name of any of its campaigns', () => {
		const {screen, rowsShown} = flooded();
		screen.ui.dispatch({type: 'filter', value: 'Floor 2007'});
		expect(rowsShown()).toHaveLength(1);
	});
});

describe('for how long is chosen', () => {
	/** The view of alerts with the first one selected, and shifts that end at these times. */
	const asked = (shiftEnds: readonly string[] = [], size: readonly [number, number] = [120, 40]) => {
		const screen = troubled(...size);
		Object.assign(screen.context().options, {shiftEnds});
		screen.press('7');
		screen.settle();
		screen.press('a');
		return screen;
	};
	const choose = (screen: ReturnType<typeof asked>, steps: number): void => {
		for (let step = 0; step < steps; step++) {
			screen.press('down');
		}
		screen.press('enter');
	};
	const wall = (second: number): number => moment(second * 1000).wall;

	test.each([
		[0, wall(71 + 900), 'until 08:16:11'],
		[1, wall(71 + 3600), 'until 09:01:11'],
		[2, wall(3600), 'until 09:00:00'],
		[3, undefined, 'until it ends'],
	])('the choice %d', (steps, until, text) => {
		const screen = asked(['7:00', '09:00', '22:00']);
		choose(screen, steps);
		expect(screen.acknowledged).toEqual([{ids: ['drop:1003'], until, reason: ''}]);
		expect(screen.ui.get().notice?.text).toContain(`acknowledged ${text}: "Spring Collections"`);
		expect(screen.text()).toContain(`acknowledged at 08:01:11 by kim ${text}`);
		expect(screen.sent).toEqual([]);
	});

	test('Enter counts at once, but not before the question is on screen, nor in a paste', () => {
		const screen = asked();
		screen.press('enter', {after: 20});
		screen.drawn();
		screen.press('enter', {paste: true, after: 20});
		screen.press('enter', {alone: false, after: 20});
		expect(screen.acknowledged).toEqual([]);
		screen.press('enter', {after: 20});
		expect(screen.acknowledged).toHaveLength(1);
	});

	test('any other key leaves', () => {
		const screen = asked();
		screen.press('a');
		expect(screen.ui.get().prompt).toBeUndefined();
		expect(screen.acknowledged).toEqual([]);
	});

	test('a time is typed where no shifts are known, and what is none is said', () => {
		const screen = asked();
		expect(screen.text()).toContain('until the end of the shift, or any other time, which is typed');
		choose(screen, 3);
		for (const letter of 'yesterday 9:00') {
			screen.press(letter === ' ' ? 'space' : letter);
		}
		screen.press('enter');
		expect(screen.text()).toContain('must be a time to come such as 17:00, 90m');
		for (let left = 0; left < 20; left++) {
			screen.press('backspace');
		}
		for (const letter of '7:30') {
			screen.press(letter);
		}
		screen.press('enter');
		// It is past half past seven: that is tomorrow.
		expect(screen.acknowledged).toEqual([{ids: ['drop:1003'], until: wall(23.5 * 3600), reason: ''}]);
	});

	test('a reason is typed first, and everybody sees it who looks at the alert', () => {
		const screen = asked();
		choose(screen, 4);
		screen.press('enter');
		expect(screen.text()).toContain('Type a reason');
		for (const letter of 'trunk') {
			screen.press(letter);
		}
		screen.press('enter');
		expect(screen.text()).toContain('Reason: trunk');
		expect(screen.text()).not.toContain('with a reason');
		screen.press('enter');
		expect(screen.acknowledged).toEqual([{ids: ['drop:1003'], until: wall(971), reason: 'trunk'}]);
		expect(screen.text()).toMatch(/by kim until 08:16:11: trunk/);
	});

	test('again for one that is acknowledged', () => {
		const screen = asked();
		screen.press('enter');
		screen.press('G');
		expect(screen.text()).toContain('acknowledged at 08:01:11 by kim until 08:16:11');
		screen.press('a');
		choose(screen, 1);
		expect(screen.text()).toContain('acknowledged at 08:01:11 by kim until 09:01:11');
	});

	test('that the audit does not have it is said', async () => {
		const screen = asked();
		screen.notAcknowledged.push(
			new AuditFailure('the audit cannot be written: /a: the disk is full', 'Make room there.'),
		);
		screen.press('enter');
		await expect
			.poll(() => screen.ui.get().notice?.text)
			.toBe(
				'The alert is acknowledged for this run only: the audit cannot be written: /a: the disk is full. Make room there.',
			);
		expect(screen.frame().rows[0]).toContain('2 alerts');
	});

	test.each(sizes)('it is whole at %ix%i', (columns, rows) => {
		const screen = asked(['22:00'], [columns, rows]);
		const frame = screen.frame().rows;
		expect(frame.filter(row => width(row) !== columns)).toEqual([]);
		expect(frame.join('\n')).toMatch(/ > for 15 min, until 08:16:11.* with a reason.*Enter takes it/s);
		screen.press('enter');
		expect(screen.frame().rows.filter(row => width(row) !== columns)).toEqual([]);
	});
});

test('an alert that is over says why; one that keeps coming back says how often', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	const shows = (from: number, to: number, over: Parameters<typeof dashboard>[0]): void => {
		for (let second = from; second <= to; second += 2) {
			screen.store.dispatch(polled(second, '1003', over));
		}
		screen.store.dispatch(tick(to + 1));
	};
	screen.press('7');
	shows(2, 40, {waiting: 3, ready: 0});
	shows(42, 42, {waiting: 1, ready: 4});
	expect(screen.text()).toMatch(/past +Spring Collections +(?:\d+ +)?no agent ready/);
	expect(screen.text()).toContain('"Spring Collections": no agent ready, over after 40s: 1 waiting, 4 ready');
	shows(44, 80, {waiting: 3, ready: 0});
	shows(82, 90, {waiting: 0, ready: 4});
	expect(screen.text()).toMatch(/recovering +Spring Collections +(?:\d+ +)?no agent ready/);
	expect(screen.text()).toMatch(
		/no agent ready, 2 times since \d\d:\d\d:\d\d, well since \d\d:\d\d:\d\d: 0 waiting, 4 ready/,
	);
	expect(screen.frame().rows[0]).toContain('1 alert ');
	const [alert] = screen.store.get().alerts.active.values();
	const yesterday = alert && {...alert, since: moment(-25 * 3_600_000)};
	expect(yesterday && whatOf(yesterday)).toMatch(
		/no agent ready, 2 times since \d+ Jan \d\d:\d\d:\d\d, well since \d\d:/,
	);
});

describe('elsewhere', () => {
	test('a large screen has a strip of the active alerts, beside the log', () => {
		const screen = troubled(200, 60);
		expect(screen.text()).toMatch(/╭─ Alerts ─+ 3 open ─╮/);
		expect(screen.text()).toMatch(/CRITICAL +"Spring Collections": DROP RATE 3\.12%/);
		const frame = screen.frame().rows;
		expect(frame.find(row => row.includes('─ Alerts'))).toMatch(/─ Alerts ─.*─ Log ─/);
		expect(frame.filter(row => width(row) !== 200)).toEqual([]);
	});

	test('the header counts the open ones, their gravest level in words, and says that the bell is muted', () => {
		const screen = troubled();
		expect(screen.frame().rows[0]).toContain('3 alerts, CRITICAL');
		screen.press('b');
		expect(screen.frame().rows[0]).toContain('bell muted');
		expect(screen.ui.get()).toMatchObject({muted: true, notice: {text: 'the bell is muted'}});
		screen.press('b');
		expect(screen.frame().rows[0]).not.toContain('muted');
	});

	test('a acknowledges the selected campaign’s gravest, one after another', () => {
		const screen = troubled();
		acknowledge(screen);
		acknowledge(screen);
		expect(screen.frame().rows[0]).toContain('1 alert ');
		screen.press('a');
		expect(screen.ui.get().notice?.text).toContain('not now, the selected campaign has none that is open');
		screen.press('down');
		acknowledge(screen);
		expect(screen.frame().rows[0]).toContain('3 acknowledged');
		expect(screen.sent).toEqual([]);
	});

	test('a acknowledges what is about the service where the campaign has nothing', () => {
		const screen = makeScreen();
		fill(screen.store);
		screen.store.dispatch({
			type: 'link',
			link: {kind: 'retrying', reason: 'gone', advice: '', since: moment(2000), nextAt: moment(9000)},
			now: moment(2000),
		});
		screen.store.dispatch(tick(30));
		expect(screen.frame().rows[0]).toContain('1 alert, CRITICAL');
		acknowledge(screen);
		expect(screen.frame().rows[0]).toContain('1 acknowledged');
	});

	test('acknowledging takes no lock off and needs none', () => {
		const screen = troubled();
		screen.store.dispatch({type: 'lock', locked: true});
		acknowledge(screen);
		expect(screen.frame().rows[0]).toContain('2 alerts');
	});

	test('the line above the board holds the gravest, not the newest, and how many more there are', () => {
		const screen = troubled();
		expect(screen.frame().rows[1]).toMatch(/▲ CRITICAL 1003 .*DROP RATE 3\.12%.* \+2 more /);
		acknowledge(screen);
		expect(screen.frame().rows[1]).toMatch(/△ WARNING .* \+1 more /);
		acknowledge(screen);
		expect(screen.frame().rows[1]).toMatch(/△ WARNING 1002 (?!.* more )/);
	});

	test('after a write ✓ stands beside ▲, never in its place', () => {
		const screen = troubled();
		// What no source shows is done with the answer.
		const command = pauseOf('1003', 'Spring Collections', {expected: undefined});
		screen.store.dispatch({type: 'command-asked', command, now: moment(71_000)});
		const rowOf = () => screen.frame().rows.find(row => /^│\d* ?PLAY/.test(row) && row.includes('Spring'));
		expect(rowOf()).toMatch(/PLAY → pausing… ▲ /);
		screen.store.dispatch({type: 'command-ended', id: command.id, ending: {kind: 'done'}, now: moment(72_000)});
		expect(rowOf()).toMatch(/PLAY ✓ ▲ /);
	});

	test('the board marks the campaign until it is acknowledged, and then as such', () => {
		const screen = troubled();
		const rowOf = () => screen.frame().rows.find(row => row.includes('│PLAY') && row.includes('Spring'));
		expect(rowOf()).toContain('PLAY ▲');
		acknowledge(screen);
		acknowledge(screen);
		expect(rowOf()).toContain('PLAY ▽');
	});

	test('the board says the selected campaign’s gravest alert in whole words', () => {
		const screen = troubled();
		const said = /│ CRITICAL: drop rate 3\.12% \(alarm from 3\.00%\) +│/;
		expect(screen.text()).toMatch(said);
		acknowledge(screen);
		acknowledge(screen);
		expect(screen.text()).not.toMatch(said);
	});

	test('a frozen screen still shows the alerts as they are', () => {
		const screen = troubled();
		screen.press('p');
		acknowledge(screen);
		expect(screen.frame().rows[0]).toContain('2 alerts');
		screen.press('7');
		expect(screen.text()).toContain('acknowledged');
	});
});

test('the line under the header says the day on which the last alert ended, where that is not today', () => {
	const screen = troubled();
	const well = {dropRate: 1, humanAnswered: 1896, ready: 1, ringing: 20, calledToday: 9515};
	const pollAt = (second: number): void => {
		for (const id of ['1001', '1002', '1003']) {
			screen.store.dispatch(polled(second, id, well));
		}
		screen.store.dispatch(tick(second + 1));
	};
	for (let second = 72; second <= 1000; second += 10) {
		pollAt(second);
	}
	expect(screen.text()).toMatch(/No alerts now\. The last ended at \d\d:\d\d:\d\d\./);
	pollAt(26 * 3600);
	expect(screen.text()).toMatch(/No alerts now\. The last ended at 15 Jan \d\d:\d\d:\d\d\./);
});

test('the day is said where it is not today', () => {
	const now = moment(0);
	const on = (days: number) => ({wall: new Date(2026, 2, 31 + days, 10, 2, 11).getTime(), mono: 0});
	expect(dayAndTime(on(0), on(0))).toBe('10:02:11');
	expect(dayAndTime(on(0), on(1))).toBe('31 Mar 10:02:11');
	expect(dayOrTime(on(0), on(0))).toBe('10:02:11');
	expect(dayOrTime(on(0), on(1))).toBe('31 Mar');
	expect(dayOrTime(now, now)).toHaveLength(8);
});

test('an alert’s words', () => {
	expect([
		amount(2.5, 'percent'),
		amount(1, 'calls'),
		amount(1204, 'agents'),
		amount(41.7, 'minutes'),
		amount(250, 'seconds'),
	]).toEqual(['2.50%', '1 call', '1,204 agents', '41 min', '4m 10s']);
	const {store} = troubled();
	const [first] = [...store.get().alerts.active.values()];
	expect(first && alertStatus({...first, resolvedAt: moment(1)})).toBe('past');
	expect(
		first && alertSentence({...first, rule: 'not-dialing', unit: 'seconds', value: 250, note: 'no leads left'}),
	).toBe('"Spring Collections": PLAY, and no dials for 4m 10s: no leads left');
});

test('the keys that an alert names are those in force, wherever it is told', () => {
	const remapped = keymap.map(binding => (binding.action === 'switchList' ? {...binding, keys: ['K']} : binding));
	const screen = makeScreen(200, 60, {keymap: remapped});
	fill(screen.store);
	for (let second = 2; second <= 70; second += 2) {
		const starved = {ready: 4, ringing: 0, calledToday: 9515, totalLeads: 8300, activeLeads: 0, dropRate: 0};
		screen.store.dispatch(polled(second, '1003', starved));
	}
	screen.store.dispatch(tick(71));
	screen.settle();
	const advice = 'K on a list (3) switches it on';
	screen.press('tab');
	screen.press('z');
	expect(screen.text()).toContain(advice);
	for (const view of ['2', '7']) {
		screen.press(view);
		expect(screen.text()).toContain(advice);
	}
	screen.settle();
	screen.press('y');
	expect(screen.copied.at(-1)).toContain(advice);
	acknowledge(screen);
	expect(screen.ui.get().notice?.text).toContain(advice);
	expect(screen.text()).not.toContain('L on a list');
});
