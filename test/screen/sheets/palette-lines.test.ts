/** Words after a word of the palette: `pause 1002`, `level 1003 1.8`, `get_list list_id=5`; and the last lines, on arrow up. */
import {describe, expect, test} from 'vitest';
import {actionIds} from '../../../source/present/actions.ts';
import {spaced} from '../../../source/present/format.ts';
import {paletteEntries} from '../../../source/screen/sheets/palette/entries.ts';
import {openPalette} from '../../../source/screen/state/sheet.ts';
import {listsOnScreen} from '../../../source/screen/views/lists/rows.ts';
import {forms} from '../../../source/service/forms.ts';
import {questionOf} from '../../../source/steering/question.ts';
import {list, listsPolled} from '../../model/make.ts';
import {fill, makeScreen} from '../make.ts';
import {opened, settled} from './open.ts';
import {typedForms} from './typed.ts';

type Screen = ReturnType<typeof opened>;

/** The palette with this line in it. */
const withLine = (line: string, screen: Screen = opened()): Screen => {
	screen.press(':');
	screen.type(line);
	return screen;
};

/** The same line at once, for long ones. */
const withWhole = (line: string, screen: Screen = opened()): Screen => {
	screen.press(':');
	const sheet = screen.ui.get().sheet ?? expect.fail('the palette is not open');
	screen.ui.dispatch({type: 'sheet', sheet: {...sheet, palette: {...openPalette, query: {value: line, cursor: 0}}}});
	return screen;
};

const names = ({context, ui}: Screen): string[] => {
	const palette = ui.get().sheet?.palette;
	return palette ? paletteEntries(palette, context()).map(({name}) => name) : [];
};

const first = (screen: Screen) => {
	const palette = screen.ui.get().sheet?.palette;
	return palette && paletteEntries(palette, screen.context())[0];
};

const question = ({ui, store}: Screen): string => {
	const {prompt} = ui.get();
	return prompt && 'controls' in prompt ? questionOf(store.get(), prompt) : (prompt?.kind ?? '');
};

/** Types a line and presses Enter once it could be read. */
const entered = (line: string, screen: Screen = opened()): Screen => {
	withLine(line, screen).press('enter');
	return screen;
};

/** Two campaigns that dial, a third that does not. */
const dialing = () =>
	opened(120, 40, ({store}) =>
		fill(store, [
			{id: '1003', name: 'Spring Collections', status: 'PLAY'},
			{id: '1004', name: 'Auto Loans 30-60', status: 'PLAY'},
			{id: '1002', name: 'Autumn Renewals', status: 'PAUSE'},
		]),
	);

const withLists = () => {
	const screen = dialing();
	screen.store.dispatch(
		listsPolled(2, [
			list('50018', {name: 'Spare', status: 'N', campaignId: '1004', campaignName: 'Auto Loans 30-60'}),
			list('50019', {name: 'Main', status: 'Y', campaignId: '1004', campaignName: 'Auto Loans 30-60'}),
		]),
	);
	return screen;
};

