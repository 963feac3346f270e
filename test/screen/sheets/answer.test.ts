import {describe, expect, test} from 'vitest';
import {cellText, documentBytes, jsonText} from '../../../source/present/answer-cell.ts';
import {columnsFrom, countOf, mostScrolled, partsOf} from '../../../source/present/answer-parts.ts';
import {jsonLines, root, unfoldedAtFirst} from '../../../source/screen/state/json.ts';
import {opened, settled} from './open.ts';

const open = (_kind: string, value: string): string => value;

/** A screen with this answer to get_list. */
const answered = async (answer: Record<string, unknown>, columns = 120, rows = 40) => {
	const screen = opened(columns, rows);
	screen.answers.push(answer);
	screen.openForm('get_list');
	screen.press('enter');
	await settled();
	return {...screen, answer: () => screen.ui.get().sheet?.answer};
};

const records = (count: number) =>
	Array.from({length: count}, (_, index) => ({
		id: index + 1,
		name: `Name ${index + 1}`,
		address: `${index} Long Street in a Town of Many Letters`,
		city: 'Springfield of the Western Counties',
		status: 'Y',
		comment: 'nothing to say of it but that it is long',
	}));

describe('the parts of an answer', () => {
	const names = (answer: Record<string, unknown>) =>
		partsOf(answer, 'get_list').map(part => [part.kind, part.name, countOf(part)]);

	test('records wherever they are, single fields and what is nested, each by its name', () => {
		expect(
			names({minutes: '12', days: [{a: 1}, {a: 2}], plan: {total: '1.00'}, one: [{b: 1}], ids: [1, 2], none: []}),
		).toEqual([
			['fields', 'get_list', undefined],
			['records', 'days', 2],
			['fields', 'plan', undefined],
			['fields', 'one', undefined],
			['records', 'ids', 2],
			['records', 'none', 0],
		]);
		expect(names({days: [{a: 1}, {a: 2}]})).toEqual([['records', 'days', 2]]);
		expect(names({})).toEqual([['fields', 'get_list', undefined]]);
	});

	test('an object of objects is a list by its keys', () => {
		const [part] = partsOf({lists: {a: {x: 1}, b: {x: 2}}}, 'get_list');
		expect(part).toMatchObject({
			kind: 'records',
			records: [
				{key: 'a', x: 1},
				{key: 'b', x: 2},
			],
		});
	});

	test('columns are as wide as what stands in them, within bounds, figures to the right', () => {
		const [part] = partsOf(
			{
				rows: [
					{n: '1', long: 'x y '.repeat(100)},
					{n: '200', late: null},
				],
			},
			'get_list',
		);
		expect(part?.kind === 'records' && part.columns).toEqual([
			{name: 'n', width: 3, align: 'right'},
			{name: 'long', width: 32, align: 'left'},
			{name: 'late', width: 4, align: 'right'},
		]);
	});

	test('a table is scrolled sideways until its last columns have room', () => {
		const columns = (...widths: number[]) => widths.map(width => ({name: `${width}`, width, align: 'left' as const}));
		expect(mostScrolled(columns(10, 10, 10), 32)).toBe(0);
		expect(mostScrolled(columns(10, 10, 10), 31)).toBe(1);
		expect(mostScrolled(columns(10, 10, 10), 5)).toBe(1);
		expect(mostScrolled(columns(30, 10, 10), 21)).toBe(1);
		expect(columnsFrom(columns(10, 11, 12, 13), 2).map(({name}) => name)).toEqual(['10', '13']);
		expect(columnsFrom(columns(30, 11, 12, 13), 2).map(({name}) => name)).toEqual(['12', '13']);
	});
});

describe('a cell', () => {
	test('says how much base64 it holds instead of showing it', () => {
		const text = Buffer.alloc(12_345, 1).toString('base64');
		expect(documentBytes(text)).toBe(12_345);
		expect(cellText(text, 'document', open)).toBe('12,345 bytes of base64');
		expect(jsonText({pdf: text}, '', open, 100)).toBe('{"pdf": 12,345 bytes of base64}');
		expect(documentBytes('abcd')).toBeUndefined();
		expect(documentBytes('x y'.repeat(200))).toBeUndefined();
	});

	test('shows what is missing as such, and what is nested as JSON as far as it goes', () => {
		expect([null, undefined, '', 0, false].map(value => cellText(value, 'x', open))).toEqual([
			'—',
			'—',
			'',
			'0',
			'false',
		]);
		expect(cellText([{a: 1}, 'b', []], 'x', open)).toBe('[{"a": 1}, "b", []]');
		expect(cellText({deep: Array.from({length: 1000}, () => 'word')}, 'x', open).length).toBeLessThan(500);
		expect(cellText('x y '.repeat(1_000_000), 'x', open).length).toBeLessThan(1100);
	});
});

describe('JSON', () => {
	const value = {a: 1, list: [{b: 2}, {b: 3}], empty: {}};

	test('is folded but for what is unfolded', () => {
		expect(jsonLines(value, new Set()).map(({kind}) => kind)).toEqual(['folded']);
		expect(jsonLines(value, new Set([root])).map(({kind, key}) => [kind, key])).toEqual([
			['open', undefined],
			['scalar', 'a'],
			['folded', 'list'],
			['scalar', 'empty'],
			['close', undefined],
		]);
	});

	test('unfolds at first as much as fits on a screen or two', () => {
		expect(jsonLines(value, unfoldedAtFirst(value)).some(({kind}) => kind === 'folded')).toBe(false);
		expect(unfoldedAtFirst({rows: records(5000)})).toEqual(new Set([root]));
	});
});

