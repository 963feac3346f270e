/** Commands of the operator's own on the screen: their keys, their question, what is run, and what is shown of it. */
import {expect, test} from 'vitest';
import type {OwnCommand} from '../../source/present/own-commands.ts';
import {dashboard} from '../model/make.ts';
import {fill, makeScreen, moment} from './make.ts';

const command = (more: Partial<OwnCommand> = {}): OwnCommand => ({
	name: 'ticket',
	keys: ['f5'],
	run: ['jira', 'create', '{name}', '--id={id}'],
	on: 'campaign',
	isDangerous: false,
	output: 'line',
	timeout: 60_000,
	about: 'open a ticket',
	...more,
});

const open = (
	given: Partial<OwnCommand> = {},
	{columns = 120, rows = 40, source = {}}: {columns?: number; rows?: number; source?: object} = {},
) => {
	const screen = makeScreen(
		columns,
		rows,
		{commands: [command(given)]},
		{profile: 'prod', environment: 'PRODUCTION', ...source},
	);
	fill(screen.store);
	screen.settle();
	return screen;
};

/** What was dispatched in promises is on screen. */
const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

const notice = (screen: ReturnType<typeof open>): string | undefined => screen.ui.get().notice?.text;

test('a key runs it on the selected campaign, with its values as whole arguments, and its exit code is said', async () => {
	const screen = open();
	screen.press('f5');
	await settled();
	expect(screen.ran).toEqual([
		{
			name: 'ticket',
			run: ['jira', 'create', 'Spring Collections', '--id=1003'],
			target: {kind: 'campaign', id: '1003', name: 'Spring Collections'},
			timeout: 60_000,
		},
	]);
	expect(notice(screen)).toBe('ticket on campaign 1003: exit code 0');
	expect(screen.handed).toBe(0);
});

test('a dangerous one asks, with service, environment and the command line as it will be run', async () => {
	const screen = open({isDangerous: true});
	screen.press('f5');
	expect(screen.text().replace(/\s+/g, ' ')).toContain(
		"PRODUCTION: run ticket on campaign 1003? [y/N] Name: Spring Collections Command: jira create 'Spring Collections' --id=1003",
	);
	// Too soon to have been read, then no, then yes.
	screen.press('y', {after: 100});
	expect(screen.ran).toEqual([]);
	screen.press('n');
	expect(notice(screen)).toBe('Cancelled: nothing was run');
	screen.press('f5');
	screen.press('y', {paste: true});
	expect(screen.ran).toEqual([]);
	screen.press('y');
	await settled();
	expect(screen.ran).toHaveLength(1);
});

test('its question is void once the row has another name or status, and is asked anew with what is there now', async () => {
	const screen = open({isDangerous: true});
	screen.press('f5');
	fill(screen.store, [{id: '1003', name: 'Summer; rm -rf ~', status: 'PLAY'}], 12_000);
	expect(screen.text().replace(/\s+/g, ' ')).toContain('Asked anew, and for 2 s nothing confirms it. Nothing was run:');
	screen.drawn();
	screen.press('y', {after: 1500});
	expect(screen.ran).toEqual([]);
	screen.press('y', {after: 1000});
	await settled();
	expect(screen.ran.map(({run}) => run)).toEqual([['jira', 'create', 'Summer; rm -rf ~', '--id=1003']]);
	screen.press('f5');
	fill(screen.store, [], 30_000);
	screen.press('y');
	await settled();
	expect(screen.ran).toHaveLength(1);
});

test('a question that does not fit is not asked', () => {
	const screen = open(
		{isDangerous: true, run: ['jira', ...Array.from({length: 60}, () => '{name}')]},
		{columns: 60, rows: 16},
	);
	screen.press('f5');
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(notice(screen)).toContain('does not fit on this screen');
});

test.for(['line', 'sheet', 'terminal'] as const)('with the lock on nothing is run (%s)', async output => {
	const screen = open({output, isDangerous: output === 'sheet'});
	screen.press('!');
	screen.press('f5');
	await settled();
	expect(screen.ran).toEqual([]);
	expect(notice(screen)).toContain('not now, the read-only lock is on');
	expect(screen.ui.get().prompt).toBeUndefined();
});

test('nor from a session that is read-only, from the past, or from a screen of metrics', async () => {
	const readOnly = open({}, {source: {readOnly: true}});
	readOnly.store.dispatch({type: 'lock', locked: true});
	const past = open();
	past.store.dispatch({type: 'looking-at', at: 1});
	const watched = open({}, {source: {watchOnly: {engine: 'metrics.test'}}});
	for (const screen of [readOnly, past, watched]) {
		screen.press('f5');
		await settled();
		expect(screen.ran).toEqual([]);
		expect(notice(screen)).toContain('not now');
	}
});

