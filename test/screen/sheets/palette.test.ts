import {describe, expect, test} from 'vitest';
import {actions} from '../../../source/screen/keys/actions.ts';
import {paletteEntries} from '../../../source/screen/sheets/palette/entries.ts';
import {fill, makeScreen, plainLook} from '../make.ts';
import {opened, settled} from './open.ts';

const selected = (text: string): string => /│>(.*?) {2}/.exec(text)?.[1] ?? '';

describe('the palette', () => {
	test('lists every operation and every action', () => {
		const screen = opened();
		screen.press(':');
		const {sheet} = screen.ui.get();
		const names = paletteEntries({offers: 'everything', query: {value: '', cursor: 0}}, screen.context()).map(
			({id}) => id,
		);
		expect(sheet?.palette).toBeDefined();
		expect(names).toHaveLength(57 + Object.keys(actions).length - 1);
		expect(new Set(names).size).toBe(names.length);
	});

	test('opens on what can be done, and lists raw operations after it, signing in last', () => {
		const screen = opened();
		screen.press(':');
		expect(selected(screen.text())).toBe('play or pause');
		const ids = paletteEntries({offers: 'everything', query: {value: '', cursor: 0}}, screen.context()).map(
			({id}) => id,
		);
		const firstRaw = ids.findIndex(id => id.startsWith('form '));
		expect(ids.slice(0, firstRaw).some(id => id.startsWith('form '))).toBe(false);
		expect(ids.slice(firstRaw).every(id => id.startsWith('form '))).toBe(true);
		expect(ids.at(-1)).toBe('form login_user');
	});

	test("dnc is the action that asks D's question, and add_dnc the raw operation", () => {
		const screen = opened();
		screen.press(':');
		screen.type('dnc');
		expect(selected(screen.text())).toBe('do not call');
		screen.press('ctrl-u');
		screen.type('add_dnc');
		expect(selected(screen.text())).toBe('add_dnc');
	});

	test('finds by a few letters, and Enter opens the form', () => {
		const screen = opened();
		screen.press(':');
		screen.type('dash');
		expect(selected(screen.text())).toBe('get_dashboard_stats');
		screen.press('enter');
		expect(screen.form()?.operation).toBe('get_dashboard_stats');
	});

	test('moves over what it lists, and starts anew with other letters', () => {
		const screen = opened();
		screen.press(':');
		screen.type('get');
		const first = selected(screen.text());
		screen.press('down');
		screen.press('down');
		expect(selected(screen.text())).not.toBe(first);
		screen.press('pagedown');
		screen.press('pageup');
		screen.press('up');
		screen.press('up');
		screen.press('up');
		expect(selected(screen.text())).toBe(first);
		screen.type('_l');
		expect(selected(screen.text())).toBe('get_list');
	});

	test('runs an action as its key does', () => {
		const screen = opened();
		screen.press(':');
		screen.type('freeze');
		screen.press('enter');
		expect(screen.ui.get()).toMatchObject({sheet: undefined});
		expect(screen.text()).toContain('FROZEN');
		screen.press(':');
		screen.type('play or pause');
		screen.press('enter');
		expect(screen.ui.get().prompt?.kind).toBe('yes-no');
		expect(screen.sent).toEqual([]);
	});

	test('keeps an action that cannot run now, and says why', () => {
		const screen = opened();
		screen.press(':');
		screen.type('switch list');
		expect(screen.text()).toMatch(/switch list +not now: only in the view lists/);
		screen.press('enter');
		expect(screen.ui.get().sheet?.palette).toBeDefined();
		expect(screen.text()).toContain('switch list: not now, only in the view lists');
		screen.press('ctrl-u');
		screen.store.dispatch({type: 'lock', locked: true});
		screen.type('play or pause');
		expect(screen.text()).toContain('not now: the read-only lock is on');
	});

	test('says that nothing is called so', () => {
		const screen = opened();
		screen.press(':');
		screen.type('zebra');
		expect(screen.text()).toContain('Nothing is called like "zebra"');
		screen.press('enter');
		expect(screen.ui.get().sheet?.palette).toBeDefined();
	});

	test('is left by Esc, and keeps all letters for itself until then', () => {
		const screen = opened();
		screen.press(':');
		screen.type('q?:PS!1');
		expect(screen.ui.get()).toMatchObject({view: 'campaigns', help: false, prompt: undefined});
		expect(screen.ui.get().sheet?.palette?.query.value).toBe('q?:PS!1');
		screen.press('escape');
		expect(screen.ui.get().sheet).toBeUndefined();
		expect(screen.quits).toBe(0);
	});

	test('takes what was typed before the catalogue was there: nothing is lost', async () => {
		const screen = makeScreen();
		fill(screen.store);
		for (const key of [':', ...'dash', 'enter']) {
			screen.press(key, {alone: false});
		}
		await expect.poll(() => screen.ui.get().sheet?.form?.operation).toBe('get_dashboard_stats');
	});

	test('opens over the help, and is not in the way of a question', async () => {
		const screen = opened();
		screen.press('?');
		screen.press(':');
		expect(screen.ui.get().help).toBe(false);
		expect(screen.text()).toContain('What to do');
		screen.type('add_dnc');
		screen.press('enter');
		screen.type('2125550101');
		screen.press('ctrl-s');
		await settled();
		screen.press('n');
		screen.press('backspace');
		expect(screen.text()).toMatch(/>phone number +212555010 /);
	});

	test('in ASCII every row is ASCII, and so is the line that is edited', () => {
		const screen = opened();
		screen.openForm('add_user');
		screen.type('ann');
		expect(screen.frame({...plainLook, ascii: true}).rows.join('')).toMatch(/^[\x20-\x7e]*$/);
	});
});
