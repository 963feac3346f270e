import {expect, test} from 'vitest';
import type {Command} from '../../source/model/pending.ts';
import type {Past} from '../../source/service/past.ts';
import {pauseOf} from '../model/make.ts';
import {campaigns, fill, makeScreen, moment} from './make.ts';

const command = (over: Partial<Command>): Command => pauseOf('1003', 'Spring Collections', {by: 'mlopez', ...over});

const call = command({
	id: 2,
	operation: 'dial_number',
	params: {campaign_id: '1003', phone_number: '8005550167', callerid: '8005550100', account: {first_name: 'Maria'}},
	target: {service: '', kind: 'number', id: '8005550167', name: '8005550167'},
	verb: 'call',
	expected: undefined,
	before: undefined,
});

const withCommands = (columns = 120, rows = 40) => {
	const screen = makeScreen(columns, rows);
	fill(screen.store);
	screen.store.dispatch({type: 'command-asked', command: command({}), now: moment(1020)});
	screen.store.dispatch({type: 'command-ended', id: 1, ending: {kind: 'done'}, now: moment(1030)});
	screen.store.dispatch({type: 'command-asked', command: call, now: moment(2020)});
	screen.store.dispatch({
		type: 'command-ended',
		id: 2,
		ending: {kind: 'refused', reason: '8005550167 is on the do-not-call list'},
		now: moment(2030),
	});
	screen.press('8');
	return screen;
};

const line = (screen: ReturnType<typeof withCommands>, part: string): string =>
	screen
		.text()
		.split('\n')
		.find(text => text.includes(part)) ?? '';

test('the newest comes first: what was asked, by whom, its outcome, and when it was observed', () => {
	const screen = withCommands();
	const rows = screen.text().split('\n');
	expect(rows.findIndex(text => text.includes('8005550167'))).toBeLessThan(
		rows.findIndex(text => text.includes('Spring Collections')),
	);
	expect(line(screen, 'Spring Collections')).toMatch(/DONE +pause +Spring Collections .*waiting… mlopez/);
	expect(line(screen, '8005550167')).toMatch(/REFUSED +call +8005550167 .*— +mlopez +dial_number/);
	screen.store.dispatch({type: 'tick', now: moment(60_000)});
	expect(line(screen, 'Spring Collections')).toContain('not seen');
});

test('on another day the log says the day, and its details say both', () => {
	const screen = withCommands();
	const today = new Date(moment(1020).wall);
	const day = `${today.getDate()} ${today.toLocaleString('en-US', {month: 'short'})}`;
	screen.store.dispatch({type: 'tick', now: moment(26 * 3_600_000)});
	expect(line(screen, '8005550167')).toMatch(new RegExp(`${day} +REFUSED .*`));
	expect(line(screen, '8005550167')).not.toMatch(/\d\d:\d\d:\d\d/);
	screen.press('enter');
	expect(line(screen, 'asked at')).toMatch(new RegExp(`${day} \\d\\d:\\d\\d:\\d\\d`));
	expect(line(screen, 'ended at')).toMatch(new RegExp(`${day} \\d\\d:\\d\\d:\\d\\d`));
});

test('@ opens it too, and on a large screen its last lines stand under the board', () => {
	const screen = withCommands(240, 60);
	screen.press('1');
	expect(line(screen, 'Call 8005550167 refused')).toContain('on the do-not-call list');
	screen.press('@');
	expect(screen.ui.get().view).toBe('log');
});

/** The fields of the details on screen, and their values. */
const fieldsOf = (screen: ReturnType<typeof makeScreen>): ReadonlyMap<string, string> =>
	new Map(
		[...screen.text().matchAll(/│ ([^│]+?) +│ ([^│]+?) +│/g)].map(([, field = '', value = '']) => [field, value]),
	);

test('Enter shows one command whole, with what was sent under its names', () => {
	const screen = withCommands();
	screen.press('enter');
	expect(Object.fromEntries(fieldsOf(screen))).toMatchObject({
		operation: 'dial_number',
		number: '8005550167',
		phone_number: '8005550167',
		'account[first_name]': 'Maria',
		'signed in as': 'mlopez',
		outcome: 'REFUSED',
		why: '8005550167 is on the do-not-call list',
	});
});

/** A past of which only this is known: what was other after a command. */
const pastWith = (changeAfter: Past['changeAfter']): Past => ({
	span: () => undefined,
	stateAt: () => expect.unreachable(),
	markBefore: () => undefined,
	markAfter: () => undefined,
	timeline: () => expect.unreachable(),
	chart: () => ({steps: [], lastWeek: []}),
	changeAfter,
});