describe('a verb and its target', () => {
	test(':pause 1004 finds it and asks, and sends nothing by itself', () => {
		const screen = entered('pause 1004', dialing());
		expect(question(screen)).toContain('QA: pause 1004?');
		expect(question(screen)).toContain('Auto Loans 30-60');
		expect(screen.sent).toEqual([]);
		screen.drawn();
		screen.press('y');
		expect(screen.sent).toMatchObject([{operation: 'pause_campaign', params: {campaign_id: '1004'}}]);
	});

	test(':pause puts the selected campaign first and all of them last', () => {
		const screen = withLine('pause', dialing());
		const listed = names(screen);
		expect(listed[0]).toBe('pause 1003');
		expect(listed.at(-1)).toBe('pause all');
		screen.press('enter');
		expect(question(screen)).toContain('QA: pause 1003?');
	});

	test('what is asked for by name is not put last, and on the whole list everything comes after the others', () => {
		expect(names(withLine('pause all', dialing()))[0]).toBe('pause all');
		expect(names(withLine('halt', dialing()))[0]).toBe('pause all');
		const all = names(withLine('', dialing()));
		expect(all[0]).toBe('play or pause');
		expect(all.indexOf('pause all')).toBeGreaterThan(all.indexOf('freeze'));
	});

	test('a campaign that does not dial is not played by :pause', () => {
		const screen = dialing();
		screen.ui.dispatch({type: 'select', id: '1002'});
		withLine('pause', screen);
		expect(first(screen)).toMatchObject({name: 'pause 1002', why: 'it is paused already'});
		screen.press('enter');
		expect(screen.ui.get().prompt).toBeUndefined();
		expect(screen.text()).toContain('pause 1002: not now, it is paused already');
	});

	test('several ids, a part of a name, and a name in full', () => {
		expect(question(entered('pause 1003 1004', dialing()))).toContain('QA: pause 2 campaigns (1003, 1004)?');
		expect(question(entered('pause auto', dialing()))).toContain('QA: pause 1004?');
		expect(question(entered('play autumn renewals', dialing()))).toContain('QA: play 1002?');
		const both = names(withLine('pause a', dialing()));
		expect(both.slice(0, 2).toSorted()).toEqual(['pause 1002', 'pause 1004']);
	});

	test('an id wins over a campaign that is called so', () => {
		const screen = opened(120, 40, ({store}) =>
			fill(store, [
				{id: '666', name: '1004', status: 'PLAY'},
				{id: '1004', name: 'Auto', status: 'PLAY'},
			]),
		);
		expect(names(withLine('pause 1004', screen)).slice(0, 2)).toEqual(['pause 1004', 'pause 666']);
	});

	test('marked campaigns are meant together', () => {
		const screen = dialing();
		screen.ui.dispatch({type: 'mark', ids: new Set(['1003', '1004'])});
		expect(question(entered('pause', screen))).toContain('QA: pause 2 campaigns (1003, 1004)?');
	});

	test('an id that is not listed says so', () => {
		const screen = withLine('pause 9999', dialing());
		expect(first(screen)?.why).toBe('no campaign has this id, or a name with this in it');
		screen.press('enter');
		expect(screen.ui.get().prompt).toBeUndefined();
		expect(first(withLine('pause 1003 9999', dialing()))?.why).toBe('no campaign has the id 9999');
		expect(first(withLine('level 1003 9999 1.8', dialing()))?.why).toBe('no campaign has the id 9999');
		expect(names(withLine('pause all', dialing())).filter(name => name === 'pause all')).toHaveLength(1);
	});

	test(':stop 1003 has its name typed: Enter of the palette and a paste confirm nothing', () => {
		const screen = entered('stop 1003', dialing());
		expect(screen.ui.get().prompt).toMatchObject({kind: 'type', expected: 'Spring Collections'});
		screen.drawn();
		screen.press('enter');
		expect(screen.sent).toEqual([]);
		const pasted = dialing();
		pasted.press(':');
		for (const key of [...'stop 1003', 'enter', ...'Spring Collections', 'enter', 'y']) {
			pasted.press(key === ' ' ? 'space' : key, {alone: false, after: 0});
		}
		expect(pasted.sent).toEqual([]);
	});

	test('a line pasted with its answer asks, and is not answered', () => {
		const screen = dialing();
		screen.press(':');
		for (const key of [...'pause 1004', 'enter', 'y', 'y']) {
			screen.press(key === ' ' ? 'space' : key, {alone: false, after: 0});
		}
		expect(question(screen)).toContain('QA: pause 1004?');
		expect(screen.sent).toEqual([]);
	});

	test('read-only holds, and says so', () => {
		const screen = dialing();
		screen.store.dispatch({type: 'lock', locked: true});
		for (const line of ['pause 1004', 'stop 1003', 'level 1003 1.8', 'list-off 50019', 'dnc add 2125550123']) {
			const locked = withLine(line, screen);
			expect([line, first(locked)?.why]).toEqual([line, expect.stringContaining('read-only')]);
			screen.press('enter');
			expect(screen.ui.get().prompt).toBeUndefined();
			screen.press('escape');
		}
	});
});

