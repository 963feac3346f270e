/** Our segmenter stands in for Intl.Segmenter in libraries too: whatever they ask of it, it answers the same. */
import {readdirSync, readFileSync} from 'node:fs';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {isSimple, segmenter} from '../../source/present/segmenter.ts';

const texts = ['', 'a', 'Spring Renewals', '\u001b[31mlive\u001b[39m\n──', 'é中文🇩🇪👩‍👧', '\r\n', 'e\u0301x'];

test.each(texts)('segments of %j, one by one and by an index', text => {
	const real = new Intl.Segmenter().segment(text);
	const ours = segmenter.segment(text);
	const plain = (one: {segment: string; index: number} | undefined) => one && {segment: one.segment, index: one.index};
	expect([...ours].map(plain)).toEqual([...real].map(plain));
	expect([...ours].map(plain)).toEqual([...real].map(plain));
	for (const index of [-1, ...text.split('').keys(), text.length, text.length + 1]) {
		expect(plain(ours.containing(index))).toEqual(plain(real.containing(index)));
		expect(plain(segmenter.containing(text, index))).toEqual(plain(real.containing(index)));
	}
});

const frames = new URL('../frames/snapshots/', import.meta.url);

test.each(readdirSync(frames))('all that the screen writes by itself is simple: %s', name => {
	// Escapes stand in snapshots as a character of their own.
	const characters = readFileSync(new URL(name, frames), 'utf8').replace(/[\n\u241b]/g, '');
	expect([...new Set(characters)].filter(character => !isSimple(character))).toEqual([]);
});

test('what is simple is one cell wide, and joins with nothing', () => {
	const all = Array.from({length: 0x10000}, (_, code) => String.fromCharCode(code)).filter(isSimple);
	expect(all.filter(character => stringWidth(character) !== 1)).toEqual([]);
	expect([...new Intl.Segmenter().segment(all.join(''))]).toHaveLength(all.length);
	expect([...new Intl.Segmenter().segment(all.toReversed().join(''))]).toHaveLength(all.length);
});
