/** Ids: never cut while a name is there to be cut; where one must be, its end is kept. */
import {describe, expect, test} from 'vitest';
import {viewNames} from '../../source/present/actions.ts';
import {textColumn} from '../../source/present/columns.ts';
import {fitColumns} from '../../source/present/fit-table.ts';
import {cutStart, width, withId, wrap} from '../../source/present/format.ts';
import {type Column, rowSpans} from '../../source/present/grid.ts';
import {textOf} from '../../source/present/spans.ts';
import {fillAll} from './fill.ts';
import {fill, makeScreen, moment} from './make.ts';

const name = 'Auto Loans West, second notice, evening shift of the spring';

/** Three of everything, alike but for the end of their ids. */
const alike = (ids: readonly string[]) => ids.map(id => ({id, name, status: 'PLAY'}));

const sizes = [60, 70, 80, 100, 120, 160, 200, 240].map(columns => [columns, 40] as const);

const screenOf = (columns: number, rows: number, ids: readonly string[]) => {
	const screen = makeScreen(columns, rows);
	const none = {extra: {}, unreadable: []};
	fillAll(screen);
	fill(screen.store, alike(ids), 80_000);
	const span = {sentAt: moment(80_000), receivedAt: moment(80_010)};
	screen.store.dispatch({
		type: 'lists-polled',
		campaignId: ids[0],
		span,
		records: ids.map(id => ({id: `9${id}`, name, status: 'Y', campaignId: id, ...none})),
	});
	const entries = ids.map(id => ({uniqueId: id, date: '2026-11-21 14:00', status: 'DROP', campaignId: id, ...none}));
	screen.store.dispatch({type: 'search-asked', question: {query: 'x'}, now: moment(80_000)});
	screen.store.dispatch({
		type: 'search-answered',
		askedAt: moment(80_000),
		result: {entries, footer: ''},
		now: moment(80_010),
	});
	ids.forEach((id, index) => {
		screen.store.dispatch({
			type: 'command-asked',
			command: {
				id: 900 + index,
				operation: 'update_campaign',
				params: {},
				target: {service: '', kind: 'campaign', id, name},
				doing: 'setting',
				verb: 'set the level of',
				expected: undefined,
				before: undefined,
			},
			now: moment(80_010),
		});
		screen.store.dispatch({type: 'command-ended', id: 900 + index, ending: {kind: 'done'}, now: moment(80_020)});
	});
	screen.store.dispatch({type: 'tick', now: moment(200_000)});
	return screen;
};

/** Beginnings of ids that stand before an ellipsis. */
const beheaded = (text: string, ids: readonly string[]): string[] =>
	ids.flatMap(id =>
		[id, `9${id}`].flatMap(one =>
			Array.from({length: one.length - 2}, (_, index) => `${one.slice(0, index + 3)}…`).filter(part =>
				text.includes(part),
			),
		),
	);

describe.each([
	['six digits', ['100011', '100012', '100013']],
	['sixteen digits', ['9007199254740991', '9007199254740992', '9007199254740993']],
	['a UUID', [1, 2, 3].map(end => `123e4567-e89b-42d3-a456-42661417400${end}`)],
])('ids of %s', (_what, ids) => {
	test.each(sizes)('at %ix%i: each view tells them apart', (columns, rows) => {
		const screen = screenOf(columns, rows, ids);
		for (const view of viewNames) {
			screen.press(String(viewNames.indexOf(view) + 1));
			const text = screen.text();
			expect(beheaded(text, ids), view).toEqual([]);
			const shown = {
				campaigns: ids,
				lists: ids.map(id => `9${id}`),
				log: ids,
				settings: ids.slice(0, 1),
				campaign: ids.slice(0, 1),
			}[view as string];
			for (const id of shown ?? []) {
				// No name is left in the log's column where an id as wide as that is cut.
				expect(text, view).toContain(view === 'log' ? id.slice(-16) : id);
			}
		}
	});
});

test('an id wider than the screen keeps its end', () => {
	const ids = [1, 2, 3].map(end => `${'1'.repeat(70)}${end}`);
	const text = screenOf(60, 24, ids).text();
	for (const id of ids) {
		expect(text).toMatch(new RegExp(`…1+${id.slice(-3)}`));
	}
	expect(beheaded(text, ids)).toEqual([]);
});

test('the board gives up names before figures, and figures before ids', () => {
	const titles = (ids: readonly string[]): string =>
		screenOf(80, 40, ids)
			.text()
			.split('\n')
			.find(line => line.includes('campaign')) ?? '';
	expect(titles(['100011'])).toMatch(/ ready on call waiting /);
	expect(titles(['9007199254740991'])).toMatch(/ ready on call waiting /);
	expect(titles(['123e4567-e89b-42d3-a456-426614174001'])).not.toContain('drop');
});

test('what is under way on a row leaves its id there, wherever the configuration puts that', () => {
	const columns = ['id', 'name', 'status'].map(
		(id): Column<string> => ({
			...textColumn(id, id, 12, row => `${row}-${id}`),
			isId: id === 'id',
		}),
	);
	const draw = (some: readonly Column<string>[]): string => {
		const overlay = {state: 'PLAY → pausing…', name: 'Spring', role: 'pending'} as const;
		return textOf(rowSpans(fitColumns(some, 40, ['1']), '1', false, overlay));
	};
	expect(draw(columns)).toMatch(/^1-id {9}PLAY → pausing… Spring +$/);
	expect(draw(columns.slice(0, 1))).toMatch(/^1-id +$/);
	expect(draw(columns.slice(0, 2).toReversed())).toMatch(/^PLAY → paus… 1-id +$/);
});

test('a pane names its campaign with its id, and where it must cut anything it is the name', () => {
	const screen = makeScreen(70, 24);
	fill(screen.store);
	screen.settle();
	expect(screen.text()).toMatch(/─ Pace ─+ Spring Collections \(1003\) ─╮/);
	fill(screen.store, alike(['100011']), 2000);
	expect(screen.text()).toMatch(/─ Pace ─+ Auto Loans West, second notice, evening shift o… \(100011\) ─╮/);
});

test('what is cut at its start', () => {
	expect(cutStart('100012', 4)).toBe('…012');
	expect(cutStart('100012', 6)).toBe('100012');
	expect(cutStart('春の更新', 5)).toBe('…更新');
	expect(cutStart('100012', 0)).toBe('');
	expect(withId('Spring', '100012', 6)).toBe('Spring');
	expect(withId('Spring Collections', '100012', 12)).toBe('Spri… 100012');
	expect(withId('Spring Collections', '100012', 5)).toBe('…0012');
	for (let cells = 1; cells < 30; cells++) {
		expect(width(withId('春の更新キャンペーン', '100012', cells))).toBeLessThanOrEqual(cells);
	}
});

test('a word that is wider than the screen is broken, not cut: a question is read whole', () => {
	expect(wrap('Pause "x" (100000000012)?', 10)).toEqual(['Pause "x"', '(100000000', '012)?']);
	expect(wrap('春の更新キャンペーン', 5)).toEqual(['春の', '更新', 'キャ', 'ンペ', 'ーン']);
});
