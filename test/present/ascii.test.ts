import {expect, test} from 'vitest';
import {toAscii} from '../../source/present/ascii.ts';
import {width} from '../../source/present/format.ts';
import {asLongAsWide} from '../../source/screen/parts/small-table.tsx';

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

test.for(['Retail cards 30+', '春の更新', 'José Núñez', 'e\u0301', '□', ''])(
	'%s is as long as it is wide for ink-table',
	text => {
		const measured = asLongAsWide(text);
		expect(measured.length).toBe(width(measured));
		expect(measured.normalize('NFC').replaceAll('\u200b', '')).toBe(text.normalize('NFC'));
	},
);
