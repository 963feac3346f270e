/** How the screen says which service something is of, and how each is. */
import {afterEach, expect, test} from 'vitest';
import {clock, clockIn, inZone, showTimesIn} from '../../source/present/format.ts';
import {colourLook, fill, moment} from './make.ts';
import {type Given, makeSeveral} from './several.ts';

afterEach(() => showTimesIn(undefined));

const two: readonly [Given, Given] = [{name: 'east'}, {name: 'west'}];

test('what is of one service alone names it in the frame, in its colour', () => {
	const several = makeSeveral(two, 120, 40);
	several.select('west', '1003');
	const board = several.frame().join('\n');
	expect(board).toMatch(/╭─ Campaigns ─/);
	for (const pane of ['Pace', 'Leads', 'Calls', 'Agents']) {
		expect(board).toMatch(new RegExp(`╭─ ${pane} ─+ west · Spring Collections \\(1003\\) ─╮`));
	}
	several.press('enter');
	expect(several.frame()[1]).toMatch(/^╭─ west · Spring Collections \(1003\) ─/);
	expect(several.frame(colourLook)[1]).toContain('\u001b[95mwest');
	several.press('escape');
	several.select('east', '1003');
	for (const [key, title] of [
		['3', 'Lists of Spring Collections \\(1003\\)'],
		['5', 'Settings of Spring Collections \\(1003\\)'],
		[':', 'What to do'],
	] as const) {
		several.press(key);
		expect(several.frame()[1]).toMatch(new RegExp(`^╭─ east · ${title} ─`));
	}
});

test('the service column has the colours of the services', () => {
	const several = makeSeveral(two, 120, 40);
	several.settle();
	const rows = several.frame(colourLook).join('\n');
	expect(rows).toContain('\u001b[96meast');
	expect(rows).toContain('\u001b[95mwest');
});

test('times are by the clock of the service in hand, whose board holds rows of others', () => {
	const ahead = 5 * 3_600_000;
	const several = makeSeveral([{name: 'east'}, {name: 'west', zone: ahead}], 120, 40);
	const {wall} = several.screen.context().state.now;
	const shown = (): string => {
		several.frame();
		return clock(wall);
	};
	several.select('east', '1003');
	const here = shown();
	several.select('west', '1003');
	expect(shown()).toBe(clockIn(ahead, wall));
	expect(shown()).not.toBe(here);
	expect(inZone(0, () => clock(wall))).toBe(clockIn(0, wall));
	expect(() => inZone(0, expect.fail)).toThrow();
	expect(clock(wall)).toBe(clockIn(ahead, wall));
});

test('an open question is for its service, and the panes are of the selected row, whichever service that is of', () => {
	const several = makeSeveral(two, 120, 40);
	several.select('west', '1003');
	several.press('P');
	several.select('east', '1003');
	const frame = several.frame().join('\n');
	expect(frame).toMatch(/╭─ Pace ─+ east · Spring Collections \(1003\) ─╮/);
	expect(frame).toContain('west, QA: pause 1003?');
	several.press('escape');
	const {store} = several.service('west');
	store.dispatch({type: 'link', link: {kind: 'signed-out', reason: 'Token expired'}, now: store.get().now});
	several.press('i');
	const asked = several.frame().join('\n');
	expect(asked).toMatch(/╭─ Pace ─+ east · Spring Collections \(1003\) ─╮/);
	expect(asked).toContain('User at west, ');
});

const failing = {
	kind: 'retrying',
	reason: 'dialer.test did not answer within 10 s',
	advice: '',
	since: moment(1000),
	nextAt: moment(9020),
} as const;

const lines = (several: ReturnType<typeof makeSeveral>, part: RegExp): string[] =>
	several.frame().filter(line => part.test(line));

test.for([
	[80, 24],
	[120, 40],
	[200, 60],
] as const)('at %ix%i each service has totals of its own', ([columns, rows]) => {
	const several = makeSeveral([...two], columns, rows);
	several.settle();
	const totals = lines(several, /^│total /);
	expect(totals).toHaveLength(2);
	// Each lists three campaigns of four ready agents.
	expect(totals[0]).toMatch(/^│total {2,}3 campaigns {2,}east {2,}12 /);
	expect(totals[1]).toMatch(/^│total {2,}3 campaigns {2,}west {2,}12 /);
});

