/** Every operation from the palette to the wire: opened, filled and sent by keys. */
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {forms} from '../../../source/service/forms.ts';
import {questionOf} from '../../../source/steering/question.ts';
import {type OperationType, operations} from '../../../source/wire/operations/index.ts';
import {fill, moment} from '../make.ts';
import {opened, settled} from './open.ts';
import {typedForms} from './typed.ts';

const types = Object.keys(operations) as OperationType[];

let folder: string;
let leads: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'dialtop-forms-'));
	leads = join(folder, 'leads.csv');
	await writeFile(leads, 'phone_number\n2125590001\n2125590002\n');
});

afterAll(() => rm(folder, {recursive: true}));

const typedFor = (type: OperationType): Record<string, string> => ({
	...typedForms[type],
	...(type === 'upload_file' ? {file: leads} : {}),
});

/** What stood in the form and is not meant: the fields that are typed are all that is sent. */
const clear = (screen: ReturnType<typeof opened>, type: OperationType): void => {
	for (const id of Object.keys(screen.form()?.typed ?? {})) {
		if (typedForms[type][id] === undefined) {
			screen.goTo(id);
			screen.press('ctrl-u');
		}
	}
};

const question = (screen: ReturnType<typeof opened>): string => {
	const {prompt} = screen.ui.get();
	return prompt?.kind === 'yes-no' || prompt?.kind === 'type' ? questionOf(screen.store.get(), prompt) : '';
};

const sizes = [
	[60, 16],
	[80, 24],
	[200, 60],
] as const;

describe.each(types.map((type, index) => [type, sizes[index % sizes.length] ?? sizes[0]] as const))(
	'%s',
	(type, [columns, rows]) => {
		const typed = () => typedFor(type);
		const {effect} = operations[type];

		test('is opened, filled, asked about and sent, with the parameters that the catalogue accepts', async () => {
			const screen = opened();
			screen.openForm(type);
			await settled();
			if (screen.ui.get().sheet?.answer) {
				// Nothing had to be filled.
				expect(screen.asked).toEqual([{operation: type, params: {}}]);
				return;
			}
			clear(screen, type);
			screen.fillIn(typed());
			screen.press('ctrl-s');
			await settled();
			const {params} = forms.check(type, typed());
			if (effect === 'read') {
				expect(screen.asked).toEqual([{operation: type, params}]);
				expect(screen.ui.get().sheet?.answer).toMatchObject({operation: type});
				return;
			}
			if (effect === 'session') {
				expect(screen.ui.get().sheet?.answer?.value).toEqual({signed_in: 'ops'});
				return;
			}
			// A file is read first.
			await expect.poll(() => screen.ui.get().prompt).toBeDefined();
			const {prompt} = screen.ui.get();
			expect(prompt?.kind).toBe(effect === 'write' ? 'yes-no' : 'type');
			const asked = question(screen);
			for (const [name, text] of Object.entries(typed())) {
				const kind = forms.operations.find(one => one.type === type)?.params.find(one => one.name === name)?.kind;
				expect(asked.includes(text), name).toBe(kind !== 'secret' && kind !== 'file');
			}
			screen.drawn();
			if (prompt?.kind === 'type') {
				expect(prompt.expected).not.toBe('');
				expect(asked).toContain(prompt.expected);
				screen.type(prompt.expected);
				screen.press('enter');
			} else {
				screen.press('y');
			}
			await settled();
			expect(screen.sent).toHaveLength(1);
			const [control] = screen.sent;
			expect(control).toMatchObject({operation: type, params});
			expect(control?.target.id).not.toBe('');
			expect(screen.ui.get().sheet?.answer).toMatchObject({operation: type});
			expect(JSON.stringify(screen.ui.get().forms)).not.toMatch(/horse|staple/);
		});

		test(`fits a screen of ${columns}x${rows}, with a line for each field`, () => {
			const screen = opened(columns, rows);
			screen.openForm(type);
			const {rows: lines} = screen.frame();
			expect(lines).toHaveLength(rows);
			expect(lines.every(line => line.length === columns)).toBe(true);
		});
	},
);

