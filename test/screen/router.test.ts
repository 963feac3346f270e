import {expect, test} from 'vitest';
import {pauseOf} from '../model/make.ts';
import {fill, makeScreen, moment} from './make.ts';

const opened = () => {
	const screen = makeScreen();
	fill(screen.store);
	return screen;
};

test('P, drawn, y: sent once, to the selected campaign', () => {
	const screen = opened();
	screen.press('P');
	expect(screen.text()).toContain('QA: pause 1003? 63 calls in progress will finish. [y/N]  Name: Spring Collections');
	screen.drawn();
	screen.press('y');
	expect(screen.sent).toMatchObject([{operation: 'pause_campaign', target: {kind: 'campaign', id: '1003'}}]);
	screen.press('y');
	expect(screen.sent).toHaveLength(1);
});

test('a y before the question could be read, or in company, is no answer, nor is an arrow; every other key says no', () => {
	for (const cancel of ['enter', 'escape', 'n', 'q', 'Y', 'P', 'l', 'space', 'f5', 'pagedown', '1']) {
		const screen = opened();
		screen.press('P');
		screen.press('y', {after: 500});
		screen.drawn();
		screen.press('y', {after: 399});
		screen.press('y', {alone: false});
		screen.press('up');
		screen.press('shift-right');
		expect(screen.ui.get().prompt?.kind).toBe('yes-no');
		screen.press(cancel);
		expect(screen.ui.get().prompt).toBeUndefined();
		expect(screen.text()).toContain('Cancelled: nothing was sent');
		expect(screen.sent).toEqual([]);
	}
});

test('stop wants the name, and an Enter of its own', () => {
	const screen = opened();
	screen.press('S');
	expect(screen.text()).toContain(
		'QA: stop 1003? It is deactivated and its dialing queue cleared (55,534 leads waiting). Type its name:',
	);
	screen.drawn();
	for (const letter of 'Spring Collections') {
		screen.press(letter, {alone: false});
	}
	screen.press('enter', {alone: false});
	expect(screen.sent).toEqual([]);
	screen.press('enter');
	expect(screen.sent).toMatchObject([{operation: 'stop_campaign', target: {id: '1003'}}]);
});

test('a wrong name stops nothing', () => {
	const screen = opened();
	screen.press('S');
	screen.drawn();
	for (const letter of 'spring collections') {
		screen.press(letter);
	}
	screen.press('enter');
	expect(screen.sent).toEqual([]);
	expect(screen.text()).toContain('nothing was sent: what was typed is not what was asked for');
});

test('the id is typed where the name is not plain ASCII', () => {
	const screen = makeScreen();
	fill(screen.store, [{id: '1009', name: '春の更新', status: 'PLAY'}]);
	screen.press('S');
	expect(screen.ui.get().prompt).toMatchObject({kind: 'type', expected: '1009'});
	expect(screen.text()).toMatch(/Type its id:\s+Name: 春の更新/);
});

test('the question stays on its campaign while rows move under it', () => {
	const screen = opened();
	screen.press('P');
	screen.drawn();
	fill(
		screen.store,
		[
			{id: '1010', name: 'Newest', status: 'PLAY'},
			{id: '1003', name: 'Spring Collections', status: 'PLAY'},
		],
		3000,
	);
	screen.press('y');
	expect(screen.sent).toMatchObject([{target: {id: '1003'}}]);
});

test('a word that says neither dialing nor not: the operator says which', () => {
	const screen = makeScreen();
	fill(screen.store, [{id: '1', name: 'Odd', status: 'WAKING'}]);
	screen.press('P');
	expect(screen.text()).toMatch(/Press 1 to pause, 2 to play; Esc for\s+neither/);
	screen.drawn();
	screen.press('2', {after: 300});
	screen.press('y');
	expect(screen.ui.get().prompt).toBeUndefined();
	screen.press('P');
	screen.press('2');
	screen.press('y');
	expect(screen.sent).toMatchObject([{operation: 'play_campaign', target: {id: '1'}}]);
});

test('a control cannot run while it is under way, locked, or signed out, and says so', () => {
	const screen = opened();
	screen.press('!');
	screen.press('P');
	expect(screen.text()).toContain('not now, the read-only lock is on');
	screen.press('!');
	screen.store.dispatch({
		type: 'command-asked',
		command: pauseOf('1003', 'Spring Collections'),
		now: moment(2000),
	});
	screen.press('P');
	expect(screen.text()).toContain('pause is still under way on it');
	screen.store.dispatch({type: 'link', link: {kind: 'signed-out', reason: ''}, now: moment(2100)});
	screen.press('j');
	screen.press('P');
	expect(screen.text()).toContain('not now, not signed in');
	expect(screen.sent).toEqual([]);
});

test('a frozen screen shows the old figures, and a control asks about the new ones', () => {
	const screen = opened();
	screen.press('p');
	fill(screen.store, [{id: '1003', name: 'Spring Collections', status: 'PAUSE'}], 3000);
	expect(screen.text()).toContain('FROZEN');
	expect(screen.text()).toMatch(/│PLAY +Spring Collections/);
	screen.press('P');
	expect(screen.text()).toContain('QA: play 1003?');
});

