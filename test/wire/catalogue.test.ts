/** The catalogue against the interface's own tables (section 4), which stand here as lists. */
import {describe, expect, test} from 'vitest';
import {writeBody} from '../../source/wire/client/body.ts';
import {boundsSource, wireParameters} from '../../source/wire/describe.ts';
import type {AnyOperation, Effect} from '../../source/wire/operation.ts';
import {isOperationType, type OperationType, operations, type ParamsOf} from '../../source/wire/operations/index.ts';
import {decodeParams, encodeParams} from '../../source/wire/operations/parameter-values.ts';
import type {Parameter, Parameters} from '../../source/wire/parameters.ts';

const documented = [
	...['login_user', 'play_campaign', 'pause_campaign', 'stop_campaign', 'get_campaigns', 'get_campaign_settings'],
	...['update_campaign', 'dial_number', 'add_account', 'fetch_accounts', 'get_list', 'get_lists', 'change_status'],
	...['search_lead', 'get_dashboard_stats', 'add_leads'],
];

const namedOnly = [
	...['get_campaign_lists', 'upload_file', 'get_results'],
	...['add_dnc', 'delete_dnc', 'get_dncs'],
	...['campaign_summary', 'get_all_stats', 'get_graph_data', 'get_campaign_stats', 'get_all_graphs', 'get_usage'],
	...['list_ivrs', 'add_ivr', 'delete_ivr', 'get_queues', 'add_queue', 'delete_queue'],
	...['add_user', 'change_password', 'get_profile', 'update_profile', 'check_permission'],
	...['set_notifications', 'get_notifications', 'clear_notifications', 'get_notifications_settings'],
	...['create_payment_plan', 'agreement_details', 'get_schedules', 'get_agreement_doc', 'cancel_payment_plan'],
	...['add_payment', 'remove_payment', 'payment_refund', 'charge_customer', 'get_payment_link', 'get_payment_status'],
	...['send_text_message', 'retrieve_sent_messages', 'get_content'],
];

const effects: Record<Exclude<Effect, 'read'>, string[]> = {
	session: ['login_user'],
	irreversible: [
		...['stop_campaign', 'dial_number', 'delete_dnc', 'delete_ivr', 'delete_queue', 'clear_notifications'],
		...['cancel_payment_plan', 'remove_payment', 'send_text_message'],
	],
	money: ['create_payment_plan', 'add_payment', 'payment_refund', 'charge_customer'],
	write: [
		...['play_campaign', 'pause_campaign', 'update_campaign', 'add_account', 'add_leads', 'change_status'],
		...['upload_file', 'add_dnc', 'add_ivr', 'add_queue', 'add_user', 'change_password', 'update_profile'],
		...['set_notifications', 'get_payment_link'],
	],
};

const types = Object.keys(operations) as OperationType[];
const rowOf = (type: OperationType): AnyOperation => operations[type];
const paramsOf = (type: OperationType): Parameters => rowOf(type).params;

/** What the rows do not say of the shaped texts: one of these fits each. */
const texts = ['text', 'TX', '-6.00', '+15551234567', '5', 'ann@example.com', 'repeat'];

const fitting = (parameter: Parameter, wires: unknown[]): unknown =>
	wires.find(wire => parameter.schema().safeDecode(wire as never).success);

/** A value of the wire that a parameter takes. */
const exampleOf = (parameter: Parameter): unknown => {
	const {kind, min, max, choices, fields} = parameter;
	switch (kind) {
		case 'choice':
			return choices?.[0];
		case 'integer':
			return String(max ?? Math.max(min ?? 0, 1001));
		case 'number':
			return String(max ?? (min ?? 0) + 2.5);
		case 'money':
			return '12.50';
		case 'date':
			return '2026-03-31';
		case 'file':
			return {name: 'leads.csv', bytes: new Uint8Array([49, 10])};
		case 'group':
			return examplesOf(fields ?? {});
		case 'repeated':
			return fields
				? [examplesOf(fields), examplesOf(fields)]
				: fitting(
						parameter,
						[...texts, '1001', '12.50'].map(value => [value, value]),
					);
		default:
			return fitting(parameter, texts);
	}
};

const examplesOf = (params: Parameters): Record<string, unknown> =>
	Object.fromEntries(Object.entries(params).map(([name, parameter]) => [name, exampleOf(parameter)]));

