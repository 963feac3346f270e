/** What is typed into a form, held against the catalogue: its problems by field, and the parameters that it makes. */
import {describe, expect, test} from 'vitest';
import {withoutSecrets} from '../../source/audit/mask.ts';
import {forms} from '../../source/service/forms.ts';
import type {AnyOperation} from '../../source/wire/operation.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {encodeParams} from '../../source/wire/operations/parameter-values.ts';
import {hidden} from '../../source/wire/words.ts';
import {typedForms} from '../screen/sheets/typed.ts';

const types = Object.keys(operations) as OperationType[];
const {check, sentFields} = forms;

test('every operation of the catalogue is there, with its own parameters', () => {
	expect(forms.operations.map(({type}) => type)).toEqual(types);
	for (const {type, params, documented} of forms.operations) {
		const {params: rows, ours = {}, more}: AnyOperation = operations[type];
		expect(params.map(({name}) => name)).toEqual([
			...Object.keys({...rows, ...ours}),
			...(documented && !more ? [] : ['+']),
		]);
	}
});

test.each(types)('%s: what is typed makes the parameters that the catalogue accepts', type => {
	const typed = typedForms[type];
	const {problems, params: checked} = check(type, typed);
	expect(problems).toEqual([]);
	expect(() => encodeParams(type, checked as never)).not.toThrow();
	const file = {path: typed.file, name: typed.file, bytes: 1, lines: 1, digest: ''};
	const params = typed.file === undefined ? checked : {...checked, file};
	const sent = new Map(sentFields(type, params).map(({name, text}) => [name, text]));
	expect([...sent.keys()].toSorted()).toEqual(Object.keys(typed).toSorted());
	for (const [name, text] of sent) {
		const written = typed[name] ?? '';
		expect([written, hidden, Number(written).toFixed(2), ''], name).toContain(text);
	}
});

describe('what is wrong is said of its field', () => {
	test.each<[OperationType, Record<string, string>, string, string]>([
		['pause_campaign', {}, 'campaign_id', 'is required'],
		['update_campaign', {campaign_id: '1', autodiallevel: '11'}, 'autodiallevel', 'must be at most 10'],
		['update_campaign', {campaign_id: '1', amd: 'maybe'}, 'amd', 'must be one of Y, N'],
		['search_lead', {from: '2026-02-30'}, 'from', 'must be a date such as 2026-03-31'],
		['search_lead', {days: 'two'}, 'days', 'must be a whole number'],
		['add_account', {}, 'account[company_id]', 'is required'],
		[
			'add_account',
			{'account[company_id]': '7', 'account[state]': 'New York'},
			'account[state]',
			'must be two letters',
		],
	])('%s %o', (type, typed, name, message) => {
		expect(check(type, typed).problems).toContainEqual({
			name,
			message,
			missing: message === 'is required',
			blocks: true,
		});
	});

	test.each<[OperationType, Record<string, string>, problems: [name: string, message: string][]]>([
		['search_lead', {from: '2026-03-31', to: '2026-03-30'}, [['to', 'must not be before from']]],
		['search_lead', {from: '2026-03-31', to: '2026-03-31'}, []],
		['search_lead', {to: '2026-03-30'}, []],
		['search_lead', {from: '2026-03-31'}, []],
		['search_lead', {from: '2026-03-32', to: '2026-03-30'}, [['from', 'must be a date such as 2026-03-31']]],
		['search_lead', {from: '2026-03-31', to: '2026-03-00'}, [['to', 'must be a date such as 2026-03-31']]],
		[
			'search_lead',
			{from: '2026-03-31', to: '2026-03-30', days: 'two'},
			[
				['days', 'must be a whole number'],
				['to', 'must not be before from'],
			],
		],
	])('%s %o has the problems %j', (type, typed, problems) => {
		const found = check(type, typed).problems;
		expect(found.map(({name, message}) => [name, message])).toEqual(problems);
		expect(found.every(({missing, blocks}) => !missing && blocks)).toBe(true);
	});

	test('numbers on a text’s way are no days', () => {
		const {problems} = check('send_text_message', {to: '5125550123', from: '5125550199', body: 'x', message: 'x'});
		expect(problems.map(({name}) => name)).not.toContain('to');
	});

	test.each<[OperationType, Record<string, string>, string]>([
		['pause_campaign', {}, 'campaign_id'],
		['get_list', {}, 'list_id'],
		['update_campaign', {campaign_id: '1'}, 'autodiallevel'],
		['update_campaign', {campaign_id: '1'}, 'number_of_lines'],
		['search_lead', {}, 'days'],
		['add_account', {}, 'account[company_id]'],
		['add_account', {'account[company_id]': '7'}, 'account[balance]'],
		['add_payment', {accountid: 'A'}, 'amount'],
		['get_dncs', {}, 'page'],
	])('%s %o: %s in another notation than the decimal one', (type, rest, name) => {
		const isId = /^(?:campaign|list)_id$/.test(name);
		const words = isId ? ['-5'] : ['1_000', 'Infinity', 'NaN', '-'];
		for (const text of ['0x10', '1e3', '1e0', '0b1', '0o7', '+5', '5.', '.5', '٣', '５', ...words]) {
			const typed = {...rest, [name]: text};
			expect(
				check(type, typed).problems.map(problem => problem.name),
				text,
			).toContain(name);
		}
	});

	test('of a number of which digits would be lost', () => {
		const typed = {campaign_id: '1', velocity: '12345678901.123456'};
		expect(check('update_campaign', typed).problems).toMatchObject([{name: 'velocity', message: 'must be a number'}]);
	});

	test('and what fits goes as it was typed', () => {
		for (const text of ['0.0000001', '1.25', '10', '0', '0.5']) {
			const {params, problems} = check('update_campaign', {campaign_id: '1', autodiallevel: text});
			expect(problems).toEqual([]);
			expect(sentFields('update_campaign', params)).toContainEqual({name: 'autodiallevel', kind: 'number', text});
		}
	});

	test('of an item by the number that it has on screen, whatever stands empty before it', () => {
		const typed = {
			'account[company_id]': '7',
			'phones[0][phone_number]': '',
			'phones[2][phone_type]': 'HOME',
			'phones[4][phone_number]': '2125570001',
		};
		expect(check('add_account', typed).problems).toEqual([
			{name: 'phones[2][phone_number]', message: 'is required', missing: true, blocks: true},
		]);
		expect(check('add_account', {...typed, 'phones[2][phone_number]': '2125570002'}).params).toEqual({
			account: {company_id: 7},
			phones: [{phone_number: '2125570002', phone_type: 'HOME'}, {phone_number: '2125570001'}],
		});
	});
});

