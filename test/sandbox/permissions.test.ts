/** Users who may access some campaigns only: every parameter of every operation that names a campaign or a list. */
import {beforeAll, describe, expect, test} from 'vitest';
import type {AnyOperation} from '../../source/wire/operation.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import type {Parameter, Parameters} from '../../source/wire/parameters.ts';
import {withUser} from './other-users.ts';
import {smallService} from './small-service.ts';

const types = (Object.keys(operations) as OperationType[]).filter(type => type !== 'login_user');
const paramsOf = (type: OperationType): Parameters => (operations[type] as AnyOperation).params;

let small: Awaited<ReturnType<typeof smallService>>;

beforeAll(async () => {
	small = await smallService();
});

/** Values of parameters whose kind does not determine a valid one. */
const byName: Record<string, unknown> = {
	campaign_id: '1002',
	list_id: '50002',
	phone_number: '2125550123',
	to: '2125550123',
	message: 'Hello',
	file: {name: 'leads.csv', bytes: new TextEncoder().encode('phone_number\n2125550123\n')},
};

const exampleOf = (name: string, {kind, min, choices, fields}: Parameter): unknown =>
	byName[name] ??
	choices?.[0] ??
	(fields ? requiredOf(fields) : kind === 'date' ? '2026-03-31' : kind === 'text' ? '8005550100' : String(min || 1));

const requiredOf = (params: Parameters): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(params)
			.filter(([, {required}]) => required)
			.map(([name, row]) => [name, exampleOf(name, row)]),
	);

const places = ['campaign_id', 'list_id'] as const;

/** Every operation that takes a campaign or a list, with each of the places for one. */
const scoped = types
	// It answers whether the campaign may be accessed, instead of refusing.
	.filter(type => type !== 'check_permission')
	.flatMap(type => {
		const params = paramsOf(type);
		const nested = Object.entries(params).flatMap(([name, {fields}]) =>
			places.filter(place => fields?.[place]).map(place => ({type, path: [name, place]})),
		);
		return [...places.filter(place => params[place]).map(place => ({type, path: [place]})), ...nested];
	});

const withValue = (type: OperationType, [name = '', inner]: string[], value: string): Record<string, unknown> => ({
	...requiredOf(paramsOf(type)),
	...(type === 'send_text_message' && {message: 'Hello'}),
	[name]: inner === undefined ? value : {[inner]: value},
});

describe('a user of some campaigns', () => {
	let call: typeof small.call;

	beforeAll(async () => {
		call = await withUser(small, 'limited', 'admin', ['1002', '1003']);
	});

	test('there is something to be tested', () => {
		expect(scoped.length).toBeGreaterThan(25);
		expect(scoped).toContainEqual({type: 'add_account', path: ['accounts_leads', 'list_id']});
	});

	test.each(scoped)('$type with another $path', async ({type, path}) => {
		const isCampaign = path.at(-1) === 'campaign_id';
		const foreign = await call(type, withValue(type, path, isCampaign ? '1001' : '50001'));
		expect(foreign).toEqual({success: 0, error: 'Permission denied', tech_msg: 'permission-denied'});
		const unknown = await call(type, withValue(type, path, '77'));
		expect(unknown.error).toBe(isCampaign ? 'Campaign not found' : 'List not found');
	});

	test('is shown nothing of the others', async () => {
		const ids = (answer: unknown) => new Set((answer as {campaign_id: string}[]).map(({campaign_id}) => campaign_id));
		expect(ids((await call('get_campaigns')).campaigns)).toEqual(new Set(['1002', '1003']));
		expect(ids((await call('get_lists')).lists)).toEqual(new Set(['1002', '1003']));
		expect(ids((await call('get_campaign_lists')).lists)).toEqual(new Set(['1002', '1003']));
		expect(ids((await call('get_all_stats')).stats)).toEqual(new Set(['1002', '1003']));
		expect(ids((await call('search_lead')).all_log_search)).toEqual(new Set(['1002', '1003']));
	});
});
