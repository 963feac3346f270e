/** CSV as others read it: every value comes back, and nothing in it is run by a spreadsheet. */
import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {csvOf, jsonOf, recordsOf, type Value} from '../../../source/look/csv-json.ts';

const text = fc.oneof(
	fc.string({unit: 'grapheme'}),
	fc.constantFrom(
		'',
		'"',
		',',
		'\r\n',
		'\n',
		' a ',
		'=1+1',
		'+1 (212) 555-0123',
		'-5.00',
		'+15551234567',
		'@SUM(A1)',
		'\t=1',
	),
	fc.tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string()).map(parts => parts.join('')),
);
const value: fc.Arbitrary<Value> = fc.oneof(text, fc.double({noNaN: true}), fc.integer(), fc.constant(undefined));
const sheet = fc.integer({min: 2, max: 5}).chain(width =>
	fc.record({
		columns: fc.array(text, {minLength: width, maxLength: width}),
		rows: fc.array(fc.array(value, {minLength: width, maxLength: width}), {maxLength: 6}),
	}),
);

const written = (given: Value): string => (given === undefined ? '' : String(given));

test('what is written is what is read, but for an apostrophe', () => {
	fc.assert(
		fc.property(sheet, ({columns, rows}) => {
			const read = parse(csvOf({columns, rows}), {recordDelimiter: '\r\n'});
			expect(read.map(row => row.map(cell => cell.replace(/^'(?=[=+\-@\t\r])/, '')))).toEqual(
				[columns, ...rows].map(row => row.map(cell => written(cell).replace(/^'(?=[=+\-@\t\r])/, ''))),
			);
		}),
	);
});

test('no text begins as a formula does, unless it is a number with its sign', () => {
	fc.assert(
		fc.property(sheet, given => {
			const texts = [...given.columns, ...given.rows.flat()].filter(cell => typeof cell === 'string');
			const read = parse(csvOf(given), {recordDelimiter: '\r\n'}).flat();
			for (const cell of read.filter(one => /^[=+\-@\t\r]/.test(one))) {
				expect(cell.trim() === '' ? '0' : cell).toMatch(/^[+-]?[\d.]+(?:e[+-]?\d+)?$|^-Infinity$/);
				expect(texts.filter(one => one === cell).every(one => /^[+-]\d+(?:\.\d+)?$/.test(one))).toBe(true);
			}
		}),
	);
});

test('every row as an object has every column, also where two have one title', () => {
	expect(recordsOf({columns: ['a', 'a', 'b'], rows: [[1, undefined, 'x']]})).toEqual([{a: 1, 'a 2': null, b: 'x'}]);
	expect(jsonOf([{a: null}])).toBe('[\n\t{\n\t\t"a": null\n\t}\n]\n');
});
