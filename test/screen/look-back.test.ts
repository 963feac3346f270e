import {expect, onTestFinished, test} from 'vitest';
import {type View, viewNames} from '../../source/present/actions.ts';
import {showTimesIn} from '../../source/present/format.ts';
import {bindingsIn, keymap} from '../../source/present/keymap.ts';
import {showFilled} from '../../source/screen/actions/look-back.ts';
import type {Mark, Past, PastEngine} from '../../source/service/past.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {fillAll} from './fill.ts';
import {moment, plainLook} from './make.ts';
import {pastOf} from './past.ts';
import {confirm, countRequests, lines} from './requests.ts';
import {opened, settled} from './sheets/open.ts';
import {typedForms} from './sheets/typed.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A filled screen with a past, and the time that it shows first. */
const screenWithPast = (columns = 120, rows = 40, marks: (now: number) => readonly Partial<Mark>[] = () => []) => {
	const screen = opened(columns, rows, fillAll);
	const state = screen.store.get();
	const now = state.now.wall;
	screen.record(pastOf(state, marks(now)));
	return {screen, now};
};

const shownAt = ({ui}: ReturnType<typeof opened>): number | undefined => ui.get().past?.at;

test('steps by a minute and an hour, to the first and the last moment, and back to now', () => {
	const {screen, now} = screenWithPast();
	for (const [key, at] of [
		[',', now - minute],
		['{', now - minute - hour],
		['.', now - hour],
		['}', now],
		['(', now - 5 * hour],
		['{', now - 5 * hour],
		[')', now],
		[',', now - minute],
	] as const) {
		screen.press(key);
		expect([key, shownAt(screen), screen.store.get().lookingAt]).toEqual([key, at, at]);
	}
	screen.press('escape');
	expect([shownAt(screen), screen.store.get().lookingAt]).toEqual([undefined, undefined]);
	expect(screen.ui.get().view).toBe('campaigns');
});

test('a step beyond what is recorded says where that begins, or is back at now', () => {
	const {screen, now} = screenWithPast();
	screen.press('(');
	screen.press(',');
	expect(screen.ui.get().notice?.text).toMatch(/^The recording begins at /);
	expect(shownAt(screen)).toBe(now - 5 * hour);
	screen.press(')');
	screen.press('.');
	expect(screen.ui.get().notice?.text).toBe('This is now');
	expect(shownAt(screen)).toBeUndefined();
});

test('steps from mark to mark, says what each is, and behind the newest is now', () => {
	const {screen, now} = screenWithPast(120, 40, at => [
		{at: at - 2 * hour, kind: 'state', campaignId: '1003', text: 'PLAY → PAUSE'},
		{at: at - hour, kind: 'settings', campaignId: '1003', text: 'limit 3 → 5'},
	]);
	screen.press('[');
	expect([shownAt(screen), screen.ui.get().notice?.text]).toEqual([
		now - hour,
		expect.stringMatching(/ Spring Collections \(1003\): limit 3 → 5$/),
	]);
	screen.press('[');
	expect(screen.ui.get().notice?.text).toMatch(/PLAY → PAUSE$/);
	screen.press('[');
	expect(screen.ui.get().notice?.text).toMatch(/^Nothing happened before/);
	screen.press(']');
	expect(shownAt(screen)).toBe(now - hour);
	screen.press(']');
	expect(shownAt(screen)).toBeUndefined();
});

test('a time is asked for, by its key or in the palette; one in the future is none', () => {
	const {screen, now} = screenWithPast();
	screen.press('l');
	screen.type('45m');
	screen.press('enter');
	expect(shownAt(screen)).toBe(now - 45 * minute);
	screen.press(':');
	screen.type('at -90m');
	screen.press('enter');
	expect(shownAt(screen)).toBe(now - 90 * minute);
	screen.press('l');
	screen.type('2099-01-01 10:00');
	screen.press('enter');
	expect(screen.text()).toContain('is in the future: 2099-01-01 10:00');
	expect(shownAt(screen)).toBe(now - 90 * minute);
});

