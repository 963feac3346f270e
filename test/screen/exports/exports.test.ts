/** What is shown is exported as it is shown: filtered, sorted, masked; into a new file, which is asked for. */
import {parse} from 'csv-parse/sync';
import {describe, expect, test} from 'vitest';
import {viewNames} from '../../../source/present/actions.ts';
import {fill, fillSettings, moment} from '../make.ts';
import {opened, settled} from '../sheets/open.ts';

type Screen = ReturnType<typeof opened>;

/** Exports by keys: the kind that stands so many below the first, under the name that is proposed. */
const exported = async (screen: Screen, below = 0): Promise<string> => {
	screen.press('e');
	for (let step = 0; step < below; step++) {
		screen.press('down');
	}
	screen.press('enter');
	screen.press('enter');
	await settled();
	return String(screen.saved.at(-1)?.content ?? '');
};

const records = (csv: string): Record<string, string>[] => parse(csv, {columns: true});

const found = (screen: Screen): void => {
	const askedAt = moment(2000);
	screen.store.dispatch({type: 'search-asked', question: {query: 'a'}, now: askedAt});
	const entry = {uniqueId: '1.2', fullName: 'Maria Lopez', phoneNumber: '2125550123', extra: {}, unreadable: []};
	screen.store.dispatch({type: 'search-answered', askedAt, result: {entries: [entry], footer: ''}, now: moment(2010)});
};

describe('a table', () => {
	test('has the rows as they are filtered and sorted, with bare values', async () => {
		const screen = opened();
		screen.ui.dispatch({type: 'filter', value: '!Winter'});
		screen.ui.dispatch({type: 'sort', sort: {column: 'name', reversed: false}});
		const rows = records(await exported(screen));
		expect(rows.map(({name}) => name)).toEqual(['Autumn Renewals', 'Spring Collections']);
		expect(rows[1]).toMatchObject({
			id: '1003',
			state: 'PLAY',
			level: '1.5',
			remaining: '55534',
			time_left: '31320',
		});
	});

	test('goes as JSON with numbers as numbers and nothing for what is missing', async () => {
		const screen = opened();
		screen.press('3');
		expect(JSON.parse(await exported(screen, 1))[0]).toMatchObject({
			status: 'Y',
			name: 'First list',
			id: '2001',
			remaining: 1204,
			total: null,
		});
	});

	test('of every view has as many values as titles', async () => {
		for (const view of viewNames) {
			const screen = opened();
			found(screen);
			fillSettings(screen.store, {autodiallevel: '2.0'});
			screen.ui.dispatch({type: 'view', view});
			screen.settle();
			screen.press('e');
			const {prompt, notice} = screen.ui.get();
			if (prompt?.kind === 'choose') {
				screen.press('escape');
				expect(() => parse(String(screen.saved.at(-1)?.content ?? ''))).not.toThrow();
				await expect(exported(screen), view).resolves.toMatch(/\r\n$/);
				expect(parse(String(screen.saved.at(-1)?.content)).length, view).toBeGreaterThan(1);
			} else {
				expect(notice?.text, view).toContain('there are no rows');
			}
		}
	});

	test('says how many texts a spreadsheet would run, and what is done about them', async () => {
		const screen = opened();
		screen.press('e');
		screen.press('enter');
		expect(screen.text()).not.toContain('apostrophe');
		screen.press('escape');
		fill(screen.store, [{id: '1003', name: '=HYPERLINK("x")', status: 'PLAY'}], 3000);
		screen.press('e');
		screen.press('enter');
		expect(screen.text()).toMatch(/1 text that a spreadsheet would run gets an\s+apostrophe\./);
		screen.press('enter');
		await settled();
		expect(String(screen.saved[0]?.content)).toContain(`"'=HYPERLINK(""x"")"`);
	});

	test('stays masked while people are masked, and says so', async () => {
		const screen = opened();
		found(screen);
		screen.press('4');
		expect(await exported(screen)).toContain('Maria Lopez');
		screen.press('m');
		screen.press('e');
		screen.press('enter');
		expect(screen.text()).toContain('Names and numbers of people stay masked.');
		screen.press('enter');
		await settled();
		expect(String(screen.saved.at(-1)?.content)).not.toMatch(/Maria|Lopez|2125550123/);
	});
});