describe('filling', () => {
	test('the selected campaign stands in it, with its name, and the others are offered', () => {
		const screen = opened();
		screen.openForm('get_dashboard_stats');
		expect(screen.form()).toMatchObject({typed: {campaign_id: '1003'}, focus: 'send'});
		expect(screen.text()).toMatch(/campaign_id +1003 +filled in: Spring Collections/);
		screen.press('up');
		screen.press('right');
		expect(screen.form()?.typed.campaign_id).toBe('1002');
		expect(screen.text()).toContain('1002 Autumn Renewals  1001 Winter Offers');
		screen.press('left');
		screen.press('left');
		expect(screen.form()?.typed.campaign_id).toBe('');
	});

	test('a campaign is found by its name, where only one is called so', () => {
		const screen = opened();
		screen.openForm('get_dashboard_stats');
		screen.press('up');
		screen.press('ctrl-u');
		screen.type('autumn');
		screen.press('enter');
		expect(screen.form()?.typed.campaign_id).toBe('1002');
		screen.press('up');
		screen.press('ctrl-u');
		screen.type('in');
		screen.press('enter');
		expect(screen.form()?.typed.campaign_id).toBe('in');
		screen.press('up');
		screen.press('ctrl-u');
		screen.type('100');
		screen.press('enter');
		expect(screen.form()?.typed.campaign_id).toBe('100');
	});

	test('a list is proposed where there must be one, or where it is on screen', () => {
		const screen = opened();
		screen.openForm('get_list');
		expect(screen.form()?.typed).toEqual({list_id: '2001'});
		screen.press('escape');
		screen.press('escape');
		screen.openForm('add_leads');
		expect(screen.form()?.typed).toEqual({campaign_id: '1003'});
		screen.press('escape');
		screen.press('escape');
		screen.press('3');
		screen.openForm('add_leads');
		expect(screen.form()?.typed).toEqual({campaign_id: '1003', list_id: '2001'});
	});

	test('no campaign is filled in where a number is barred: it is barred from all unless one is named', () => {
		const screen = opened();
		screen.openForm('add_dnc');
		expect(screen.form()?.typed).toEqual({});
		expect(screen.text()).not.toContain('filled in');
	});

	test('choices: arrows go through them and past them, letters name them', () => {
		const screen = opened();
		screen.openForm('update_campaign');
		screen.goTo('amd');
		for (const value of ['Y', 'N', '', 'Y']) {
			screen.press('right');
			expect(screen.form()?.typed.amd).toBe(value);
		}
		screen.goTo('dial_method');
		screen.type('pred');
		screen.press('tab');
		expect(screen.form()?.typed.dial_method).toBe('PREDICTIVE');
		screen.goTo('msg');
		screen.type('maybe');
		screen.press('tab');
		expect(screen.text()).toMatch(/msg +maybe +! must be one of Y, N/);
	});

	test('what is wrong is said beside the field once it was left, and nothing is sent', async () => {
		const screen = opened();
		screen.openForm('update_campaign');
		screen.goTo('autodiallevel');
		screen.type('11');
		expect(screen.text()).not.toContain('must be at most 10');
		screen.press('enter');
		expect(screen.text()).toMatch(/autodiallevel +11 +! must be at most 10/);
		screen.press('ctrl-s');
		await settled();
		expect(screen.form()?.focus).toBe('autodiallevel');
		expect(screen.text()).toContain('Not sent: one field has to be mended first');
		expect(screen.ui.get().prompt).toBeUndefined();
		screen.press('backspace');
		expect(screen.text()).not.toContain('must be at most 10');
		screen.press('ctrl-s');
		await settled();
		expect(question(screen)).toMatch(/\[y\/N\].* autodiallevel: 1$/);
	});

	test('what has to be filled is said when it is sent without', () => {
		const screen = opened();
		screen.openForm('dial_number');
		expect(screen.form()?.focus).toBe('phone_number');
		screen.press('ctrl-s');
		expect(screen.text()).toMatch(/phone number +! is required/);
		expect(screen.text()).toContain('Not sent: 2 fields have to be mended first');
	});

	test('what stood in it already is checked too', async () => {
		const screen = opened();
		screen.ui.dispatch({
			type: 'forms',
			forms: {sent: [], drafts: {get_lists: {status: 'X'}, get_list: {list_id: '!'}}},
		});
		for (const operation of ['get_list', 'get_lists'] as const) {
			screen.openForm(operation);
			screen.press('ctrl-s');
			await settled();
			expect(screen.text()).toContain('Not sent: one field has to be mended first');
			screen.press('escape');
			screen.press('escape');
		}
		expect(screen.asked).toEqual([]);
	});

	test('a day shows today while nothing is typed', () => {
		const screen = opened();
		screen.openForm('search_lead');
		screen.goTo('from');
		const today = new Date(moment(0).wall);
		expect(screen.text()).toMatch(
			new RegExp(
				`> *from +${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')} `,
			),
		);
	});

	test.each([
		['Pacific/Honolulu', '2027-01-14'],
		['Pacific/Auckland', '2027-01-15'],
	])('the day is that of the service where its profile says that it is in %s', (timeZone, day) => {
		const screen = opened();
		const source = {...screen.store.get().source, timeZone};
		screen.store.dispatch({type: 'service-changed', source, now: moment(0)});
		screen.openForm('search_lead');
		screen.goTo('from');
		expect(/> *from +(\S+)/.exec(screen.text())?.[1]).toBe(day);
	});

	test('items of a list are added and taken out, those behind move up', () => {
		const screen = opened();
		screen.openForm('add_account');
		screen.fillIn({
			'account[company_id]': '7',
			'phones[0][phone_number]': '1',
			'phones[1][phone_number]': '2',
			'phones[1][phone_type]': 'HOME',
			'phones[2][phone_number]': '3',
		});
		screen.goTo('phones[0][time_zone]');
		screen.press('ctrl-x');
		expect(screen.form()?.counts).toEqual({phones: 2});
		expect(screen.form()?.typed).toEqual({
			'account[company_id]': '7',
			'phones[0][phone_number]': '2',
			'phones[0][phone_type]': 'HOME',
			'phones[1][phone_number]': '3',
		});
		expect(screen.form()?.focus).toBe('phones[0][time_zone]');
		screen.press('ctrl-x');
		screen.press('ctrl-x');
		expect(screen.form()).toMatchObject({counts: {phones: 0}, focus: 'phones[]'});
		screen.press('ctrl-x');
		expect(screen.form()?.counts).toEqual({phones: 0});
	});

	test('letters in bursts, and the keys that move between them: nothing is lost', () => {
		const screen = opened();
		screen.press(':', {alone: false});
		screen.type('dial_number');
		for (const part of [
			'enter',
			'2125550123',
			'enter',
			'8005550100',
			'home',
			'+',
			'up',
			'backspace',
			'tab',
			'end',
			'9',
		]) {
			if (part.length > 1 && !/^\d/.test(part)) {
				screen.press(part, {alone: false});
			} else {
				screen.type(part);
			}
		}
		expect(screen.form()?.typed).toEqual({campaign_id: '1003', phone_number: '212555012', callerid: '+80055501009'});
	});

	test('a paste goes into the field, not further', () => {
		const screen = opened();
		screen.openForm('add_dnc');
		screen.press('paste', {paste: true, alone: true});
		screen.press('q', {paste: true});
		expect(screen.form()?.typed.phone_number).toBe('q');
	});
});