describe('level', () => {
	test(':level 1004 1.8 asks with the level in force, and stages nothing', () => {
		const screen = entered('level 1004 1.8', dialing());
		expect(question(screen)).toContain('QA: update 1004? level from 1.50 to 1.80.');
		expect(screen.ui.get().staged.size).toBe(0);
		screen.drawn();
		screen.press('y');
		expect(screen.sent).toMatchObject([
			{operation: 'update_campaign', params: {campaign_id: '1004', autodiallevel: 1.8}},
		]);
	});

	test('a step starts from the level in force; without a campaign the selected one is meant', () => {
		expect(question(entered('level 1004 +0.1', dialing()))).toContain('level 0.1 higher: from 1.50 to 1.60.');
		expect(question(entered('level -0.2', dialing()))).toContain(
			'QA: update 1003? level 0.2 lower: from 1.50 to 1.30.',
		);
		expect(question(entered('level auto 2', dialing()))).toContain('QA: update 1004? level from 1.50 to 2.00.');
	});

	test('what is no level, and what is so already, says so', () => {
		expect(first(withLine('level 1004 18', dialing()))?.why).toContain('a level is from 0 to 10');
		expect(first(withLine('level 1004 +9', dialing()))?.why).toContain('a level is from 0 to 10');
		expect(first(withLine('level 1004 1.5', dialing()))?.why).toBe('its level is 1.50 already');
	});

	test('a line that is not whole is completed by Enter', () => {
		const screen = entered('level 1004', dialing());
		expect(screen.ui.get().sheet?.palette?.query).toEqual({value: 'level 1004 ', cursor: 11});
		screen.type('1.8');
		screen.press('enter');
		expect(question(screen)).toContain('QA: update 1004?');
	});
});

describe('lists', () => {
	test(':list-on 50018 and :list-off 50019 ask for just that', () => {
		const on = entered('list-on 50018', withLists());
		expect(question(on)).toContain('QA: switch on list 50018 of campaign 1004?');
		expect(question(entered('list-off 50019', withLists()))).toContain('QA: switch off list 50019 of campaign 1004?');
		expect(first(withLine('list-off 50018', withLists()))?.why).toBe('it is off already');
		on.drawn();
		on.press('y');
		expect(on.sent).toMatchObject([{operation: 'change_status', params: {list_id: '50018', status: 'Y'}}]);
	});

	test('lists that are not read yet are waited for', () => {
		const screen = dialing();
		screen.store.dispatch(listsPolled(2, [], '1003'));
		expect(first(withLine('list-off 50018', screen))?.why).toBe('the lists are being read');
		expect(listsOnScreen(screen.ui.get(), '1003')).toEqual({campaignId: undefined});
		screen.store.dispatch(listsPolled(3, []));
		expect(first(screen)?.why).toBe('no list has this id, or a name with this in it');
	});

	test(':list-off without a list offers those that are on', () => {
		expect(names(withLine('list-off', withLists()))[0]).toBe('list-off 50019');
		expect(names(withLine('list-on', withLists()))[0]).toBe('list-on 50018');
	});
});

/** What a line does at once, in the words of the screen's state. */
const done = (line: string, screen = withLists()) => {
	const {ui} = entered(line, screen);
	const {view, selected, filters, marks, focus, zoom, help, helpFilter, companyId, prompt, sheet, notice} = ui.get();
	return {
		...{view, focus, zoom, help, helpFilter, companyId, notice: notice?.text},
		selected: selected.campaigns,
		filter: filters[view],
		marks: [...(marks.campaigns ?? [])],
		prompt: prompt?.kind,
		form: sheet?.form?.typed,
		isOpen: sheet?.palette !== undefined,
	};
};

