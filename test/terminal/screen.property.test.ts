import fc from 'fast-check';
import {expect, test} from 'vitest';
import {blankRow, parseRow, type Row} from '../../source/terminal/grid.ts';
import {Pen} from '../../source/terminal/pen.ts';
import {Screen} from '../../source/terminal/screen.ts';
import {createStyles, plain} from '../../source/terminal/style.ts';
import {floorBytes} from '../helpers/floor.ts';
import {cellsOf, createEmulator, poll} from '../helpers/terminal.ts';
import {createPaper, visible} from './paper.ts';

const sgr = fc.constantFrom(
	'0',
	'',
	'1',
	'2',
	'3',
	'4',
	'7',
	'9',
	'22',
	'23',
	'24',
	'27',
	'29',
	'31',
	'39',
	'42',
	'49',
	'96',
	'103',
	'1;4;33',
	'38;5;208',
	'48;5;17',
	'38;2;10;20;30',
	'48;2;200;100;0',
);
const word = fc.oneof(
	{weight: 6, arbitrary: fc.string({unit: fc.constantFrom(...'abc019  .'), maxLength: 12})},
	{weight: 2, arbitrary: fc.constantFrom('│', '─┐', '⣿⡇', 'é', 'ü', '→')},
	{weight: 3, arbitrary: fc.constantFrom('中', '中文', '한국', 'ア', '漢 字')},
	{weight: 1, arbitrary: fc.constantFrom('e\u0301', 'a\u0308b')},
	{weight: 1, arbitrary: fc.constant('          ')},
);
const span = fc
	.tuple(fc.option(sgr, {freq: 2}), word)
	.map(([codes, text]) => (codes === null ? text : `\u001b[${codes}m${text}`));
const line = fc.array(span, {maxLength: 8}).map(spans => `${spans.join('')}\u001b[0m`);
const size = fc.record({columns: fc.integer({min: 2, max: 40}), rows: fc.integer({min: 1, max: 10})});
const frame = fc.array(line, {minLength: 1, maxLength: 12});

/** What a terminal shows when it gets a frame whole. */
async function whole(rows: readonly string[], columns: number, height: number) {
	const emulator = createEmulator(columns + 2, height);
	const text = rows.slice(0, height).map((row, y) => `\u001b[${y + 1}H\u001b[m${row}`);
	await new Promise<void>(resolve => emulator.write(`\u001b[?7l${text.join('')}`, resolve));
	// The emulator is wider by a wide character, and cut, so that what does not fit is cut as a frame is.
	return cellsOf(emulator).map(cells =>
		cells
			.slice(0, columns)
			.map((cell, x) => visible(cell.width === 2 && x === columns - 1 ? {...cell, char: ' ', width: 1} : cell)),
	);
}

/** A frame like the one before, with some rows changed: what a refresh is. */
const next = (before: readonly string[], rows: readonly string[], which: readonly boolean[]) =>
	rows.map((row, y) => (which[y % which.length] ? row : (before[y] ?? row)));

test('whatever frames follow each other, the terminal shows the last of them', async () => {
	await fc.assert(
		fc.asyncProperty(
			size,
			fc.array(
				fc.record({
					rows: frame,
					which: fc.array(fc.boolean(), {minLength: 1, maxLength: 5}),
					size: fc.option(size, {freq: 4}),
				}),
				{minLength: 1, maxLength: 6},
			),
			fc.integer({min: 1, max: 400}),
			async (first, steps, gulp) => {
				const paper = createPaper(first.columns, first.rows);
				paper.flow(gulp);
				const screen = new Screen({device: paper.device, colour: 'truecolor', onHangup: () => expect.unreachable()});
				screen.enter();
				let rows: string[] = [];
				let now = first;
				for (const step of steps) {
					if (step.size) {
						now = step.size;
						paper.resize(now.columns, now.rows);
						screen.resize();
					}
					rows = next(rows, step.rows, step.which);
					screen.hurry();
					screen.write(rows.join('\n'));
					expect(await poll(() => !screen.busy, 5000)).toBe(true);
					await paper.settled();
					expect(paper.cells().map(cells => cells.map(visible))).toEqual(
						await whole([...rows, ...new Array(now.rows).fill('')], now.columns, now.rows),
					);
				}
				screen.leave();
			},
		),
		{numRuns: 60},
	);
});

const columns = 60;
const height = 12;

function encode(before: readonly Row[], after: readonly Row[]): string {
	const pen = new Pen(columns, plain);
	for (const [y, row] of after.entries()) {
		pen.row(y, before[y] ?? blankRow(columns), row);
	}
	return pen.text;
}

test('a refresh costs at most 1.2 times what the changed cells need', () => {
	const styles = createStyles('truecolor');
	const rowsOf = (texts: readonly string[]): Row[] =>
		Array.from({length: height}, (_row, y) => parseRow(texts[y] ?? '', columns, styles));
	// Marks that join are left out: they are placed twice, for terminals that disagree about their width.
	const texts = frame.map(rows => rows.map(row => row.normalize('NFC').replaceAll('\u0308', '')));
	fc.assert(
		fc.property(texts, texts, fc.array(fc.boolean(), {minLength: 1, maxLength: 5}), (first, second, which) => {
			const before = rowsOf(first);
			const after = rowsOf(next(first, second, which));
			const sent = Buffer.byteLength(encode(before, after));
			expect(sent).toBeLessThanOrEqual(Math.ceil(1.2 * floorBytes(before, after, columns, plain)));
		}),
		{numRuns: 3000},
	);
});

test('nothing changed, nothing sent', () => {
	const styles = createStyles('256');
	fc.assert(
		fc.property(frame, texts => {
			const rows = texts.map(text => parseRow(text, columns, styles));
			expect(encode(rows, rows)).toBe('');
		}),
	);
});
