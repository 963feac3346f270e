/** Numbers as people write them, and no others. */
import {expect, test} from 'vitest';
import {decimalIn, decimalText, isOtherNotation} from '../../source/wire/decimal.ts';

test.each([
	['12', 12],
	['-2.5', -2.5],
	['05', 5],
	['0.5', 0.5],
	['000123456789012345', 123_456_789_012_345],
	['1234567890.12345', 1_234_567_890.123_45],
])('%s is the number %d', (text, number) => {
	expect(decimalIn(text)).toBe(number);
	expect(isOtherNotation(text)).toBe(false);
});

test.each(['0x10', '1e3', '+5', '5.', '.5', ' 5'])('%j is a number in another notation', text => {
	expect(decimalIn(text)).toBeUndefined();
	expect(isOtherNotation(text)).toBe(true);
});

test.each(['', ' ', 'x', '5x', '1_000', 'Infinity', '٣', '--5'])('%j is no number', text => {
	expect(decimalIn(text)).toBeUndefined();
	expect(isOtherNotation(text)).toBe(false);
});

test.each(['1234567890123456', '1234567890.123456', '0.1234567890123456'])(
	'%s has more digits than are kept exactly',
	text => {
		expect(decimalIn(text)).toBeUndefined();
	},
);

test.each([
	[12, '12'],
	[-2.5, '-2.5'],
	[1e21, '1000000000000000000000'],
	[1.5e-7, '0.00000015'],
	[-1e-7, '-0.0000001'],
])('%d is written without an exponent: %s', (number, text) => {
	expect(decimalText(number)).toBe(text);
});