test('a time is typed by the clock that the screen shows', () => {
	const {screen, now} = screenWithPast();
	onTestFinished(() => showTimesIn(undefined));
	// The service's clock is far from that of any zone here.
	const ahead = 4.25 * hour;
	showTimesIn(ahead);
	screen.press('l');
	screen.type(new Date(now - 90 * minute + ahead).toISOString().slice(0, 16).replace('T', ' '));
	screen.press('enter');
	expect(shownAt(screen)).toBe(Math.floor((now - 90 * minute) / minute) * minute);
});

test('Space plays the past at three speeds and stops it; outside of the past it marks a row', () => {
	const {screen} = screenWithPast();
	screen.press(',');
	const speeds = ['space', 'space', 'space', 'space'].map(key => {
		screen.press(key);
		return screen.ui.get().past?.speed;
	});
	expect(speeds).toEqual([1, 10, 60, undefined]);
	expect(screen.context().tables.campaigns.marked.size).toBe(0);
	screen.press('escape');
	screen.press('space');
	expect(screen.context().tables.campaigns.marked.size).toBe(1);
});

test.for([
	[80, 24],
	[120, 40],
	[200, 60],
] as const)('the header says that this is the past, and a timeline stands under it (%ix%i)', ([columns, rows]) => {
	const {screen, now} = screenWithPast(columns, rows, at => [{at: at - 30 * minute, kind: 'alert', text: 'drop-near'}]);
	screen.press('l');
	screen.type('20m');
	screen.press('enter');
	const [header = '', rates = '', marks = ''] = screen.text().split('\n');
	const time = new Date(now - 20 * minute);
	const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(part => String(part).padStart(2, '0'));
	expect(header).toContain(`looking at ${clock.join(':')}, 20 min ago · Esc: now`);
	expect(header).toContain('live');
	expect(rates).toMatch(/^ drops .*[▁▂▃▄▅▆▇█]/);
	expect(marks).toMatch(/^ \d\d:\d\d .*▲.*│.* \d\d:\d\d $/);
	expect(screen.frame().rows).toHaveLength(rows);
});

test('in ASCII too, with a character for every mark', () => {
	const kinds = ['command', 'alert', 'alert-ended', 'state', 'settings', 'outside', 'gap', 'clock', 'start'] as const;
	const {screen} = screenWithPast(120, 40, at =>
		kinds.map((kind, index) => ({at: at - (20 + 4 * index) * minute, kind, text: kind})).toReversed(),
	);
	screen.press(',');
	const [, rates = '', marks = ''] = screen.frame({...plainLook, ascii: true}).rows;
	expect(rates + marks).toMatch(/^[\x20-\x7e]*$/);
	expect(marks).not.toContain('?');
	expect(new Set(marks.slice(8, -8).replaceAll(/[. ]/g, '')).size).toBeGreaterThanOrEqual(7);
});

test('views of people say that they are never recorded', () => {
	const {screen} = screenWithPast();
	screen.press(',');
	for (const view of ['search', 'accounts', 'complaint'] satisfies View[]) {
		screen.ui.dispatch({type: 'view', view});
		expect(screen.text()).toContain('This is never recorded');
	}
});

test('an alert that begins now is shown while the past is on screen', () => {
	const {screen} = screenWithPast();
	screen.press(',');
	expect(screen.text()).not.toContain(' NOW ');
	for (const seconds of [80, 90, 100, 110, 120, 200, 300]) {
		const now = moment(seconds * 1000);
		screen.store.dispatch({
			type: 'link',
			link: {kind: 'retrying', reason: 'refused', advice: '', since: moment(75_000), nextAt: now},
			now,
		});
		screen.store.dispatch({type: 'tick', now});
	}
	expect(screen.text()).toMatch(/^ NOW .*(?:not answering|does not answer|refused)/m);
});

/** Keys that leave the past, or the program. */
const leaves = ['escape', 'q', 'ctrl-c', '.', ']', '}', 'l'];

test.for(viewNames)('no key of the view %s asks or sends anything from the past', async view => {
	const {screen} = screenWithPast();
	screen.press(',');
	screen.ui.dispatch({type: 'view', view});
	screen.settle();
	const requests = countRequests(screen);
	for (const key of bindingsIn(keymap, view).flatMap(({keys}) => keys)) {
		if (leaves.includes(key)) {
			continue;
		}
		screen.press(key);
		await settled();
		await confirm(screen);
		expect([key, requests()]).toEqual([key, []]);
		screen.ui.dispatch({type: 'sheet', sheet: undefined});
		screen.ui.dispatch({type: 'detail', detail: undefined});
		screen.ui.dispatch({type: 'view', view});
	}
	expect(shownAt(screen)).toBeDefined();
});

