/** Marked rows: one confirmation that names all, each sent by itself, what cannot take it named with why. */
import {expect, test} from 'vitest';
import {pauseOf} from '../model/make.ts';
import {fill, makeScreen, moment} from './make.ts';

type Screen = ReturnType<typeof makeScreen>;

const four = [
	{id: '1004', name: 'Alpha', status: 'PLAY'},
	{id: '1003', name: 'Beta', status: 'PLAY'},
	{id: '1002', name: 'Gamma', status: 'PAUSE'},
	{id: '1001', name: 'Delta', status: 'STOP'},
];

const opened = (columns?: number, rows?: number) => {
	const screen = makeScreen(columns, rows);
	screen.ui.dispatch({type: 'sort', sort: undefined});
	fill(screen.store, four);
	screen.drawn();
	return screen;
};

/** Marks so many rows from the top. */
const marked = (count: number) => {
	const screen = opened();
	for (let row = 0; row < count; row++) {
		screen.press('space');
	}
	return screen;
};

const question = (screen: Screen): string => screen.text().replace(/\s+/g, ' ');

const settled = async () => {
	for (let turn = 0; turn < 20; turn++) {
		await Promise.resolve();
	}
};

const marks = (screen: Screen, view: 'campaigns' | 'lists' = 'campaigns'): string[] => [
	...(screen.ui.get().marks[view] ?? []),
];

test('space marks a row and goes down one, and again unmarks it; the mark shows without colour and shifts nothing', () => {
	const screen = opened();
	const before = screen.frame().rows;
	screen.press('space');
	expect(screen.frame().rows[4]).toBe(`*${before[4]?.slice(1)}`);
	screen.press('space');
	expect(marks(screen)).toEqual(['1004', '1003']);
	expect(screen.text()).toContain('2 marked');
	screen.press('k');
	screen.press('space');
	expect(marks(screen)).toEqual(['1004']);
});

test('Esc clears the marks after the filter, and a campaign that is gone is marked no longer', () => {
	const screen = marked(2);
	screen.ui.dispatch({type: 'filter', value: 'a'});
	screen.press('escape');
	expect(marks(screen)).toHaveLength(2);
	fill(screen.store, four.slice(1), 3000);
	expect(screen.text()).toContain('1 marked');
	screen.press('escape');
	expect(marks(screen)).toEqual([]);
});

test('one question names all, and each is sent by itself, one after another', async () => {
	const screen = marked(2);
	screen.press('P');
	expect(question(screen)).toContain(
		'QA: pause 2 campaigns (1004, 1003)? 126 calls in progress will finish. One after another, each with its own outcome. [y/N] 1004: Alpha 1003: Beta',
	);
	screen.endings.push({kind: 'unknown', reason: 'no answer'});
	screen.drawn();
	screen.press('y');
	expect(screen.sent).toHaveLength(1);
	await settled();
	expect(screen.sent.map(({operation, target}) => [operation, target.id])).toEqual([
		['pause_campaign', '1004'],
		['pause_campaign', '1003'],
	]);
	expect(marks(screen)).toEqual([]);
});

test('where some dial and some do not the operator says which; the others are named as left out', async () => {
	const screen = marked(3);
	screen.press('P');
	expect(question(screen)).toContain('QA: of 3 marked campaigns 2 are dialing and 1 not. Press 1 to pause the 2, 2');
	screen.press('2');
	expect(question(screen)).toContain('QA: play 1002?');
	expect(question(screen)).toContain('Skipped: 1004, 1003 (it is dialing already).');
	screen.press('n');
	screen.press('P');
	screen.press('1');
	expect(question(screen)).toContain('Skipped: 1002 (it is paused already).');
	screen.drawn();
	screen.press('y');
	await settled();
	expect(screen.sent.map(({target}) => target.id)).toEqual(['1004', '1003']);
});

test('stop wants the count typed, and leaves out what is stopped already', async () => {
	const screen = marked(4);
	screen.press('S');
	expect(question(screen)).toContain(
		'QA: stop 3 campaigns (1004, 1003, 1002)? They are deactivated and their dialing queues cleared',
	);
	expect(question(screen)).toContain('Skipped: 1001 (it is stopped already).');
	expect(question(screen)).toContain('Type stop 3: 1004: Alpha 1003: Beta 1002: Gamma 1001: Delta');
	screen.drawn();
	for (const letter of 'stop 3') {
		screen.press(letter);
	}
	screen.press('enter');
	await settled();
	expect(screen.sent.map(({operation, target}) => [operation, target.id])).toEqual([
		['stop_campaign', '1004'],
		['stop_campaign', '1003'],
		['stop_campaign', '1002'],
	]);
});

