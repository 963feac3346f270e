/** Rows for terminals whose locale is not UTF-8: every character beyond ASCII is replaced by one that resembles it. */
import {width} from './format.ts';
import {segmenter} from './segmenter.ts';

const replacements = new Map<string, string>([
	...[...'─'].map(line => [line, '-'] as const),
	...[...'│'].map(line => [line, '|'] as const),
	...[...'┼┤╭╮╰╯'].map(corner => [corner, '+'] as const),
	...[...'█▓▒'].map(block => [block, '#'] as const),
	['░', '.'],
	...[...'▁▂▃▄▅▆▇'].map((block, at) => [block, '_.-=+*%'[at] ?? '#'] as const),
	['…', '~'],
	['—', '-'],
	['−', '-'],
	// Both words are beside it.
	['≠', '/'],
	['→', '>'],
	['←', '<'],
	['↑', '^'],
	['↓', 'v'],
	['▲', '^'],
	['△', "'"],
	['▽', 'v'],
	['▸', '>'],
	['▾', 'v'],
	['▼', 'v'],
	['◆', '*'],
	['■', '#'],
	['≡', '='],
	['≢', '!'],
	['≈', '~'],
	['↺', '@'],
	['├', '|'],
	['✓', '+'],
	['×', 'x'],
	['÷', '/'],
	['≥', '>'],
	['•', '*'],
	['·', '.'],
]);

const isAscii = /^[\u001b\u0020-\u007e]*$/;

/** The row in ASCII, as wide as before; a character without a replacement becomes `?` in each of its cells. */
export const toAscii = (row: string): string =>
	isAscii.test(row)
		? row
		: Array.from(segmenter.segment(row), ({segment}) =>
				isAscii.test(segment) ? segment : (replacements.get(segment) ?? '?'.repeat(width(segment))),
			).join('');

const blocks = /[▁▂▃▄▅▆▇█▓▒░]/g;

/** The row without blocks, for a font that has none; its borders stay. */
export const withoutBlocks = (row: string): string => row.replace(blocks, block => replacements.get(block) ?? '#');
