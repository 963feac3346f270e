/** What is known of the requests that are sent again and again: how much, and for how long. */
import {describe, expect, test} from 'vitest';
import {createKnownAnswers, type KnownAnswer} from '../../source/wire/client/known-answers.ts';
import {WireError} from '../../source/wire/errors.ts';

const answer = {decode: () => ({})};

/** Parses a body as the next answer of a request that was never sent before. */
const parse = (json: string) => createKnownAnswers()('request', answer).parse(json);

describe('an answer of 120,000 values', () => {
	const tooLarge = new WireError('too-large', 'the answer holds more than 120,000 values');

	test.each<[what: string, of: (count: number) => string]>([
		['numbers', count => `[${'0,'.repeat(count - 1)}0]`],
		['lists', count => `[${'[],'.repeat(count / 2 - 1)}[]]`],
		['objects', count => `[${'{},'.repeat(count / 2 - 1)}{}]`],
		['numbers behind a text', count => `["${'\\",[{'.repeat(60_000)}\\\\"${',0'.repeat(count - 1)}]`],
	])('of %s is read, and one of more is not', (_what, of) => {
		expect(parse(of(120_000)).top).toHaveProperty('length');
		expect(() => parse(of(120_002))).toThrow(tooLarge);
	});
});

test('what is known takes two million characters, and what was not asked for lately is forgotten first', () => {
	const known = createKnownAnswers();
	const parsed = new Map<string, unknown>();
	const body = (length: number): string => `["${'x'.repeat(length - 4)}"]`;
	/** Whether the answer of a request is the very same as its last one. */
	const isKnown = (request: string, length: number): boolean => {
		const next: KnownAnswer<object> = known(request, answer);
		const {top} = next.parse(body(length));
		const before = parsed.get(request);
		parsed.set(request, top);
		return top === before;
	};
	expect([isKnown('a', 900_000), isKnown('a', 1_000_000), isKnown('b', 1_000_000)]).toEqual([false, false, false]);
	expect([isKnown('a', 1_000_000), isKnown('b', 1_000_000), isKnown('a', 1_000_000)]).toEqual([true, true, true]);
	expect(isKnown('c', 1000)).toBe(false);
	expect([isKnown('a', 1_000_000), isKnown('c', 1000)]).toEqual([true, true]);
	expect(isKnown('b', 999_000)).toBe(false);
	expect([isKnown('a', 1_000_000), isKnown('c', 1000), isKnown('b', 999_000)]).toEqual([true, true, true]);
	expect(isKnown('d', 2_000_001)).toBe(false);
	expect([isKnown('a', 1_000_000), isKnown('d', 1000)]).toEqual([false, false]);
	expect([isKnown('e', 2_000_000), isKnown('e', 2_000_000)]).toEqual([false, true]);
});

test('the records of an answer that stayed the same are the very same, whatever came before, between or after them', () => {
	const {parse: next} = createKnownAnswers()('request', answer);
	const rowsOf = (...numbers: number[]): object[] => {
		const {top} = next(JSON.stringify({response: {rows: numbers.map(number => ({number}))}}));
		return (top as {response: {rows: object[]}}).response.rows;
	};
	const [one, two, three] = rowsOf(1, 2, 3);
	const later = rowsOf(2, 9, 4);
	expect(later).toEqual([{number: 2}, {number: 9}, {number: 4}]);
	expect(later[0] === two).toBe(true);
	const whole = rowsOf(1, 2, 9, 4, 5);
	expect([0, 1, 2].map(at => whole[at + 1] === later[at])).toEqual([true, true, true]);
	expect([one, three]).toEqual([{number: 1}, {number: 3}]);
});
