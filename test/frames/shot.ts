/** Frames as text that can be held in a file. */
import {Box, renderToString} from 'ink';
import {createElement} from 'react';
import {expect} from 'vitest';
import {fit, width} from '../../source/look/format.ts';
import type {Look} from '../../source/look/theme.ts';
import type {Frame} from '../../source/ui/frame.ts';
import SmallTable from '../../source/ui/parts/small-table.tsx';
import type {Prompt} from '../../source/ui/prompt.ts';
import type {makeScreen} from '../ui/make.ts';

/** The sizes that people have. */
export const sizes: readonly (readonly [columns: number, rows: number])[] = [
	[80, 24],
	[120, 40],
	[200, 60],
];

/** The row of a text field, which Ink draws: its text without a cursor. */
const typedRow = ({label, after, width: room, edited}: NonNullable<Frame['input']>, prompt: Prompt | undefined) => {
	const typed = prompt && 'value' in prompt ? prompt.value : (edited?.text.value ?? '');
	return `${label}${fit(typed === '' ? (edited?.placeholder ?? '') : typed, room)}${after}`;
};

/** Rows with the table of details, which Ink draws, in their box. */
const withDetail = (
	rows: readonly string[],
	{area, detail}: NonNullable<Frame['detail']>,
	ascii: boolean,
): string[] => {
	const table = createElement(SmallTable, {area, rows: detail.rows, top: detail.top, ascii});
	const [columns, height] = [width(rows[0] ?? ''), rows.length];
	const drawn = renderToString(createElement(Box, {width: columns, height}, table), {columns}).split('\n');
	return rows.map((row, index) => {
		const text = drawn[index]?.trim() ?? '';
		return text === '' ? row : `${row.slice(0, area.x)}${fit(text, area.width)}${row.slice(area.x + area.width)}`;
	});
};

/** What is on a screen, each row as wide as it; the clock of the operator's machine is in its own time zone. */
export const shotOf = (screen: ReturnType<typeof makeScreen>, look: Look): string => {
	const {columns, rows: height, prompt} = screen.ui.get();
	const {rows, detail, input} = screen.frame(look);
	const typed = rows.map((row, index) => (input?.row === index ? typedRow(input, prompt) : row));
	const shown = detail ? withDetail(typed, detail, look.ascii) : typed;
	expect(shown).toHaveLength(height);
	for (const row of shown) {
		expect(width(row), row).toBe(columns);
	}
	return shown.join('\n').replace(/(?<!\d)\d\d:\d\d:\d\d(?!\d)/g, 'hh:mm:ss');
};

/** Several of them in one text. */
export const album = (shots: readonly (readonly [heading: string, shot: string])[]): string =>
	shots.map(([heading, shot]) => `== ${heading} ==\n${shot}\n`).join('\n');

/** Where it is held. */
export const fileOf = (name: string): string => `snapshots/${name.replaceAll(' ', '-')}.txt`;
