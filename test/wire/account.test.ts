/** Accounts as fetch_accounts may answer them: the interface does not show its records. */
import {describe, expect, test} from 'vitest';
import {readAccounts} from '../../source/wire/account.ts';
import {readEnvelope} from '../../source/wire/envelope.ts';

const read = (response: unknown) =>
	readAccounts(readEnvelope(JSON.stringify({response: {success: 1, ...(response as object)}}))).records;

const one = (account: Record<string, unknown>) => read({accounts: [account]})[0];

test('an answer may hold a part of the accounts, and say of how many', () => {
	const totalOf = (total: unknown) =>
		readAccounts(readEnvelope(JSON.stringify({response: {success: 1, accounts: [{accountid: 'A'}], total}}))).total;
	expect(['333900', 2, '1', 0, 'many', null, undefined].map(totalOf)).toEqual([
		333_900,
		2,
		...Array(5).fill(undefined),
	]);
});

describe('an account', () => {
	test('has the fields of section 2.3 under their own names, and keeps all others', () => {
		expect(
			one({
				accountid: '2026-0000001',
				company_id: 7,
				first_name: 'Ann',
				last_name: 'Long',
				balance: '120.55',
				city: 'Austin',
				state: 'TX',
				postal_code: '02134',
				birthday: '1980-02-29',
				custom3: 'x',
				risk: {score: 3},
			}),
		).toEqual({
			id: '2026-0000001',
			companyId: '7',
			firstName: 'Ann',
			lastName: 'Long',
			balance: 120.55,
			city: 'Austin',
			state: 'TX',
			postalCode: '02134',
			birthday: '1980-02-29',
			phones: undefined,
			emails: undefined,
			extra: {custom3: 'x', risk: '{"score":3}'},
			unreadable: [],
			altered: [],
		});
	});

	test.each([
		[
			{phones: [{phone: ' 1 ', type: 'HOME', timezone: '-6.00'}]},
			{phones: [{number: '1', type: 'HOME', timeZone: '-6.00'}]},
		],
		[{phones: [{phone_number: ' ', number: '2', phone: '3'}]}, {phones: [{number: '2'}]}],
		[{phones: [{toString: '1'}]}, {phones: undefined}],
		[{emails: [{address: 'a@b.example'}, ' c@d.example ']}, {emails: ['a@b.example', 'c@d.example']}],
		[{emails: ['']}, {emails: undefined}],
		[{city: ['x', {y: '\u0007'}]}, {altered: ['city']}],
	])('with %j is read as %j', (account, known) => {
		expect(one({accountid: '1', ...account})).toMatchObject(known);
	});

	test('has its phones and emails, whether they are records or plain texts', () => {
		expect(
			one({
				phones: [
					{phone_number: '2125550123', phone_type: 'HOME', time_zone: '-6.00'},
					'3125550199',
					{number: 4155550100},
				],
				emails: ['a@example.com', {email: 'b@example.com'}],
			}),
		).toMatchObject({
			phones: [{number: '2125550123', type: 'HOME', timeZone: '-6.00'}, {number: '3125550199'}, {number: '4155550100'}],
			emails: ['a@example.com', 'b@example.com'],
			extra: {},
		});
	});

	test('keeps a list that cannot be read as it came', () => {
		const account = one({accountid: '1', phones: [{what: 'ever'}], emails: 'a@example.com'});
		expect(account).toMatchObject({phones: undefined, emails: undefined});
		expect(account?.extra).toEqual({phones: '[{"what":"ever"}]', emails: 'a@example.com'});
	});

	test('has no balance where that is not a number, and never 0', () => {
		expect(one({accountid: '1', balance: '12abc'})).toMatchObject({unreadable: ['balance']});
		expect(one({accountid: '1', balance: '12abc'})?.balance).toBeUndefined();
	});

	test('names what is not shown as it came, so that it is not sent back so', () => {
		expect(one({first_name: 'A\u001b[2J', last_name: 'Long', emails: ['x\u202e@example.com']})?.altered).toEqual([
			'firstName',
			'emails',
		]);
	});
});

describe('an answer', () => {
	test('is found under its name, under another, and keyed by id', () => {
		for (const response of [
			{accounts: [{accountid: '1'}]},
			{data: [{accountid: '1'}]},
			{accounts: {1: {accountid: '1'}}},
		]) {
			expect(read(response).map(({id}) => id)).toEqual(['1']);
		}
	});

	test('without a list is no data, and an empty list is none', () => {
		expect(() => read({count: 5})).toThrow('the answer has no list of accounts');
		expect(read({accounts: []})).toEqual([]);
	});
});
