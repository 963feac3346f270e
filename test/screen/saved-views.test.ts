/** Saved views: what is on the board under a name, stored in a real configuration, and brought back. */
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {whole} from '../../source/cli/configuration-words.ts';
import {storageIn} from '../../source/commands/monitor/monitor-settings.ts';
import {viewNamed, viewsOf} from '../../source/commands/monitor/saved-views.ts';
import {paletteEntries} from '../../source/screen/sheets/palette/entries.ts';
import {marksFound} from '../../source/screen/state/saved-view.ts';
import {marksText, showView} from '../../source/screen/views/board/saved-views.ts';
import {registerSecret} from '../../source/wire/secrets.ts';
import {givenIn} from '../config/make.ts';
import {campaigns, fill, makeScreen, moment} from './make.ts';
import {makeSeveral} from './several.ts';

let folder: string;
let path: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-views-'));
	path = join(folder, 'config.yml');
});
afterEach(() => rmSync(folder, {recursive: true}));

const stored = (): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** A screen with the views that are stored by now. */
const opened = (source: Parameters<typeof makeScreen>[3] = {}) => {
	const storage = storageIn({path, namedBy: undefined}, async () => undefined);
	const screen = makeScreen(120, 40, {...storage, views: viewsOf(whole(givenIn(stored())))}, source);
	fill(screen.store);
	screen.settle();
	return screen;
};
type Screen = ReturnType<typeof opened>;

const line = (screen: Screen, text: string): void => {
	screen.press(':');
	for (const letter of text) {
		screen.press(letter === ' ' ? 'space' : letter);
	}
};

/** Takes the line, once the operations are loaded, among which it could be. */
const run = async (screen: Screen, text: string): Promise<void> => {
	line(screen, text);
	screen.press('enter');
	await vi.waitFor(() => expect(screen.ui.get().sheet).toBeUndefined());
};

const entries = (screen: Screen) => {
	const palette = screen.ui.get().sheet?.palette ?? expect.fail('the palette is not open');
	return paletteEntries(palette, screen.context());
};

const notice = (screen: Screen): string => screen.ui.get().notice?.text ?? '';

const saved = async (screen: Screen, name = 'night'): Promise<void> => {
	await run(screen, `view save ${name}`);
	await vi.waitFor(() => expect(notice(screen)).toBe(`The view ${name} is in ${path}`));
};

test('filter, order, columns, marks and zoom come back under their name, and are seen', async () => {
	writeFileSync(path, '# mine\ntheme: light\n');
	const first = opened();
	first.ui.dispatch({type: 'board-columns', columns: ['state', 'name', 'drop', 'level']});
	first.ui.dispatch({type: 'sort', sort: {column: 'level', reversed: true}});
	first.ui.dispatch({type: 'filter', value: 'n'});
	first.ui.dispatch({type: 'mark', ids: new Set(['1003', '1001'])});
	first.ui.dispatch({type: 'focus', focus: 'agents'});
	first.ui.dispatch({type: 'zoom', zoom: true});
	await saved(first);
	expect(stored()).toBe(
		'# mine\ntheme: light\nviews:\n  night: {filter: "n", sort: {column: level, reversed: true}, columns: [state, name, drop, level], marks: {dialer.test: ["1003", "1001"]}, zoom: agents}\n',
	);

	const second = opened();
	line(second, 'view');
	expect(entries(second).slice(0, 3)).toMatchObject([
		{name: 'view night', summary: 'filter n, by level, 4 columns, 2 marked on dialer.test, agents zoomed'},
		{name: 'view save NAME'},
		{name: 'view delete NAME'},
	]);
	second.press('escape');
	await run(second, 'view night');
	const {ui} = first.context();
	expect(second.ui.get()).toMatchObject({
		filters: {campaigns: 'n'},
		sorts: ui.sorts,
		marks: {campaigns: ui.marks.campaigns},
		zoom: true,
		focus: 'agents',
	});
	expect(notice(second)).toBe('View night: 2 campaigns marked');
	second.press('z');
	expect(second.text()).toMatch(/by level ▲, 2 marked, filter: n/);
	expect(second.text()).toMatch(/state +campaign +id +drop %\/limit +lev\S+ +│/);
});

test('a command after a view asks about what is marked on screen, and names it', async () => {
	const first = opened();
	first.ui.dispatch({type: 'mark', ids: new Set(['1003', '1002'])});
	await saved(first);
	const second = opened();
	await run(second, 'view night');
	expect(second.text()).toContain('2 marked');
	second.press('S');
	expect(second.text().replace(/\s+/g, ' ')).toMatch(/stop .*1003.*1002|stop .*1002.*1003/);
	expect(second.sent).toEqual([]);
});

