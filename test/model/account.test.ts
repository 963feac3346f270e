/** Accounts in the state: of one company, each known by a key of its own, the older answer dropped. */
import {describe, expect, test} from 'vitest';
import {emailCount, holderOf, keyedAccounts, phoneOf} from '../../source/model/account.ts';
import {accountsOf} from '../../source/model/select.ts';
import type {Message} from '../../source/model/state.ts';
import type {AccountRecord} from '../../source/model/wire.ts';
import {after, fresh, span} from './make.ts';

const account = (over: Partial<AccountRecord> = {}): AccountRecord => ({
	extra: {},
	unreadable: [],
	altered: [],
	...over,
});

const polled = (sent: number, companyId: string, ids: readonly string[]): Message => ({
	type: 'accounts-polled',
	companyId,
	span: span(sent),
	accounts: keyedAccounts(ids.map(id => account({id}))),
});

const failed = (sent: number, companyId: string): Message => ({
	type: 'accounts-failed',
	companyId,
	span: span(sent),
	failure: {at: span(sent).receivedAt, reason: 'no', refused: true},
});

test('no two accounts have the same key', () => {
	expect(keyedAccounts([{id: 'a'}, {id: 'a'}, {}, {id: 'b'}].map(account)).map(({key}) => key)).toEqual([
		'a',
		'#1',
		'#2',
		'b',
	]);
});

test('a holder is a person, else a business; a phone and emails are counted as far as they came', () => {
	expect(holderOf(account({firstName: 'Ann', lastName: 'Long', companyName: 'Long Ltd'}))).toBe('Ann Long');
	expect(holderOf(account({companyName: 'Long Ltd'}))).toBe('Long Ltd');
	expect(holderOf(account())).toBeUndefined();
	expect(phoneOf(account({phones: [{number: '1'}]}))).toBe('1');
	expect(emailCount(account())).toBeUndefined();
	expect(emailCount(account({email: 'a@example.com'}))).toBe(1);
	expect(emailCount(account({email: 'a@example.com', emails: []}))).toBe(0);
});

describe('the state', () => {
	test('has the accounts of the company that was read last', () => {
		const state = after(fresh(), polled(1, '7', ['a']));
		expect(accountsOf(state, '7')?.value?.map(({id}) => id)).toEqual(['a']);
		expect(accountsOf(state, '8')).toBeUndefined();
	});

	test('takes no answer that was asked for earlier, of that company or another', () => {
		const state = after(fresh(), polled(5, '7', ['new']));
		expect(after(state, polled(4, '7', ['old']))).toBe(state);
		expect(after(state, polled(4, '8', ['old']), failed(4, '8'))).toBe(state);
		expect(after(state, polled(5, '8', ['new'])).accounts?.companyId).toBe('8');
	});

	test('keeps what was read where the next try fails, and says why', () => {
		const state = after(fresh(), polled(1, '7', ['a']), failed(2, '7'));
		expect(state.accounts).toMatchObject({failure: {reason: 'no', refused: true}, span: span(1)});
		expect(state.accounts?.value).toHaveLength(1);
		expect(after(state, failed(3, '8')).accounts).toMatchObject({companyId: '8', value: undefined});
		expect(after(state, polled(3, '7', [])).accounts?.failure).toBeUndefined();
	});
});
