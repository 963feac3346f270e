/** The bracketed names of fields, and what they nest. */
import {expect, test} from 'vitest';
import {flat, nameOf, nested, numbered, partsOf, within} from '../../source/wire/bracket-names.ts';

test('a name within others follows them in brackets', () => {
	expect(within('', 'city')).toBe('city');
	expect(within('account', 'city')).toBe('account[city]');
	expect(nameOf(['phones', 0, 'phone_number'])).toBe('phones[0][phone_number]');
	expect(numbered('phones[12][custom1][3]')).toBe('phones[n][custom1][n]');
});

test.each([
	['city', ['city']],
	['phones[0][phone_number]', ['phones', '0', 'phone_number']],
	['phones[0', undefined],
	['phones[]', undefined],
	['[0]', undefined],
	['phones[0]x', undefined],
	['', undefined],
])('the parts of %j are %j', (name, parts) => {
	expect(partsOf(name)).toEqual(parts);
});

test.each<[fields: Record<string, unknown>, value: unknown]>([
	[
		{city: 'X', 'account[a]': '1', 'account[b]': '2'},
		{city: 'X', account: {a: '1', b: '2'}},
	],
	[{'phones[0][n]': '1', 'phones[1][n]': '2'}, {phones: [{n: '1'}, {n: '2'}]}],
	[{'ids[7]': 'b', 'ids[2]': 'a'}, {ids: ['a', 'b']}],
	[{'ids[1]': 'b', 'ids[00]': 'a'}, {ids: ['a', 'b']}],
	[{'ids[1]': 'b', 'ids[x]': 'a'}, {ids: {1: 'b', x: 'a'}}],
	[{account: '1', 'account[a]': '2'}, {account: {a: '2'}}],
	[{'account[a]': '2', account: '1'}, {account: '1'}],
	[
		{'odd[': '1', 'empty[]': '2'},
		{'odd[': '1', 'empty[]': '2'},
	],
	[{'toString[a]': '1'}, {toString: {a: '1'}}],
	[{empty: {}}, {empty: {}}],
])('the fields %j make %j', (fields, value) => {
	expect(nested(new Map(Object.entries(fields)))).toEqual(value);
});

test('__proto__ is a name like any other', () => {
	const made = nested(
		new Map([
			['__proto__[a]', '1'],
			['__proto__[b]', '2'],
			['x[__proto__]', '3'],
		]),
	);
	expect(JSON.stringify(made)).toBe('{"__proto__":{"a":"1","b":"2"},"x":{"__proto__":"3"}}');
	expect(({} as Record<string, unknown>).a).toBeUndefined();
});

test('what is nested has flat names, a file in one', () => {
	const file = {name: 'a.csv', bytes: new Uint8Array(3)};
	expect(flat({a: {b: [1, {c: null}]}, file})).toEqual([
		['a[b][0]', 1],
		['a[b][1][c]', null],
		['file', file],
	]);
});
