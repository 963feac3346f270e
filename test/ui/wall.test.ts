import {expect, test} from 'vitest';
import {width} from '../../source/look/format.ts';
import {textOf} from '../../source/look/spans.ts';
import {bigFigures, bigHeight} from '../../source/ui/parts/big.ts';
import {fill, makeScreen, moment} from './make.ts';

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
	expect(wall(60, 16).text()).toContain('ready 12  on call 120  waiting 3  dropped* 1.00%');
});

test('totals of old figures say how many are old', () => {
	const screen = wall(120, 40);
	screen.store.dispatch({type: 'tick', now: moment(60_000)});
	expect(screen.text()).toContain('3 of 3 old');
});

test('digits are of blocks, or of # where there is only ASCII; what is too long for them is told in small', () => {
	const figures = [
		{label: 'ready', value: '4', role: 'text'},
		{label: 'on call', value: '1,234,567', role: 'text'},
	] as const;
	const lines = bigFigures(figures, 40, bigHeight).map(spans => textOf(spans).trimEnd());
	expect(lines).toEqual([
		'            ready            on call',
		'              █ █',
		'              █ █',
		'              ███          1,234,567',
		'                █',
		'                █',
	]);
	const ascii = bigFigures(figures, 40, bigHeight, '#').map(textOf);
	expect(ascii.join('')).toMatch(/^[\x20-\x7e]*$/);
	expect(ascii[1]).toContain('# #');
});
