/** Answers that contradict themselves or the question: none of them is DONE or REFUSED. */
import {describe, expect, test} from 'vitest';
import {createDialer} from '../../source/wire/client/dialer.ts';
import type {Outcome} from '../../source/wire/errors.ts';
import type {OperationType} from '../../source/wire/operations/index.ts';

/** The outcome of one call that is answered with this body. */
const outcomeOf = (
	body: string,
	type: OperationType = 'pause_campaign',
	params: Readonly<Record<string, unknown>> = {campaign_id: '1001'},
): Promise<Outcome<Record<string, unknown>>> =>
	createDialer({
		transport: async () => ({
			status: 200,
			text: body,
			retryAfter: undefined,
			location: undefined,
			received: body.length,
		}),
		token: () => 'T',
	}).ask(type, params, {retries: 0});

const answering = (response: unknown, top: Readonly<Record<string, unknown>> = {}): string =>
	JSON.stringify({response, ...top});

describe('flags that disagree', () => {
	test.each([
		'{"response":{"success":0,"success":1,"error":""}}',
		'{"response":{"success":1,"error":"","success":0}}',
		'{"response":{"succ\\u0065ss":0,"success":1}}',
		'{"response":{"success":0}, "response" : {"success":1}}',
		'{"response":{"success":0,"error":""},"response":{"success":1,"error":""}}',
		'{"response":{"success":0},"r\\u0065sponse":{"success":1}}',
		'{"response":{"success":1},"response":{"success":"false"}}',
		'{"response":{"success":1},"success":0}',
		'{"success":0,"response":{"success":true}}',
		'{"success":1,"success":0}',
		'{"response":{"success":2,"success":1}}',
		'{"response":{"a":["success\\"",{"success":0}],"success":"}","success":1}}',
		'\ufeff{"response":{"success":0,"success":1}}',
	])('are UNKNOWN, as a write and as a read: %s', async body => {
		const message = expect.stringMatching(/^the service answered success ".+" and ".+", which contradict each other$/);
		const unknown = {kind: 'unknown', cause: {code: 'odd-flag', message}};
		expect(await outcomeOf(body)).toMatchObject(unknown);
		expect(await outcomeOf(body, 'get_campaigns', {})).toMatchObject(unknown);
	});

	test.each([
		['{"response":{"success":1,"success":"1","error":""}}', 'done'],
		['{"response":{"success":1},"success":true}', 'done'],
		['{"response":{"success":0,"error":"no"},"response":{"success":"0"}}', 'refused'],
		['{"response":{"success":1,"results":[{"success":0}],"text":"\\"success\\":0"}}', 'done'],
		['{"response":{"success":1,"detail":{"success":0,"error":"x"}}}', 'done'],
		['{"response":{"success":1,"response":{"success":0}}}', 'done'],
		['{"response":{"success":1},"data":{"success":0}}', 'done'],
		['{"response":["success",0],"response":{"success":1}}', 'done'],
	])('and those that agree say what they say: %s', async (body, kind) => {
		expect(await outcomeOf(body)).toMatchObject({kind});
	});

	test('a flag outside of response does not stand in for one that is missing in it', async () => {
		expect(await outcomeOf('{"response":{},"success":1}')).toMatchObject({kind: 'unknown', cause: {code: 'odd-flag'}});
	});
});

describe('success with an error text', () => {
	test.each([
		[answering({success: 1, error: 'Queue\nnot cleared'}), 'Queue␊not cleared'],
		[answering({success: 1, error: ''}, {error: 'Not saved'}), 'Not saved'],
		['{"response":{"success":1,"error":"Not saved","error":""}}', 'Not saved'],
		[answering({success: 1, error: {code: 7}}), '{"code":7}'],
		[answering({success: 1, error: 17}), '17'],
	])('is DONE with a warning: %s', async (body, warning) => {
		expect(await outcomeOf(body)).toMatchObject({kind: 'done', warning, answer: {error: warning}});
	});

	test.each(['', ' ', null, false, 0, [], {}])('is DONE and nothing else where the error is %j', async error => {
		expect(await outcomeOf(answering({success: 1, error}))).not.toHaveProperty('warning');
	});
});

