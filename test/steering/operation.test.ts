/** What a form asks to be confirmed: its target, what is said and quoted of it, and what is typed. */
import {expect, test} from 'vitest';
import {keyedAccounts} from '../../source/model/account.ts';
import type {Control, Target} from '../../source/model/pending.ts';
import type {State} from '../../source/model/state.ts';
import {type FileToSend, forms} from '../../source/service/forms.ts';
import {controlOf} from '../../source/steering/operation.ts';
import type {OperationType} from '../../source/wire/operations/index.ts';
import {after, campaign, campaignsPolled, fresh, list, listsPolled, span} from '../model/make.ts';
import {typedForms} from '../screen/sheets/typed.ts';

const listed = after(
	fresh(),
	campaignsPolled(0, [campaign('1003', {name: 'Spring'}), campaign('1002', {name: 'Autumn', status: 'PAUSE'})]),
	listsPolled(0, [
		list('2001', {name: 'First', campaignId: '1003', campaignName: 'Spring'}),
		list('2002', {name: undefined}),
	]),
	{
		type: 'accounts-polled',
		companyId: '7',
		span: span(0),
		accounts: keyedAccounts(['A-1', 'A-3'].map(id => ({id, altered: [], extra: {}, unreadable: []}))),
	},
);

const control = (
	type: OperationType,
	typed: Readonly<Record<string, string>> = typedForms[type],
	{state = listed, file}: {state?: State; file?: FileToSend} = {},
): Omit<Control, 'params'> => {
	const operation = forms.operations.find(one => one.type === type);
	if (!operation) {
		throw new Error(`there is no ${type}`);
	}
	const params = {...forms.check(type, typed).params, ...(file ? {file} : {})};
	const {params: sent, ...made} = controlOf(operation, params, forms.sentFields(type, params), state);
	expect(sent).toBe(params);
	return made;
};

const spring: Target = {service: 'p', kind: 'campaign', id: '1003', name: 'Spring'};
const besideSpring = {id: '1003', name: 'Spring'};
const service = (id: string, name: string): Target => ({service: 'p', kind: 'service', id, name});
const account = (id: string): Target => ({service: 'p', kind: 'account', id, name: id});
const phone = (id: string): Target => ({service: 'p', kind: 'number', id, name: id});
const own = (words: string) => ({doing: words, verb: words, expected: undefined});
const guessed = (type: OperationType) => ({note: `The interface only names ${type}.`});

const saidOf = (count: number): string =>
	count === 0 ? 'It is sent without any field.' : count === 1 ? 'It sends 1 field.' : `It sends ${count} fields.`;

