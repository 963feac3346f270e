/** No operation accepts a card number; an id that looks like one is accepted. */
import {describe, expect, test} from 'vitest';
import {operations} from '../../source/wire/operations/index.ts';
import type {Parameter, Parameters} from '../../source/wire/parameters.ts';
import {smallService} from './small-service.ts';
import {planOf} from './small-world.ts';

const number = '4111 1111 1111 1111';

test('every operation refuses a card number before it looks at anything else, and does not repeat it', async () => {
	const {handle, token} = await smallService({plan: [planOf({state: 'stopped'})], warmUp: 0});
	const refusals = {success: 0, tech_msg: 'invalid-value', detail: expect.stringContaining('only tokens')};
	for (const type of Object.keys(operations)) {
		for (const given of [{type, token}, {type}, {type, token: 'guess'}]) {
			const {response} = await handle({...given, reason: `card ${number} 12/29`});
			expect([type, response]).toEqual([type, {...refusals, error: 'Invalid value: reason'}]);
		}
		const nested = await handle({type, token, phones: [{}, {phone_number: '4111111111111111'}]});
		expect(nested.response).toEqual({...refusals, error: 'Invalid value: phones[1][phone_number]'});
	}
	for (const fields of [{type: number}, {type: 'get_lists', token: number}, {type: 'login_user', [number]: 'x'}]) {
		const answer = await handle(fields);
		expect(answer.response).toMatchObject(refusals);
		expect(JSON.stringify(answer)).not.toMatch(/4111/);
	}
});

test('numbers, references and lists of them pass', async () => {
	const {call} = await smallService({plan: [planOf({state: 'stopped'})], warmUp: 0});
	const phones = Array.from({length: 20}, (_, place) => `21255501${10 + place}`).join(',');
	expect(await call('add_leads', {campaign_id: '1001', phones, account_id: '2026-0000001'})).toMatchObject({
		success: 1,
		added: '20',
	});
	expect(await call('search_lead', {query: '+442071234567', from: '2026-03-31'})).toMatchObject({success: 1});
});

/** Every parameter that takes text or digits, with the fields that send it; of a group and of a repeated one each. */
const leavesOf = (rows: Parameters): [row: Parameter, name: string, fields: (value: unknown) => object][] =>
	Object.entries(rows).flatMap(([name, row]) => {
		const wrap = (value: unknown) => ({[name]: row.kind === 'repeated' ? [value] : value});
		return row.fields
			? leavesOf(row.fields).map(([inner, innerName, fields]): [Parameter, string, (value: unknown) => object] => [
					inner,
					innerName,
					value => wrap(fields(value)),
				])
			: [[row, name, wrap]];
	});

describe('an id of as many digits', () => {
	const id = '4111111111111111';

	test('is taken in every field that is an id, and in no other', async () => {
		const {handle, token} = await smallService({plan: [planOf({state: 'stopped'})], warmUp: 0});
		for (const [type, {params}] of Object.entries(operations)) {
			for (const [row, name, fields] of leavesOf(params)) {
				const isId = /(?:^|_)ids?$|^(?:accountid|campaigns|script|local_call_time|custom_cid_list)$/.test(name);
				const given = name === 'format_id' ? false : isId;
				for (const value of [id, ...(row.kind === 'repeated' ? [] : [Number(id)])]) {
					const {response} = await handle({type, token, ...fields(value)});
					const isRefused = String(response.detail).includes('card number');
					expect([type, name, typeof value, isRefused]).toEqual([type, name, typeof value, !given]);
				}
				const grouped = await handle({type, token, ...fields(number)});
				expect([type, name, grouped.response.detail]).toEqual([type, name, expect.stringContaining('card number')]);
			}
			// Of unknown kind.
			const {response} = await handle({type, token, some_id: id});
			expect(response.error).toBe('Invalid value: some_id');
		}
	});

	test('is kept and shown as it is', async () => {
		const {call} = await smallService({plan: [planOf({state: 'stopped'})], warmUp: 0});
		const account = {
			company_id: '1',
			accountid: id,
			first_name: 'Ann',
			last_name: 'Ode',
			phone: '2125550111',
			balance: '5',
		};
		expect(await call('add_account', {account})).toMatchObject({success: 1, accountid: id});
		expect(await call('add_leads', {campaign_id: '1001', phones: '2125550112', account_id: id})).toMatchObject({
			success: 1,
			accountid: id,
		});
		expect(await call('add_payment', {accountid: id, amount: '5.00', date: '2027-01-02'})).toMatchObject({success: 1});
		const {accounts} = await call('fetch_accounts', {company_id: '1'});
		expect((accounts as unknown[]).slice(0, 1)).toEqual([expect.objectContaining({accountid: id})]);
		for (const [name, value] of Object.entries({first_name: id, custom1: id, address1: `card ${id}`})) {
			expect(await call('add_account', {account: {...account, [name]: value}})).toMatchObject({
				success: 0,
				error: `Invalid value: account[${name}]`,
			});
		}
	});

	test('is not guessed where JSON has lost some of its digits', async () => {
		const {call} = await smallService({plan: [planOf({state: 'stopped'})], warmUp: 0});
		for (const list_id of [1_234_567_890_123_456_800, 12_345_678_901_234_567_000]) {
			expect(await call('get_list', {list_id})).toMatchObject({
				error: 'Invalid value: list_id',
				detail: 'a JSON number this long loses digits; send it as text',
			});
		}
	});

	test('is taken from the column of a file that is an id', async () => {
		const {call} = await smallService({plan: [planOf({state: 'stopped'})], warmUp: 0});
		const rows = [`2125550111,${id},Ann`, `2125550112,x,${id}`, `2125550113,${number},Ann`];
		const bytes = Buffer.from(['phone_number,account_id,first_name', ...rows].join('\n'));
		expect(await call('upload_file', {file: {name: 'x.csv', bytes}, campaign_id: '1001'})).toMatchObject({
			success: 1,
			inserted: '1',
			invalid: '2',
		});
	});
});