test('where none of the marked can take it, that is said with why', () => {
	const screen = opened();
	for (const key of ['j', 'j', 'j', 'space']) {
		screen.press(key);
	}
	screen.press('S');
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(question(screen)).toContain('it is stopped already');
});

test('what changes while the others are on their way is not sent, and that is said', async () => {
	const screen = marked(2);
	screen.press('P');
	screen.drawn();
	screen.press('y');
	fill(screen.store, [{...four[0], status: 'PLAY'} as never, {...four[1], status: 'PAUSE'} as never], 3000);
	await settled();
	expect(screen.sent.map(({target}) => target.id)).toEqual(['1004']);
	expect(screen.text()).toContain('Not sent: 1003 (it changed from PLAY to PAUSE meanwhile)');
});

test('a question that does not fit on the screen is not asked, nor answered once it fits no longer', () => {
	const many = Array.from({length: 300}, (_, index) => ({
		id: String(index),
		name: `Campaign ${index} of many`,
		status: 'PLAY',
	}));
	const screen = makeScreen(80, 24);
	fill(screen.store, many);
	screen.drawn();
	screen.ui.dispatch({type: 'mark', ids: new Set(many.map(({id}) => id))});
	screen.press('P');
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(question(screen)).toContain('the whole question does not fit on this screen');
	screen.ui.dispatch({type: 'resized', columns: 200, rows: 60});
	screen.press('P');
	screen.drawn();
	screen.ui.dispatch({type: 'resized', columns: 80, rows: 24});
	screen.press('y');
	expect(screen.sent).toEqual([]);
	expect(question(screen)).toContain('no longer fits on this screen');
});

test.each([
	[60, 16],
	[80, 24],
])('at %ix%i a pause can be asked whatever the campaign is called', async (columns, rows) => {
	const screen = makeScreen(columns, rows);
	fill(screen.store, [{id: '1003', name: 'A name that goes on and on '.repeat(60), status: 'PLAY'}]);
	screen.drawn();
	screen.press('P');
	expect(question(screen)).toMatch(
		/QA: pause 1003\? 63 calls in progress will finish\. \[y\/N\] Name: A name that .*…/,
	);
	screen.press('y');
	expect(screen.sent).toMatchObject([{operation: 'pause_campaign', target: {id: '1003'}}]);
	screen.press('S');
	expect(question(screen)).toMatch(/stop 1003\?.* Type its id: Name: A name .*… Type:/);
});

test('marked lists are switched together', async () => {
	const screen = opened();
	screen.press('3');
	screen.drawn();
	screen.press('space');
	screen.press('space');
	expect(screen.text()).toContain('2 marked');
	screen.press('L');
	expect(question(screen)).toContain('QA: of 2 marked lists 1 are on and 1 off. Press 1 to switch off the 1, 2');
	screen.press('1');
	expect(question(screen)).toContain('Skipped: 2002 (it is off already).');
	screen.drawn();
	screen.press('y');
	expect(screen.sent).toMatchObject([{operation: 'change_status', params: {list_id: '2001', status: 'N'}}]);
});

test('in the view of one campaign a control is for that one, whatever is marked', () => {
	const screen = marked(2);
	screen.press('2');
	screen.press('P');
	expect(question(screen)).toContain('QA: play 1002?');
});

test('a campaign under way is left out of a common command', () => {
	const screen = marked(2);
	screen.store.dispatch({
		type: 'command-asked',
		command: pauseOf('1004', 'Alpha'),
		now: moment(2000),
	});
	screen.press('P');
	expect(question(screen)).toContain('QA: pause 1003?');
	expect(question(screen)).toContain('Skipped: 1004 (pause is still under way on it).');
});

test('each row that is left out is named, however many they are', () => {
	const dialing = ['1009', '1008', '1007', '1006', '1005', '1004'];
	const screen = makeScreen();
	screen.ui.dispatch({type: 'sort', sort: undefined});
	fill(screen.store, [
		...dialing.map(id => ({id, name: `Spring ${id}`, status: 'PLAY'})),
		{id: '1003', name: 'Autumn', status: 'PAUSE'},
	]);
	screen.drawn();
	for (let row = 0; row <= dialing.length; row++) {
		screen.press('space');
	}
	screen.press('P');
	screen.press('2');
	expect(question(screen)).toContain('QA: play 1003?');
	expect(question(screen)).toContain(`Skipped: ${dialing.join(', ')} (it is dialing already).`);
});
