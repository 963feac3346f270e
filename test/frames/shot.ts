/** Frames as text that can be held in a file. */
import {expect} from 'vitest';
import type {Look} from '../../source/present/theme.ts';
import type {makeScreen} from '../screen/make.ts';

/** The sizes that people have. */
export const sizes: readonly (readonly [columns: number, rows: number])[] = [
	[80, 24],
	[120, 40],
	[200, 60],
];

/** What is on a screen, each row as wide as it; the clock of the operator's machine is in its own time zone. */
export const shotOf = (screen: ReturnType<typeof makeScreen>, look: Look): string => {
	const {rows: height} = screen.ui.get();
	const {rows} = screen.frame(look);
	expect(rows).toHaveLength(height);
	return rows.join('\n').replace(/(?<!\d)\d\d:\d\d:\d\d(?!\d)/g, 'hh:mm:ss');
};

/** Several of them in one text. */
export const album = (shots: readonly (readonly [heading: string, shot: string])[]): string =>
	shots.map(([heading, shot]) => `== ${heading} ==\n${shot}\n`).join('\n');

/** Where it is held. */
export const fileOf = (name: string): string => `snapshots/${name.replaceAll(' ', '-')}.txt`;
