/**
 * The service against the catalogue: each operation is called correctly in every content type, and wrongly in every way
 * that its row forbids. A refusal must name the parameter and change nothing.
 */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import * as z from 'zod';
import {readEnvelope} from '../../../source/wire/envelope.ts';
import type {AnyOperation} from '../../../source/wire/operation.ts';
import {type OperationType, operations, parameterRows} from '../../../source/wire/operations/index.ts';
import {testPassword} from '../small-service.ts';
import {type ContractService, contentTypes, startContractService} from './service.ts';
import {validCalls} from './valid.ts';
import {type Leaf, leavesOf, wireName, wrongValues} from './wrong.ts';

type Params = Record<string, unknown>;

const types = (Object.keys(operations) as OperationType[]).filter(type => type !== 'login_user');
const rowOf = (type: OperationType): AnyOperation => operations[type];
const validOf = async (type: OperationType): Promise<Params> => {
	known = undefined;
	return validCalls[type as keyof typeof validCalls](service);
};

let service: ContractService;
/** An administrator of the campaign 1002 only. */
let stranger = '';
let cases = 0;

/** The state after the last refusal, if no other request came since. */
let known: string | undefined;

/** Calls an operation that must be refused with this text and change nothing. */
const refused = async (fields: Params, error: string): Promise<void> => {
	cases++;
	const before = known ?? service.digest();
	const {status, response} = await service.send(fields);
	expect([fields, status, response.success, response.error]).toEqual([fields, 200, 0, error]);
	expect(response.tech_msg).toMatch(/^[a-z-]+(?:: .+)?$/);
	known = service.digest();
	expect([fields, known]).toEqual([fields, before]);
};

/** The parameters with another value at a path, or without one. */
const changed = (params: Params, [name = '', ...rest]: readonly string[], value: unknown): Params => {
	const copy: Params = Array.isArray(params) ? ([...params] as unknown as Params) : {...params};
	copy[name] = rest.length === 0 ? value : changed((copy[name] ?? {}) as Params, rest, value);
	return copy;
};

const has = (params: Params, [name = '', ...rest]: readonly string[]): boolean =>
	name in params && (rest.length === 0 || has(params[name] as Params, rest));

beforeAll(async () => {
	service = await startContractService();
	await service.need('add_user', {
		user: 'stranger',
		pass: testPassword,
		full_name: 'Sam Stranger',
		level: 'manager',
		campaigns: ['1002'],
	});
	const {response} = await service.send({type: 'login_user', user: 'stranger', pass: testPassword});
	stranger = String(response.token);
});

afterAll(async () => {
	await service[Symbol.asyncDispose]();
	process.stdout.write(`contract: ${types.length + 1} operations, ${cases} cases\n`);
});

/** Checks an answer strictly: every field is readable, none is missing, and none is undeclared. */
const expectShape = (type: OperationType, response: Params): void => {
	const {success, error, ...fields} = response;
	expect([success, error]).toEqual([1, '']);
	const {schema, decode} = rowOf(type).answer as {schema?(): z.ZodObject; decode(envelope: unknown): unknown};
	if (schema) {
		const shape = schema();
		const read = z.safeDecode(shape, fields as never);
		expect([type, read.success ? [] : read.error.issues]).toEqual([type, []]);
		expect([type, Object.keys(fields).filter(name => !Object.hasOwn(shape.shape, name))]).toEqual([type, []]);
		return;
	}
	// Otherwise the rows of its records say it: nothing may be left over, and nothing unreadable.
	const read = decode(readEnvelope(JSON.stringify({response})));
	expect(JSON.stringify(read)).not.toMatch(/"unreadable":\[[^\]]|"extra":\{[^}]/);
};

describe.each(types)('%s', type => {
	test.each(contentTypes)('succeeds as %s', async contentType => {
		cases++;
		const params = await validOf(type);
		const {status, response} = await service.send({type, token: service.token, ...params}, contentType);
		expect([response, status]).toMatchObject([{success: 1}, 200]);
		expectShape(type, response);
	});

	test('refuses what lacks a required parameter, has a wrong one, or comes from nobody', async () => {
		const params = await validOf(type);
		const call = {type, token: service.token};
		for (const {path, row} of leavesOf(parameterRows(type))) {
			const name = wireName(path);
			if (row.required && has(params, path.slice(0, -1))) {
				await refused({...call, ...changed(params, path, undefined)}, `Missing parameter: ${name}`);
				await refused({...call, ...changed(params, path, '')}, `Missing parameter: ${name}`);
			}
			for (const value of row.kind === 'file' ? [] : wrongValues(row)) {
				await refused({...call, ...changed(params, path, value)}, `Invalid value: ${name}`);
			}
		}
		await refused({type, ...params}, 'Missing parameter: token');
		await refused({type, ...params, token: 'guess'}, 'Invalid token');
	});

	const isStrict = rowOf(type).effect !== 'read';
	test(isStrict ? 'refuses a field that it does not have, and names it' : 'takes further fields', async () => {
		const params = await validOf(type);
		const groups = leavesOf(parameterRows(type)).map(({path}) => path.slice(0, -1));
		const given = groups.filter(path => path.length > 0 && has(params, path));
		for (const path of [[], ...given].map(group => [...group, 'no_such_field'])) {
			const call = {...changed(params, path, 'x'), type, token: service.token};
			if (isStrict) {
				await refused(call, `Unknown parameter: ${wireName(path)}`);
			} else {
				expect((await service.send(call)).response.error).not.toMatch(/^Unknown parameter/);
			}
		}
	});

	const reaches = (leaf: Leaf, what: string): boolean => leaf.path.at(-1) === what;
	const places = leavesOf(parameterRows(type)).filter(leaf => reaches(leaf, 'campaign_id') || reaches(leaf, 'list_id'));
	if (places.length === 0) {
		return;
	}
	test('refuses a campaign or list that is not there, or not theirs', async () => {
		const params = await validOf(type);
		for (const {path} of places) {
			const isCampaign = path.at(-1) === 'campaign_id';
			const call = {type, token: service.token};
			await refused({...call, ...changed(params, path, '77')}, isCampaign ? 'Campaign not found' : 'List not found');
			const foreign = changed(params, path, isCampaign ? '1001' : '50001');
			if (type === 'check_permission') {
				continue;
			}
			await refused({type, token: stranger, ...foreign}, 'Permission denied');
		}
	});
});

test('a change of the store alone is a change', async () => {
	const before = service.digest();
	await service.need('add_user', {user: 'another', pass: testPassword, full_name: 'Ann Other', level: 'manager'});
	expect(service.digest()).not.toBe(before);
});

describe('login_user', () => {
	test.each(contentTypes)('succeeds as %s', async contentType => {
		cases++;
		known = undefined;
		const {response} = await service.send({type: 'login_user', user: service.user, pass: testPassword}, contentType);
		expect(response).toMatchObject({success: 1, error: '', level: 'admin'});
		expect(response.token).toMatch(/^[\w-]{43}$/);
	});

	test('refuses what lacks a required parameter or has a wrong one', async () => {
		const params = {type: 'login_user', user: service.user, pass: testPassword};
		for (const {path, row} of leavesOf(rowOf('login_user').params)) {
			const name = wireName(path);
			if (row.required) {
				await refused(changed(params, path, undefined), `Missing parameter: ${name}`);
			}
			for (const value of wrongValues(row)) {
				await refused(changed(params, path, value), `Invalid value: ${name}`);
			}
		}
	});
});
