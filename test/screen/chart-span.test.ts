/** The time that charts show: `n` changes it, where a pane is zoomed and on the page of a campaign. */
import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {painter} from '../../source/present/theme.ts';
import {themes} from '../../source/present/themes.ts';
import type {Past} from '../../source/service/past.ts';
import {fillAll} from './fill.ts';
import {colourLook, plainLook} from './make.ts';
import {pastOf} from './past.ts';
import {opened} from './sheets/open.ts';

type Screen = ReturnType<typeof opened>;

/** A filled screen with a recording of so many days, on a pane that is zoomed or on the page of the campaign. */
const screenOn = (where: number | 'page', {columns = 120, rows = 40, days = 9} = {}): Screen => {
	const screen = opened(columns, rows, fillAll);
	screen.record(pastOf(screen.store.get(), [], days));
	if (where === 'page') {
		screen.press('2');
	} else {
		for (let turn = 0; turn < where; turn++) {
			screen.press('tab');
		}
		screen.press('z');
	}
	screen.settle();
	return screen;
};

const [pace, calls, agents] = [1, 3, 4];

/** The line above the charts that says which time they show. */
const legendOf = (screen: Screen): string | undefined =>
	/(?:\d+ (?:min|h|days?))(?:, [^│]*)?(?= *│)/
		.exec(
			screen
				.text()
				.split('\n')
				.find(row => /^[│ ]+\d+ (?:min|h|days?)\b/.test(row)) ?? '',
		)?.[0]
		.trim();

/** The row of times below the charts. */
const axisOf = (screen: Screen): string =>
	screen
		.text()
		.split('\n')
		.findLast(row => /(?:now|\d\d:\d\d) +│$/.test(row)) ?? '';

test('each press shows the next span, with its own names along the axis: times, and weekdays of a week', () => {
	const screen = screenOn(pace);
	expect(legendOf(screen)).toMatch(/^8 h, before \d\d:\d\d as recorded, °°° same weekday last week$/);
	const seen = Array.from({length: 4}, () => {
		screen.press('n');
		return [legendOf(screen)?.split(',')[0], axisOf(screen).match(/[A-Z][a-z]{2}|\d\d:\d\d/g)?.length, axisOf(screen)];
	});
	expect(seen.map(([span]) => span)).toEqual(['1 day', '7 days', '1 h', '8 h']);
	expect(seen[0]?.[2]).toMatch(/12:00 .* 18:00 .* 00:00 .* 06:00/);
	expect(seen[1]?.[2]).toMatch(/ Sat +Sun +Mon +Tue +Wed +Thu +Fri /);
	expect(seen[2]?.[2]).toMatch(/10:10 .* 10:20 .* 10:50/);
});

test('the rate of drops says over how long it is taken: a week is drawn by the hour', () => {
	const screen = screenOn(pace);
	const minutes = (): boolean[] => [/│ 15 min\*/.test(screen.text()), /│ 1 h\*/.test(screen.text())];
	expect(minutes()).toEqual([true, false]);
	screen.press('n');
	expect(minutes()).toEqual([true, false]);
	screen.press('n');
	expect(minutes()).toEqual([false, true]);
});

test('without a zoomed pane the key says why it does nothing', () => {
	const screen = opened(120, 40, fillAll);
	screen.press('n');
	expect(screen.ui.get().notice?.text).toMatch(/no pane is zoomed/);
	expect(screen.ui.get().chartSpan).toBeUndefined();
});

test('the page of a campaign shows its hour, and the span that was chosen', () => {
	const screen = screenOn('page', {columns: 200, rows: 60});
	expect(screen.text()).not.toContain('as recorded');
	screen.press('n');
	expect(screen.text()).toMatch(/8 h, before \d\d:\d\d as recorded, °°° same weekday last week/);
	screen.press('n');
	screen.press('n');
	expect(screen.text()).toContain('drop % 1 h*');
});

