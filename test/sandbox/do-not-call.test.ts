/** The do-not-call list: its entries, who sees them, and that the world obeys it. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import type {ServiceOptions} from '../../source/sandbox/engine/durable-world.ts';
import {minute} from '../../source/sandbox/world/time.ts';
import {withUser} from './other-users.ts';
import {smallService as serviceOf} from './small-service.ts';
import {planOf} from './small-world.ts';

type Response = Record<string, unknown>;
type Call = (type: string, params?: Record<string, unknown>) => Promise<Response>;

const phone_number = '2125550101';

/** Campaigns 1001 to 1004, whose people ask nobody to be called no more. */
const smallService = (options: ServiceOptions = {}) =>
	serviceOf({
		without: ['barring'],
		plan: ['A', 'B', 'C', 'D'].map(name => planOf({name, settings: {method: 'RATIO'}})),
		...options,
	});

const entries = async (call: Call, params: Record<string, unknown> = {}) =>
	(await call('get_dncs', params)).dncs as Record<string, string>[];

/** The numbers on the list with the campaign of each. */
const numbers = async (call: Call, params: Record<string, unknown> = {}): Promise<string[]> =>
	(await entries(call, params)).map(entry => `${entry.phone_number} ${entry.campaign_id}`.trim());

test('a number is barred once, however it is written, and taken off again', async () => {
	const {call, advance} = await smallService();
	const answer = {success: 1, error: '', phone_number, campaign_id: ''};
	expect(await call('add_dnc', {phone_number})).toEqual(answer);
	advance(minute);
	expect(await call('add_dnc', {phone_number: '+1 (212) 555-0101'})).toEqual(answer);
	expect(await call('get_dncs')).toEqual({
		success: 1,
		error: '',
		dncs: [{phone_number, campaign_id: '', added_by: 'ops', added_date: '2026-03-31 12:30:00'}],
		total: '1',
	});
	expect(await call('delete_dnc', {phone_number: '1-212-555-0101'})).toEqual(answer);
	expect(await call('get_dncs')).toMatchObject({dncs: [], total: '0'});
	expect(await call('delete_dnc', {phone_number})).toEqual({
		success: 0,
		error: 'Number not found',
		tech_msg: 'not-found',
	});
});

test('campaigns bar a number each for itself', async () => {
	const {call} = await smallService();
	await call('add_dnc', {phone_number, campaign_id: '1002'});
	await call('add_dnc', {phone_number, campaign_id: '1003'});
	await call('add_dnc', {phone_number});
	expect(await numbers(call)).toEqual([phone_number, `${phone_number} 1003`, `${phone_number} 1002`]);
	expect(await numbers(call, {campaign_id: '1002'})).toEqual([`${phone_number} 1002`]);
	expect((await call('delete_dnc', {phone_number, campaign_id: '1004'})).error).toBe('Number not found');
	await call('delete_dnc', {phone_number});
	expect(await numbers(call)).toEqual([`${phone_number} 1003`, `${phone_number} 1002`]);
});

test('a barred number is not dialed, and is again once it is free', async () => {
	const {call, advance} = await smallService();
	const dial = async (campaign_id: string) =>
		(await call('dial_number', {campaign_id, phone_number, callerid: '8005550100'})).error;
	await call('add_dnc', {phone_number, campaign_id: '1002'});
	expect([await dial('1002'), await dial('1003')]).toEqual(['Number is on the do-not-call list', '']);
	await call('add_dnc', {phone_number});
	expect(await dial('1003')).toBe('Number is on the do-not-call list');
	await call('delete_dnc', {phone_number});
	await call('delete_dnc', {phone_number, campaign_id: '1002'});
	expect(await dial('1002')).toBe('');
	await call('add_leads', {campaign_id: '1002', phones: '2125550102'});
	await call('add_dnc', {phone_number: '2125550102', campaign_id: '1002'});
	advance(20 * minute);
	expect((await call('search_lead', {query: '2125550102'})).footer).toMatch(/^0 calls;/);
});

