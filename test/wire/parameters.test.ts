/** The values that each kind of parameter takes, what is said of others, and what is written. */
import {expect, test} from 'vitest';
import type * as z from 'zod';
import * as p from '../../source/wire/parameters.ts';

/** What a row reads of a value of the wire, or the first thing that is wrong with it. */
const read = (row: p.Parameter, wire: unknown, bounding: p.Bounding = 'schema'): unknown => {
	const {success, data, error} = row[bounding]().safeDecode(wire as never);
	return success ? data : new Error(error?.issues[0]?.message);
};

const problem = (message: string): Error => new Error(message);

const whole = p.integer('x', {min: 2, max: 5});
const some = p.number('x', {min: 0.5});
const id = p.idNumber('x');
const money = p.money('x');
const short = p.text('x', 3);
const pass = p.secret('x', 2);
const color = p.choice('x', ['red', 'blue']);
const list = p.repeated('x', p.integer('x'));
const groups = p.repeatedGroup('x', {n: p.required(p.integer('x')), t: p.text('x', 2)});

test.each<[row: p.Parameter, wire: unknown, read: unknown, sent?: unknown]>([
	[whole, ' 3 ', 3],
	[whole, 2, 2],
	[whole, '5', 5],
	[whole, '1', problem('must be at least 2'), 1],
	[whole, '6', problem('must be at most 5'), 6],
	[whole, '3.0', problem('must be a whole number')],
	[whole, 2.5, problem('must be a whole number')],
	[whole, '0x3', problem('must be a whole number')],
	[some, '0.5', 0.5],
	[some, '0.4', problem('must be at least 0.5'), 0.4],
	[some, '1e3', problem('must be a number')],
	[id, ' 1001 ', '1001'],
	[id, 'A-1_b', 'A-1_b'],
	[id, 'x'.repeat(41), problem('must be an id'), 'x'.repeat(41)],
	[id, '../1', problem('must be an id')],
	[id, '1e3', problem('must be an id in decimal digits')],
	[id, '-7', problem('must be an id in decimal digits')],
	[money, '12.5', 1250],
	[money, '0.29', 29],
	[money, '12.345', problem('must be an amount such as 12.50')],
	[money, '0', problem('must be more than 0')],
	[short, ' a ', ' a '],
	[short, 'abcd', problem('must have at most 3 characters'), 'abcd'],
	[short, 12, '12'],
	[pass, ' a', ' a'],
	[pass, 'a', problem('must have at least 2 characters'), 'a'],
	[pass, 'x'.repeat(1001), problem('must have at most 1000 characters'), 'x'.repeat(1001)],
	[color, ' red ', 'red'],
	[color, 'green', problem('must be one of red, blue'), 'green'],
	[p.yesNo('x'), 'N', 'N'],
	[p.date('x'), '2026-03-31', '2026-03-31'],
	[p.date('x'), '2026-02-30', problem('must be a date such as 2026-03-31'), '2026-02-30'],
	[p.phone('x'), '+15551234567', '+15551234567'],
	[p.phone('x'), '555', problem('must be a phone number: E.164 (+15551234567) or ten digits'), '555'],
	[p.email('x'), 'a@b.example', 'a@b.example'],
	[p.email('x'), 'a', problem('must be an email address'), 'a'],
	[p.email('x'), `a@${'b.'.repeat(160)}example`, problem('is too long'), `a@${'b.'.repeat(160)}example`],
	[p.clearable(short), '', ''],
	[p.clearable(short), 'abcd', problem('must have at most 3 characters'), 'abcd'],
	[list, ['1', 2], [1, 2]],
	[list, {0: '1', 7: '2'}, [1, 2]],
	[list, Array(1001).fill('1'), Array(1001).fill(1)],
	[groups, {0: {n: '1', u: '9'}}, [{n: 1}]],
	[groups, [{n: '1', t: 'abc'}], problem('must have at most 2 characters'), [{n: 1, t: 'abc'}]],
	[p.group('x', {n: p.integer('x', {max: 3})}), {n: '4'}, problem('must be at most 3'), {n: 4}],
	[p.file('x'), 'a.csv', problem('must be sent as multipart/form-data, with a file name')],
])('%o reads %j as %j, or sends it as %j', (row, wire, expected, sent = expected) => {
	expect(read(row, wire)).toEqual(expected);
	expect(read(row, wire, 'sent')).toEqual(sent);
});

test('a list has a thousand and one items at most, of which any number is sent', () => {
	for (const [row, item] of [
		[list, '1'],
		[groups, {n: '1'}],
	] as const) {
		expect(read(row, Array(1002).fill(item))).toBeInstanceOf(Error);
		expect(read(row, Array(1002).fill(item), 'sent')).toHaveLength(1002);
	}
});

test.each<[row: p.Parameter, value: unknown, written: unknown]>([
	[whole, 3, 3],
	[id, '1001', 1001],
	[id, '0', 0],
	[id, '01001', '01001'],
	[id, '123456789012345', 123_456_789_012_345],
	[id, '1234567890123456', '1234567890123456'],
	[id, 'A7', 'A7'],
	[money, 1250, '12.50'],
	[short, 'abc', 'abc'],
	[color, 'blue', 'blue'],
])('%o writes %j as %j', (row, value, written) => {
	expect((row.sent() as z.ZodType).safeEncode(value).data).toBe(written);
	if (row.plain) {
		expect(row.plain(value)).toBe(written);
	}
});

test('what is quickly written is within all bounds', () => {
	expect([1, 2, 5, 6, 2.5, '3'].map(value => whole.plain?.(value))).toEqual([undefined, 2, 5, ...Array(3)]);
	expect(['abc', 'abcd', 5].map(value => short.plain?.(value))).toEqual(['abc', undefined, undefined]);
	expect(['a', 'ab', 'x'.repeat(1000), 'x'.repeat(1001)].map(value => pass.plain?.(value)?.toString().length)).toEqual([
		...[undefined, 2, 1000, undefined],
	]);
	expect(['red', 'green'].map(value => color.plain?.(value))).toEqual(['red', undefined]);
	expect(['7', 'x'.repeat(41), '../1', 7].map(value => id.plain?.(value))).toEqual([7, ...Array(3)]);
});

test('a set of parameters needs those that are required, and drops the unknown unless it is open', () => {
	const fields = {n: p.required(whole), t: short};
	const decode = (wire: unknown, options?: Parameters<typeof p.schemaOf>[1]) =>
		p.schemaOf(fields, options).safeDecode(wire as never);
	expect(decode({n: '3', u: '1'})).toMatchObject({success: true, data: {n: 3}});
	expect(decode({n: '3', u: '1'}).data).not.toHaveProperty('u');
	expect(decode({n: '3', u: '1'}, {open: true}).data).toEqual({n: 3, u: '1'});
	expect(decode({t: 'a'}).success).toBe(false);
	expect(decode({n: '9'}).success).toBe(false);
	expect(decode({n: '9'}, {bounding: 'sent'}).data).toEqual({n: 9});
});

test('a row says what it is to forms and help', () => {
	expect(p.given('4.1', whole)).toMatchObject({section: '4.1', sent: whole.schema});
	expect(p.repeated('x', p.asId(short))).toMatchObject({kind: 'repeated', max: 1001, isId: true});
	expect(list).not.toHaveProperty('isId');
	expect([p.phone('x').sensitive, p.clearable(short).empty, p.date('day').summary]).toEqual(['phone', 'clears', 'day']);
});