describe('the file', () => {
	test('is named after the view and the time, and where it is is said', async () => {
		const screen = opened();
		await exported(screen);
		expect(screen.saved[0]?.path).toMatch(/^dialtop-campaigns-\d{8}-\d{6}\.csv$/);
		expect(screen.text()).toMatch(/Exported 3 campaigns to \/home\/ops\/dialtop-campaigns-/);
	});

	test('that is there is not written over: another name is asked for', async () => {
		const screen = opened();
		screen.saves.push({kind: 'taken', path: '/home/ops/a.csv', free: '/home/ops/a-2.csv'});
		await exported(screen);
		expect(screen.ui.get().prompt).toMatchObject({kind: 'ask', value: '/home/ops/a-2.csv'});
		expect(screen.text()).toContain('Nothing was written: /home/ops/a.csv is there already.');
		screen.press('enter');
		await settled();
		expect(screen.saved.at(-1)?.path).toBe('/home/ops/a-2.csv');
		expect(screen.ui.get().prompt).toBeUndefined();
	});

	test('that cannot be written says why, and is asked for again', async () => {
		const screen = opened();
		screen.saves.push({kind: 'failed', reason: '/x: the disk is full'});
		await exported(screen);
		expect(screen.text()).toContain('Nothing was written: /x: the disk is full.');
		screen.press('escape');
		expect(screen.saved).toHaveLength(1);
	});

	test('is not written before its name was taken', async () => {
		const screen = opened();
		screen.press('e');
		screen.press('enter');
		screen.press('escape');
		await settled();
		expect(screen.saved).toEqual([]);
	});

	test('has what was on screen when it was asked for', async () => {
		const screen = opened();
		screen.press('e');
		screen.ui.dispatch({type: 'filter', value: 'Winter'});
		screen.press('enter');
		screen.press('enter');
		await settled();
		expect(records(String(screen.saved[0]?.content))).toHaveLength(3);
	});
});

describe('an answer', () => {
	const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(300, 65)]);

	const answered = async (answer: Readonly<Record<string, unknown>>): Promise<Screen> => {
		const screen = opened();
		screen.answers.push(answer);
		screen.openForm('get_profile');
		await settled();
		return screen;
	};

	test('is exported by the table on screen, nested values whole', async () => {
		const screen = await answered({
			rows: [
				{name: 'A', tags: ['x', 'y']},
				{name: 'B', tags: []},
			],
		});
		expect(records(await exported(screen))).toEqual([
			{name: 'A', tags: '["x","y"]'},
			{name: 'B', tags: '[]'},
		]);
		expect(JSON.parse(await exported(screen, 1))).toEqual([
			{name: 'A', tags: ['x', 'y']},
			{name: 'B', tags: []},
		]);
	});

	test('as JSON is exported whole, secrets hidden', async () => {
		const screen = await answered({token: 'T', deep: {password: 'P', n: 3}});
		screen.press('t');
		const json = await exported(screen);
		expect(JSON.parse(json)).toEqual({token: '••••', deep: {password: '••••', n: 3}});
	});

	test('with a document in it offers the file that it is', async () => {
		const screen = await answered({file_name: '../../x.pdf', content: pdf.toString('base64')});
		screen.press('e');
		expect(screen.text()).toContain('the document in content, 309 bytes (pdf)');
		screen.press('enter');
		screen.press('enter');
		await settled();
		expect(screen.saved).toHaveLength(1);
		expect(screen.saved[0]?.path).toMatch(/^dialtop-get_profile-\d{8}-\d{6}\.pdf$/);
		expect(Buffer.from(screen.saved[0]?.content ?? '')).toEqual(pdf);
	});
});

describe('y', () => {
	test('copies what the selected row is known by', () => {
		const screen = opened();
		screen.press('y');
		expect(screen.copied).toEqual(['1003']);
		expect(screen.text()).toContain('campaign id 1003 sent to the clipboard (OSC 52)');
		screen.press('2');
		screen.press('y');
		screen.press('3');
		screen.settle();
		screen.press('j');
		screen.press('y');
		found(screen);
		screen.press('4');
		screen.press('y');
		expect(screen.copied).toEqual(['1003', '1003', '2002', '2125550123']);
	});

	test('copies nothing of people while they are masked', () => {
		const screen = opened();
		found(screen);
		screen.press('4');
		screen.press('m');
		screen.press('y');
		expect(screen.copied).toEqual([]);
		expect(screen.text()).toContain('the phone number is hidden');
	});

	test('copies neither what is too long nor anything that would be typed by pasting it', () => {
		const screen = opened();
		fillSettings(screen.store, {script: 'x'.repeat(2000)});
		screen.press('5');
		screen.settle();
		screen.press('y');
		expect(screen.copied).toEqual([]);
		fillSettings(screen.store, {script: 'a\u001b\nrm'}, 3000);
		screen.press('y');
		expect(screen.copied).toEqual(['a  rm']);
	});

	test('says where there is nothing to copy', () => {
		const screen = opened();
		screen.press('8');
		screen.press('y');
		expect(screen.text()).toContain('nothing is selected that could be copied');
	});
});
