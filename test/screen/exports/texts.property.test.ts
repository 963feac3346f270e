/** CSV as others read it: every value comes back, and nothing in it is run by a spreadsheet. */
import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {csvOf, formulasIn, jsonOf, recordsOf, type Value} from '../../../source/present/csv-json.ts';
import {runIn} from '../../helpers/spreadsheet.ts';

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
	fc
		.array(fc.constantFrom('=', '-', '"', ';', ',', '\t', '\n', '\r', "'", '1', 'a'), {minLength: 1, maxLength: 8})
		.map(parts => parts.join('')),
);
const value: fc.Arbitrary<Value> = fc.oneof(text, fc.double({noNaN: true}), fc.integer(), fc.constant(undefined));
const sheet = fc.integer({min: 2, max: 5}).chain(width =>
	fc.record({
		columns: fc.array(text, {minLength: width, maxLength: width}),
		rows: fc.array(fc.array(value, {minLength: width, maxLength: width}), {maxLength: 6}),
	}),
);

const written = (given: Value): string => (given === undefined ? '' : String(given));

/** A text without the apostrophes that are put before what would be run. */
const bare = (text: string): string => text.replace(/'+(?="*[=+\-@\t\r])/g, '');

test('what is written is what is read, but for apostrophes', () => {
	fc.assert(
		fc.property(sheet, ({columns, rows}) => {
			const read = parse(csvOf({columns, rows}), {recordDelimiter: '\r\n'});
			expect(read.map(row => row.map(bare))).toEqual(
				[columns, ...rows].map(row => row.map(cell => bare(written(cell)))),
			);
		}),
	);
});

test('no spreadsheet runs a text, whatever separates its cells', () => {
	fc.assert(
		fc.property(sheet, ({columns, rows}) => {
			// A number that comes as a number is no text, and no text of the service has a tab or a line break.
			const oneLine = <T>(cell: T): T | string => (typeof cell === 'string' ? cell.replace(/[\t\r\n]/g, '') : cell);
			const texts = {
				columns: columns.map(oneLine),
				rows: rows.map(row => row.map(cell => (typeof cell === 'number' ? undefined : oneLine(cell)))),
			};
			expect(runIn(csvOf(texts))).toBeUndefined();
		}),
	);
});

test.each([
	['=1+1', "'=1+1", 1],
	['-5.00', '-5.00', 0],
	['+15551234567', '+15551234567', 0],
	['spring;=1+1;', `"spring;'=1+1;"`, 1],
	['spring;"=1+1;', `"spring;'""=1+1;"`, 1],
	['spring;-5', `"spring;'-5"`, 1],
	['a;b', '"a;b"', 0],
	["it's = 1", "it's = 1", 0],
])('%j in CSV is %j', (text, cell, altered) => {
	const given = {columns: ['id', 'name'], rows: [['1001', text]]};
	expect([csvOf(given), formulasIn(given)]).toEqual([`id,name\r\n1001,${cell}\r\n`, altered]);
});

test('a number with its sign begins no row as a text: where the comma is the decimal sign, the next cell would go on with it', () => {
	expect(csvOf({columns: ['a', 'b'], rows: [['-5', '5+A1']]})).toBe("a,b\r\n'-5,5+A1\r\n");
});

test('every row as an object has every column, also where two have one title', () => {
	expect(recordsOf({columns: ['a', 'a', 'b'], rows: [[1, undefined, 'x']]})).toEqual([{a: 1, 'a 2': null, b: 'x'}]);
	expect(jsonOf([{a: null}])).toBe('[\n\t{\n\t\t"a": null\n\t}\n]\n');
});