/** Bracket names back into objects, as a form's reader does. */
const nested = (pairs: Iterable<[string, string]>): Record<string, unknown> => {
	const fields: Record<string, unknown> = {};
	for (const [name, value] of pairs) {
		const path = name.split(/[[\]]+/).filter(part => part !== '');
		let place = fields;
		for (const part of path.slice(0, -1)) {
			place[part] ??= {};
			place = place[part] as Record<string, unknown>;
		}
		place[path.at(-1) ?? ''] = value;
	}
	return fields;
};

const decoded = (type: OperationType, fields: Record<string, unknown>): ParamsOf<OperationType> => {
	const result = decodeParams(type, fields);
	expect(result).toMatchObject({ok: true});
	return (result as {params: ParamsOf<OperationType>}).params;
};

const problemNames = (type: OperationType, fields: Record<string, unknown>): string[] => {
	const result = decodeParams(type, fields);
	return result.ok ? [] : result.problems.map(({kind, name}) => `${kind} ${name}`);
};

describe('the catalogue', () => {
	test('has the 57 operations of the interface, and no other', () => {
		expect(types.toSorted()).toEqual([...documented, ...namedOnly].toSorted());
		expect(types).toHaveLength(57);
		expect(isOperationType('play_campaign')).toBe(true);
		expect(isOperationType('toString')).toBe(false);
		expect(isOperationType('__proto__')).toBe(false);
	});

	test('tells the 16 documented from the 41 that are only named', () => {
		expect(types.filter(type => rowOf(type).documented).toSorted()).toEqual(documented.toSorted());
		expect(types.filter(type => !rowOf(type).documented)).toHaveLength(41);
	});

	test('has an effect for each: what is not listed as more is a read', () => {
		const listed = Object.entries(effects).flatMap(([effect, of]) => of.map(type => [type, effect]));
		const expected = new Map(listed as [string, string][]);
		expect(Object.fromEntries(types.map(type => [type, rowOf(type).effect]))).toEqual(
			Object.fromEntries(types.map(type => [type, expected.get(type) ?? 'read'])),
		);
	});

	test('calls every get_, fetch_, search_, list_ and retrieve_ a read but the one that makes a link', () => {
		const readNames = types.filter(type => /^(?:get|fetch|search|list|retrieve)_/.test(type));
		expect(readNames.filter(type => rowOf(type).effect !== 'read')).toEqual(['get_payment_link']);
	});

	test('groups them into the families of the interface', () => {
		expect(new Set(types.map(type => rowOf(type).family))).toEqual(
			new Set([
				...['authentication', 'campaigns', 'accounts', 'lists', 'do-not-call', 'statistics', 'ivrs and queues'],
				...['users', 'notifications', 'payment plans', 'payments', 'messaging'],
			]),
		);
		for (const type of types) {
			expect(rowOf(type).summary).toMatch(/^[A-Z].*\.$/);
		}
	});

	test('gives the required and optional parameters of section 4.1', () => {
		const required = (type: OperationType): string =>
			Object.entries(paramsOf(type))
				.map(([name, row]) => (row.required ? name : `${name}?`))
				.join(' ');
		expect(required('login_user')).toBe('user pass hours?');
		for (const type of ['play_campaign', 'pause_campaign', 'stop_campaign', 'get_dashboard_stats'] as const) {
			expect(required(type)).toBe('campaign_id');
		}
		expect(required('get_campaigns')).toBe('');
		expect(required('get_campaign_settings')).toBe('campaign_id');
		expect(required('dial_number')).toBe('campaign_id phone_number callerid');
		expect(required('fetch_accounts')).toBe('company_id all_phones? all_emails?');
		expect(required('get_list')).toBe('list_id');
		expect(required('get_lists')).toBe('campaign_id? status? filter?');
		expect(required('change_status')).toBe('list_id status');
		expect(required('search_lead')).toBe(
			'query? search_date? from? to? days? call_type? username? name? flag? status?',
		);
		expect(required('add_leads')).toBe(
			'campaign_id? list_id? phones? emails? account_id? first_name? middle_initial? last_name?',
		);
		expect(required('add_account')).toBe('account accounts_leads? phones? emails?');
		expect(required('update_campaign').split(' ')).toHaveLength(21);
		expect(Object.keys(paramsOf('add_account').account?.fields ?? {})).toHaveLength(34);
	});
});

