/** What a service gives back of this run's secrets, and what stays although it looks like one. */
import {beforeEach, describe, expect, test} from 'vitest';
import {createDialer} from '../../source/wire/client/dialer.ts';
import {struckBody} from '../../source/wire/client/struck-body.ts';
import {onSecret, registerSecret, struckWord} from '../../source/wire/secrets.ts';

beforeEach(() => {
	(globalThis as {forgetSecrets?: () => void}).forgetSecrets?.();
});

const token = 'tok-4f9c27b1aa';

const dialerOn = (answer: unknown) => {
	const sent: unknown[] = [];
	const dialer = createDialer({
		async transport(request) {
			sent.push(request);
			const text = JSON.stringify(answer);
			return {status: 200, text, retryAfter: undefined, location: undefined, received: text.length};
		},
		token: () => token,
	});
	return {...dialer, sent};
};

const listsOf = (...lists: Record<string, unknown>[]) => ({response: {success: 1, error: '', lists}});

describe('a list that has the token', () => {
	test('in its name, its status or a field that nobody knows', async () => {
		const {call} = dialerOn(
			listsOf({list_id: '7', list_name: `echo ${token}`, status: token, [`x ${token}`]: [{deep: `<${token}>`}]}),
		);
		const outcome = await call('get_lists', {});
		expect(outcome).toMatchObject({
			kind: 'done',
			answer: {records: [{id: '7', name: 'echo •••', extra: {'x •••': '[{"deep":"<•••>"}]'}}]},
		});
	});

	test('in its id: two ids must not look the same', async () => {
		const {call} = dialerOn(listsOf({list_id: `${token}-1`}, {list_id: `${token}-2`, list_name: 'Spring'}));
		expect(await call('get_lists', {})).toMatchObject({
			answer: {records: [{unreadable: ['list_id']}, {unreadable: ['list_id'], name: 'Spring'}]},
		});
	});

	test('in an error, a warning or the flag', async () => {
		for (const success of [0, 1, token]) {
			const outcome = await dialerOn({response: {success, error: `no ${token}`, tech_msg: token, lists: []}}).call(
				'get_lists',
				{},
			);
			expect(JSON.stringify([outcome, 'cause' in outcome && outcome.cause.message])).not.toContain(token);
		}
	});
});

test('what has no secret is the very same text', () => {
	const body = '{"response":{"success":1,"name":"Jos\\u00e9 \\/ tok"}}';
	expect(struckBody(body)).toBe(body);
	registerSecret(token);
	expect(struckBody(body)).toBe(body);
	expect(struckBody(`${body}, "${token}"`)).toContain('José');
});

test('a secret that is also a word or a figure of the service takes no data away', async () => {
	for (const password of ['1001', 'success', '2026', 'response', 'list_id']) {
		registerSecret(password);
	}
	const {call} = dialerOn(
		listsOf({list_id: '1001', list_name: 'List 1001', total_leads: '1001', created: '2026-11-23'}),
	);
	expect(await call('get_lists', {})).toMatchObject({
		kind: 'done',
		answer: {records: [{id: '1001', name: 'List •••', totalLeads: 1001}]},
	});
	const flagged = dialerOn({response: {success: 'success', lists: [{list_id: 1001}]}});
	expect(await flagged.call('get_lists', {})).toMatchObject({kind: 'done', answer: {records: [{id: '1001'}]}});
});

test('figures that come as numbers stay JSON', () => {
	registerSecret('12345678');
	expect(struckBody('{"id":12345678,"name":"12345678 x","sum":"12345678"}')).toBe(
		'{"id":12345678,"name":"••• x","sum":"•••"}',
	);
});

test('what was struck out of an answer is never written back', async () => {
	const {call, sent} = dialerOn({response: {success: 1, error: ''}});
	for (const params of [{script: 'a •••'}, {call_back_number: '•••'}]) {
		const outcome = await call('update_campaign', {campaign_id: '1001', ...params} as never);
		expect(outcome).toMatchObject({kind: 'not-sent', cause: {code: 'bad-parameters'}});
	}
	const account = {company_id: '7', first_name: '•••'};
	expect(await call('add_account', {account} as never)).toMatchObject({kind: 'not-sent'});
	expect(sent).toEqual([]);
	// A question may have it.
	expect(await call('search_lead', {query: '•••'})).toMatchObject({kind: 'done'});
	expect(sent).toHaveLength(1);
});

test('who listens hears of each token and password once', () => {
	let heard = 0;
	const end = onSecret(() => heard++);
	registerSecret(token);
	registerSecret(token);
	registerSecret('abc');
	expect(heard).toBe(1);
	expect(struckWord(`signed-out ${token}`)).toBe('signed-out •••');
	end();
	registerSecret('signed-out');
	expect(heard).toBe(1);
	// Words that the program may have written itself stay.
	expect(struckWord('signed-out')).toBe('signed-out');
});
