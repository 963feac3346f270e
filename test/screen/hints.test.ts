import {expect, test} from 'vitest';
import type {Link} from '../../source/model/state.ts';
import {fillAll} from './fill.ts';
import {fill, makeScreen, moment} from './make.ts';

const hints = (columns: number, ...keys: string[]): string => {
	const screen = makeScreen(columns, 40);
	fill(screen.store);
	for (const key of keys) {
		screen.press(key);
	}
	return screen.frame().rows.at(-1)?.trimEnd() ?? '';
};

test('each view says first what matters in it, and where the others are', () => {
	expect(hints(80)).toMatch(/^Enter open {2}P play\/pause {2}S stop {2}\/ filter {2}1-9 views /);
	expect(hints(80, '3')).toMatch(/^Enter details {2}L list on\/off {2}o all\/one {2}1-9 views {2}q back/);
	expect(hints(80, '4')).toMatch(/^s search {2}f fields {2}1-9 views {2}q back {2}\/ filter/);
});

test.each(['2', '3', '4', '5', '6', '7', '8', '9'])('view %s tells at 80 columns how to leave it', key => {
	const screen = makeScreen(80, 24);
	fillAll(screen);
	screen.press(key);
	screen.ui.dispatch({type: 'close-prompt'});
	expect(screen.frame().rows.at(-1)).toMatch(/ {2}1-9 views {2}q back {2}/);
});

test('the palette and the help stand at the right end, whatever the width', () => {
	for (const columns of [60, 80, 120, 200]) {
		expect(hints(columns)).toMatch(/: palette {2}\? help$/);
		expect(hints(columns)).toHaveLength(columns);
	}
});

test('what does not fit is cut whole', () => {
	for (let columns = 60; columns < 200; columns += 7) {
		for (const piece of hints(columns).trim().split(/ {2,}/)) {
			expect(piece).toMatch(/^\S+( \S+)* \S+$/);
		}
	}
});

test('a pane that has the focus has its own hints first', () => {
	expect(hints(120, 'tab')).toMatch(/^z zoom {2}Tab pane {2}Esc back/);
});

test('help and details say how to leave them', () => {
	expect(hints(80, '?')).toMatch(/^\/ find .*Esc back .*\? close$/);
	expect(hints(80, '?')).not.toContain('stop');
});

test('while the service is left alone, the key that asks now stands first in every view', () => {
	const screen = makeScreen(80, 24);
	fill(screen.store);
	const link: Link = {kind: 'retrying', reason: 'a pause', advice: '', since: moment(0), nextAt: moment(253_500)};
	screen.store.dispatch({type: 'link', link, now: moment(1500)});
	for (const key of ['1', '2', '3', '4', '5', '6', '7', '8']) {
		screen.press(key);
		// The accounts ask for a company first.
		screen.ui.dispatch({type: 'close-prompt'});
		expect(screen.frame().rows.at(-1)).toMatch(/^Ctrl-R ask now {2}/);
	}
	expect(screen.frame().rows[0]).toMatch(/ retrying in 4m 13s {2}/);
});