describe('a form that is left', () => {
	test('is as it was when it is opened again, but for what the screen proposed and for secrets', () => {
		const screen = opened();
		screen.openForm('add_user');
		screen.fillIn({user: 'ann', pass: 'correct horse', full_name: 'Ann Lee'});
		expect(screen.text()).not.toContain('correct horse');
		expect(screen.text()).toContain('••••••••');
		screen.press('escape');
		expect(screen.form()).toBeUndefined();
		expect(screen.ui.get().forms.drafts).toEqual({add_user: {user: 'ann', full_name: 'Ann Lee'}});
		screen.press('enter');
		expect(screen.form()?.typed).toEqual({user: 'ann', full_name: 'Ann Lee'});
		screen.press('escape');
		screen.press('escape');
		expect(screen.ui.get().sheet).toBeUndefined();

		screen.openForm('get_dashboard_stats');
		screen.press('escape');
		expect(screen.ui.get().forms.drafts.get_dashboard_stats).toBeUndefined();
	});

	test('and was sent is offered again with its values, the newest first', async () => {
		const screen = opened();
		screen.openForm('get_list');
		screen.press('enter');
		await settled();
		screen.press('escape');
		screen.press('escape');
		screen.press('escape');
		screen.openForm('get_dashboard_stats');
		screen.press('ctrl-s');
		await settled();
		for (const _sheet of ['answer', 'form', 'palette']) {
			screen.press('escape');
		}
		screen.press(':');
		expect(screen.text()).toMatch(/get_dashboard_stats +campaign_id=1003 +sent .*\n.*get_list +list_id=2001 +sent /);
		screen.press('down');
		screen.press('enter');
		expect(screen.form()).toMatchObject({operation: 'get_list', typed: {list_id: '2001'}});
	});

	test('while it waits shows no answer of what it was', async () => {
		const screen = opened();
		screen.openForm('get_list');
		screen.press('enter');
		screen.press('escape');
		await settled();
		expect(screen.ui.get().sheet).toMatchObject({answer: undefined, form: undefined});
	});
});