test('where nothing was recorded, there is a gap: no line is drawn across it', () => {
	const screen = screenOn(calls);
	const rows = screen
		.text()
		.split('\n')
		.filter(row => /[╭╮╯╰─°]/.test(row) && row.startsWith('│'));
	const isEmpty = (column: number): boolean => rows.every(row => !/[╭╮╯╰─]/.test(row[column] ?? ''));
	const columns = Array.from({length: 90}, (_, index) => index + 20);
	const empty = columns.filter(isEmpty);
	// Three quarters of an hour of eight hours.
	expect(empty.length).toBeGreaterThanOrEqual(6);
	expect(empty.length).toBeLessThanOrEqual(11);
	expect(empty.at(-1)).toBe((empty[0] ?? 0) + empty.length - 1);
});

test('the week before is another line in every look, and is not named where nothing was recorded then', () => {
	const screen = screenOn(agents);
	const looks = {
		plain: plainLook,
		colour: colourLook,
		mono: {theme: themes.mono, paint: painter(themes.mono), ascii: false, charts: 'blocks' as const},
	};
	for (const look of Object.values(looks)) {
		const frame = screen.frame(look).rows.map(stripVTControlCharacters).join('\n');
		expect(frame).toContain('°°° same weekday last week');
		expect(frame.match(/°/g)?.length).toBeGreaterThan(40);
	}
	const ascii = screen.frame({...plainLook, ascii: true}).rows.join('\n');
	expect(ascii).toContain("''' same weekday last week");
	expect(ascii.match(/'/g)?.length).toBeGreaterThan(40);

	const young = screenOn(agents, {days: 3});
	expect(young.text()).toContain('as recorded');
	expect(young.text()).not.toMatch(/°|last week/);
});

test('without a recording charts show what dialtop has seen itself', () => {
	const screen = opened(120, 40, fillAll);
	screen.press('tab');
	screen.press('z');
	expect(legendOf(screen)).toMatch(/^6\d min$/);
	screen.press('n');
	expect(legendOf(screen)).toBe('1 day');
});

test('logins that are lost at once are marked over hours, not over days, on which every shift ends so', () => {
	const screen = screenOn(agents);
	const marks = (): number => screen.text().match(/▼\d/g)?.length ?? 0;
	screen.press('n');
	screen.press('n');
	expect([legendOf(screen)?.split(',')[0], marks()]).toEqual(['7 days', 0]);
});

test('what is from metrics says so, and why there is nothing of them', () => {
	const minute = 60_000;
	let problem: string | undefined;
	let isPartial = false;
	const engine: NonNullable<Past['engine']> = {
		host: 'metrics.example.com',
		state: () => ({isAsking: false, problem, warnings: [], isPartial, isEmpty: false}),
		subscribe: () => () => undefined,
		sourceAt: () => undefined,
		isKnown: () => true,
		leave: () => undefined,
	};
	const legend = (stretches: readonly (readonly [from: number, until: number])[]): string | undefined => {
		const screen = opened(120, 40, fillAll);
		const now = screen.store.get().now.wall;
		const past = pastOf(screen.store.get(), [], 3);
		const filled = stretches.map(([from, until]) => ({from: now + from * minute, until: now + until * minute}));
		screen.record({...past, engine, chart: (...asked) => ({...past.chart(...asked), filled})});
		screen.press('tab');
		screen.press('z');
		screen.settle();
		return legendOf(screen)?.replaceAll(/\d\d:\d\d/g, 'T');
	};
	expect(legend([])).toBe('8 h, before T as recorded');
	expect(legend([[-480, -61]])).toBe('8 h, before T from metrics');
	expect(legend([[-480, -200]])).toBe('8 h, before T as recorded, before T from metrics');
	expect(legend([[-300, -200]])).toBe('8 h, before T as recorded, T to T from metrics');
	expect(
		legend([
			[-400, -310],
			[-200, -110],
		]),
	).toBe('8 h, before T as recorded, 3 h from metrics');
	// What is drawn before the graph alone counts.
	expect(legend([[-50, -20]])).toBe('8 h, before T as recorded');
	problem = 'metrics.example.com does not answer';
	expect(legend([])).toBe('8 h, before T as recorded, metrics fail');
	[problem, isPartial] = [undefined, true];
	expect(legend([[-480, -200]])).toBe('8 h, before T as recorded, before T from metrics, metrics are incomplete');
});
