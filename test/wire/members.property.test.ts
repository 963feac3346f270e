/** The members of a JSON object, held against what was written. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {membersOf} from '../../source/wire/members.ts';

const name = fc.oneof(fc.constantFrom('success', 'response', '', '"', '\\', '}', 'a:b', 'é\u2028'), fc.string());

/** A name as a service may write it: plainly, or each letter as an escape. */
const written = (text: string, escaped: boolean): string =>
	escaped
		? `"${[...text].flatMap(character => character.split('').map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('')}"`
		: JSON.stringify(text);

test('are all that were written, two of one name too, whatever names and values hold', () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({name, escaped: fc.boolean(), value: fc.jsonValue()}), {maxLength: 8}),
			fc.nat(2),
			(members, indent) => {
				const blank = ' '.repeat(indent);
				const values = members.map(({value}) => JSON.stringify(value, null, indent));
				const texts = members.map(
					(one, index) => `${blank}${written(one.name, one.escaped)}${blank}:${blank}${values[index]}`,
				);
				const json = `${blank}{${texts.join(',')}${blank}}${blank}`;
				JSON.parse(json);
				const found = [...membersOf(json)];
				expect(found.map(([one, value]) => [one, value])).toEqual(
					members.map((one, index) => [one.name, values[index]]),
				);
				expect(found.every(([, value, at]) => json.startsWith(value, at))).toBe(true);
				expect(found.every(([, , at], index) => at > (found[index - 1]?.[2] ?? 0))).toBe(true);
			},
		),
		{numRuns: 2000},
	);
});
