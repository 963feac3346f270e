import {parse} from 'csv-parse/sync';
import {expect, test, vi} from 'vitest';
import type {Out} from '../../source/cli/out.ts';
import {type Column, type Format, formatOf, fromGrid, printRows} from '../../source/cli/table.ts';
import {type ListRow, listColumns} from '../../source/present/columns.ts';
import {width} from '../../source/present/format.ts';
import type {Column as GridColumn} from '../../source/present/grid.ts';

type Campaign = {id: number; name: string; drops: number | undefined; isLive: boolean};

const columns: readonly Column<Campaign>[] = [
	{name: 'campaign_id', title: 'ID', align: 'right', of: ({id}) => id},
	{name: 'name', title: 'CAMPAIGN', of: ({name}) => name},
	{
		name: 'drops',
		title: 'DROPS',
		align: 'right',
		of: ({drops}) => drops,
		text: ({drops}) => (drops === undefined ? '' : `${drops}%`),
	},
	{name: 'is_live', of: ({isLive}) => isLive, isHidden: true},
	{name: 'note', of: ({isLive}) => (isLive ? 'live' : null)},
];

const rows: readonly Campaign[] = [
	{id: 7, name: 'Frühling 春の更新', drops: 2.5, isLive: true},
	{id: 1204, name: '=SUM(A1), "so"', drops: undefined, isLive: false},
	{id: 12, name: '📞 calls', drops: 0, isLive: true},
];

const printed = (format: Format, some = rows): string => {
	const texts: string[] = [];
	const out: Out = {
		write: text => texts.push(text),
		writeEach: async () => undefined,
		isTerminal: false,
		pending: () => 0,
		columns: undefined,
		isClosed: () => false,
		closed: new Promise(() => undefined),
		ifLost: () => undefined,
	};
	printRows(out, {format, columns, rows: some});
	return texts.join('');
};

test('a table lines up in cells of the terminal, whatever is in it', () => {
	const lines = printed('table').trimEnd().split('\n');
	expect(lines).toHaveLength(4);
	const [head = '', ...body] = lines;
	expect(head).toMatch(/^ +ID {2}CAMPAIGN +DROPS {2}note$/);
	const before = (line: string, mark: string): number => width(line.slice(0, line.lastIndexOf(mark)));
	const notes = before(head, 'note');
	expect(body.map((line, index) => before(line, ['live', '—', 'live'][index] ?? ''))).toEqual([notes, notes, notes]);
	// Nothing is not nought, and what only programs get is not there.
	expect(body[1]).toMatch(/ {2}— {2}—$/);
	expect(body[2]).toMatch(/ 0% {2}live$/);
	expect(head).not.toContain('is_live');
	expect(lines.every(line => line === line.trimEnd())).toBe(true);
});

test('JSON has every column of every row, null where there is nothing', () => {
	expect(JSON.parse(printed('json'))).toEqual([
		{campaign_id: 7, name: 'Frühling 春の更新', drops: 2.5, is_live: true, note: 'live'},
		{campaign_id: 1204, name: '=SUM(A1), "so"', drops: null, is_live: false, note: null},
		{campaign_id: 12, name: '📞 calls', drops: 0, is_live: true, note: 'live'},
	]);
	expect(JSON.parse(printed('json', []))).toEqual([]);
});

test('CSV is read back as it was, but for what a spreadsheet would run', () => {
	expect(parse(printed('csv'))).toEqual([
		['campaign_id', 'name', 'drops', 'is_live', 'note'],
		['7', 'Frühling 春の更新', '2.5', 'true', 'live'],
		['1204', `'=SUM(A1), "so"`, '', 'false', ''],
		['12', '📞 calls', '0', 'true', 'live'],
	]);
	expect(printed('csv', [])).toBe('campaign_id,name,drops,is_live,note\r\n');
});

test('a table of nothing prints nothing', () => {
	expect(printed('table', [])).toBe('');
});

test('one format at a time', () => {
	expect(formatOf({json: false, csv: false})).toBe('table');
	expect(formatOf({json: true, csv: false})).toBe('json');
	expect(formatOf({json: false, csv: true})).toBe('csv');
	expect(() => formatOf({json: true, csv: true})).toThrow('--json and --csv exclude each other');
});

test("a column of the screen keeps its words, its role and its exports' bare value", () => {
	const grid: GridColumn<{rate: number}> = {
		id: 'dropRate',
		title: 'DROP',
		align: 'right',
		width: 6,
		cell: ({rate}) => ({text: `${rate}%`, role: 'ok'}),
		sort: ({rate}) => -rate,
		raw: {of: ({rate}) => rate / 100},
	};
	const column = fromGrid(grid);
	expect(column).toMatchObject({name: 'drop_rate', title: 'DROP', align: 'right'});
	expect([column.of({rate: 5}), column.text?.({rate: 5}), column.role?.({rate: 5})]).toEqual([0.05, '5%', 'ok']);
});

