/** Our segmenter stands in for Intl.Segmenter in libraries too: whatever they ask of it, it answers the same. */
import {expect, test} from 'vitest';
import {segmenter} from '../../source/look/segmenter.ts';

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
