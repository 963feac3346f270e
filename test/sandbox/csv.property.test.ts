import fc from 'fast-check';
import {expect, test} from 'vitest';
import {CsvProblem, readRows} from '../../source/sandbox/rules/lead-file.ts';

const read = async (text: string): Promise<string[][]> => {
	const rows: string[][] = [];
	for await (const row of readRows(new TextEncoder().encode(text))) {
		rows.push(row);
	}
	return rows;
};

/** A cell as a careful program writes it; blanks around it would be cut off. */
const cell = fc
	.oneof(fc.string({unit: 'grapheme', maxLength: 12}), fc.constantFrom('a,b', 'a;b', 'a\tb', 'say "x"', 'a\nb', ''))
	.filter(text => text === text.trim() && !text.includes('\0') && !text.includes('\ufeff') && !text.includes('\r'));

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

test('what a program writes is read as it was, whatever stands in the cells', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(cell, {minLength: 2, maxLength: 5}), {minLength: 1, maxLength: 20}),
			fc.constantFrom(',', ';', '\t'),
			fc.constantFrom('\n', '\r\n'),
			fc.boolean(),
			async (body, delimiter, end, hasMark) => {
				const rows = [['one', 'two', 'three'], ...body];
				const text = rows.map(row => row.map(quoted).join(delimiter)).join(end);
				const filled = rows.filter(row => row.some(value => value !== ''));
				expect(await read(`${hasMark ? '\ufeff' : ''}${text}`)).toEqual(filled);
			},
		),
	);
});

test('anything else is read, or refused with the line', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.string({unit: fc.constantFrom('a', '1', '"', ',', ';', '\n', '\r', ' '), maxLength: 60}),
			async text => {
				try {
					await read(text);
				} catch (error) {
					expect(error).toBeInstanceOf(CsvProblem);
					expect(String(error)).toMatch(/line \d+: \w/);
				}
			},
		),
	);
});