/** What each is asked to be confirmed as; what is sent is quoted as it was typed. */
const made: readonly [
	OperationType,
	Readonly<Record<string, string>>,
	Partial<Control> & {quoted: Readonly<Record<string, string>>},
][] = [
	[
		'pause_campaign',
		{campaign_id: '1003'},
		{
			target: spring,
			...{doing: 'pausing', verb: 'pause', expected: 'paused', before: 'PLAY'},
			quoted: {campaign_id: '1003 (Spring)'},
			named: [{kind: 'campaign', id: '1003', name: 'Spring'}],
		},
	],
	[
		'update_campaign',
		{campaign_id: '1002', amd: 'Y'},
		{
			target: {service: 'p', kind: 'campaign', id: '1002', name: 'Autumn'},
			...own('update campaign'),
			before: 'PAUSE',
			quoted: {campaign_id: '1002 (Autumn)', amd: 'Y'},
			named: [{kind: 'campaign', id: '1002', name: 'Autumn'}],
		},
	],
	[
		'stop_campaign',
		{campaign_id: '9'},
		{
			target: service('stop_campaign campaign_id=9', 'campaign 9'),
			...{doing: 'stopping', verb: 'stop', expected: 'stopped'},
			quoted: {campaign_id: '9'},
			named: [{kind: 'campaign', id: '9', name: undefined}],
			typed: '9',
		},
	],
	[
		'change_status',
		{list_id: '2001', status: 'N'},
		{
			target: {service: 'p', kind: 'list', id: '2001', name: 'First'},
			...{doing: 'switching off', verb: 'switch off', expected: 'off', before: 'Y'},
			quoted: {list_id: '2001 (First)', status: 'N'},
			named: [{kind: 'list', id: '2001', name: 'First'}],
			campaign: besideSpring,
		},
	],
	[
		'change_status',
		{list_id: '2002', status: 'Y'},
		{
			target: {service: 'p', kind: 'list', id: '2002', name: 'list 2002'},
			...{doing: 'switching on', verb: 'switch on', expected: 'on', before: 'Y'},
			quoted: {list_id: '2002', status: 'Y'},
			named: [{kind: 'list', id: '2002', name: undefined}],
			campaign: {id: undefined, name: undefined},
		},
	],
	[
		'change_status',
		{list_id: '9', status: 'Y'},
		{
			target: service('change_status list_id=9', 'list 9'),
			...{doing: 'switching on', verb: 'switch on', expected: 'on'},
			quoted: {list_id: '9', status: 'Y'},
			named: [{kind: 'list', id: '9', name: undefined}],
			typed: '9',
		},
	],
	// A list that is not on screen may be of any campaign, whichever is named beside it.
	[
		'add_leads',
		{campaign_id: '1003', list_id: '9'},
		{
			target: service('add_leads campaign_id=1003', 'campaign 1003'),
			...own('add leads'),
			quoted: {campaign_id: '1003 (Spring)', list_id: '9'},
			named: [
				{kind: 'campaign', id: '1003', name: 'Spring'},
				{kind: 'list', id: '9', name: undefined},
			],
			campaign: besideSpring,
			typed: '1003',
		},
	],
	[
		'add_leads',
		{campaign_id: '1003', list_id: '2001', account_id: 'A-1'},
		{
			target: account('A-1'),
			...own('add leads'),
			quoted: {campaign_id: '1003 (Spring)', list_id: '2001 (First)', account_id: 'A-1'},
			named: [
				{kind: 'campaign', id: '1003', name: 'Spring'},
				{kind: 'list', id: '2001', name: 'First'},
			],
			campaign: besideSpring,
		},
	],
	[
		'dial_number',
		{campaign_id: '1003', phone_number: '+12125550123', callerid: '8005550100'},
		{
			target: phone('+12125550123'),
			...own('dial number'),
			quoted: {campaign_id: '1003 (Spring)', phone_number: '+12125550123', callerid: '8005550100'},
			named: [{kind: 'campaign', id: '1003', name: 'Spring'}],
			campaign: besideSpring,
			typed: '+12125550123',
		},
	],
	[
		'send_text_message',
		{to: '+12125550123', message: 'Hello there'},
		{
			target: phone('+12125550123'),
			...own('send text message'),
			quoted: {to: '+12125550123', message: 'Hello there'},
			typed: '+12125550123',
			...guessed('send_text_message'),
		},
	],
	[
		'add_account',
		{'account[company_id]': '7', 'accounts_leads[list_id]': '2001'},
		{
			target: service('add_account account[company_id]=7 accounts_leads[list_id]=2001', 'of company 7'),
			...{doing: 'adding', verb: 'add account', expected: undefined},
			quoted: {'account[company_id]': '7', 'accounts_leads[list_id]': '2001 (First)'},
			named: [{kind: 'list', id: '2001', name: 'First'}],
			typed: 'add account',
		},
	],
	[
		'add_account',
		{'account[company_id]': '7', 'account[accountid]': 'A-1'},
		{
			target: account('A-1'),
			...{doing: 'updating', verb: 'update', expected: undefined},
			quoted: {'account[company_id]': '7', 'account[accountid]': 'A-1'},
		},
	],
	[
		'add_account',
		{'account[company_id]': '7', 'account[accountid]': 'A-2'},
		{
			target: account('A-2'),
			...{doing: 'adding or updating', verb: 'add or update', expected: undefined},
			quoted: {'account[company_id]': '7', 'account[accountid]': 'A-2'},
		},
	],
	[
		'charge_customer',
		{accountid: 'A-1', amount: '12.5', payment_method_token: 'tok_4242'},
		{
			target: account('A-1'),
			...own('charge customer'),
			quoted: {accountid: 'A-1', amount: '12.50', payment_method_token: 'tok_4242'},
			typed: '12.50',
			...guessed('charge_customer'),
		},
	],
	// Nothing is taken from anybody: an amount need not be typed.
	[
		'get_payment_link',
		{accountid: 'A-1', amount: '12.50'},
		{
			target: account('A-1'),
			...own('get payment link'),
			quoted: {accountid: 'A-1', amount: '12.50'},
			...guessed('get_payment_link'),
		},
	],
	[
		'payment_refund',
		{payment_id: '9', reason: 'twice'},
		{
			target: service('payment_refund payment_id=9', 'payment 9'),
			...own('payment refund'),
			quoted: {payment_id: '9', reason: 'twice'},
			typed: '9',
			...guessed('payment_refund'),
		},
	],
	[
		'add_user',
		{user: 'ann', pass: 'correct horse', full_name: 'Ann Lee', level: 'agent', 'campaigns[0]': '1003'},
		{
			target: service('add_user user=ann', 'ann'),
			...own('add user'),
			quoted: {user: 'ann', pass: '•••', full_name: 'Ann Lee', level: 'agent', 'campaigns[0]': '1003 (Spring)'},
			named: [{kind: 'campaign', id: '1003', name: 'Spring'}],
			typed: 'ann',
			...guessed('add_user'),
		},
	],
	[
		'change_password',
		{old_pass: 'correct horse', new_pass: 'battery staple'},
		{
			target: service('change_password old_pass=••• new_pass=•••', '(users)'),
			...own('change password'),
			quoted: {old_pass: '•••', new_pass: '•••'},
			typed: 'change password',
			...guessed('change_password'),
		},
	],
	[
		'clear_notifications',
		{},
		{
			target: service('clear_notifications', '(notifications)'),
			...own('clear notifications'),
			quoted: {},
			typed: 'clear notifications',
			...guessed('clear_notifications'),
		},
	],
	// A free field does not say whom it is about where one of its own does, nor does an empty one.
	[
		'add_dnc',
		{phone_number: '2125560001', '+[0]': 'to=5', '+[1]': 'accountid=A-1'},
		{
			target: phone('2125560001'),
			...own('add dnc'),
			quoted: {phone_number: '2125560001', to: '5', accountid: 'A-1'},
			typed: '2125560001',
			...guessed('add_dnc'),
		},
	],
	[
		'send_text_message',
		{to: '2125560001', message: 'Hello', '+[0]': 'phone_number='},
		{
			target: phone('2125560001'),
			...own('send text message'),
			quoted: {to: '2125560001', message: 'Hello', phone_number: ''},
			typed: '2125560001',
			...guessed('send_text_message'),
		},
	],
	// What cannot be typed on every keyboard is not asked to be.
	[
		'add_queue',
		{name: 'Größte'},
		{
			target: service('add_queue name=Größte', 'Größte'),
			...own('add queue'),
			quoted: {name: 'Größte'},
			typed: 'add queue',
			...guessed('add_queue'),
		},
	],
];

