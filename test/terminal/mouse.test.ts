import {expect, test} from 'vitest';
import {Decoder} from '../../source/terminal/decode.ts';
import {readMouse} from '../../source/terminal/mouse.ts';

test.each([
	['[<0;1;1M', {kind: 'click', column: 0, row: 0}],
	['[<0;120;40M', {kind: 'click', column: 119, row: 39}],
	['[<64;10;20M', {kind: 'wheel-up', column: 9, row: 19}],
	['[<65;10;20M', {kind: 'wheel-down', column: 9, row: 19}],
	['[<0;9999;9999M', {kind: 'click', column: 9998, row: 9998}],
])('%s is what it says', (sequence, mouse) => {
	expect(readMouse(sequence)).toEqual(mouse);
});

test.each([
	['a release', '[<0;10;20m'],
	['the middle button', '[<1;10;20M'],
	['the right button', '[<2;10;20M'],
	['a button with Shift', '[<4;10;20M'],
	['a button with Alt', '[<8;10;20M'],
	['the wheel with Ctrl', '[<80;10;20M'],
	['a movement', '[<32;10;20M'],
	['a movement without a button', '[<35;10;20M'],
	['the wheel to the side', '[<66;10;20M'],
	['a number without end', `[<0;${'9'.repeat(400)};20M`],
	['a huge number', '[<0;10000;20M'],
	['a huge button', '[<4294967296;10;20M'],
	['too few numbers', '[<0;10M'],
	['too many numbers', '[<0;10;20;30M'],
	['an empty number', '[<0;;20M'],
	['a negative number', '[<0;-1;20M'],
	['a fraction', '[<0;1.5;20M'],
	['the form of urxvt', '[0;10;20M'],
	['the oldest form', '[M !!'],
	['something behind it', '[<0;10;20MM'],
	['a key', '[A'],
])('%s means nothing', (_what, sequence) => {
	expect(readMouse(sequence)).toBe(undefined);
});

const report = '\u001b[<0;10;20M';

const read = (decoder: Decoder, text: string) => decoder.push(Buffer.from(text), 0);

test('reports are dropped unless they are wanted, and are no keys', () => {
	const decoder = new Decoder();
	expect(read(decoder, report)).toEqual([]);
	decoder.hasMouse = true;
	expect(read(decoder, report)).toEqual([
		{name: 'mouse', mouse: {kind: 'click', column: 9, row: 19}, alone: false, paste: false, at: 0},
	]);
});

test.each([false, true])('a key in one read with a report has not come alone: wanted %s', hasMouse => {
	const decoder = new Decoder();
	decoder.hasMouse = hasMouse;
	for (const text of [`y${report}`, `${report}y`, `${report.slice(0, 4)}`, `${report.slice(4)}y`]) {
		for (const key of read(decoder, text)) {
			expect(key.alone).toBe(false);
		}
	}
	expect(read(decoder, 'y')).toMatchObject([{name: 'y', alone: true}]);
});

test('a paste that holds reports stays a paste', () => {
	const decoder = new Decoder();
	decoder.hasMouse = true;
	const keys = read(decoder, `\u001b[200~one ${report}${report} two\u001b[201~`);
	expect(keys).toEqual([{name: 'paste', text: 'one [<0;10;20M[<0;10;20M two', alone: false, paste: true, at: 0}]);
	// One whose end is lost takes what comes until it is given up.
	expect(read(decoder, `\u001b[200~${report}`)).toEqual([]);
	expect(read(decoder, report)).toEqual([]);
	expect(decoder.flush(0)).toMatchObject([{name: 'paste', paste: true}]);
	expect(read(decoder, report)).toMatchObject([{name: 'mouse'}]);
});

test('a report that never ends is dropped, and swallows no more than it', () => {
	const decoder = new Decoder();
	decoder.hasMouse = true;
	expect(read(decoder, `\u001b[<0;${'1'.repeat(2000)}`)).toEqual([]);
	expect(read(decoder, '\u001b[<0;1')).toEqual([]);
	expect(decoder.flush(0)).toEqual([]);
	expect(read(decoder, 'q')).toMatchObject([{name: 'q', alone: true}]);
});