test('a question is void once the lock is on', async () => {
	const screen = open({isDangerous: true});
	screen.press('f5');
	screen.store.dispatch({type: 'lock', locked: true});
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(notice(screen)).toContain('nothing was run: the read-only lock is on');
	screen.press('y');
	await settled();
	expect(screen.ran).toEqual([]);
});

test('a name that could be taken for an option is refused, and said', async () => {
	const screen = open();
	fill(screen.store, [{id: '1003', name: '--config=/etc/evil', status: 'PLAY'}], 12_000);
	screen.press('f5');
	await settled();
	expect(screen.ran).toEqual([]);
	expect(notice(screen)).toContain('{name} begins with "-" here, and jira could take it for an option');
});

test('a letter of a word that was typed into the wrong window runs nothing', async () => {
	const screen = open({keys: ['ä']});
	screen.press('ö');
	screen.press('ä', {after: 100});
	await settled();
	expect(screen.ran).toEqual([]);
	screen.press('ä', {paste: true});
	await settled();
	expect(screen.ran).toEqual([]);
});

test('the output is shown in a sheet, masked and safe, and scrolls; Esc closes it', async () => {
	const screen = open({output: 'sheet'}, {columns: 80, rows: 24});
	const lines = ['call 212-555-0147', ...Array.from({length: 39}, (_, at) => `line ${at}`)];
	screen.ownEnds.push({end: {kind: 'exited', code: 3}, lines, isCut: false, note: undefined});
	screen.press('f5');
	expect(screen.text()).toContain('it runs');
	await settled();
	expect(screen.text()).toMatch(/ticket: jira create .*exit code 3/);
	expect(screen.text()).toContain('call 212-555-0147');
	screen.press('m');
	expect(screen.text()).not.toContain('212-555-0147');
	screen.press('G');
	expect(screen.text()).toContain('line 38');
	screen.press('escape');
	expect(screen.ui.get().sheet).toBeUndefined();
	expect(screen.text()).toContain('Spring Collections');
});

test('a sheet that was closed stays closed when its command ends', async () => {
	const screen = open({output: 'sheet'});
	screen.press('f5');
	screen.press('escape');
	await settled();
	expect(screen.ui.get().sheet).toBeUndefined();
	expect(notice(screen)).toBe('ticket on campaign 1003: exit code 0');
});

test('one that has the terminal gets it', async () => {
	const screen = open({output: 'terminal'});
	screen.press('f5');
	await settled();
	expect([screen.handed, screen.ran.length]).toEqual([1, 1]);
});

test('on an alert it has the figures of the alert; on a row of several alerts it does not run', async () => {
	const screen = open({
		on: 'alert',
		run: ['page', '{rule}', '{level}', '{id}', '{name}', '{figure}', '{service}', '{environment}'],
	});
	for (let second = 2; second <= 70; second += 2) {
		screen.store.dispatch({
			type: 'dashboard-polled',
			campaignId: '1003',
			span: {sentAt: moment(second * 1000), receivedAt: moment(second * 1000 + 100)},
			dashboard: dashboard({status: 'PLAY', dropRate: 3.12, dropLimit: 3, humanAnswered: 1896, calledToday: 9515}),
		});
	}
	screen.store.dispatch({type: 'tick', now: moment(71_000)});
	screen.press('f5');
	await settled();
	expect(screen.ran).toEqual([]);
	screen.press('7');
	screen.settle();
	expect(screen.text()).toContain('f5 ticket');
	screen.press('f5');
	await settled();
	expect(screen.ran[0]?.run).toEqual([
		'page',
		'drop-limit',
		'critical',
		'1003',
		'Spring Collections',
		'3.12%',
		'prod',
		'PRODUCTION',
	]);
});

test('help, palette and footer show it', () => {
	const screen = open({}, {columns: 200, rows: 60});
	expect(screen.text()).toContain('f5 ticket');
	screen.press('?');
	screen.press('G');
	screen.press('/');
	for (const letter of 'ticket') {
		screen.press(letter);
	}
	expect(screen.text()).toMatch(/f5 +ticket: open a ticket: jira create '\{name\}' '--id=\{id\}'/);
	screen.press('enter');
	screen.press('escape');
	screen.press('escape');
	screen.press(':');
	for (const letter of 'tick') {
		screen.press(letter);
	}
	expect(screen.text()).toMatch(/>ticket +open a ticket: jira create/);
});