describe('a name of an action and what it is done to', () => {
	test.each([
		['settings 1004', {view: 'settings', selected: '1004'}],
		['edit settings auto', {view: 'settings', selected: '1004'}],
		['lists 1004', {view: 'lists', selected: '1004'}],
		['campaign 1004', {view: 'campaign', selected: '1004'}],
		['alerts outage', {view: 'alerts', filter: 'outage'}],
		['log pause', {view: 'log', filter: 'pause'}],
		['campaigns drop>3', {view: 'campaigns', filter: 'drop>3'}],
		['accounts smith', {view: 'accounts', filter: 'smith'}],
		['mark 1003 1004', {view: 'campaigns', marks: ['1003', '1004']}],
		['zoom leads', {view: 'campaigns', focus: 'leads', zoom: true}],
		['help budget', {help: true, helpFilter: 'budget'}],
		['company 7', {view: 'accounts', companyId: '7'}],
		['acknowledge 1004', {selected: '1004', notice: expect.stringContaining('has none that is open')}],
	])(':%s', (line, expected) => {
		expect(done(line)).toMatchObject({...expected, isOpen: false});
	});

	test('level up and level down stage it for that campaign', () => {
		expect(entered('level up 1004', dialing()).ui.get().staged.get('1004')?.size).toBe(1);
		expect(entered('level down auto', dialing()).ui.get().staged.get('1004')?.size).toBe(1);
	});

	test('play or pause, switch list, list details, do not call, test call, complaint: as by their keys', () => {
		expect(question(entered('play or pause 1004', dialing()))).toContain('QA: pause 1004?');
		expect(question(entered('play or pause 1002', dialing()))).toContain('QA: play 1002?');
		expect(question(entered('switch list 50018', withLists()))).toContain('QA: switch on list 50018');
		expect(first(withLine('list details 50018', withLists()))?.name).toBe('list 50018');
		expect(entered('do not call 2125550123', dialing()).ui.get().prompt?.kind).toBe('which');
		expect(entered('test call 2125550123', dialing()).ui.get().prompt).toMatchObject({label: 'Caller ID to show: '});
		expect(entered('complaint garcia', dialing()).complaints).toHaveLength(1);
	});

	test('search filters opens the form with the text', async () => {
		const screen = entered('search filters ann lee', dialing());
		await settled();
		expect(screen.form()).toMatchObject({operation: 'search_lead', typed: {query: 'ann lee'}});
	});

	test.each([
		['campaign 9999', 'no campaign has this id, or a name with this in it'],
		['settings 1003 1004', 'settings takes one campaign'],
		['sort zzz', 'no column is called so'],
		['wall 7', 'it takes no words behind it'],
		['freeze now please', 'it takes no words behind it'],
		['undo 1004', 'it takes no words behind it'],
	])(':%s says why not', (line, why) => {
		const screen = withLine(line, dialing());
		expect(first(screen)?.why).toContain(why);
		screen.press('enter');
		expect(screen.ui.get().prompt).toBeUndefined();
		expect(screen.text()).toContain(`not now, ${why}`);
	});

	test('why not is told whole on 80 columns too', () => {
		const screen = opened(80, 24);
		expect(withLine('pause 9999', screen).text()).toContain('not now: no campaign has this id, or a name');
		expect(withLine('level 1003 18', opened(80, 24)).text()).toContain('not now: a level is from 0 to 10, such as');
		const small = withLine('level 1003 18', opened(60, 16)).text();
		expect(small.replaceAll(/[│\s]+/g, ' ')).toContain('or a step such as +0.1 or -0.1');
	});

	test('no name of an action takes words without saying what became of them', () => {
		for (const id of actionIds.filter(one => one !== 'palette')) {
			const screen = withWhole(`${spaced(id)} qqqq`, withLists());
			expect([id, names(screen).length > 0]).toEqual([id, true]);
		}
	});
});

describe('what is only looked at', () => {
	test(':search smith searches at once', () => {
		const screen = entered('search smith', dialing());
		expect(screen.searches).toEqual([{query: 'smith'}]);
		expect(screen.ui.get()).toMatchObject({view: 'search', sheet: undefined});
	});

	test(':campaign 1004 opens it, :filter spring filters, :sort drop sorts, :calls asks', () => {
		const screen = entered('campaign 1004', dialing());
		expect(screen.ui.get()).toMatchObject({view: 'campaign', selected: {campaigns: '1004'}});
		expect(entered('filter spring', dialing()).ui.get().filters).toEqual({campaigns: 'spring'});
		expect(entered('sort drop', dialing()).ui.get().sorts.campaigns?.column).toBe('drop');
		expect(entered('calls garcia', dialing()).complaints).toHaveLength(1);
	});

	test(':profile rehearsal leaves for it', () => {
		const screen = makeScreen(120, 40, {
			profiles: [{name: 'rehearsal', environment: 'QA', host: 'qa.dialer.test'}],
		});
		fill(screen.store);
		screen.ui.dispatch({type: 'catalogue', catalogue: opened().ui.get().catalogue as never});
		screen.press(':');
		for (const letter of 'profile rehearsal') {
			screen.press(letter === ' ' ? 'space' : letter);
		}
		screen.press('enter');
		expect(screen.switched).toEqual(['rehearsal']);
	});

	test('a word that is an action stays one', () => {
		expect(names(withLine('search filters', dialing()))[0]).toBe('search filters');
		expect(names(withLine('play or pause', dialing()))[0]).toBe('play or pause');
	});
});