test.for(made)('%s %o', ([type, typed, {quoted, ...expected}]) => {
	expect(control(type, typed)).toStrictEqual({
		operation: type,
		before: undefined,
		effects: saidOf(Object.keys(typed).length),
		texts: Object.entries(quoted),
		named: [],
		...expected,
	});
});

test('a file is told by its size', () => {
	const file = {path: '/tmp/leads.csv', name: 'leads.csv', bytes: 1234, lines: 56, digest: 'd'};
	const made = control('upload_file', {list_id: '2001'}, {file});
	expect(made.texts).toEqual([
		['list_id', '2001 (First)'],
		['file', 'leads.csv (1,234 bytes, 56 lines)'],
	]);
	expect(made.target).toEqual({service: 'p', kind: 'list', id: '2001', name: 'First'});
});

test('what is sent before anything is listed is named by its id', () => {
	const made = control('pause_campaign', {campaign_id: '1003'}, {state: fresh()});
	expect(made.target).toEqual(service('pause_campaign campaign_id=1003', 'campaign 1003'));
	expect(control('add_account', {'account[company_id]': '7', 'account[accountid]': 'A'}, {state: fresh()}).verb).toBe(
		'add or update',
	);
	const call = {campaign_id: '1003', phone_number: '2125550123', callerid: '8005550100'};
	expect(control('dial_number', call, {state: fresh()})).not.toHaveProperty('campaign');
});

test('of more fields than a question can name, how many it leaves out is said', () => {
	const typed = (count: number) => ({
		'account[company_id]': '7',
		...Object.fromEntries(Array.from({length: count - 1}, (_, at) => [`account[custom${at + 1}]`, `${at}`])),
	});
	const all = control('add_account', typed(16));
	expect(all.effects).toBe('It sends 16 fields.');
	expect(all.texts).toHaveLength(16);
	const some = control('add_account', typed(18));
	expect(some.effects).toBe('It sends 18 fields, of which 2 are not shown.');
	expect(some.texts).toEqual(all.texts);
});

test('a long value is cut where it is read, and not asked to be typed', () => {
	const named = (length: number) => control('add_queue', {name: 'x'.repeat(length)});
	expect(named(80)).toMatchObject({typed: 'x'.repeat(80), texts: [['name', 'x'.repeat(80)]]});
	expect(named(81)).toMatchObject({
		typed: 'add queue',
		texts: [['name', `${'x'.repeat(79)}…`]],
		target: service(`add_queue name=${'x'.repeat(81)}`, `${'x'.repeat(79)}…`),
	});
	const emails = Object.fromEntries(Array.from({length: 20}, (_, at) => [`+[${at}]`, `field${at}=${'x'.repeat(50)}`]));
	expect(control('clear_notifications', emails).target.id).toMatch(/^clear_notifications .{479}…$/);
});

test('of two amounts the first is typed', () => {
	const [operation] = forms.operations.filter(({type}) => type === 'payment_refund');
	const amounts = ['5.00', '1.00'].map(text => ({name: 'amount', kind: 'money', text}) as const);
	expect(operation && controlOf(operation, {}, amounts, listed).typed).toBe('5.00');
});

test('a phone number that is the id of a list, too, shows no status', () => {
	expect(control('add_dnc', {phone_number: '2001'})).toMatchObject({target: phone('2001'), before: undefined});
});
