/** The bytes of an answer, however they arrive. */
import {expect, test} from 'vitest';
import {createReceived} from '../../source/wire/client/received.ts';
import {collectGarbage} from '../helpers/garbage.ts';

test.each([1, 2, 3, 64, 1000])('pieces of %i bytes are one text, whole characters and all', size => {
	const text = 'Frühling 春の更新 📞 '.repeat(100);
	const bytes = Buffer.from(text);
	const received = createReceived();
	for (let at = 0; at < bytes.length; at += size) {
		received.add(bytes.subarray(at, at + size));
	}
	expect([received.bytes().toString(), received.length]).toEqual([text, bytes.length]);
	expect(bytes.toString()).toBe(text);
});

test('a million pieces of a byte take no more than their bytes', () => {
	const bytes = Buffer.alloc(1000, ' ');
	const received = createReceived();
	collectGarbage();
	const {heapUsed, arrayBuffers} = process.memoryUsage();
	let grown = 0;
	for (let count = 0; count < 1_000_000; count++) {
		const at = count % bytes.length;
		received.add(bytes.subarray(at, at + 1));
		if (count % 100_000 === 99_999) {
			collectGarbage();
			const now = process.memoryUsage();
			grown = Math.max(grown, now.heapUsed + now.arrayBuffers - heapUsed - arrayBuffers);
		}
	}
	expect(received.length).toBe(1_000_000);
	expect(grown / 1e6).toBeLessThan(60);
});