test('the details of a command say which figures of its campaign were others after it, and claim no cause', () => {
	const screen = withCommands(160, 60);
	const asked: unknown[] = [];
	const ready = {name: 'ready', unit: 'agents', before: 3.2, after: 9.8, deviations: 4.1} as const;
	const dialed = {name: 'dialed', unit: 'per minute', before: 40, after: 12, deviations: -2.25} as const;
	screen.record(
		pastWith((...about) => {
			asked.push(about);
			return {minutes: 10, changes: [ready, dialed, {...ready, name: 'paused', deviations: 0.4}]};
		}),
	);
	screen.press('down');
	screen.press('enter');
	const text = screen.text();
	expect(fieldsOf(screen).get('what changed')).toBe('ready 3.2 → 9.8 (+4.1 sd)');
	expect(text).toContain('dialed 40.0 a minute → 12.0 a minute (-2.3 sd)');
	expect(text).not.toContain('paused 3.2');
	expect(text).toMatch(/10 minutes after it against 10 before.*it need not be the cause/s);
	expect(asked).toEqual([['1003', moment(1020).wall]]);
});

test('of a command that was refused, and where too little is recorded, nothing is compared', () => {
	const screen = withCommands(160, 60);
	screen.record(pastWith(() => ({minutes: 10, changes: []})));
	screen.press('enter');
	expect(screen.text()).not.toContain('what changed');
	screen.press('q');
	screen.press('down');
	screen.press('enter');
	expect(fieldsOf(screen).get('what changed')).toBe('no figure changed by a standard deviation');
	screen.record(
		pastWith(() => {
			throw new Error('the disk is gone');
		}),
	);
	screen.press('q');
	screen.press('enter');
	expect(fieldsOf(screen).get('what changed')).toBe('the recording cannot be read: the disk is gone');
	screen.record(pastWith(() => undefined));
	screen.press('q');
	screen.press('enter');
	expect(fieldsOf(screen).has('what changed')).toBe(false);
});

test('masked, neither the rows nor the details nor the strip nor the footer tell who was called or who called', () => {
	const screen = withCommands(240, 60);
	screen.press('m');
	const hidden = (): void => {
		expect(screen.text()).not.toMatch(/8005550167|Maria|mlopez/);
	};
	hidden();
	expect(screen.text()).toContain('••••67');
	expect(line(screen, 'dialtop')).toContain('masked');
	screen.press('enter');
	hidden();
	screen.press('q');
	screen.press('1');
	hidden();
	screen.press('m');
	screen.press('8');
	expect(screen.text()).toContain('8005550167');
});

const shown = (screen: ReturnType<typeof withCommands>, status: string, at: number): void =>
	fill(
		screen.store,
		campaigns.map(one => (one.id === '1003' ? {...one, status} : one)),
		at,
	);

test('a word that dialtop does not know is told, and x frees the campaign before the wait is over', () => {
	const screen = withCommands(240, 60);
	shown(screen, 'HALTED', 3000);
	screen.press('1');
	const text = 'the service shows HALTED, a word dialtop does not know';
	expect(line(screen, 'Pause 1003: accepted')).toContain(text);
	screen.press('P');
	expect(screen.text()).toContain('pause is still under way on it');
	screen.press('8');
	screen.press('G');
	screen.press('enter');
	const rows = fieldsOf(screen);
	expect(rows.get('shown afterwards')).toBe('HALTED');
	expect(rows.get('which is')).toContain('a word dialtop does not know');
	screen.press('q');
	screen.press('x');
	expect(line(screen, 'Spring Collections')).toMatch(/DONE +pause +Spring Collections .*not seen/);
	screen.press('1');
	screen.press('P');
	expect(screen.text()).toContain('Press 1 to pause, 2 to play');
});

test('a word that means something else is told as such when the wait is over', () => {
	const screen = withCommands(240, 60);
	shown(screen, 'PLAY', 3000);
	screen.press('1');
	expect(screen.text()).toContain('accepted, waiting to see it (the service still shows PLAY)');
	shown(screen, 'PLAY', 33_000);
	expect(screen.text()).toContain(
		'accepted, but not observed after 30 s; the service now shows PLAY: not what was asked',
	);
});

test('what the service warned of beside success stands on the row, in the log and in the details', () => {
	const screen = withCommands(240, 60);
	screen.store.dispatch({type: 'command-asked', command: command({id: 3, verb: 'hold'}), now: moment(2500)});
	const ending = {kind: 'done', reason: 'the service warns: two lines are busy'} as const;
	screen.store.dispatch({type: 'command-ended', id: 3, ending, now: moment(2510)});
	shown(screen, 'PAUSE', 3000);
	expect(line(screen, 'hold')).toContain('the service warns: two lines are busy');
	screen.press('g');
	screen.press('enter');
	const rows = fieldsOf(screen);
	expect(rows.get('why')).toBe('the service warns: two lines are busy');
	screen.press('q');
	screen.press('1');
	expect(line(screen, 'Hold 1003')).toMatch(/done, observed after .*; the service warns: two lines/);
	expect(screen.text()).toContain('PAUSE ✓!');
});