describe('an answer to a write that names another target', () => {
	test.each<[type: OperationType, params: Record<string, unknown>, answer: Record<string, unknown>]>([
		['pause_campaign', {campaign_id: '1001'}, {campaign_id: '1002'}],
		['pause_campaign', {campaign_id: '1001'}, {campaign_id: 1002}],
		['pause_campaign', {campaign_id: '1001'}, {campaign_id: '01001'}],
		['pause_campaign', {campaign_id: '1001'}, {campaign_id: 'C1001'}],
		['pause_campaign', {campaign_id: '1001'}, {campaignId: '1002'}],
		['pause_campaign', {campaign_id: '1001'}, {data: {campaign_id: '1002'}}],
		['stop_campaign', {campaign_id: '1001'}, {campaign: {id: 1002}}],
		['change_status', {list_id: '501', status: 'Y'}, {list_id: '502', status: 'Y'}],
		['add_leads', {list_id: '501', phones: '2125550123'}, {list_id: '502'}],
		['add_leads', {account_id: 'A-1', phones: '2125550123'}, {accountid: 'A-2'}],
		['add_account', {account: {company_id: 7, accountid: 'A-1'}}, {accountid: 'A-2'}],
		['add_account', {account: {company_id: 7}, accounts_leads: {list_id: '501'}}, {accountid: 'A-9', list_id: '502'}],
		['remove_payment', {payment_id: '77'}, {payment_id: '78'}],
		['cancel_payment_plan', {plan_id: '5'}, {plan: {plan_id: 6}}],
		['add_dnc', {phone_number: '2125550123'}, {phone_number: '+12125550124'}],
		['add_dnc', {phone_number: '2125550123'}, {phone_number: '(212) 555-0124'}],
	])('is UNKNOWN: %s of %j answered %j', async (type, params, answer) => {
		for (const success of [1, 0]) {
			for (const body of [answering({success, error: '', ...answer}), answering({success, error: ''}, answer)]) {
				expect(await outcomeOf(body, type, params)).toMatchObject({
					kind: 'unknown',
					cause: {code: 'other-target', message: expect.stringContaining('the answer names')},
				});
			}
		}
	});

	test.each<[type: OperationType, params: Record<string, unknown>, answer: Record<string, unknown>]>([
		['pause_campaign', {campaign_id: '1001'}, {campaign_id: 1001}],
		['pause_campaign', {campaign_id: '1001'}, {campaign_id: ' 1001 '}],
		['pause_campaign', {campaign_id: '1001'}, {campaign_id: null, campaign_name: 'x'}],
		['pause_campaign', {campaign_id: '1001'}, {campaign_id: ''}],
		['pause_campaign', {campaign_id: '1001'}, {campaign_id: {value: 'first'}}],
		['change_status', {list_id: '501', status: 'Y'}, {status: 'saved'}],
		['pause_campaign', {campaign_id: '9007199254740993'}, {campaign_id: '9007199254740993'}],
		['pause_campaign', {campaign_id: '1001'}, {list: {id: 1002}, campaigns: [{campaign_id: '1002'}]}],
		['add_leads', {campaign_id: '1001', phones: '2125550123'}, {list_id: '502', accountid: 'A-9'}],
		['add_payment', {accountid: 'A-1', amount: 100, date: '2026-04-01'}, {payment_id: '78'}],
		['delete_queue', {queue_id: '5'}, {queues: [{queue_id: '6'}]}],
		['add_dnc', {phone_number: '2125550123'}, {phone_number: '+1 (212) 555-0123'}],
		['add_dnc', {phone_number: '2125550123'}, {phone_number: '***0123'}],
	])('and is DONE where it names the same, a new one or none: %s of %j answered %j', async (type, params, answer) => {
		expect(await outcomeOf(answering({success: 1, error: '', ...answer}), type, params)).toMatchObject({kind: 'done'});
	});

	test('a read takes zeros and letters around the same digits, and no other id', async () => {
		const settings = (campaignId: string) =>
			outcomeOf(answering({success: 1, campaign_id: campaignId, settings: []}), 'get_campaign_settings', {
				campaign_id: '1001',
			});
		expect(await settings('C01001')).toMatchObject({kind: 'done'});
		expect(await settings('1002')).toMatchObject({kind: 'unknown', cause: {code: 'other-target'}});
		const list = answering({success: 1, list_id: '007', list: {list_id: '7'}});
		expect(await outcomeOf(list, 'get_list', {list_id: '7'})).toMatchObject({
			kind: 'done',
			rules: new Map([['id-writing', 1]]),
		});
		const payment = answering({success: 1, payment_id: '077', status: 'paid'});
		expect(await outcomeOf(payment, 'get_payment_status', {payment_id: '77'})).toMatchObject({kind: 'done'});
	});

	test('a read is not judged by what its records name', async () => {
		const figures = answering({success: 1, dashboard_stats: {campaign_id: '1002'}});
		expect(await outcomeOf(figures, 'get_dashboard_stats', {campaign_id: '1001'})).toMatchObject({kind: 'done'});
	});
});
