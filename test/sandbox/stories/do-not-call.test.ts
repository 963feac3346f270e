/** One number of the do-not-call list through every operation that takes it. */
import {expect, test} from 'vitest';
import {minute} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {type Call, httpService} from './http-service.ts';

type Row = Record<string, string>;

const phone = '2125550101';

const start = () =>
	httpService({
		warmUp: 0,
		carrier: {absent: 0},
		plan: [
			planOf({name: 'Spring', agents: 4, lists: [], settings: {method: 'RATIO', level: 2}}),
			planOf({name: 'Power', agents: 1, lists: [{name: 'A', leads: 5, active: false, worked: 0}]}),
		],
	});

const listOf = async (call: Call, list_id: unknown): Promise<Row> =>
	(await call('get_list', {list_id: String(list_id)})).list as Row;

const leadsOn = async (call: Call, list_id: unknown) => {
	const {total_leads, new_leads, called_leads, remaining_leads} = await listOf(call, list_id);
	return {total: total_leads, new: new_leads, called: called_leads, remaining: remaining_leads};
};

const footer = async (call: Call): Promise<string> => String((await call('search_lead', {query: phone})).footer);

const upload = (call: Call, list_id: string, text: string) =>
	call('upload_file', {list_id, file: {name: 'leads.csv', bytes: new TextEncoder().encode(text)}});

test('a barred number is added by nothing, and each operation says that it is barred', async () => {
	await using service = await start();
	const {call, need} = service;
	await need('add_dnc', {phone_number: phone});
	const list = {list_id: '50001'};
	expect(await need('add_leads', {...list, phones: `${phone},2125550102,12`})).toMatchObject({
		...{added: '1', duplicates: '0', invalid: '1', dnc: '1'},
	});
	expect(await upload(call, '50001', `phone\n${phone}\n2125550103\n12\n`)).toMatchObject({
		...{inserted: '1', duplicates: '0', invalid: '1', dnc: '1'},
	});
	const account = {company_id: '1', accountid: 'A-1'};
	const phones = [{phone_number: phone}, {phone_number: '2125550104'}];
	expect(await need('add_account', {account, phones, accounts_leads: list})).toMatchObject({created: '1', dnc: '1'});
	expect((await listOf(call, '50001')).total_leads).toBe(String(5 + 3));
	// The account keeps it: it may not be called, but it is theirs.
	const {accounts} = await need('fetch_accounts', {company_id: '1', all_phones: '1'});
	expect((accounts as Row[]).find(({accountid}) => accountid === 'A-1')?.phones).toHaveLength(2);
	await need('delete_dnc', {phone_number: phone});
	expect(await need('add_leads', {...list, phones: phone})).toMatchObject({added: '1', dnc: '0'});
});

test('a number that is barred from one campaign may be added to another', async () => {
	await using service = await start();
	const {need} = service;
	await need('add_dnc', {phone_number: phone, campaign_id: '1001'});
	expect(await need('add_leads', {campaign_id: '1001', phones: phone})).toMatchObject({added: '0', dnc: '1'});
	expect(await need('add_leads', {campaign_id: '1002', phones: phone})).toMatchObject({added: '1', dnc: '0'});
});

test('a lead that is passed over was not called, in every list and search, and is called once it is free', async () => {
	await using service = await start();
	const {call, need, advance} = service;
	const {list_id} = await need('add_leads', {campaign_id: '1001', phones: phone, first_name: 'Ann', last_name: 'Lee'});
	const notCalled = expect.stringMatching(/^0 calls; 1 account without a logged call: /);
	await need('add_dnc', {phone_number: phone, campaign_id: '1001'});
	expect(await footer(call)).toEqual(notCalled);
	advance(10 * minute);
	expect(await leadsOn(call, list_id)).toEqual({total: '1', new: '1', called: '0', remaining: '0'});
	expect(await footer(call)).toEqual(notCalled);
	await need('delete_dnc', {phone_number: phone, campaign_id: '1001'});
	expect(await leadsOn(call, list_id)).toEqual({total: '1', new: '1', called: '0', remaining: '1'});
	advance(10 * minute);
	expect(await leadsOn(call, list_id)).toMatchObject({new: '0', called: '1'});
	expect(await footer(call)).toBe('1 call');
});

test('a number that is barred twice stays barred until both entries are gone', async () => {
	await using service = await start();
	const {call, need, advance} = service;
	const {list_id} = await need('add_leads', {campaign_id: '1001', phones: phone});
	await need('add_dnc', {phone_number: phone});
	await need('add_dnc', {phone_number: phone, campaign_id: '1001'});
	advance(5 * minute);
	await need('delete_dnc', {phone_number: phone});
	expect((await leadsOn(call, list_id)).remaining).toBe('0');
	await need('delete_dnc', {phone_number: phone, campaign_id: '1001'});
	expect((await leadsOn(call, list_id)).remaining).toBe('1');
});

test('a lead called before it was barred counts as called, and its next attempt waits for delete_dnc', async () => {
	await using service = await httpService({
		warmUp: 0,
		carrier: {human: 0, machine: 0, busy: 1, badNumber: 0, absent: 0},
		plan: [planOf({agents: 2, lists: [], settings: {method: 'RATIO'}})],
	});
	const {call, need, advance} = service;
	const {list_id} = await need('add_leads', {campaign_id: '1001', phones: phone});
	advance(3 * minute);
	expect(await footer(call)).toBe('1 call');
	await need('add_dnc', {phone_number: phone});
	advance(30 * minute);
	expect(await footer(call)).toBe('1 call');
	expect(await leadsOn(call, list_id)).toEqual({total: '1', new: '0', called: '1', remaining: '0'});
	await need('delete_dnc', {phone_number: phone});
	expect((await leadsOn(call, list_id)).remaining).toBe('1');
	advance(5 * minute);
	expect(await footer(call)).toBe('2 calls');
});