test('what may send says which moment is on screen, in every view', () => {
	const {screen} = screenWithPast();
	screen.press(',');
	for (const view of viewNames) {
		screen.ui.dispatch({type: 'view', view});
		for (const {keys, action} of bindingsIn(keymap, view)) {
			const [key = ''] = keys;
			if (/^[A-Z]$/.test(key) && key !== 'G') {
				screen.press(key);
				expect([action, screen.ui.get().notice?.text]).toEqual([
					action,
					expect.stringMatching(/not now, you are looking at .*; Esc for now$/),
				]);
			}
		}
	}
});

test('no operation of the palette asks or sends anything from the past', async () => {
	for (const operation of Object.keys(operations) as OperationType[]) {
		const {screen} = screenWithPast();
		screen.press(',');
		const requests = countRequests(screen);
		screen.openForm(operation);
		const {sheet} = screen.ui.get();
		if (sheet?.form) {
			screen.ui.dispatch({type: 'sheet', sheet: {...sheet, form: {...sheet.form, typed: typedForms[operation]}}});
		}
		screen.press('ctrl-s');
		await settled();
		await confirm(screen);
		expect([operation, requests()]).toEqual([operation, []]);
		expect([operation, screen.text().replaceAll(/\W+/g, ' ')]).toEqual([
			operation,
			expect.stringMatching(/you are looking at|file does not exist/),
		]);
	}
});

test('no line of the palette asks or sends anything from the past', async () => {
	for (const line of lines) {
		const {screen} = screenWithPast();
		screen.press(',');
		const requests = countRequests(screen);
		screen.press(':');
		screen.type(line);
		screen.press('enter');
		await settled();
		screen.press('ctrl-s');
		await settled();
		await confirm(screen);
		expect([line, requests()]).toEqual([line, []]);
	}
});

test('the past is not looked at while a command is on its way', () => {
	const {screen} = screenWithPast();
	const command = screen.store.get().commands[0]?.command;
	if (!command) {
		throw new Error('no command was filled in');
	}
	screen.store.dispatch({type: 'command-asked', command: {...command, id: 99}, now: moment(73_000)});
	screen.press(',');
	expect(screen.ui.get().notice?.text).toMatch(/not now, a command is on its way$/);
	expect(shownAt(screen)).toBeUndefined();
});

test('a moment from metrics says so in the header, and what an engine brings is shown as it comes', () => {
	const {screen, now} = screenWithPast();
	const [then, past] = [screen.context().state, screen.context().past];
	let source = 'asking metrics';
	const left: boolean[] = [];
	const engine: PastEngine = {
		host: 'metrics.example.com',
		state: () => ({
			isAsking: source === 'asking metrics',
			problem: source === 'metrics fail' ? 'metrics.example.com does not answer' : undefined,
			warnings: [],
			isPartial: false,
			isEmpty: false,
		}),
		subscribe: () => () => undefined,
		sourceAt: () => source,
		isKnown: () => source !== 'asking metrics',
		leave: () => left.push(true),
	};
	let asked = 0;
	screen.record({
		...(past as Past),
		engine,
		stateAt: wall => ({...then, now: {wall, mono: wall}, heardAt: {wall: ++asked, mono: 0}}),
	});
	screen.press(',');
	expect(screen.text()).toContain('· asking metrics ·');
	screen.press('[');
	expect(screen.ui.get().notice?.text).toBe(
		'metrics.example.com is asked what happened before this: press the key again',
	);
	expect(shownAt(screen)).toBe(now - minute);
	source = 'from metrics';
	const shown = new Set<string>();
	showFilled(screen.context(), engine, shown);
	expect(screen.ui.get().past?.state.heardAt?.wall).toBe(2);
	expect(screen.text()).toContain('· from metrics ·');
	source = 'metrics fail';
	showFilled(screen.context(), engine, shown);
	showFilled(screen.context(), engine, shown);
	expect(screen.text()).toContain('· metrics fail ·');
	expect(screen.ui.get().notice).toMatchObject({text: 'Metrics: metrics.example.com does not answer', tone: 'error'});
	screen.press('escape');
	expect(left).toEqual([true]);
});
