import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {width} from '../../source/present/format.ts';
import {textOf} from '../../source/present/spans.ts';
import {bigFigures, bigHeight} from '../../source/screen/views/board/wall.tsx';
import {colourLook, fill, makeScreen, moment} from './make.ts';

const wall = (columns: number, rows: number) => {
	const screen = makeScreen(columns, rows);
	fill(screen.store);
	screen.press('w');
	return screen;
};

test('the wall shows the board alone, with one hint, and w or Esc leaves it', () => {
	const screen = wall(120, 40);
	expect(screen.text()).not.toContain('─ Pace ─');
	expect(screen.frame().rows.at(-1)?.trim()).toBe('w leave the wall');
	screen.press('w');
	expect(screen.text()).toContain('─ Pace ─');
	screen.press('3');
	screen.press('w');
	expect(screen.ui.get()).toMatchObject({view: 'campaigns', wall: true});
	screen.press('escape');
	expect(screen.ui.get().wall).toBe(false);
	screen.press('w');
	screen.press('q');
	expect([screen.ui.get().wall, screen.quits]).toEqual([false, 0]);
});

test('every size is filled, row by row', () => {
	for (const [columns, rows] of [
		[60, 16],
		[80, 24],
		[120, 40],
		[200, 60],
	] as const) {
		const frame = wall(columns, rows).frame().rows;
		expect(frame).toHaveLength(rows);
		expect(new Set(frame.map(row => width(row)))).toEqual(new Set([columns]));
	}
});

test('a small wall says its totals in a line', () => {
	expect(wall(60, 16).text()).toContain('ready 12  on call 120  waiting 3  drop Winte… 1001 2.00%');
});

test('totals of old figures say how many are old', () => {
	const screen = wall(120, 40);
	screen.store.dispatch({type: 'tick', now: moment(60_000)});
	expect(screen.text()).toContain('3 of 3 old, the oldest 59s');
});

test('totals are as old as the oldest row in them, on the wall and below the board', () => {
	const screen = wall(120, 40);
	const {dashboards} = screen.store.get();
	const fresh = {sentAt: moment(59_000), receivedAt: moment(59_100)};
	for (const [campaignId, {value: dashboard}] of [...dashboards].slice(1)) {
		if (dashboard) {
			screen.store.dispatch({type: 'dashboard-polled', campaignId, span: fresh, dashboard});
		}
	}
	screen.store.dispatch({type: 'tick', now: moment(60_000)});
	expect(screen.text()).toContain('1 of 3 old, the oldest 59s');
	const totalLine = () => screen.frame(colourLook).rows.find(row => row.includes('total')) ?? '';
	const stale = colourLook.paint('stale', 'total').slice(0, 4);
	expect(stripVTControlCharacters(totalLine())).toMatch(/total +59s old, 3 campaigns/);
	expect(totalLine()).toContain(stale);
	screen.press('w');
	expect(screen.text()).toMatch(/total +59s old, 3 campaigns/);
	for (const [campaignId, {value: dashboard}] of dashboards) {
		if (dashboard) {
			screen.store.dispatch({type: 'dashboard-polled', campaignId, span: fresh, dashboard});
		}
	}
	expect(screen.text()).toMatch(/total +3 campaigns {3}/);
	expect(totalLine()).not.toContain(stale);
});

test('digits are of blocks, or of # where there is only ASCII; what is too long for them is told in small', () => {
	const figures = [
		{label: 'ready', value: '4', role: 'text'},
		{label: 'on call', value: '1,234,567', role: 'text'},
	] as const;
	const lines = bigFigures(figures, 40, bigHeight).map(spans => textOf(spans).trimEnd());
	expect(lines).toEqual([
		'             ready            on call',
		'               █ █',
		'               █ █',
		'               ███          1,234,567',
		'                 █',
		'                 █',
	]);
	const ascii = bigFigures(figures, 40, bigHeight, '#').map(textOf);
	expect(ascii.join('')).toMatch(/^[\x20-\x7e]*$/);
	expect(ascii[1]).toContain('# #');
});

test.each([77, 80, 149, 200])('four digits are drawn large at %i columns', columns => {
	const figures = Array.from({length: 4}, () => ({label: 'on call', value: '9,999', role: 'text'}) as const);
	expect(bigFigures(figures, columns, bigHeight).map(textOf).join('')).not.toContain('9');
});

test('the worst drop rate names its campaign, unless nobody dropped a call', () => {
	const screen = wall(200, 60);
	expect(screen.text()).toMatch(/ drop Winter Offers/);
	expect(screen.text()).toMatch(/total.* 2\.00% 1001/);
	for (const [campaignId, {value: dashboard}] of screen.store.get().dashboards) {
		if (dashboard?.figures) {
			const span = {sentAt: moment(3000), receivedAt: moment(3100)};
			const figures = {...dashboard.figures, dropRate: 0};
			screen.store.dispatch({type: 'dashboard-polled', campaignId, span, dashboard: {...dashboard, figures}});
		}
	}
	screen.store.dispatch({type: 'tick', now: moment(3200)});
	expect(screen.text()).toMatch(/ drop {2}/);
	expect(screen.text()).toMatch(/total.* 0\.00% {2}/);
});

/** How a frame paints what follows its beginning. */
const isPainted = (row: string | undefined, role: 'agent.ready' | 'agent.idle', text: string): boolean =>
	row?.includes(colourLook.paint(role, text)) ?? false;

/** Tells of every campaign that agents wait, and few talk. */
const strand = (screen: ReturnType<typeof makeScreen>): void => {
	for (const [campaignId, {value: dashboard}] of screen.store.get().dashboards) {
		if (dashboard?.figures) {
			const span = {sentAt: moment(3000), receivedAt: moment(3100)};
			const figures = {...dashboard.figures, ready: 39, onCall: 5, wrapUp: 2};
			screen.store.dispatch({type: 'dashboard-polled', campaignId, span, dashboard: {...dashboard, figures}});
		}
	}
	screen.store.dispatch({type: 'tick', now: moment(3200)});
};

test('agents who are idle while calls should flow are no good news: on the wall, the board, its totals and in the panes', () => {
	const screen = wall(60, 16);
	const line = () => screen.frame(colourLook).rows.find(row => stripVTControlCharacters(row).includes('ready, idle'));
	expect(line()).toBeUndefined();
	strand(screen);
	expect(stripVTControlCharacters(line() ?? '')).toContain('! ready, idle 117  on call 15');
	expect(isPainted(line(), 'agent.idle', '117')).toBe(true);
	screen.press('w');
	screen.ui.dispatch({type: 'resized', columns: 120, rows: 40});
	const rows = screen.frame(colourLook).rows;
	const rowOf = (name: string) => rows.find(row => stripVTControlCharacters(row).includes(name));
	// Those that are paused or stopped wait for no call of theirs.
	expect(stripVTControlCharacters(rowOf('Autumn Renewals') ?? '')).toMatch(/ 39 +5 /);
	expect(rowOf('Autumn Renewals')).not.toContain(colourLook.paint('agent.ready', '39').slice(0, 5));
	expect(stripVTControlCharacters(rowOf('3 campaigns') ?? '')).toMatch(/!117 +15 /);
	expect(stripVTControlCharacters(rowOf('█ ready') ?? '')).toContain('█ ready !39');
	const bar = rows.find(row => stripVTControlCharacters(row).includes('█▓')) ?? '';
	expect(bar).not.toContain(colourLook.paint('agent.ready', '█').slice(0, 6));
	expect(bar).toContain(colourLook.paint('agent.idle', '█').slice(0, 8));
});
