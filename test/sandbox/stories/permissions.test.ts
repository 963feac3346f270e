/** Who may do what with whose objects: a row for every operation of the catalogue, and what follows from it. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {minute} from '../../../source/sandbox/world/time.ts';
import {type OperationType, operations} from '../../../source/wire/operations/index.ts';
import {validCalls} from '../contract/valid.ts';
import {planOf} from '../small-world.ts';
import {type Call, httpService} from './http-service.ts';

const levels = ['agent', 'manager', 'admin'] as const;
type Level = (typeof levels)[number];

/** Whose the objects are that the operation takes or lists. */
type Objects =
	/** It takes a campaign, or a list, account, plan, payment or link of one: with a foreign one it is denied. */
	| 'taken'
	/** It lists what belongs to campaigns: it leaves out what is foreign. */
	| 'listed'
	/** It answers whether a foreign campaign may be accessed: it says no. */
	| 'told'
	/** The objects are the user's own, or the company's. */
	| 'common';

const table: Record<Exclude<OperationType, 'login_user'>, readonly [Level, Objects]> = {
	play_campaign: ['manager', 'taken'],
	pause_campaign: ['manager', 'taken'],
	stop_campaign: ['manager', 'taken'],
	get_campaigns: ['agent', 'listed'],
	get_campaign_settings: ['agent', 'taken'],
	update_campaign: ['manager', 'taken'],
	dial_number: ['manager', 'taken'],
	add_account: ['agent', 'taken'],
	fetch_accounts: ['agent', 'listed'],
	add_leads: ['manager', 'taken'],
	get_list: ['agent', 'taken'],
	get_lists: ['agent', 'taken'],
	change_status: ['manager', 'taken'],
	search_lead: ['agent', 'listed'],
	get_campaign_lists: ['agent', 'taken'],
	upload_file: ['manager', 'taken'],
	get_results: ['manager', 'taken'],
	add_dnc: ['agent', 'taken'],
	delete_dnc: ['manager', 'taken'],
	get_dncs: ['agent', 'listed'],
	get_dashboard_stats: ['agent', 'taken'],
	campaign_summary: ['manager', 'taken'],
	get_all_stats: ['agent', 'listed'],
	get_graph_data: ['agent', 'taken'],
	get_campaign_stats: ['agent', 'taken'],
	get_all_graphs: ['agent', 'taken'],
	get_usage: ['admin', 'taken'],
	list_ivrs: ['agent', 'common'],
	add_ivr: ['admin', 'common'],
	delete_ivr: ['admin', 'common'],
	get_queues: ['agent', 'common'],
	add_queue: ['admin', 'common'],
	delete_queue: ['admin', 'common'],
	add_user: ['admin', 'taken'],
	change_password: ['agent', 'common'],
	get_profile: ['agent', 'common'],
	update_profile: ['agent', 'common'],
	check_permission: ['agent', 'told'],
	set_notifications: ['agent', 'common'],
	get_notifications: ['agent', 'listed'],
	clear_notifications: ['agent', 'common'],
	get_notifications_settings: ['agent', 'common'],
	create_payment_plan: ['agent', 'taken'],
	agreement_details: ['agent', 'taken'],
	get_schedules: ['agent', 'taken'],
	get_agreement_doc: ['agent', 'taken'],
	cancel_payment_plan: ['manager', 'taken'],
	add_payment: ['agent', 'taken'],
	remove_payment: ['manager', 'taken'],
	payment_refund: ['manager', 'taken'],
	charge_customer: ['agent', 'taken'],
	get_payment_link: ['agent', 'taken'],
	get_payment_status: ['agent', 'taken'],
	send_text_message: ['agent', 'taken'],
	retrieve_sent_messages: ['agent', 'listed'],
	get_content: ['agent', 'common'],
};

const types = Object.keys(table) as (keyof typeof table)[];

/** Whose campaigns a user has: that of the objects, another, or none. */
const campaignsOf = {own: ['1001'], foreign: ['1002'], none: []};
type Whose = keyof typeof campaignsOf;
const everyWhose = Object.keys(campaignsOf) as Whose[];

const lead = (name: string) => [{name, leads: 20, active: true, worked: 0}];

let service: Awaited<ReturnType<typeof httpService>>;
const users = {} as Record<Level, Record<Whose, Call>>;

beforeAll(async () => {
	service = await httpService({
		warmUp: 5 * minute,
		plan: [
			planOf({name: 'Ours', agents: 2, lists: lead('Our leads'), settings: {schedule: '24hours'}}),
			planOf({name: 'Theirs', agents: 2, lists: lead('Their leads')}),
		],
	});
	for (const level of levels) {
		const [own, foreign, none] = await Promise.all(
			everyWhose.map(whose => service.as(`${level}-${whose}`, level, campaignsOf[whose])),
		);
		users[level] = {own, foreign, none} as Record<Whose, Call>;
	}
});

afterAll(() => service[Symbol.asyncDispose]());

let numbers = 0;
const freshNumber = (area: string): string => `${area}555${String(++numbers).padStart(4, '0')}`;

