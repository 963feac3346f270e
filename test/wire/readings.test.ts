/** Texts that read as another, in texts of megabytes too. */
import {expect, test} from 'vitest';
import {readingOf, readsAs} from '../../source/wire/secrets.ts';

const secret = 'tok-5f8c2a91d7e3b604';
const written = [...secret].map(letter => `\\\\u00${letter.charCodeAt(0).toString(16)}`).join('');
const readings = [readingOf(secret)];

test('what reads as a secret is found wherever it stands in a long text', () => {
	const length = 130_000;
	// Around where the pieces end in which it is read, less than the secret is long from one to the next.
	for (let before = 50_000; before < 70_000; before += 120) {
		const text = `${'x'.repeat(before)}${written}${'x'.repeat(length - before)}`;
		expect([before, readsAs(text, readings)]).toEqual([before, true]);
	}
	expect(readsAs(`%41${'x'.repeat(length)}`, readings)).toBe(false);
});
