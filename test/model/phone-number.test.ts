import {expect, test} from 'vitest';
import {numberKey, numberText, typedNumber} from '../../source/model/phone-number.ts';

test.for([
	'4155550100',
	'+1 (415) 555-0100',
	'+14155550100',
	'1-415-555-0100',
	'14155550100',
	'(415) 555-0100',
	'415.555.0100',
	'415/555-0100',
	' 415 555 0100 ',
	'415-5550100',
	'415555-0100',
	'415-555-01-00',
	'1 4155550100',
	'1-415-5550100',
	'1415-555-0100',
	' tel:415-555-0100 ',
	'415\u2011555\u20110100',
	'+1\u00a0415\u00a0555\u00a00100',
	'001 415 555 0100',
	'tel:+1-415-555-0100',
	'(415) 555-0100 ext. 12',
	'415-555-0100 x7',
])('%j is one number', typed => {
	expect(typedNumber(typed)).toBe('4155550100');
	expect(numberText('4155550100')).toBe('(415) 555-0100');
	expect(numberText('+442071838750')).toBe('+442071838750');
});

test.for<[typed: string, key: string | undefined]>([
	['+44 20 7183 8750', '+442071838750'],
	['0044 20 7183 8750', '+442071838750'],
	['+49 30 1234 5671', '+493012345671'],
	['+1 115 555 0100', undefined],
	['2026-0000012', undefined],
	// Ten digits, in groups in which nobody writes a number.
	['2026-000012', undefined],
	['20260000012', undefined],
	['555-0100', undefined],
	['115-555-0100', undefined],
	['41\u00a055550100', undefined],
	['41\u201055550100', undefined],
	['Maria Lopez', undefined],
	['Maria 4155550100', undefined],
	['( )', undefined],
	['KLM/77', undefined],
	['+', undefined],
	['', undefined],
])('%j', ([typed, key]) => expect(typedNumber(typed)).toBe(key));

test('what a service writes is matched with what is typed', () => {
	expect(['4155550100', '14155550100', '+14155550100', '415-555-0100'].map(numberKey)).toEqual(
		Array(4).fill('4155550100'),
	);
	expect(numberKey('442071838750')).toBe(typedNumber('+44 20 7183 8750'));
	expect([numberKey('12'), numberKey(''), numberKey(undefined)]).toEqual(['12', undefined, undefined]);
});
