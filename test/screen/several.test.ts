/** Several services on one screen: whose row a key is for, and where it goes. */
import {expect, test} from 'vitest';
import {poll} from '../helpers/terminal.ts';
import {campaigns} from './make.ts';
import {makeSeveral} from './several.ts';

const two = () => makeSeveral([{name: 'east'}, {name: 'west'}]);

const rowsOf = ({screen}: ReturnType<typeof two>): string[] =>
	screen.context().tables.campaigns.rows.map(({service, campaign: {id}}) => `${service} ${id}`);

test('the board has the rows of both, equal ids apart', () => {
	const several = two();
	expect(rowsOf(several).toSorted()).toEqual(
		['east', 'west'].flatMap(name => campaigns.map(({id}) => `${name} ${id}`)).toSorted(),
	);
	several.select('west', '1003');
	const {tables, state} = several.screen.context();
	expect(tables.campaigns.rows[tables.campaigns.selectedIndex]?.service).toBe('west');
	expect(state.source.profile).toBe('west');
});

test('a filter by service shows the rows of one', () => {
	const several = two();
	several.ui.dispatch({type: 'filter', value: 'service:west'});
	expect(rowsOf(several).map(row => row.split(' ')[0])).toEqual(campaigns.map(() => 'west'));
	several.ui.dispatch({type: 'filter', value: '!service:west'});
	expect(rowsOf(several).map(row => row.split(' ')[0])).toEqual(campaigns.map(() => 'east'));
});

test('a key on a row is for the service of the row', async () => {
	const several = two();
	several.select('west', '1003');
	several.press('P', 'y');
	expect(await poll(() => several.service('west').sent.length === 1, 2000)).toBe(true);
	expect(several.sent()).toEqual({east: [], west: ['pause 1003']});
	several.select('east', '1003');
	several.press('P', 'y');
	expect(await poll(() => several.service('east').sent.length === 1, 2000)).toBe(true);
	expect(several.sent()).toEqual({east: ['pause 1003'], west: ['pause 1003']});
});

test('a question stays with its service, whatever is selected or shown by then', async () => {
	const several = two();
	several.select('west', '1003');
	several.press('P');
	several.ui.dispatch({type: 'select', id: 'east\u00001003'});
	several.ui.dispatch({type: 'sort', sort: {column: 'name', reversed: true}});
	several.ui.dispatch({type: 'filter', value: 'service:east'});
	several.press('y');
	expect(await poll(() => several.service('west').sent.length === 1, 2000)).toBe(true);
	expect(several.sent()).toEqual({east: [], west: ['pause 1003']});
});

test('marks are of one service, and go to it alone', async () => {
	const several = two();
	several.select('west', '1003');
	several.press('space');
	several.select('east', '1003');
	several.press('space');
	expect(several.ui.get().notice?.text).toBe('east: Not marked: campaigns of west are marked; unmark them first');
	several.press('P');
	expect(several.ui.get().prompt).toBeUndefined();
	several.select('west', '1002');
	several.press('P');
	expect(several.ui.get().prompt).toMatchObject({kind: 'yes-no'});
	several.press('y');
	expect(await poll(() => several.service('west').sent.length > 0, 2000)).toBe(true);
	expect(several.sent()).toEqual({east: [], west: ['pause 1003']});
});

test('what is staged on one service is not staged on another', () => {
	const several = two();
	several.select('west', '1003');
	several.press('+');
	const {floors} = several.screen.context();
	expect(floors.map(({ui}) => ui.staged.size)).toEqual([0, 1]);
	several.select('east', '1003');
	several.press('E');
	expect(several.ui.get().view).toBe('settings');
});

test('a service that fails does not grey the rows of the other', () => {
	const several = two();
	const {store} = several.service('west');
	const failure = {reason: 'no answer', refused: false, at: store.get().now};
	store.dispatch({type: 'dashboard-failed', campaignId: '1003', failure: {...failure}} as never);
	const rows = several.screen.context().tables.campaigns.rows.filter(({campaign}) => campaign.id === '1003');
	expect(rows.map(({service, failure: why}) => [service, why === undefined]).toSorted()).toEqual([
		['east', true],
		['west', false],
	]);
});

test('the clocks of sixteen services, and figures that come together, are one frame', async () => {
	const [first = '', ...others] = Array.from({length: 16}, (_, index) => `floor-${index}`);
	const several = makeSeveral([{name: first}, ...others.map(name => ({name}))]);
	let frames = 0;
	several.screen.subscribe(() => {
		frames++;
	});
	for (const name of [first, ...others]) {
		const {store} = several.service(name);
		const {wall, mono} = store.get().now;
		store.dispatch({type: 'tick', now: {wall: wall + 1000, mono: mono + 1000}});
	}
	expect(await poll(() => frames > 0, 1000)).toBe(true);
	expect(frames).toBe(1);
	// A key is answered at once.
	several.select('floor-3', '1003');
	expect(frames).toBe(2);
});
