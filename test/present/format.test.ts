import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	age,
	counted,
	cut,
	decimals,
	fit,
	number,
	percent,
	span,
	timeOfDay,
	width,
	wrap,
} from '../../source/present/format.ts';

test.for<[shown: string, expected: string]>([
	[number(1_234_567), '1,234,567'],
	[number(0), '0'],
	[number(undefined), '—'],
	[counted(1, 'list'), '1 list'],
	[counted(1204, 'list'), '1,204 lists'],
	[decimals(12_345.678, 2), '12,345.68'],
	[decimals(undefined, 2), '—'],
	[percent(2.414, 2), '2.41%'],
	[percent(undefined), '—'],
	[percent(101, 0), '101%?'],
	[percent(-1, 0), '-1%?'],
	[span(0), '0s'],
	[span(41), '41s'],
	[span(245), '4m 05s'],
	[span(12_000), '3h 20m'],
	[span(190_000), '2d 4h'],
	[span(undefined), '—'],
	[age(0), '0s'],
	[age(99_999), '99s'],
	[age(100_000), '1m'],
	[age(7_200_000), '2h'],
	[age(undefined), 'old'],
	[timeOfDay(36_060), '10:01'],
	[cut('abcdef', 4), 'abc…'],
	[cut('春の更新', 5), '春の…'],
	[cut('abc', 0), ''],
	[fit('ab', 4), 'ab  '],
	[fit('ab', 4, 'right'), '  ab'],
])('%s', ([shown, expected]) => {
	expect(shown).toBe(expected);
});

test('fit is exactly as wide as asked, whatever the text', () => {
	fc.assert(
		fc.property(fc.string({unit: 'grapheme', maxLength: 60}), fc.integer({min: 1, max: 40}), (text, cells) => {
			expect(width(fit(text, cells))).toBe(cells);
		}),
		{numRuns: 2000},
	);
});

test('wrap loses no word that fits, and no line is too wide', () => {
	fc.assert(
		fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/)), fc.integer({min: 12, max: 60}), (words, cells) => {
			const lines = wrap(words.join(' '), cells);
			expect(lines.join(' ').trim()).toBe(words.join(' '));
			expect(lines.every(line => width(line) <= cells)).toBe(true);
		}),
	);
});
