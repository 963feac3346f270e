import {expect, test} from 'vitest';
import {toAscii} from '../../source/present/ascii.ts';
import {width} from '../../source/present/format.ts';

test.for<[row: string, ascii: string]>([
	['│PLAY → pausing…│', '|PLAY > pausing~|'],
	['╭─ Pace ─╮', '+- Pace -+'],
	['██▓▒░×', '####.x'],
	['\u001b[1m—\u001b[0m 3 %', '\u001b[1m-\u001b[0m 3 %'],
	['春の更新 é', '???????? ?'],
	['plain', 'plain'],
])('%s becomes %s, as wide as before', ([row, ascii]) => {
	expect(toAscii(row)).toBe(ascii);
	expect(width(ascii)).toBe(width(row));
});