describe.each(types)('the parameters of %s', type => {
	const examples = examplesOf(paramsOf(type));

	test('survive the way out and back, as values, as JSON and as a form', async () => {
		const params = decoded(type, examples);
		expect(Object.keys(params).toSorted()).toEqual(Object.keys(paramsOf(type)).toSorted());
		const wire = encodeParams(type, params as never);
		expect(decoded(type, wire)).toEqual(params);
		if (!Object.values(paramsOf(type)).some(({kind}) => kind === 'file')) {
			expect(decoded(type, JSON.parse(JSON.stringify({type, token: 'T', ...wire})))).toEqual(params);
			const body = await writeBody({type, token: 'T', ...wire}, 'form');
			expect(decoded(type, nested(new URLSearchParams(String(body.bytes))))).toEqual(params);
		}
	});

	test('are refused by name where one is missing', () => {
		const needed = Object.entries(paramsOf(type)).filter(([, {required}]) => required);
		for (const [name] of needed) {
			for (const empty of [undefined, '', null]) {
				expect(problemNames(type, {...examples, [name]: empty})).toEqual([`missing ${name}`]);
			}
			if (rowOf(type).documented) {
				const params = {...decoded(type, examples), [name]: undefined};
				expect(() => encodeParams(type, params as never)).toThrow(`${type}: ${name} is required`);
			}
		}
	});

	test('are refused by name where one is out of bounds', () => {
		for (const [name, {kind, min, max}] of Object.entries(paramsOf(type))) {
			const wrong: unknown[] = ['integer', 'number', 'money', 'date', 'choice'].includes(kind)
				? kind === 'integer' && max === undefined && min === 0
					? ['a b', 'x'.repeat(41)]
					: ['12abc!', '1e3', '0x10', 'NaN', {}, [], true]
				: [{a: {b: 'c'}}];
			const bounds =
				kind === 'text'
					? [max && 'x'.repeat(max + 1)]
					: kind === 'number' || kind === 'integer'
						? [max !== undefined && String(max + 1), kind === 'number' && min !== undefined && String(min - 1)]
						: [];
			if (kind === 'group' || kind === 'repeated' || kind === 'file') {
				continue;
			}
			for (const value of [...wrong, ...bounds.filter(Boolean)]) {
				expect([name, value, problemNames(type, {...examples, [name]: value})]).toEqual([
					name,
					value,
					[`invalid ${name}`],
				]);
			}
		}
	});
});

describe('what a client may not send', () => {
	test('is named down to the nested field', () => {
		expect(problemNames('add_account', {account: {first_name: 'Ada'}})).toEqual(['missing account[company_id]']);
		expect(problemNames('add_account', {account: {company_id: '7', birthday: '2026-02-30'}})).toEqual([
			'invalid account[birthday]',
		]);
		const phones = {0: {phone_number: '5550100'}, 1: {phone_type: 'HOME'}};
		expect(problemNames('add_account', {account: {company_id: '7'}, phones})).toEqual([
			'missing phones[1][phone_number]',
		]);
	});

	test.each([
		['login_user', {user: 'u', pass: 'p', hours: 2.5}, 'hours'],
		['update_campaign', {campaign_id: '1', autodiallevel: 10.1}, 'autodiallevel must be at most 10'],
		['update_campaign', {campaign_id: '1', autodiallevel: Number.NaN}, 'autodiallevel'],
		['update_campaign', {campaign_id: '1', adaptive_dropped_percentage: -1}, 'adaptive_dropped_percentage'],
		['update_campaign', {campaign_id: '1', dial_prefix: '7'}, 'dial_prefix must be one of 8, 9'],
		['update_campaign', {campaign_id: '1', amd: 'y'}, 'amd must be one of Y, N'],
		['play_campaign', {campaign_id: '1/2'}, 'campaign_id must be an id'],
		['add_account', {account: {company_id: 7, state: 'Ohio'}}, 'account[state] must be two letters'],
		['search_lead', {from: '2026-02-30'}, 'from must be a date'],
		[
			'dial_number',
			{campaign_id: '1', phone_number: '911', callerid: '5550100'},
			'phone_number must be a phone number',
		],
	])('%s refuses %o, naming the field', (type, params, message) => {
		expect(() => encodeParams(type as OperationType, params as never)).toThrow(message);
	});

	test.each([
		['update_campaign', {campaign_id: '1', autodialevel: 3}, 'autodialevel is not one of its parameters'],
		['add_account', {account: {company_id: 7, balnce: 3}}, 'account[balnce] is not one of its parameters'],
		['add_account', {account: {company_id: 7}, phones: [{phone_number: '1', tz: '2'}]}, 'phones[0][tz]'],
	])('%s does not drop a misspelt name in silence', (type, params, message) => {
		expect(() => encodeParams(type as OperationType, params as never)).toThrow(message);
	});
});

