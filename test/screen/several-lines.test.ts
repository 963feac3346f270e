/** Lines of the palette, exports and the past of several services. */
import {expect, test} from 'vitest';
import {exportedIn} from '../../source/screen/exports/exported.ts';
import {poll} from '../helpers/terminal.ts';
import {pastOf} from './past.ts';
import {makeSeveral} from './several.ts';

const two = () => makeSeveral([{name: 'east'}, {name: 'west'}]);

const type = (several: ReturnType<typeof two>, line: string): void =>
	several.press(...[...line].map(letter => (letter === ' ' ? 'space' : letter)));

test('a line is for the service in hand, which the frame names', async () => {
	const several = two();
	several.select('west', '1002');
	several.press(':');
	await poll(() => several.ui.get().catalogue !== undefined, 5000);
	expect(several.frame()[1]).toMatch(/^╭─ west · What to do ─/);
	type(several, 'pause 1003');
	several.press('enter', 'y');
	expect(await poll(() => several.service('west').sent.length === 1, 2000)).toBe(true);
	expect(several.sent()).toEqual({east: [], west: ['pause 1003']});
});

test('a line that begins with a service is for that one, and shows it', async () => {
	const several = two();
	several.select('west', '1003');
	several.press(':');
	await poll(() => several.ui.get().catalogue !== undefined, 5000);
	type(several, 'east pause 1003');
	expect(several.frame().join('\n')).toMatch(/│>east pause 1003 +Spring Collections, PLAY/);
	several.press('enter');
	expect(several.ui.get()).toMatchObject({prompt: {kind: 'yes-no'}, promptOf: 'east', lines: ['east pause 1003']});
	several.press('y');
	expect(await poll(() => several.service('east').sent.length === 1, 2000)).toBe(true);
	expect(several.sent()).toEqual({east: ['pause 1003'], west: []});
});

test('an export has the column, and its name the services', () => {
	const several = two();
	const exported = exportedIn(several.screen.context());
	expect(exported?.name).toMatch(/^(east\+west|west\+east)-campaigns$/);
	expect(exported?.sheet?.columns).toContain('service');
	several.ui.dispatch({type: 'filter', value: 'service:west'});
	expect(exportedIn(several.screen.context())?.name).toBe('west-campaigns');
	several.select('west', '1003');
	several.press('3');
	expect(exportedIn(several.screen.context())?.name).toBe('west-lists');
});

const minute = 60_000;

/** A past of one of them, with a mark so many minutes ago. */
const record = (several: ReturnType<typeof two>, name: string, ago: number): void => {
	const {store, record} = several.service(name);
	const state = store.get();
	record(pastOf(state, [{at: state.now.wall - ago * minute, kind: 'state', text: `${name} was paused`}]));
};

const shownThen = (several: ReturnType<typeof two>): (number | undefined)[] =>
	several.screen.context().floors.map(({ui}) => ui.past?.at);

test('marks of every service are stepped to in turn, and the notice says whose each is', () => {
	const several = two();
	record(several, 'east', 10);
	record(several, 'west', 20);
	const {wall} = several.screen.context().state.now;
	several.select('west', '1003');
	several.press('[');
	expect(shownThen(several)).toEqual([wall - 10 * minute, wall - 10 * minute]);
	expect(several.ui.get().notice?.text).toMatch(/^east: .*east was paused$/);
	several.press('[');
	expect(shownThen(several)).toEqual([wall - 20 * minute, wall - 20 * minute]);
	expect(several.ui.get().notice?.text).toMatch(/^west: .*west was paused$/);
	several.press('P');
	expect(several.ui.get().prompt).toBeUndefined();
	expect(several.ui.get().notice?.text).toMatch(/not now/);
	several.press(']');
	expect(shownThen(several)).toEqual([wall - 10 * minute, wall - 10 * minute]);
	several.press('escape');
	expect(shownThen(several)).toEqual([undefined, undefined]);
});

test('of a service that is not recorded nothing is shown of then, and the screen says so', () => {
	const several = two();
	record(several, 'east', 10);
	several.select('west', '1003');
	several.press(',');
	const {floors} = several.screen.context();
	expect(floors.map(({state}) => state.campaigns.value?.size ?? 0)).toEqual([3, 0]);
	expect(several.ui.get().notice?.text).toBe('Nothing is recorded of west');
	expect(several.frame().join('\n')).not.toMatch(/Spring Collections.* west /);
	for (const name of ['east', 'west']) {
		expect(several.service(name).store.get().lookingAt).toBeDefined();
	}
	several.press('escape');
	expect(several.frame().join('\n')).toMatch(/Spring Collections.* west /);
});
