/** Values of the wire: what reads, what does not, and that nothing unreadable becomes a 0. */
import {describe, expect, test} from 'vitest';
import * as codecs from '../../source/wire/codecs.ts';

const read = (codec: codecs.Codec<unknown>, wire: unknown): unknown => {
	const result = codec.schema().safeDecode(wire as never);
	return result.success ? result.data : 'unreadable';
};

const {count, integer, decimal, twoDecimals, percent, money, duration, timeOfDay, callDate, yesNo, id, text} = codecs;
const {rate, charge, amount} = codecs;
const numbers = {count, integer, decimal, twoDecimals, percent, money, duration, timeOfDay, rate, charge, amount};

describe.each(Object.entries(numbers))('%s', (_name, codec) => {
	test.each([
		...[
			'12abc',
			'abc',
			'',
			' ',
			'1e3',
			'0x10',
			'NaN',
			'Infinity',
			'-',
			'+5',
			'1,23',
			'12,34,567',
			',123',
			'1.',
			'.5',
			'١٢',
			'12 34',
		],
		...['--1', '1.2.3', '%', '5%%', '12:60:00', '1:2:3:4', '9'.repeat(30)],
		...[null, undefined, true, false, [], [1], {}, Number.NaN, Number.POSITIVE_INFINITY, 1e21],
	])('does not read %o', wire => {
		expect(read(codec, wire)).toBe('unreadable');
	});
});

describe('the values of section 2.6', () => {
	test.each([
		[count, '0', 0],
		[count, '37', 37],
		[count, ' 37 ', 37],
		[count, 37, 37],
		[count, '007', 7],
		[count, '-1', 'unreadable'],
		[count, 1.5, 'unreadable'],
		[integer, '-12', -12],
		[decimal, '2.4', 2.4],
		[decimal, '-0.5', -0.5],
		[decimal, 33.333333333333336, 33.333333333333336],
		[twoDecimals, '41.30', 41.3],
		[twoDecimals, 41.3, 41.3],
		[twoDecimals, '130.00', 130],
		[percent, '3%', 3],
		[percent, '3 %', 3],
		[percent, '2.5', 2.5],
		[percent, 3, 3],
		[money, '12.50', 1250],
		[money, '12', 1200],
		[money, '0.29', 29],
		[money, '-3.10', -310],
		[money, '1.005', 'unreadable'],
		[duration, '02:41:09', 9669],
		[duration, '120:00:00', 432_000],
		[duration, '00:61:00', 'unreadable'],
		[timeOfDay, '23:59:59', 86_399],
		[timeOfDay, '24:00:00', 'unreadable'],
		[callDate, '03/31/26 01:05 PM', '2026-03-31 13:05'],
		[callDate, '03/31/26 12:00 AM', '2026-03-31 00:00'],
		[callDate, '03/31/26 12:30 pm', '2026-03-31 12:30'],
		[callDate, '02/29/24 12:30 PM', '2024-02-29 12:30'],
		[callDate, '02/30/26 12:30 PM', 'unreadable'],
		[callDate, '02/29/26 12:30 PM', 'unreadable'],
		[callDate, '13/01/26 12:30 PM', 'unreadable'],
		[callDate, '03/31/26 00:30 PM', 'unreadable'],
		[callDate, '2026-13-31 13:05', 'unreadable'],
		[yesNo, 'Y', true],
		[yesNo, 'n', false],
		[yesNo, 'yes', 'unreadable'],
	])('%# reads %s', (codec, wire, value) => {
		expect(read(codec, wire)).toBe(value);
	});
});

describe('an id', () => {
	test.each(['1001', 'CAMP_7', '9007199254740993', '00012', 'a-b'])('stays the text %s', wire => {
		expect(read(id, wire)).toBe(wire);
	});

	test('may come as a number', () => {
		expect(read(id, 1001)).toBe('1001');
	});

	test.each(['', ' ', '10\u000001', '1001\u0007', '\u202e1001', '1\u200b001', '\u001b[8m1', '7'.repeat(1001)])(
		'that looks like another is unreadable: %o',
		wire => {
			expect(read(id, wire)).toBe('unreadable');
		},
	);
});

describe('a token', () => {
	test('stays as it is, however long', () => {
		const wire = `eyJ.${'aZ09-_/+='.repeat(500)}`;
		expect(read(codecs.token, wire)).toBe(wire);
	});

	test.each(['', 'two words', 'line\nbreak', 'é', 'x'.repeat(8193), null, {}, []])('is not %o', wire => {
		expect(read(codecs.token, wire)).toBe('unreadable');
	});
});

test('a text is made safe', () => {
	expect(read(text, '\u001b[2J Spring\n')).toBe('␛[2J Spring');
	expect(read(text, 5)).toBe('5');
	expect(read(text, null)).toBe('unreadable');
});