describe('sending', () => {
	test('a write that is not confirmed is not sent, and the form stays', async () => {
		const screen = opened();
		screen.openForm('add_dnc');
		screen.type('2125560001');
		screen.press('ctrl-s');
		await settled();
		screen.drawn();
		screen.press('y', {alone: false});
		screen.press('enter');
		expect(screen.sent).toEqual([]);
		expect(screen.form()?.typed.phone_number).toBe('2125560001');
	});

	test('a read-only lock, or being signed out, is told and nothing is asked', async () => {
		const screen = opened();
		screen.store.dispatch({type: 'lock', locked: true});
		screen.openForm('add_dnc');
		screen.type('2125560001');
		expect(screen.text()).toContain('not now: the read-only lock is on');
		screen.press('ctrl-s');
		await settled();
		expect(screen.ui.get().prompt).toBeUndefined();
		expect(screen.text()).toContain('Not sent: the read-only lock is on');
		screen.store.dispatch({type: 'link', link: {kind: 'signed-out', reason: ''}, now: moment(2100)});
		screen.press('escape');
		screen.press('escape');
		screen.openForm('get_list');
		screen.press('ctrl-s');
		await settled();
		expect(screen.text()).toContain('Not sent: not signed in');
		expect(screen.asked).toEqual([]);
	});

	test('a campaign is confirmed with live numbers, and asked anew once it has changed', async () => {
		const screen = opened();
		screen.openForm('pause_campaign');
		screen.press('ctrl-s');
		await settled();
		expect(question(screen)).toBe('QA: pause 1003? 63 calls in progress will finish. [y/N]  Name: Spring Collections');
		fill(screen.store, [{id: '1003', name: 'Spring Collections', status: 'PAUSE'}], 3000);
		expect(screen.text()).toContain(
			'Asked anew, and for 2 s nothing confirms it. Nothing was sent: 1003: it changed from PLAY to PAUSE meanwhile',
		);
		expect(question(screen)).toContain('QA: pause 1003?');
		screen.drawn();
		screen.press('y', {after: 1999});
		await settled();
		expect(screen.sent).toEqual([]);
		screen.press('y', {after: 1});
		await settled();
		expect(screen.sent).toMatchObject([{operation: 'pause_campaign', before: 'PAUSE'}]);
		expect(screen.ui.get().sheet?.answer?.operation).toBe('pause_campaign');
	});

	test('a campaign that was not listed when it was asked is asked anew by its name once it is', async () => {
		const screen = opened();
		screen.openForm('pause_campaign');
		screen.fillIn({campaign_id: '1009'});
		screen.press('ctrl-s');
		await settled();
		expect(question(screen)).toBe('QA: pause campaign 1009? an unknown number of calls in progress will finish. [y/N]');
		fill(screen.store, [{id: '1009', name: 'Autumn Collections', status: 'PLAY'}], 3000);
		expect(screen.text().replaceAll(/[\s│]+/g, ' ')).toContain(
			'Asked anew, and for 2 s nothing confirms it. Nothing was sent: campaign 1009: campaign 1009 is listed now Name: Autumn Collections',
		);
		expect(question(screen)).toContain('QA: pause 1009?');
		expect(question(screen)).toContain('Name: Autumn Collections');
		screen.press('y', {after: 300});
		await settled();
		expect(screen.sent).toEqual([]);
	});

	test('stopping wants the name, money the amount as it is sent, a person their number', async () => {
		const expected = async (type: OperationType) => {
			const screen = opened();
			screen.openForm(type);
			screen.fillIn(typedForms[type]);
			screen.press('ctrl-s');
			await settled();
			const {prompt} = screen.ui.get();
			return prompt?.kind === 'type' ? prompt.expected : undefined;
		};
		expect(await expected('stop_campaign')).toBe('Spring Collections');
		expect(await expected('charge_customer')).toBe('12.50');
		expect(await expected('payment_refund')).toBe('2.00');
		expect(await expected('create_payment_plan')).toBe('100.00');
		expect(await expected('dial_number')).toBe('+12125550123');
		expect(await expected('send_text_message')).toBe('+12125550123');
		expect(await expected('delete_ivr')).toBe('3');
		expect(await expected('cancel_payment_plan')).toBe('7');
	});

	test('a file is told by its size and lines, and one that is not there by its field', async () => {
		const screen = opened();
		screen.openForm('upload_file');
		screen.fillIn({file: `${leads}x`, list_id: '2001'});
		screen.press('ctrl-s');
		await expect.poll(() => screen.text()).toMatch(/file +\/.*! does not exist/);
		expect(screen.form()?.focus).toBe('file');
		screen.press('backspace');
		screen.press('ctrl-s');
		await expect.poll(() => question(screen)).toContain('QA: upload file list 2001? It sends');
		expect(question(screen)).toContain('file: leads.csv (35 bytes, 3 lines)');
	});
});
