/** Text from the service: what of it reaches a screen. */
import {describe, expect, test} from 'vitest';
import {safeText, safeValue, textLimit} from '../../source/wire/text.ts';
import {hostileTexts} from '../helpers/other-service.ts';

describe('safeText', () => {
	test.each([
		['plain text', 'Spring Renewals 50% (A/B)', 'Spring Renewals 50% (A/B)'],
		['accents and other scripts', 'Ñandú Größe 春の更新 봄 весна नमस्ते', 'Ñandú Größe 春の更新 봄 весна नमस्ते'],
		['clearing the screen', '\u001b[2J', '␛[2J'],
		['concealing', '\u001b[8mx\u001b[0m', '␛[8mx␛[0m'],
		['a title', '\u001b]0;t\u0007', '␛]0;t'],
		['the clipboard', '\u001b]52;c;eA==\u001b\\', '␛]52;c;eA==␛\\'],
		['a link', '\u001b]8;;http://x\u0007y', '␛]8;;http://xy'],
		['C1 CSI', '\u009b31m', '<9b>31m'],
		['C1 OSC, DCS, APC, PM, SOS, ST', '\u009d\u0090\u009f\u009e\u0098\u009c', '<9d><90><9f><9e><98><9c>'],
		['a question for the cursor', '\u001b[6n', '␛[6n'],
		['newlines', 'a\nb\r\nc', 'a␊b␍␊c'],
		['other line breaks', 'a\u2028b\u2029c\u0085d\u000be\u000c', 'a<2028>b<2029>c<85>d␋e␌'],
		['a tab', 'a\tb', 'a␉b'],
		['backspaces', 'ab\b\bc\u007f', 'ab␈␈c␡'],
		['NUL and BEL', 'a\u0000b\u0007c', 'abc'],
		['right to left override', '\u202egnirpS\u202c', '<202e>gnirpS<202c>'],
		['bidi isolates and marks', '\u2066\u2069\u200e\u200f\u061c', '<2066><2069><200e><200f><61c>'],
		['zero width characters', 'a\u200bb\u200cc\u2060d\ufeff', 'a<200b>b<200c>c<2060>d<feff>'],
		['a joiner between letters', 'a\u200db', 'a<200d>b'],
		['a soft hyphen', 'a\u00adb', 'a<ad>b'],
		['a no-break space', 'a\u00a0b', 'a b'],
		['interlinear annotations', '\ufff9a\ufffab\ufffb', '<fff9>a<fffa>b<fffb>'],
		['tag characters', 'a\u{e0041}', 'a<e0041>'],
		['variation selectors', 'a\ufe00\ufe0e\ufe0f\u{e0100}', 'a<fe00><fe0e><fe0f><e0100>'],
		['a grapheme joiner', 'a\u034fb', 'a<34f>b'],
		['Mongolian selectors', 'a\u180b\u180e', 'a<180b><180e>'],
		['Hangul fillers', '\u115f\u1160\u3164\uffa0', '<115f><1160><3164><ffa0>'],
		['private and unassigned characters', '\ue0b0\u{10ffff}\ufffe', '<e0b0><10ffff><fffe>'],
		['musical and Egyptian controls', '\u{1d173}\u{13430}', '<1d173><13430>'],
		['a lone high surrogate', 'a\ud800b', 'a\ufffdb'],
		['a lone low surrogate', 'a\udc00', 'a\ufffd'],
		['two marks', 'e\u0301\u0323', 'e\u0301\u0323'],
		['a pile of marks', `z${'\u0301'.repeat(1000)}a`, 'z\u0301\u0301a'],
		['a pile of enclosing marks', `a${'\u20dd'.repeat(5)}`, 'a\u20dd\u20dd'],
		['marks split by silent controls', `a${'\u0301\u0000'.repeat(50)}b`, 'a\u0301\u0301b'],
		['a mark with no base', '\u0301a', 'a'],
		['a mark after a replaced control', '\u202e\u0301\u0301\u0301', '<202e>\u0301\u0301'],
		['a pile of Hangul vowels', `\u1112${'\u1161'.repeat(50)}`, '\u1112\u1161\u1161'],
		['a Hangul syllable in parts', '\u1112\u1161\u11ab', '\u1112\u1161\u11ab'],
		['an emoji', 'a😀b', 'a□b'],
		['a family', '👨\u200d👩\u200d👧\u200d👦!', '□!'],
		['a family with a heart', '👩\u200d❤\ufe0f\u200d💋\u200d👨', '□'],
		['a runner with a sign', '🏃\u200d♂\ufe0f', '□'],
		['a skin tone', '👍🏽', '□'],
		['a skin tone on a text emoji', '☝🏽', '□'],
		['emoji in a row', '😀😀', '□□'],
		['an accent after a text emoji', '❤é\u0007', '❤é'],
		['a heart drawn as an emoji', '❤\ufe0f', '□'],
		['a heart drawn as text', '❤\ufe0e', '❤'],
		['a keycap', '1\ufe0f\u20e3', '□'],
		['a keycap without a selector', '#\u20e3', '□'],
		['a keycap with a silence in it', '1\u0000\u20e3', '□'],
		['a flag of letters', '🇩🇪', '□□'],
		['a flag of tags', '🏴\u{e0067}\u{e0062}\u{e007f}', '□'],
		['a joiner that joins nothing', '😀\u200da', '□a'],
		['letters asked to be emoji', 'S\ufe0fTOP', 'S<fe0f>TOP'],
	])('%s', (_name, text, shown) => {
		expect(safeText(text)).toBe(shown);
		expect(safeText(shown)).toBe(shown);
	});

	test.each([
		['as it is at the limit', 'x'.repeat(textLimit), 'x'.repeat(textLimit)],
		['one character over', 'x'.repeat(textLimit + 1), `${'x'.repeat(textLimit - 1)}…`],
		['as it is at the limit, in two units a character', '𠮷'.repeat(textLimit), '𠮷'.repeat(textLimit)],
		['never in the middle of a name', `${'x'.repeat(textLimit - 3)}\u202e`, `${'x'.repeat(textLimit - 3)}…`],
		['counting the names', '\u202e'.repeat(textLimit), `${'<202e>'.repeat(166)}…`],
		['with a sign of it after silent characters', `a${'\u0000'.repeat(100_000)}b`, 'a…'],
		['with a sign of it after a pile of marks', `a${'\u0301'.repeat(100_000)}b`, 'a\u0301\u0301…'],
	])('is cut %s', (_name, text, shown) => {
		expect(safeText(text)).toBe(shown);
		expect(safeText(shown)).toBe(shown);
	});

	test('cuts ten megabytes at once', () => {
		for (const unit of ['x', 'é', '\u0301', '\u202e', '😀', '\u0000']) {
			const huge = unit.repeat(10_000_000);
			expect([...safeText(huge)].length).toBeLessThanOrEqual(textLimit);
		}
	});

	test.each(hostileTexts.map(text => [text]))('leaves nothing alive in %j', text => {
		expect(safeText(text)).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u);
	});

	test('replaces what terminals of different ages draw differently wide, and that alone', () => {
		expect(safeText('☰⚊䷀䷿𝌀𝍖 ☯⚉䶿一𝍷𖿠𗀀')).toBe('□□□□□□ ☯⚉䶿一𝍷𖿠𗀀');
	});

	test('leaves megabytes as they are where nothing limits them', () => {
		const text = 'a\ufffd31m'.repeat(1_000_000);
		expect(safeText(text, Number.POSITIVE_INFINITY) === text).toBe(true);
	});
});

describe('safeValue', () => {
	test.each([
		['a\nb', 'a␊b'],
		[5, '5'],
		[{a: '\u001b'}, '{"a":"\\u001b"}'],
		[{a: '\u202e'}, '{"a":"<202e>"}'],
		[null, 'null'],
		[undefined, ''],
	])('shows %j', (value, shown) => {
		expect(safeValue(value)).toBe(shown);
	});

	test('does not fail on what is nested deeper than the stack', () => {
		expect(safeValue(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBe('…');
	});
});
