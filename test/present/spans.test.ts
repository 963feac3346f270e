import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cellsOf, cutSpans, type Spans, textOf} from '../../source/present/spans.ts';

test('a line that is too wide keeps its roles, and ends in an ellipsis', () => {
	const spans: Spans = [
		['faint', '10:02:11 '],
		['error', 'outcome UNKNOWN'],
		['text', ', look'],
	];
	expect(cutSpans(spans, 16)).toEqual([
		['faint', '10:02:11 '],
		['error', 'outcom…'],
	]);
	expect(cutSpans(spans, 9)).toEqual([['faint', '10:02:11…']]);
	expect(cutSpans(spans, 30)).toEqual(spans);
	expect(cutSpans(spans, 29)).toEqual([...spans.slice(0, 2), ['text', ', lo…']]);
});

test('it is never wider than its room, and whole where it fits', () => {
	fc.assert(
		fc.property(fc.array(fc.string({maxLength: 8}), {maxLength: 5}), fc.integer({min: 1, max: 30}), (texts, room) => {
			const spans: Spans = texts.map(text => ['text', text] as const);
			const cut = cutSpans(spans, room);
			expect(cellsOf(cut)).toBeLessThanOrEqual(room);
			if (cellsOf(spans) <= room) {
				expect(textOf(cut)).toBe(textOf(spans));
			} else {
				expect(textOf(cut).endsWith('…')).toBe(true);
			}
		}),
	);
});