/** Prepares objects of campaign 1001 and a call that takes them; accounts are put on its list. */
const paramsOf = async (type: keyof typeof table): Promise<Record<string, unknown>> => {
	const {call, world} = service;
	const need = (name: string, params: Record<string, unknown>) =>
		service.need(name, name === 'add_account' ? {accounts_leads: {list_id: '50001'}, ...params} : params);
	if (type === 'get_notifications') {
		const phones = [{phone_number: freshNumber('214')}];
		const {accountid} = await need('add_account', {account: {company_id: '1', balance: '50.00'}, phones});
		await need('charge_customer', {accountid, amount: '5.00', payment_method_token: 'tok_decline'});
	}
	if (type === 'delete_dnc') {
		const params = {phone_number: freshNumber('213'), campaign_id: '1001'};
		await need('add_dnc', params);
		return params;
	}
	return validCalls[type]({
		need,
		world,
		token: '',
		resetPassword: () => undefined,
		send: ({type: name, token: _, ...params}: Record<string, unknown>) => call(String(name), params),
	} as never);
};

const denied = {success: 0, error: 'Permission denied', tech_msg: 'permission-denied'};

/** What would betray campaign 1001: its ids and names, the holder of its accounts, and the numbers it bars. */
const betrays = (response: unknown): boolean =>
	/"1001"|"50001"|Ours|Our leads|"Ann"|213555|declined/.test(JSON.stringify(response));

test('every operation has a row, so that a new one needs a decision', () => {
	expect(types.toSorted()).toEqual(
		Object.keys(operations)
			.filter(type => type !== 'login_user')
			.toSorted(),
	);
});

describe.each(types)('%s', type => {
	const [least, objects] = table[type];

	test.each(levels)('%s, with objects of their campaign, of another, and without a campaign', async level => {
		for (const whose of everyWhose) {
			const params = await paramsOf(type);
			const response = await users[level][whose](type, params);
			if (levels.indexOf(level) < levels.indexOf(least)) {
				expect([whose, response]).toEqual([whose, denied]);
			} else if (whose === 'own' || objects !== 'taken') {
				expect([whose, response]).toMatchObject([whose, {success: 1}]);
			} else {
				expect([whose, response]).toMatchObject([whose, denied]);
			}
			if (whose !== 'own' && objects === 'listed') {
				expect([whose, betrays(response)]).toEqual([whose, false]);
			}
			if (objects === 'told') {
				const isAllowed = whose === 'own' && level !== 'agent';
				expect([whose, response.allowed]).toEqual([whose, isAllowed ? '1' : '0']);
			}
		}
	});
});

describe('what follows', () => {
	test('a manager without campaigns sees no account and may charge none', async () => {
		const call = users.manager.none;
		const ours = String((await service.need('add_account', {account: {company_id: '1', balance: '50.00'}})).accountid);
		const seeded = '2026-0000001';
		expect((await call('fetch_accounts', {company_id: '1'})).accounts).toEqual([]);
		for (const accountid of [ours, seeded]) {
			const charge = {accountid, amount: '5.00', payment_method_token: 'tok_visa_4242'};
			expect(await call('charge_customer', charge)).toMatchObject(denied);
			expect(await call('add_account', {account: {company_id: '1', accountid, first_name: 'X'}})).toMatchObject(denied);
		}
		expect(await call('add_account', {account: {company_id: '1'}})).toMatchObject(denied);
		expect(await call('add_dnc', {phone_number: '2135559999'})).toMatchObject(denied);
		// An account on no list belongs to the company: who has a campaign may charge it.
		const charge = {accountid: ours, amount: '5.00', payment_method_token: 'tok_visa_4242'};
		expect((await users.manager.foreign('charge_customer', charge)).success).toBe(1);
	});

	test('what an agent bars without naming a campaign is barred in the campaigns of that agent only', async () => {
		const phone_number = '2135558888';
		expect(await users.agent.own('add_dnc', {phone_number})).toMatchObject({campaign_id: '1001'});
		const dial = async (campaign_id: string) =>
			(await service.call('dial_number', {campaign_id, phone_number, callerid: '8005550100'})).error;
		expect([await dial('1001'), await dial('1002')]).toEqual(['Number is on the do-not-call list', '']);
		expect(await users.manager.foreign('delete_dnc', {phone_number})).toMatchObject({error: 'Number not found'});
		expect(await users.manager.own('delete_dnc', {phone_number})).toMatchObject({campaign_id: '1001'});
		expect(await dial('1001')).toBe('');
	});

	test('what everybody bars is taken off by who may access every campaign only', async () => {
		const phone_number = '2135557777';
		await service.need('add_dnc', {phone_number});
		await users.agent.own('add_dnc', {phone_number});
		expect(await users.manager.own('delete_dnc', {phone_number})).toMatchObject({
			...denied,
			detail: 'the number is also barred from campaigns of others',
		});
		expect((await service.call('delete_dnc', {phone_number})).success).toBe(1);
		expect((await users.manager.own('delete_dnc', {phone_number})).success).toBe(1);
	});
});