describe('an operation that is only named', () => {
	test('sends what it is given, required or not', () => {
		expect(encodeParams('get_graph_data', {other: 'thing'} as never)).toEqual({other: 'thing'});
	});

	test('sends an amount in the units of the wire even where another field is missing', () => {
		const params = {accountid: 'A1', amount: 1250};
		expect(encodeParams('charge_customer', params as never)).toEqual({accountid: 'A1', amount: '12.50'});
		expect(encodeParams('charge_customer', {amount: '12.50'} as never)).toEqual({amount: '12.50'});
	});

	test('refuses an amount that it cannot write', () => {
		expect(() => encodeParams('charge_customer', {amount: 12.5} as never)).toThrow('charge_customer: amount');
		expect(() => encodeParams('charge_customer', {amount: -100} as never)).toThrow('amount must be more than 0');
		expect(() => encodeParams('create_payment_plan', {amounts: [100, 0]} as never)).toThrow('amounts');
	});
});

describe('bounds', () => {
	const rows = (Object.entries(operations) as [OperationType, AnyOperation][]).filter(([, row]) => row.documented);

	test('of the interface, by their sections; every other bound is ours', () => {
		const sources = rows.flatMap(([type, {params}]) =>
			wireParameters(params).flatMap(({name, row}) => {
				const source = boundsSource(row, true);
				return source === undefined || source === 'ours' ? [] : [`${type} ${name}: ${source}`];
			}),
		);
		expect(sources).toEqual([
			...['amd', 'msg', 'customcid', 'override', 'autodiallevel', 'dial_method', 'ext_queue_status'].map(
				name => `update_campaign ${name}: section 2.2`,
			),
			...['adaptive_dropped_percentage', 'campaign_recording', 'dial_prefix'].map(
				name => `update_campaign ${name}: section 2.2`,
			),
			'dial_number phone_number: section 4.1',
			'add_account account[state]: section 2.3',
			'add_account account[birthday]: section 2.3',
			'add_account phones[n][time_zone]: section 2.3',
			'fetch_accounts all_phones: section 4.1',
			'fetch_accounts all_emails: section 4.1',
			'get_lists status: section 4.1',
			'get_lists filter: section 4.1',
			'change_status status: section 4.1',
			'search_lead search_date: section 4.1',
			'search_lead from: section 4.1',
			'search_lead to: section 4.1',
		]);
	});

	test.each<[OperationType, Record<string, unknown>, Record<string, unknown>]>([
		['login_user', {user: 'u'.repeat(300), pass: 'p'.repeat(2000), hours: 10_000}, {hours: 10_000}],
		['login_user', {user: 'u', pass: 'p', hours: 0}, {hours: 0}],
		['update_campaign', {campaign_id: '1', autodiallevel2: 12.5, velocity: -1}, {autodiallevel2: 12.5, velocity: -1}],
		['update_campaign', {campaign_id: '1', script: 's'.repeat(50)}, {script: 's'.repeat(50)}],
		[
			'dial_number',
			{campaign_id: '1', phone_number: '+442071234567', callerid: 'c'.repeat(99)},
			{phone_number: '+442071234567'},
		],
		['search_lead', {query: 'q'.repeat(300), days: -1}, {days: -1}],
		[
			'add_account',
			{account: {company_id: -7, email: 'none', balance: '1.005'}},
			{account: {company_id: -7, email: 'none', balance: 1.005}},
		],
		[
			'add_leads',
			{campaign_id: '1', phones: '2125550123', emails: 'none', vendor_code: 'X7'},
			{emails: 'none', vendor_code: 'X7'},
		],
		['play_campaign', {campaign_id: 'C'.repeat(60)}, {campaign_id: 'C'.repeat(60)}],
	])('of ours never stop %s %o', (type, params, sent) => {
		expect(encodeParams(type, params as never)).toMatchObject(sent);
	});

	test('of ours: every value beyond one is sent, and every one beyond a bound of the interface is not', () => {
		for (const [type, {params}] of rows) {
			for (const [name, row] of Object.entries(params as Parameters)) {
				if (row.kind !== 'text' && row.kind !== 'number' && row.kind !== 'integer') {
					continue;
				}
				const beyond = row.kind === 'text' ? 'x'.repeat((row.max ?? 100) + 1) : String((row.max ?? 0) + 1_000_000);
				const {success} = row.sent().safeDecode(beyond as never);
				expect([type, name, success]).toEqual([type, name, row.section === undefined]);
			}
		}
	});
});