test('pages, and parts of numbers', async () => {
	const {call} = await smallService();
	for (let n = 0; n < 105; n++) {
		await call('add_dnc', {phone_number: String(2_125_550_000 + n)});
	}
	expect(await call('get_dncs')).toMatchObject({total: '105'});
	expect(await numbers(call)).toHaveLength(100);
	expect((await numbers(call))[0]).toBe('2125550104');
	expect(await numbers(call, {page: '2'})).toHaveLength(5);
	expect(await numbers(call, {page: '3'})).toEqual([]);
	expect(await numbers(call, {page: '2', limit: '2'})).toEqual(['2125550102', '2125550101']);
	expect(await numbers(call, {query: '010', limit: '1000'})).toEqual(
		[104, 103, 102, 101, 100, 10].map(n => String(2_125_550_000 + n)),
	);
	expect(await numbers(call, {query: '+1 (212) 555-0007'})).toEqual(['2125550007']);
	expect(await call('get_dncs', {query: '999'})).toMatchObject({dncs: [], total: '0'});
});

test.each<[string, Record<string, unknown>, string]>([
	['add_dnc', {phone_number: '123'}, 'Invalid value: phone_number'],
	['add_dnc', {phone_number: '+442071234567'}, 'Invalid value: phone_number'],
	['add_dnc', {phone_number: '0125550101'}, 'Invalid value: phone_number'],
	['add_dnc', {}, 'Missing parameter: phone_number'],
	['add_dnc', {phone_number, campaign_id: '77'}, 'Campaign not found'],
	['delete_dnc', {phone_number, campaign_id: '77'}, 'Campaign not found'],
	['get_dncs', {campaign_id: '77'}, 'Campaign not found'],
	['get_dncs', {limit: '1001'}, 'Invalid value: limit'],
	['get_dncs', {page: '0'}, 'Invalid value: page'],
	['get_dncs', {query: 'abc'}, 'Invalid value: query'],
	['get_dncs', {query: '( )'}, 'Invalid value: query'],
])('%s %j is refused: %s', async (type, params, error) => {
	const {call} = await smallService();
	expect(await call(type, params)).toMatchObject({success: 0, error});
	expect(await numbers(call)).toEqual([]);
});

describe('users', () => {
	test('one of some campaigns sees those and what is barred from every one', async () => {
		const small = await smallService();
		const {call} = small;
		const limited = await withUser(small, 'limited', 'manager', ['1002']);
		await call('add_dnc', {phone_number});
		await call('add_dnc', {phone_number: '2125550102', campaign_id: '1001'});
		await call('add_dnc', {phone_number: '2125550103', campaign_id: '1002'});
		expect(await numbers(limited)).toEqual(['2125550103 1002', phone_number]);
		expect(await limited('get_dncs')).toMatchObject({total: '2'});
		const denied = {success: 0, error: 'Permission denied', tech_msg: 'permission-denied'};
		const theirs = {phone_number: '2125550102', campaign_id: '1001'};
		expect(await limited('get_dncs', {campaign_id: '1001'})).toEqual(denied);
		expect(await limited('add_dnc', {phone_number, campaign_id: '1001'})).toEqual(denied);
		expect(await limited('delete_dnc', theirs)).toEqual(denied);
		expect(await limited('delete_dnc', {phone_number})).toMatchObject(denied);
		expect((await limited('delete_dnc', {phone_number: '2125550103', campaign_id: '1002'})).success).toBe(1);
		expect((await limited('add_dnc', {phone_number: '2125550104'})).success).toBe(1);
		expect((await entries(call))[0]).toMatchObject({phone_number: '2125550104', added_by: 'limited'});
	});

	test('an agent adds but does not delete', async () => {
		const small = await smallService();
		const agent = await withUser(small, 'kim', 'agent', ['1002']);
		expect((await agent('add_dnc', {phone_number, campaign_id: '1002'})).success).toBe(1);
		expect((await agent('delete_dnc', {phone_number, campaign_id: '1002'})).error).toBe('Permission denied');
		expect(await entries(agent)).toMatchObject([{phone_number, campaign_id: '1002', added_by: 'kim'}]);
	});
});

test('list and world are the same after a restart', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-dnc-'));
	onTestFinished(() => rm(folder, {recursive: true}));
	const database = join(folder, 'sandbox.db');
	const first = await smallService({database});
	await first.call('add_dnc', {phone_number});
	await first.call('add_dnc', {phone_number: '2125550102', campaign_id: '1002'});
	await first.call('add_dnc', {phone_number: '2125550103', campaign_id: '1002'});
	await first.call('delete_dnc', {phone_number: '2125550103', campaign_id: '1002'});
	first.service.close();
	const {call, world, service} = await smallService({database});
	expect(await numbers(call)).toEqual(['2125550102 1002', phone_number]);
	expect(world.doNotCall).toEqual(
		new Map([
			[phone_number, [-1]],
			['2125550102', [1]],
		]),
	);
	service.close();
});
