/** Card numbers are found anywhere in a text, and other numbers are let through. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {cardIn, isCardNumber, isPrintedCard} from '../../source/sandbox/rules/cards.ts';

const digits = (length: number) =>
	fc.array(fc.integer({min: 0, max: 9}), {minLength: length, maxLength: length}).map(all => all.join(''));

/** The digit that makes it right, found by trying all ten against the plain rule. */
const withCheckDigit = (body: string): string => {
	const sum = [...body]
		.toReversed()
		.map((digit, place) => (place % 2 === 0 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] : Number(digit)) ?? 0)
		.reduce((total, value) => total + value, 0);
	return `${body}${(10 - (sum % 10)) % 10}`;
};

const card = fc.integer({min: 12, max: 18}).chain(digits).map(withCheckDigit);

const separated = fc
	.tuple(card, fc.array(fc.constantFrom('', '', ' ', '-', '\u00a0', '\u2013', ' - '), {minLength: 18, maxLength: 18}))
	.map(([number, separators]) => [...number].map((digit, place) => digit + (separators[place] ?? '')).join(''))
	.map(text => text.replace(/[^\d]+$/, ''))
	// A group that reads as a day or as an account reference is one.
	.filter(text => !/(?:^|\D)(?:19|20)\d\d\D/.test(text));

const words = fc.constantFrom('', 'card ', 'pay with: ', 'No.', '(', 'n\u00ba ', '12/29, ', 'tok_', '#', 'caf\u00e9');
const rest = fc.constantFrom('', ' please', ' 12/29', '.', ') ok', ', cvv 123', '\n2125550111', ';');

describe('a card number', () => {
	test('is found in one piece, in groups, and in the middle of a text', () => {
		fc.assert(
			fc.property(card, words, rest, (number, before, after) => {
				expect(isCardNumber(`${before}${number}${after}`)).toBe(true);
			}),
		);
		fc.assert(fc.property(separated, text => void expect(isCardNumber(text)).toBe(true)));
	});

	test('is not one with another last digit, or with too few or too many', () => {
		fc.assert(
			fc.property(card, fc.integer({min: 1, max: 9}), (number, step) => {
				const last = (Number(number.at(-1)) + step) % 10;
				expect(isCardNumber(number.slice(0, -1) + last)).toBe(false);
			}),
		);
		const length = fc.oneof(fc.integer({min: 0, max: 11}), fc.integer({min: 19, max: 60}));
		fc.assert(
			fc.property(length.chain(digits).map(withCheckDigit), number => void expect(isCardNumber(number)).toBe(false)),
		);
	});

	test.each([
		'4111111111111111',
		'4111 1111 1111 1111',
		'4111-1111-1111-1111',
		'4111  1111  1111  1111',
		'3782 822463 10005',
		'3056 930902 5904',
		'4222222222222',
		'6304 0000 0000 0000 000',
		'card 4111 1111 1111 1111',
		'card4111111111111111',
		'tok_4111111111111111',
		'4111111111111111 12/29',
		'4111111111111111 1229 123',
		'4111 1111 1111 1111 12 29 123',
		'1 4111 1111 1111 1111',
		'2125550111 4111 1111 1111 1111',
		'2026-03-31 4111111111111111',
		'+4111111111111111',
		'\uff14\uff11\uff11\uff11 1111 1111 1111',
		'4111-1111-1111-1111exp 12/29',
	])('is found in %s', text => {
		expect(isCardNumber(text)).toBe(true);
	});

	test('is found in the field of a request that holds it, by the name of the field', () => {
		const number = '4111 1111 1111 1111';
		const path = fc.array(fc.constantFrom('account', 'phones', '0', 'note'), {minLength: 1, maxLength: 6});
		fc.assert(
			fc.property(path, ([first = '', ...inner]) => {
				const value = inner.reduceRight<unknown>((held, name) => ({other: 'x', [name]: held}), number);
				const fields = {type: 'get_lists', file: {name: 'a.csv', bytes: new Uint8Array(9)}, [first]: value};
				expect(cardIn(fields)?.name).toBe([first, ...inner.map(name => `[${name}]`)].join(''));
			}),
		);
		expect(cardIn({emails: ['a', {x: number}]})?.name).toBe('emails[1][x]');
		expect(cardIn({amount: 4_111_111_111_111_111})?.name).toBe('amount');
		expect(cardIn({amount: 6_304_000_000_000_000_000})?.name).toBe('amount');
		expect(cardIn({amount: 1e30, empty: null, flag: true, list: []})).toBeUndefined();
		expect(cardIn({account: {[number]: 'x'}})?.name).toBe('account[***]');
		expect(cardIn({[`${'x'.repeat(500)}`]: number})?.name).toHaveLength(100);
	});
});

describe('no card number', () => {
	const hex = fc.stringMatching(/^[0-9a-f]{32}$/);
	const phone = fc.stringMatching(/^[2-9]\d{2}[2-9]\d{6}$/);
	const reference = fc.nat(9_999_999).map(place => `2026-${String(place).padStart(7, '0')}`);
	const international = fc.integer({min: 7, max: 15}).chain(digits);

	test.each<[string, fc.Arbitrary<string>]>([
		['a number in E.164', international.map(number => `+${number}`)],
		['a number in E.164 with spaces', international.map(number => `+${number.replace(/\d{3}/g, '$& ')}`)],
		['numbers with commas between', fc.array(phone, {maxLength: 20}).map(all => all.join(','))],
		[
			'numbers in E.164 with commas',
			fc.array(international, {maxLength: 9}).map(all => all.map(n => `+${n}`).join(',')),
		],
		['two numbers with a space between', fc.tuple(phone, phone).map(both => both.join(' '))],
		['an account reference', reference],
		['account references', fc.array(reference, {maxLength: 9}).map(all => all.join(' '))],
		['an account reference and an amount', fc.tuple(reference, fc.nat(999_999)).map(both => both.join(' '))],
		['a span of days', fc.nat(28).map(day => `2026-03-01 - 2026-03-${String((day % 28) + 1).padStart(2, '0')}`)],
		['a day and a reference', reference.map(text => `2026-03-31 ${text}`)],
		['a call', fc.nat(999_999).map(number => `1774958400.${number}`)],
		['an id of 32 hexadecimal digits', hex.filter(text => !/^[a-f]*\d{13,19}[a-f]*$/.test(text))],
		['a UUID', fc.uuid().filter(text => !/^(?:.*-)?[\d-]{13,}$/.test(text))],
	])('is %s', (_, text) => {
		fc.assert(fc.property(text, value => void expect([value, isCardNumber(value)]).toEqual([value, false])));
	});

	test('is an id in one piece, whatever stands before it', () => {
		fc.assert(
			fc.property(card, fc.constantFrom('', 'A-', 'ACC', '2026-', 'no. '), (number, before) => {
				expect(isPrintedCard(`${before}${number}`)).toBe(false);
			}),
		);
		for (const printed of ['4111 1111 1111 1111', '3782-822463-10005', 'ref 4111-1111-1111-1111 12/29']) {
			expect(isPrintedCard(printed)).toBe(true);
		}
	});

	test('is looked for in a body of the largest size in no time', () => {
		// A search that backtracks would not end within the test's time limit.
		for (const text of ['1 ', '12345 ', 'a', '1', 'a1', '4111-', '\u00bd', '+']) {
			expect(isCardNumber(text.repeat(1_000_000 / text.length))).toBe(false);
		}
	});
});