describe('an answer on screen', () => {
	test('one record as a table of fields', async () => {
		const {text, press, ui} = await answered({list: {list_id: '2001', status: 'Y'}});
		expect(text()).toMatch(/│ list_id │ 2001 +│/);
		expect(text()).toMatch(/│ status +│ Y +│/);
		expect(text()).toContain('get_list list_id=2001');
		press('escape');
		expect(ui.get().sheet).toMatchObject({answer: undefined, form: {operation: 'get_list'}});
	});

	test('many fields as lines that scroll, a long value over several of them', async () => {
		const fields = Object.fromEntries(Array.from({length: 60}, (_, index) => [`field_${index}`, `value ${index}`]));
		const {text, press} = await answered({record: {...fields, words: 'many words '.repeat(40)}}, 80, 24);
		expect(text()).not.toContain('┼');
		expect(text()).toContain('field_19');
		expect(text()).toMatch(/lines 1-20 of 67/);
		press('end');
		expect(text()).toContain('field_20');
	});

	test('records as a grid: rows, columns, one of them whole', async () => {
		const {text, press, answer} = await answered({lists: records(30)}, 80, 24);
		expect(text()).toMatch(/row 1 of 30, up to column 4 of 6 ← →/);
		press('down');
		press('right');
		press('right');
		expect(answer()).toMatchObject({selected: 1, left: 2});
		for (let step = 0; step < 20; step++) {
			press('right');
		}
		expect(answer()?.left).toBe(2);
		expect(text()).toMatch(/│id city +status comment/);
		expect(text()).toContain('up to column 6 of 6');
		expect(text()).toContain('comment');
		press('enter');
		expect(text()).toContain('row 2 of 30');
		expect(text()).toMatch(/│ address +│ 1 Long Street in a Town of Many Letters/);
		press('q');
		expect(answer()).toMatchObject({record: undefined, selected: 1});
		press('G');
		expect(answer()?.selected).toBe(29);
	});

	test('parts are passed through by Tab', async () => {
		const {text, press, answer} = await answered({count: 2, lists: records(2), other: [1, 2, 3]});
		expect(text()).toContain('[get_list] lists (2)  other (3)');
		press('tab');
		expect(text()).toContain(' get_list [lists (2)] other (3)');
		press('shift-tab');
		press('shift-tab');
		expect(answer()?.part).toBe(2);
	});

	test('t shows it as JSON, which folds and unfolds', async () => {
		const {text, press, answer} = await answered({lists: records(100), more: {a: 'b'}});
		press('t');
		expect(text()).toMatch(/\+ {3}"lists": \[\{"id": 1, "name": "Name 1".* 100 items/);
		press('down');
		press('enter');
		expect(text()).toMatch(/- {3}"lists": \[/);
		press('down');
		press('right');
		expect(text()).toContain('"id": 1,');
		press('left');
		press('left');
		expect(text()).toMatch(/\+ {3}"lists"/);
		press('space');
		expect(answer()?.json.unfolded.has(`${root}/lists`)).toBe(true);
		press('space');
		press('t');
		expect(answer()?.mode).toBe('table');
	});

	test('masking hides people in tables and in JSON', async () => {
		const {text, press} = await answered({account: {first_name: 'Hannelore', phone: '2125550101', city: 'Ulm'}});
		press('m');
		expect(text()).not.toMatch(/Hannelore|2125550101/);
		press('t');
		expect(text()).toContain('"city": "Ulm"');
		expect(text()).not.toMatch(/Hannelore|2125550101/);
	});

	test('masking hides who was asked for, in the title', async () => {
		const screen = opened();
		screen.answers.push({all_log_search: []});
		screen.openForm('search_lead');
		screen.fillIn({query: 'hannelore', name: 'Quigley', status: 'DROP'});
		screen.press('ctrl-s');
		await settled();
		expect(screen.text()).toContain('search_lead query=hannelore');
		screen.press('m');
		expect(screen.text()).toContain('search_lead query=h••• name=Q••• status=DROP');
		expect(screen.text()).not.toMatch(/hannelore|Quigley/);
	});

	test('the view below gets none of the keys', async () => {
		const {press, ui, sent} = await answered({lists: records(2)});
		for (const key of ['P', 'S', '1', '3', 'z', 'w', '/', 'p', '?', ':']) {
			press(key);
		}
		expect(ui.get()).toMatchObject({view: 'campaigns', prompt: undefined, frozen: undefined, help: false, wall: false});
		expect(sent).toEqual([]);
	});

	test('ten thousand records are drawn as quickly as a thousand', async () => {
		/** Milliseconds of processor time for a hundred frames, a key each: in JSON at its end, then in the table. */
		const costOf = async (count: number): Promise<number> => {
			const {press, frame, answer} = await answered({lists: records(count)});
			press('t');
			press('down');
			press('enter');
			press('G');
			expect(answer()?.json.lines).toHaveLength(count + 4);
			const began = process.cpuUsage();
			for (let step = 0; step < 50; step++) {
				press('up');
				frame();
			}
			press('t');
			for (let step = 0; step < 50; step++) {
				press('pagedown');
				frame();
			}
			const {user, system} = process.cpuUsage(began);
			return (user + system) / 1000;
		};
		await costOf(1000);
		// Of what is on screen alone: of all the records it would be ten times as much.
		expect(await costOf(10_000)).toBeLessThan(3 * (await costOf(1000)));
	});

	test('an answer that says yes and nothing else', async () => {
		const {text} = await answered({});
		expect(text()).toContain('The service reported success, and nothing else.');
	});
});