describe('an operation and its fields', () => {
	test(':get_list list_id=5 is read, and its answer shown', async () => {
		const screen = opened();
		entered('get_list list_id=5', screen);
		await settled();
		expect(screen.asked).toEqual([{operation: 'get_list', params: {list_id: '5'}}]);
		expect(screen.ui.get().sheet?.answer?.operation).toBe('get_list');
	});

	test('one value without a name is that of the only field that is needed', async () => {
		const screen = opened();
		entered('get_list 5', screen);
		await settled();
		expect(screen.asked).toEqual([{operation: 'get_list', params: {list_id: '5'}}]);
		expect(first(withLine('login_user secret user=ann'))?.why).toContain('is not KEY=VALUE');
		expect(first(withLine('upload_file /tmp/leads.csv'))?.name).toBe('upload_file');
	});

	test('the words of the command line mean the same: call, dnc list', async () => {
		const call = opened();
		entered('call get_list list_id=5', call);
		const dnc = opened();
		entered('dnc list 212', dnc);
		const all = opened();
		entered('dnc list', all);
		await settled();
		expect([...call.asked, ...dnc.asked, ...all.asked]).toEqual([
			{operation: 'get_list', params: {list_id: '5'}},
			{operation: 'get_dncs', params: {query: '212'}},
			{operation: 'get_dncs', params: {page: 1}},
		]);
		expect(names(withLine('call get_list'))[0]).toBe('get_list');
	});

	test('a further field is shown as it was typed', () => {
		const palette = withLine('get_usage colour=red').ui.get().sheet?.palette ?? expect.fail();
		expect(paletteEntries(palette, withLine('').context())[0]).toMatchObject({summary: 'colour=red'});
	});

	test('an operation that is nearly called so is found, with its fields', async () => {
		const screen = opened();
		entered('get_lst list_id=5', screen);
		await settled();
		expect(screen.asked).toEqual([{operation: 'get_list', params: {list_id: '5'}}]);
	});

	test('nothing is added to what was typed', async () => {
		const screen = opened();
		entered('get_lists status=Y', screen);
		await settled();
		expect(screen.asked).toEqual([{operation: 'get_lists', params: {status: 'Y'}}]);
	});

	test('every operation takes its fields, each in one line, and says so of one that it does not have', async () => {
		for (const {type, effect, params} of forms.operations) {
			// What is secret is typed on the form.
			const fields = Object.entries(typedForms[type]).filter(([name]) => !/pass|token|^\+/.test(name));
			const line = [type, ...fields.map(([name, value]) => `${name}="${value}"`)].join(' ');
			const screen = opened();
			expect([type, first(withWhole(line, screen))?.why]).toEqual([type, undefined]);
			screen.press('enter');
			await settled();
			const {sheet, prompt} = screen.ui.get();
			const isOpen = prompt !== undefined || sheet?.form !== undefined;
			expect([type, effect === 'read' ? screen.asked.map(({operation}) => operation) : isOpen]).toEqual([
				type,
				effect === 'read' ? [type] : true,
			]);
			expect(screen.sent).toEqual([]);
			const why = first(withWhole(`${type} no_such[=1`))?.why;
			expect([type, why]).toEqual([type, expect.stringContaining('no_such[')]);
			if (!params.some(({isFree}) => isFree)) {
				expect(first(withWhole(`${type} no_such_field=1`))?.why).toContain('is not one of its fields');
			}
		}
	});

	test('a write asks, by the rules of its effect', async () => {
		const screen = opened();
		entered('pause_campaign campaign_id=1003', screen);
		await settled();
		expect(question(screen)).toContain('QA: pause 1003?');
		const typed = opened();
		entered('delete_dnc phone_number=2125550123', typed);
		await settled();
		expect(typed.ui.get().prompt).toMatchObject({kind: 'type', expected: '2125550123'});
		expect([...screen.sent, ...typed.sent]).toEqual([]);
	});

	test('a long line is not cut', () => {
		const text = `text 2125550123 ${'word '.repeat(100)}end`;
		expect(withLine(text).ui.get().sheet?.palette?.query.value).toBe(text);
	});

	test('a value with spaces is quoted', async () => {
		const screen = opened();
		entered('search_lead query="ann lee" days=7', screen);
		await settled();
		expect(screen.asked).toMatchObject([{params: {query: 'ann lee', days: 7}}]);
	});

	test.each([
		['get_list 5 6', 'word 1 after get_list is not KEY=VALUE: list_id'],
		['get_list list_id=5 6', 'word 2 after get_list is not KEY=VALUE: list_id'],
		['get_lists 5', 'word 1 after get_lists is not KEY=VALUE'],
		['get_list list=5', 'list is not one of its fields: list_id'],
		['get_list list_id=', 'list_id is empty'],
		['get_list list_id=5 list_id=6', 'list_id is given twice'],
		['get_list token=x', 'token is set by dialtop'],
		['login_user user=ann pass=secret', 'pass: type it on the form, which hides it'],
	])('%s: %s', (line, why) => {
		const screen = withLine(line);
		expect(first(screen)?.why).toContain(why);
		screen.press('enter');
		expect([screen.asked, screen.sent, screen.ui.get().sheet?.form]).toEqual([[], [], undefined]);
	});

	test('what is missing is asked for on the form, and what is wrong is said there', async () => {
		const missing = opened();
		entered('add_dnc campaign_id=1003', missing);
		await settled();
		expect(missing.form()).toMatchObject({focus: 'phone_number', typed: {campaign_id: '1003'}});
		const wrong = opened();
		entered('get_lists status=Z', wrong);
		await settled();
		expect(wrong.form()?.notice?.text).toContain('Not sent: one field has to be mended first');
		expect([missing.asked, missing.sent, wrong.asked]).toEqual([[], [], []]);
	});
});

