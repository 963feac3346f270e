/** Pictures of hostile texts: whatever a row holds, the picture is well-formed and holds nothing but what the renderer draws. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cellsOfRows, textOfCells} from '../../../source/terminal/picture/cells.ts';
import {svg} from '../../../source/terminal/picture/svg.ts';
import {pictureProblem} from './well-formed.ts';

const hostile = fc.oneof(
	fc.string({unit: 'binary'}),
	fc.constantFrom(
		'</text><script>alert(1)</script>',
		'" onload="alert(1)',
		'<![CDATA[',
		'&#0;&lol;',
		'\u001b]8;;https://x.test/"<>&\u001b\\link\u001b]8;;\u001b\\',
		'\u001b[31mred\u001b[0m\u0000\ufffe\uffff\ud800',
	),
);

test('no text ends a tag, and no text is lost', () => {
	fc.assert(
		fc.property(fc.array(hostile, {minLength: 1, maxLength: 4}), rows => {
			const cells = cellsOfRows(
				rows.map(row => row.replaceAll('\n', ' ')),
				60,
			);
			expect(pictureProblem(svg(cells))).toBeUndefined();
			expect(textOfCells(cells)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
		}),
	);
});

test('the check sees what it is there for', () => {
	for (const wrong of [
		'<svg><script></script></svg>',
		'<svg',
		'<svg>&lol;</svg>',
		'<svg onload="x"></svg>',
		'<svg>',
		'<svg>\u0001</svg>',
	]) {
		expect(pictureProblem(wrong), wrong).toBeDefined();
	}
});
