/** 100,000 generated strings, and no live control in any of them. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {safeText, textLimit} from '../../source/wire/text.ts';

const between = (min: number, max: number) => fc.integer({min, max}).map(code => String.fromCodePoint(code));

/** Characters that do something to a terminal or to their neighbours come as often as letters do. */
const unit = fc.oneof(
	{weight: 3, arbitrary: between(0x20, 0x7e)},
	{weight: 3, arbitrary: between(0, 0x1f)},
	{weight: 2, arbitrary: between(0x7f, 0x9f)},
	{weight: 2, arbitrary: between(0x300, 0x36f)},
	{weight: 2, arbitrary: between(0x200b, 0x200f)},
	{weight: 2, arbitrary: between(0x2028, 0x202e)},
	{weight: 2, arbitrary: between(0x2060, 0x206f)},
	{weight: 2, arbitrary: between(0xfe00, 0xfe0f)},
	{
		weight: 2,
		arbitrary: fc.constantFrom('\u200d', '\ufe0f', '\u20e3', '1', '#', '❤', '♂', '□', '…', '<', '\u0000', '\ufeff'),
	},
	{weight: 2, arbitrary: fc.constantFrom('😀', '👨', '🏽', '🏴', '🇩', '☝', '\u{e0067}', '\u{e007f}', '\u{e0100}')},
	{weight: 1, arbitrary: between(0x1100, 0x11ff)},
	{weight: 1, arbitrary: between(0xd800, 0xdfff)},
	{weight: 1, arbitrary: between(0xfff0, 0xffff)},
	{weight: 1, arbitrary: between(0xa0, 0xffff)},
	{weight: 1, arbitrary: between(0x10000, 0x10ffff)},
	{weight: 1, arbitrary: fc.constantFrom('\u001b[2J', '\u001b]0;', '\u001b\\', '\u009b', '\r\n', '\u1b34')},
);

const texts = fc.oneof(
	{weight: 30, arbitrary: fc.string({unit, maxLength: 40})},
	{
		weight: 1,
		arbitrary: fc
			.tuple(fc.string({unit, maxLength: 12}), fc.nat({max: 400}))
			.map(([text, times]) => text.repeat(times)),
	},
);

const live =
	/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
const piled = /[\p{M}\u1160-\u11ff]{3}/u;
const bare = /^\p{M}/u;

test('no control, no pile, no overflow, and safe text stays as it is', () => {
	let seen = 0;
	fc.assert(
		fc.property(texts, text => {
			seen++;
			const shown = safeText(text);
			if (
				live.test(shown) ||
				piled.test(shown) ||
				bare.test(shown) ||
				[...shown].length > textLimit ||
				safeText(shown) !== shown
			) {
				expect.fail(`${JSON.stringify(text)} shows as ${JSON.stringify(shown)}`);
			}
		}),
		{numRuns: 100_000},
	);
	expect(seen).toBeGreaterThanOrEqual(100_000);
});

test('letters of every script come through', () => {
	fc.assert(
		fc.property(fc.string({unit: fc.constantFrom(...'aZ09 éßñçøżжяЖ漢字かなカナ한글אבגعربไทยनम')}), text => {
			const letters = (value: string): string => value.replace(/[^\p{L}\p{N} ]/gu, '');
			expect(letters(safeText(text))).toBe(letters(text));
		}),
	);
});
