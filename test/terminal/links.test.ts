/** Links (OSC 8): they are a part of a cell's look, and nothing after them becomes a part of one. */
import {expect, test} from 'vitest';
import {blankRow, parseRow} from '../../source/terminal/grid.ts';
import {Pen} from '../../source/terminal/pen.ts';
import {createStyles, linkTo, plain} from '../../source/terminal/style.ts';

const link = (address: string, text: string): string => `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;

test('a linked text keeps its colour, and is sent as a link that ends', () => {
	const styles = createStyles('256', true);
	const row = parseRow(`a ${link('https://x.test/1', '\u001b[31mbc\u001b[0m')} d`, 8, styles);
	expect(row.chars.join('')).toBe('a bc d  ');
	expect(row.styles.map(style => style.link)).toEqual(['', '', 'https://x.test/1', 'https://x.test/1', '', '', '', '']);
	expect(row.styles[2]?.fg).toBe(1);
	const pen = new Pen(8, plain);
	pen.row(0, blankRow(8), row);
	expect(pen.text).toContain('\u001b]8;;https://x.test/1\u001b\\\u001b[31mbc');
	expect(pen.style.link).toBe('');
});

test('the same text with another address is drawn again', () => {
	const styles = createStyles('256', true);
	const [one, other] = ['https://x.test/1', 'https://x.test/2'].map(address =>
		parseRow(link(address, 'bc'), 2, styles),
	);
	const pen = new Pen(2, plain);
	pen.row(0, one ?? blankRow(2), other ?? blankRow(2));
	expect(pen.text).toContain('https://x.test/2');
});

test('a terminal that would print them gets none', () => {
	const row = parseRow(link('https://x.test/1', 'bc'), 2, createStyles('256', false));
	expect(row.styles.map(style => style.link)).toEqual(['', '']);
});

test('no address can end the sequence', () => {
	expect(linkTo('https://x.test/\u001b\\\u0007\u009c\n')).toBe('\u001b]8;;https://x.test/\\\u001b\\');
});