describe('an operation that the interface only names', () => {
	test('takes a value as it was typed where it does not fit, and a money that fits in cents', () => {
		const fits = check('charge_customer', {accountid: 'A', amount: '12.5', payment_method_token: 't'});
		expect(fits).toEqual({problems: [], params: {accountid: 'A', amount: 1250, payment_method_token: 't'}});
		expect(sentFields('charge_customer', fits.params)).toContainEqual({name: 'amount', kind: 'money', text: '12.50'});
		const odd = check('charge_customer', {accountid: 'A', amount: 'all', payment_method_token: 't'});
		expect(odd.problems).toEqual([
			{name: 'amount', message: 'must be an amount such as 12.50', missing: false, blocks: false},
		]);
		expect(sentFields('charge_customer', odd.params)).toContainEqual({name: 'amount', kind: 'money', text: 'all'});
	});

	test('marks what is required, and wants none of it but a file', () => {
		expect(check('delete_ivr', {}).problems).toEqual([
			{name: 'ivr_id', message: 'is required', missing: true, blocks: false},
		]);
		expect(check('upload_file', {}).problems).toEqual([
			{name: 'file', message: 'is required', missing: true, blocks: true},
		]);
	});

	test('sends items that do not fit by their names on the wire', () => {
		const {params} = check('create_payment_plan', {'amounts[0]': '60', 'amounts[1]': 'rest'});
		expect(params).toEqual({'amounts[0]': '60', 'amounts[1]': 'rest'});
		expect(encodeParams('create_payment_plan', params as never)).toEqual(params);
	});

	test('takes further fields as name=value', () => {
		const {params, problems} = check('add_dnc', {
			phone_number: '2125560001',
			'+[0]': 'reason=asked = twice',
			'+[2]': 'a[b]=',
		});
		expect(problems).toEqual([]);
		expect(params).toEqual({phone_number: '2125560001', reason: 'asked = twice', 'a[b]': ''});
	});

	test.each([
		['reason', 'must be name=value'],
		['=1', 'must be name=value'],
		['token=T', 'token is set by dialtop'],
		['type=stop_campaign', 'type is set by dialtop'],
		['phone_number=1', 'phone_number is set by another field'],
	])('refuses the further field %s', (text, message) => {
		expect(check('add_dnc', {'+[0]': text}).problems).toContainEqual({
			name: '+[0]',
			message,
			missing: false,
			blocks: true,
		});
	});
});

test('secrets are hidden in what is shown and in what is kept', () => {
	const {params} = check('change_password', typedForms.change_password);
	expect(params).toEqual({old_pass: 'correct horse', new_pass: 'battery staple'});
	expect(JSON.stringify(sentFields('change_password', params))).not.toMatch(/horse|staple/);
	expect(withoutSecrets('change_password', params)).toEqual({old_pass: hidden, new_pass: hidden});
});