test('of marked campaigns that are gone it says so, and they are not marked when they come back', async () => {
	const first = opened();
	first.ui.dispatch({type: 'mark', ids: new Set(['1003', '1002'])});
	await saved(first);
	const second = opened();
	fill(second.store, campaigns.slice(1), 2000);
	await run(second, 'view night');
	expect(notice(second)).toBe('View night: 1 campaign marked; not listed any more: 1003');
	fill(second.store, campaigns, 3000);
	expect([...second.context().tables.campaigns.marked]).toEqual(['1002']);
});

test('marks that its filter hides are counted', async () => {
	writeFileSync(path, 'views: {night: {filter: Autumn, marks: {dialer.test: ["1003", "1002"]}}}\n');
	const screen = opened();
	await run(screen, 'view night');
	expect(notice(screen)).toBe('View night: 2 campaigns marked; the filter hides 1 of them');
	expect(screen.text()).toContain('2 marked, filter: Autumn');
});

test('marks of another service are not set on this one, though its campaigns have the same ids', async () => {
	const first = opened({profile: 'prod'});
	first.ui.dispatch({type: 'mark', ids: new Set(['1003'])});
	await saved(first);
	const second = opened({profile: 'qa'});
	second.ui.dispatch({type: 'mark', ids: new Set(['1002'])});
	await run(second, 'view night');
	expect(notice(second)).toBe('View night: nothing marked: its marks are of prod');
	expect(second.context().tables.campaigns.marked.size).toBe(0);
});

test('with several services the marks are of the one that they were saved for', () => {
	writeFileSync(path, 'views: {night: {marks: {west: ["1003"]}, sort: {column: name}}}\n');
	const view = viewNamed('night', {views: viewsOf(whole(givenIn(stored())))}) ?? expect.fail('no view');
	const both = makeSeveral([{name: 'east'}, {name: 'west'}]);
	const found = marksFound(view, both.screen.context().floors);
	showView(both.screen.context(), 'night', view);
	expect([...both.screen.context().tables.campaigns.marked]).toEqual([...found.keys]);
	expect([...found.keys]).toEqual(['west\u00001003']);
	expect(both.frame().join('\n')).toContain('1 marked');
});

test('an unknown name says the nearest; a hostile one is no name', async () => {
	const screen = opened();
	await saved(screen, 'night');
	const again = opened();
	line(again, 'view nigth');
	expect(entries(again)[0]).toMatchObject({why: 'there is no view "nigth"; did you mean "night"?'});
	again.press('escape');
	for (const name of ['../../x', '__proto__', 'save', '\u001b[2J']) {
		line(again, `view save ${name}`);
		expect(entries(again)[0]?.why).toContain('a name must be');
		again.press('escape');
	}
	expect(Object.keys(givenIn(stored()).views ?? {})).toEqual(['night']);
	expect(() => viewNamed('nigth', {views: viewsOf(whole(givenIn(stored())))})).toThrow(
		'--view: there is no view "nigth"; did you mean "night"?',
	);
	expect(() => viewNamed('x', {views: viewsOf(whole({}))})).toThrow('no view is saved yet');
});

test('a view is replaced and deleted by its name', async () => {
	await saved(opened());
	const screen = opened();
	screen.ui.dispatch({type: 'filter', value: 'state:play'});
	line(screen, 'view save night');
	expect(entries(screen)[0]?.summary).toMatch(/^in place of the one of this name: filter state:play/);
	screen.press('escape');
	await saved(screen);
	expect(stored()).toContain('night: {filter: state:play}');
	const next = opened();
	await run(next, 'view delete night');
	await vi.waitFor(() => expect(notice(next)).toBe('The view night is deleted'));
	expect(stored()).not.toContain('night');
});

test('a filter that holds a secret is not stored', async () => {
	registerSecret('s3cret-of-the-test');
	const screen = opened();
	screen.ui.dispatch({type: 'filter', value: 's3cret-of-the-test'});
	await run(screen, 'view save night');
	await vi.waitFor(() =>
		expect(notice(screen)).toBe('The view was not stored: its filter holds a password or a token'),
	);
	expect(stored()).toBe('');
});

test('without a folder for a configuration nothing is promised', async () => {
	const screen = makeScreen();
	fill(screen.store);
	await run(screen, 'view save night');
	await vi.waitFor(() => expect(notice(screen)).toContain('There is no folder for a configuration'));
});

test('before the campaigns are listed nothing is marked, and that is what it says', () => {
	const {store} = makeScreen();
	store.dispatch({type: 'tick', now: moment(1)});
	const found = marksFound({marks: {'dialer.test': ['1003']}}, [{state: store.get()}]);
	expect(marksText(found)).toBe('nothing is marked before the campaigns are listed');
});