test('of many services, and on a low board, the one of the selected row has its totals on screen', () => {
	const names = ['east', 'west', 'north', 'south', 'centre'];
	const [first = '', ...others] = names;
	for (const given of [
		[{name: first}, ...others.map(name => ({name}))],
		[{name: 'east'}, {name: 'west'}, {name: 'north'}],
	] as const) {
		const several = makeSeveral(given as unknown as readonly [Given, ...Given[]], 80, 24);
		several.select('west', '1003');
		expect(lines(several, /^│total /)).toEqual([expect.stringMatching(/^│total {2,}3 campaigns {2,}west {2,}12 /)]);
		several.select('north', '1002');
		expect(lines(several, /^│total /)).toEqual([expect.stringMatching(/^│total {2,}3 campaigns {2,}north {2,}12 /)]);
	}
});

test('totals are as old as the rows of their own service, and say how many of these were read', () => {
	const several = makeSeveral([{name: 'east'}, {name: 'west'}], 120, 40);
	const at = 60_000;
	const east = several.service('east').store;
	fill(east, undefined, at);
	several.service('west').store.dispatch({type: 'link', link: failing, now: moment(at)});
	several.service('west').store.dispatch({type: 'tick', now: moment(at + 20)});
	const [ofEast, ofWest] = lines(several, /^│total /);
	expect(ofEast).toMatch(/^│total {2,}3 campaigns {2,}east/);
	expect(ofWest).toMatch(/^│total {2,}59s old, 3 campaigns {2,}west/);
	const stale = colourLook.theme.stale;
	const rows = several.frame(colourLook).filter(line => /Spring|Autumn|Winter/.test(line) && /east|west/.test(line));
	const greyed = rows.filter(line => line.includes(`\u001b[${stale}m`));
	expect(
		greyed.every(line => line.includes('west')),
		greyed.join('\n'),
	).toBe(true);
	expect(greyed).toHaveLength(3);
});

test('the board says which service fails, and why', () => {
	const several = makeSeveral([...two], 120, 40);
	several.service('west').store.dispatch({type: 'link', link: failing, now: moment(1020)});
	expect(lines(several, /Campaigns ─/)[0]).toContain('─ west: dialer.test did not answer within 10 s ─╮');
	several
		.service('east')
		.store.dispatch({type: 'link', link: {kind: 'signed-out', reason: 'no token'}, now: moment(1020)});
	expect(lines(several, /Campaigns ─/)[0]).toContain(
		'─ 2 services fail; east: signed out: no token; west: dialer.test did not answer within 10 s ─╮',
	);
});

test('the empty board says of each service why it lists nothing, and the one that is signed out can be signed in at', () => {
	const several = makeSeveral(
		[
			{name: 'east', listed: 'nothing'},
			{name: 'west', listed: 'nothing'},
			{name: 'north', listed: 'nothing'},
		],
		120,
		40,
	);
	several.service('west').store.dispatch({type: 'link', link: {...failing, nextAt: moment(9000)}, now: moment(1020)});
	several
		.service('north')
		.store.dispatch({type: 'link', link: {kind: 'signed-out', reason: 'no token'}, now: moment(1020)});
	const board = several.frame().join('\n');
	expect(board).toContain('│ east: Connecting to dialer.test…');
	expect(board).toMatch(/│ west: dialer\.test did not answer within 10 s\. Next attempt at \S{8}; Ctrl-R tries now\./);
	expect(board).toContain('│ north: Signed out: no token. Press i to sign in at dialer.test.');
	several.press('i');
	expect(several.ui.get()).toMatchObject({promptOf: 'north', prompt: {kind: 'user'}});
	expect(several.frame().at(-1)).toContain('User at north, dialer.test: ');
});

test('the wall has the totals of each service in large digits, one of many', () => {
	const several = makeSeveral([...two], 200, 60);
	several.press('w');
	const frame = several.frame().join('\n');
	expect(frame).toMatch(/╭─ east · All campaigns ─/);
	expect(frame).toMatch(/╭─ west · All campaigns ─/);
	const many = makeSeveral(
		[{name: 'one'}, ...['two', 'three', 'four', 'five', 'six', 'seven'].map(name => ({name}))],
		80,
		24,
	);
	many.select('three', '1003');
	many.press('w');
	expect(many.frame().filter(line => line.includes('· All campaigns'))).toEqual([
		expect.stringMatching(/^╭─ three · All campaigns ─/),
	]);
});