describe('numbers', () => {
	test(':dnc add and :dnc remove ask, for every campaign or for the selected one', () => {
		const add = entered('dnc add 2125550123', dialing());
		expect(question(add)).toBe('which');
		add.drawn();
		add.press('1');
		expect(question(add)).toContain('It goes on the do-not-call list of EVERY campaign.');
		const remove = entered('dnc remove 2125550123', dialing());
		remove.drawn();
		remove.press('2');
		expect(question(remove)).toContain('It leaves the do-not-call list of campaign 1003');
		expect(remove.ui.get().prompt).toMatchObject({kind: 'type', expected: '2125550123'});
		expect(first(withLine('dnc add 12', dialing()))?.why).toContain('must be a US phone number');
	});

	test(':test-call and :text take the number, and ask on', () => {
		expect(entered('test-call 2125550123', dialing()).ui.get().prompt).toMatchObject({
			kind: 'ask',
			label: 'Caller ID to show: ',
		});
		expect(entered('text 2125550123', dialing()).ui.get().prompt).toMatchObject({kind: 'ask', label: 'Message: '});
		const text = entered('text 2125550123 We close at six', dialing());
		expect(question(text)).toBe('which');
		text.drawn();
		text.press('1');
		expect(question(text)).toContain('QA: text 2125550123?');
		expect(question(text)).toContain('We close at six');
	});
});

describe('the last lines', () => {
	const recalled = (screen: Screen): string | undefined => screen.ui.get().sheet?.palette?.query.value;

	test('arrow up brings them back, the newest first, and arrow down leads to an empty line', () => {
		const screen = dialing();
		entered('search smith', screen);
		entered('freeze', screen);
		entered('pause 1004', screen).press('escape');
		screen.press(':');
		screen.press('up');
		expect(recalled(screen)).toBe('pause 1004');
		screen.press('up');
		expect(recalled(screen)).toBe('freeze');
		screen.press('up');
		screen.press('up');
		expect(recalled(screen)).toBe('search smith');
		screen.press('down');
		screen.press('down');
		expect(recalled(screen)).toBe('pause 1004');
		screen.press('down');
		expect(recalled(screen)).toBe('');
		screen.press('up');
		screen.press('enter');
		expect(question(screen)).toContain('QA: pause 1004?');
		expect(screen.sent).toEqual([]);
	});

	test('ten of them are kept, each once', () => {
		const screen = dialing();
		for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 5]) {
			entered(`search ann${number}`, screen);
		}
		expect(screen.ui.get().lines).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3].map(number => `search ann${number}`));
	});

	test('what was typed is edited, and not replaced, once a letter is', () => {
		const screen = dialing();
		entered('search smith', screen);
		screen.press(':');
		screen.press('up');
		screen.type('s');
		screen.press('up');
		expect(recalled(screen)).toBe('search smiths');
	});

	test('nobody is in them: no number, no password, no card', async () => {
		const screen = dialing();
		for (const line of [
			'search 2125550123',
			'search ann@example.com',
			'calls (212) 555-0123',
			'dnc add 2125550123',
			'dnc remove 2125550123',
			'test-call 2125550123',
			'text 2125550123 hello',
			'add_dnc phone_number=2125550123',
			'add_user user=ann',
			'login_user user=ann',
		]) {
			entered(line, screen);
			await settled();
			for (const _ of '1234') {
				screen.press('escape');
			}
		}
		expect(screen.ui.get().lines).toEqual([]);
	});

	test('they belong to the service that they were typed for', () => {
		const screen = dialing();
		entered('search smith', screen);
		screen.ui.dispatch({type: 'service-changed'});
		expect(screen.ui.get().lines).toEqual([]);
	});
});
