/** What is cut where the width lacks: the widest text, never the name of the campaign. */
import {expect, test} from 'vitest';
import {pauseOf} from '../model/make.ts';
import {fill, makeScreen, moment} from './make.ts';

const name = 'Second placement of renewals, east';

const opened = (columns: number, rows: number) => {
	const screen = makeScreen(columns, rows);
	fill(screen.store, [{id: '1003', name, status: 'PLAY'}]);
	const reason = 'the service refused it since another operator is changing this campaign at the same time';
	screen.store.dispatch({type: 'command-asked', command: {...pauseOf('1003', name), id: 1}, now: moment(2000)});
	screen.store.dispatch({type: 'command-ended', id: 1, ending: {kind: 'refused', reason}, now: moment(2010)});
	screen.store.dispatch({type: 'tick', now: moment(60_000)});
	return screen;
};

test.for([
	[80, 24],
	[100, 30],
	[120, 40],
])('the log has the whole name of a campaign at %ix%i', ([columns = 0, rows = 0]) => {
	const screen = opened(columns, rows);
	screen.press('8');
	const row = screen.frame().rows.find(one => one.includes('REFUSED'));
	expect(row).toContain(`pause      ${name} `);
	screen.press('enter');
	const why = screen.ui.get().detail?.rows.find(([field]) => field === 'why');
	expect(why?.[1]).toContain('another operator is changing this campaign');
});

test('the strip of a large screen has the name, and an ellipsis where the sentence is cut', () => {
	const screen = opened(160, 50);
	const strip = screen.frame().rows.find(row => row.includes('Pause 1003 refused') && !row.startsWith('╰'));
	expect(strip).toContain(`${name.slice(0, 23)}… Pause 1003 refused: `);
	expect(strip).toMatch(/…│$/);
});