test('too small: no command key works, q quits', () => {
	const screen = opened();
	screen.ui.dispatch({type: 'resized', columns: 40, rows: 10});
	screen.press('P');
	expect(screen.ui.get().prompt).toBeUndefined();
	screen.press('q');
	expect(screen.quits).toBe(1);
});

test('q goes back before it quits', () => {
	const screen = opened();
	screen.press('3');
	screen.press('?');
	screen.press('q');
	screen.press('q');
	expect(screen.ui.get()).toMatchObject({view: 'campaigns', help: false});
	expect(screen.quits).toBe(0);
	screen.press('q');
	expect(screen.quits).toBe(1);
});

test('q with something staged asks, and Enter stays', () => {
	const screen = opened();
	const staged = {value: '1.6', was: '1.5', from: 'pace_tempo'} as const;
	screen.ui.dispatch({type: 'stage', campaignId: '1003', name: 'autodiallevel', staged});
	screen.press('q');
	expect(screen.text()).toContain('1 change of 1 campaign staged and not sent');
	screen.press('enter');
	expect(screen.ui.get().prompt).toBeUndefined();
	expect([screen.quits, screen.ui.get().staged.size]).toEqual([0, 1]);
	screen.press('q');
	screen.press('down');
	screen.press('enter');
	expect(screen.quits).toBe(1);
});

test('the selection is held by its id: a campaign that appears above does not take its place', () => {
	const screen = opened();
	screen.settle();
	const listed = [
		{id: '1010', name: 'Newest', status: 'PLAY'},
		{id: '1003', name: 'Spring Collections', status: 'PLAY'},
	];
	fill(screen.store, listed, 3000);
	screen.press('P');
	expect(screen.ui.get().prompt).toMatchObject({controls: [{target: {id: '1003'}}]});
	screen.press('escape');
	fill(screen.store, listed.slice(0, 1), 5000);
	screen.settle();
	expect(screen.ui.get().selected.campaigns).toBe('1010');
});

test('a filter that hides the selected row does not forget it', () => {
	const screen = opened();
	screen.settle();
	screen.ui.dispatch({type: 'filter', value: 'Autumn'});
	screen.settle();
	screen.press('P');
	expect(screen.ui.get().prompt).toMatchObject({controls: [{target: {id: '1002'}}]});
	screen.press('escape');
	screen.press('c');
	screen.press('P');
	expect(screen.ui.get().prompt).toMatchObject({controls: [{target: {id: '1003'}}]});
});

test('lists of another campaign than the one asked for are neither shown nor switched', () => {
	const screen = opened();
	screen.press('j');
	screen.press('3');
	expect(screen.text()).toContain('Lists of Autumn Renewals');
	expect(screen.text()).toContain('Reading the lists…');
	screen.press('L');
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(screen.text()).toContain('no list is selected');
});

test('a prompt opens with its cursor at the end of its text, and the keys edit where the cursor is', () => {
	const screen = opened();
	const typed = () => screen.ui.get().filters.campaigns;
	for (const key of ['/', 'a', 'b', 'left', 'c', 'enter']) {
		screen.press(key);
	}
	expect(typed()).toBe('acb');
	for (const key of ['/', 'd', 'home', 'delete', 'e']) {
		screen.press(key);
	}
	expect(typed()).toBe('ecbd');
	screen.press('escape');
	expect(typed()).toBe('');
});

test('Ctrl-D leaves the questions for user and password, and a name to be typed, whatever was typed by then', () => {
	const screen = opened();
	const typed = (text: string): void => {
		for (const letter of text) {
			screen.press(letter);
		}
	};
	const prompt = () => screen.ui.get().prompt?.kind;
	screen.press('S');
	typed('Spring');
	screen.press('ctrl-d');
	expect(prompt()).toBeUndefined();
	expect(screen.text()).toContain('Cancelled: nothing was sent');
	expect(screen.sent).toEqual([]);
	screen.store.dispatch({type: 'link', link: {kind: 'signed-out', reason: ''}, now: moment(2000)});
	screen.press('i');
	expect(prompt()).toBe('user');
	typed('ops');
	screen.press('ctrl-d');
	expect(prompt()).toBeUndefined();
	screen.press('i');
	typed('ops');
	screen.press('enter');
	expect(prompt()).toBe('password');
	typed('half');
	screen.press('ctrl-d');
	expect(prompt()).toBeUndefined();
	expect(screen.text()).not.toContain('Signing in');
	// A filter goes on.
	screen.press('/');
	typed('Au');
	screen.press('ctrl-d');
	expect(prompt()).toBe('filter');
});

test('who signs in anew is proposed as whom the service was chosen for', () => {
	const screen = makeScreen(120, 40, {user: 'ann'});
	screen.store.dispatch({type: 'link', link: {kind: 'signed-out', reason: ''}, now: moment(2000)});
	screen.press('i');
	screen.press('escape');
	screen.press('i');
	screen.press('enter');
	expect(screen.ui.get().prompt).toMatchObject({kind: 'password', user: 'ann'});
});