test('a terminal without room for all columns is told which are left out; a pipe gets all of them', () => {
	let [text, said] = ['', ''];
	const errors = vi.spyOn(process.stderr, 'write').mockImplementation(some => {
		said += some;
		return true;
	});
	const print = (room: number | undefined): string => {
		[text, said] = ['', ''];
		const out: Out = {
			write(some) {
				text += some;
			},
			writeEach: async () => undefined,
			isTerminal: room !== undefined,
			columns: room,
			pending: () => 0,
			isClosed: () => false,
			closed: new Promise(() => undefined),
			ifLost: () => undefined,
		};
		printRows(out, {format: 'table', columns, rows, fits: true, totals: [{name: '3 campaigns', drops: '2.5%'}]});
		return text;
	};
	const all = print(undefined);
	expect(said).toBe('');
	expect(all.trimEnd().split('\n').at(-1)).toMatch(/^ +3 campaigns +2\.5%$/);
	const widest = Math.max(...all.split('\n').map(line => width(line)));
	expect(print(widest)).toBe(all);
	const narrow = print(widest - 1);
	expect(narrow.split('\n')[0]).toMatch(/ID {2}CAMPAIGN +DROPS$/);
	expect(said).toBe('dialtop: no room for note: a wider terminal shows them, as do --csv and --json\n');
	expect(print(1).split('\n')[0]).toMatch(/^ *ID$/);
	errors.mockRestore();
});

/** What a terminal of so many cells shows of a table. */
const onTerminal = <R>(room: number, columns: readonly Column<R>[], rows: readonly R[]): string => {
	let text = '';
	const out: Out = {
		write(some) {
			text += some;
		},
		writeEach: async () => undefined,
		isTerminal: true,
		columns: room,
		pending: () => 0,
		isClosed: () => false,
		closed: new Promise(() => undefined),
		ifLost: () => undefined,
	};
	printRows(out, {format: 'table', columns, rows, fits: true});
	return text;
};

test('a name is cut before an id is, and an id that must be keeps its end', () => {
	const named: readonly Column<string>[] = [
		{name: 'name', of: () => 'Auto Loans West, second notice', layout: {grows: true, width: 20}},
		{name: 'id', of: one => one, layout: {isId: true, width: 6}},
	];
	const print = (room: number, id: string): string => onTerminal(room, named, [`${id}1`, `${id}2`]);
	expect(print(80, '10001')).toContain('Auto Loans West, second notice  100011\n');
	expect(print(30, '10001')).toBe(
		`${'name'.padEnd(24)}id\nAuto Loans West, seco…  100011\nAuto Loans West, seco…  100012\n`,
	);
	expect(print(30, '1'.repeat(40))).toBe(
		`name      id\nAuto Lo…  …${'1'.repeat(18)}1\nAuto Lo…  …${'1'.repeat(18)}2\n`,
	);
});

test('a terminal lays columns out as the screen does, but no wider than their texts', () => {
	const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	const list = (id: string, name: string): ListRow =>
		({list: {id, name, status: 'Y', remainingLeads: 21_616, campaignName: 'Spring', campaignId: '14'}}) as ListRow;
	const rows = [list('50023', 'Auto loans, second notice, western region and islands'), list('50022', 'Returned mail')];
	const printed = listColumns.map(fromGrid);
	const natural = onTerminal(1000, printed, rows);
	for (let room = 30; room <= 220; room++) {
		const lines = onTerminal(room, printed, rows).trimEnd().split('\n');
		const widest = Math.max(...lines.map(line => width(line)));
		expect(widest, `${room} cells`).toBeLessThanOrEqual(room);
		const isCut = lines.some(line => line.includes('…'));
		// Only a full line is a reason to cut a name.
		expect(isCut && widest < room, `${room} cells: ${lines[1]}`).toBe(false);
		expect(lines[1], `${room} cells`).toContain(' 50023');
	}
	expect(natural).toContain('western region and islands  50023     21,616');
	errors.mockRestore();
});

test('a name is cut so that a column that is required fits', () => {
	const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	const board: readonly Column<string>[] = [
		{name: 'campaign', of: one => one, layout: {grows: true, stays: true, width: 22}},
		{name: 'ready', of: () => 12, align: 'right'},
		{name: 'drop', of: () => '2.78%/3.0', align: 'right', layout: {isRequired: true}},
		{name: 'left', of: () => '16h 41m', align: 'right'},
	];
	expect(onTerminal(36, board, ['Auto Loans West, second notice'])).toBe(
		'campaign            ready       drop\nAuto Loans West, …     12  2.78%/3.0\n',
	);
	errors.mockRestore();
});
