/** Which columns fit into a width, and how wide they are. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {campaignRows} from '../../source/model/select.ts';
import {boardColumns} from '../../source/present/board-columns.ts';
import {listColumns, textColumn} from '../../source/present/columns.ts';
import {fitColumns, fitTable, needsOf} from '../../source/present/fit-table.ts';
import {width as cells} from '../../source/present/format.ts';
import {type Column, rowSpans, titleSpans} from '../../source/present/grid.ts';
import {textOf} from '../../source/present/spans.ts';
import {accountColumns} from '../../source/screen/views/accounts/rows.ts';
import {after, campaign, campaignsPolled, dashboardPolled, fresh} from '../model/make.ts';

const state = (names: readonly string[]) =>
	after(
		fresh(),
		campaignsPolled(
			1,
			names.map((name, index) => campaign(String(1001 + index), {name})),
		),
		...names.map((_, index) => dashboardPolled(2, String(1001 + index), {ready: 3, dropRate: 2, dropLimit: 3})),
	);

const boardOf = (names: readonly string[]) => {
	const now = state(names);
	return {columns: boardColumns(now, 2000).filter(({kind}) => kind !== 'order'), rows: campaignRows(now)};
};

const widths = fc.integer({min: 60, max: 220});
const someNames = fc.array(
	fc.oneof(fc.string({minLength: 1, maxLength: 60}), fc.constantFrom('Spring', '春の更新キャンペーン', 'a'.repeat(46))),
	{minLength: 1, maxLength: 12},
);
const offsets = fc.integer({min: 0, max: 30});

const usedBy = <R>(columns: readonly Column<R>[]): number =>
	columns.reduce((sum, {width}) => sum + width, Math.max(0, columns.length - 1));

test('the board never overflows, and keeps what says which row is which, wherever it is scrolled to', () => {
	fc.assert(
		fc.property(widths, someNames, offsets, (width, names, from) => {
			const {columns, rows} = boardOf(names);
			const fitted = fitTable(columns, width, rows, from);
			expect(usedBy(fitted.columns)).toBeLessThanOrEqual(width);
			expect(fitted.columns.slice(0, 2).map(({id}) => id)).toEqual(['state', 'name']);
			expect(fitted.left + fitted.right + fitted.columns.length).toBe(columns.length);
			expect(fitted.left).toBe(Math.min(from, fitted.end));
			for (const row of rows) {
				expect(cells(textOf(rowSpans(fitted.columns, row, false)))).toBe(usedBy(fitted.columns));
			}
		}),
	);
});

test('more width never loses a column, and from the end on nothing is left to scroll to', () => {
	fc.assert(
		fc.property(widths, someNames, offsets, (width, names, from) => {
			const {columns, rows} = boardOf(names);
			const ids = (cells: number) => fitColumns(columns, cells, rows).map(({id}) => id);
			expect(ids(width + 1).slice(0, ids(width).length)).toEqual(ids(width));
			const {end} = fitTable(columns, width, rows, from);
			expect(fitTable(columns, width, rows, end).right).toBe(0);
			expect(end === 0 || fitTable(columns, width, rows, end - 1).right > 0).toBe(true);
		}),
	);
});

test('no name is cut while cells are free, nor for the sake of a column of less importance', () => {
	fc.assert(
		fc.property(widths, someNames, offsets, (width, names, from) => {
			const {columns, rows} = boardOf(names);
			const {columns: shown} = fitTable(columns, width, rows, from);
			const name = shown[1];
			const need = Math.max(...rows.map(row => cells(row.campaign.name)));
			if (name && name.width < need) {
				expect(usedBy(shown)).toBe(width);
				// A name of 46 cells and more is as long as two.
				expect(shown.slice(2).some(({isLater}) => isLater) && name.width < 46).toBe(false);
			}
		}),
	);
});

test('widths follow what was shown, and never shrink again', () => {
	fc.assert(
		fc.property(widths, someNames, someNames, (width, names, others) => {
			const first = boardOf(names);
			const second = boardOf(others);
			const seen = needsOf(first.columns, first.rows);
			const needs = needsOf(second.columns, second.rows, seen);
			expect(needsOf(first.columns, first.rows, needs)).toBe(needs);
			const shape = (rows: typeof first.rows) =>
				fitColumns(first.columns, width, rows, 0, needs).map(({id, width: wide}) => [id, wide]);
			expect(shape(first.rows)).toEqual(shape(second.rows));
		}),
	);
});

test('figures that change move no column', () => {
	const {columns, rows} = boardOf(['Spring Collections', 'Auto Loans']);
	const grown = after(
		state(['Spring Collections', 'Auto Loans']),
		dashboardPolled(3, '1001', {
			ready: 12_000,
			remainingLeads: 9_000_000,
			dropRate: 100,
			waiting: 4000,
			sales: 123_456,
		}),
	);
	for (let width = 60; width <= 220; width++) {
		const shape = (some: readonly (typeof rows)[number][]) =>
			fitColumns(columns, width, some).map(({id, width: wide}) => [id, wide]);
		expect(shape(campaignRows(grown))).toEqual(shape(rows));
	}
});

test('which columns each width shows', () => {
	const {columns, rows} = boardOf(['Payment Reminders by Text', 'Spring Collections']);
	const shown = (width: number) => fitColumns(columns, width - 2, rows).map(({id}) => id);
	expect(shown(60)).toEqual(['state', 'name', 'ready', 'onCall', 'waiting', 'drop']);
	expect(shown(80)).toEqual(['state', 'name', 'ready', 'onCall', 'waiting', 'drop', 'timeLeft']);
	expect(shown(120).slice(7)).toEqual(['remaining', 'level', 'ringing', 'wrapUp', 'paused']);
	expect(shown(160).slice(12)).toEqual(['method', 'id', 'done', 'sales', 'salesPerHour']);
	expect(shown(200).slice(17)).toEqual(['dropChange', 'recentDrop', 'liveAnswer']);
});

test('names are followed by their ids where they leave room, and those of one name always, until a column of ids says them', () => {
	const texts = (width: number, names: readonly string[]): string[] => {
		const {columns, rows} = boardOf(names);
		const fitted = fitColumns(columns, width, rows);
		return [titleSpans(fitted, undefined), ...rows.map(row => rowSpans(fitted, row, false))].map(spans =>
			textOf(spans)
				.slice(0, 8 + (fitted[1]?.width ?? 0))
				.trimEnd(),
		);
	};
	expect(texts(78, ['Auto Loans', 'Auto Loans', 'Payment Reminders by Text'])).toEqual([
		'state   campaign               id',
		'PLAY    Auto Loans           1001',
		'PLAY    Auto Loans           1002',
		'PLAY    Payment Reminders by Text',
	]);
	expect(texts(58, ['Auto Loans', 'Spring Collections'])).toEqual([
		'state   campaign     id',
		'PLAY    Auto Loans 1001',
		'PLAY    Spring Co… 1002',
	]);
	expect(texts(158, ['Auto Loans', 'Auto Loans', 'Spring'])).toEqual([
		'state   campaign',
		'PLAY    Auto Loans',
		'PLAY    Auto Loans',
		'PLAY    Spring',
	]);
});

test('other tables show what they did, and scroll what does not fit; what was scrolled to is shown, be it cut', () => {
	const lists = [{list: {id: '2001', name: 'First list'}, command: undefined}] as never[];
	const shown = (width: number, from: number) => fitColumns(listColumns, width, lists, from).map(({id}) => id);
	expect(shown(78, 0)).toEqual(['status', 'name', 'id', 'remaining', 'done', 'total', 'new', 'called']);
	expect(shown(78, 4)).toEqual(['status', 'name', 'id', 'called', 'campaign']);
	const accounts = fitTable(
		accountColumns((_, value) => value),
		58,
		[],
		99,
	);
	expect(accounts.columns.map(({id}) => id)).toEqual(['id', 'name', 'company']);
	const wide: Column<string>[] = [
		{...textColumn<string>('one', 'one', 10, row => row), stays: true},
		textColumn('two', 'two', 10, row => row),
		textColumn('three', 'three', 40, row => row),
	];
	expect(fitColumns(wide, 30, ['x'], 1).map(({id, width}) => [id, width])).toEqual([
		['one', 10],
		['three', 19],
	]);
});
