/** How the screen says which service something is of, and how each is. */
import {afterEach, expect, test} from 'vitest';
import {clock, clockIn, inZone, showTimesIn} from '../../source/present/format.ts';
import {colourLook} from './make.ts';
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
