/** Draws the screen through Ink, as in a terminal, onto a stream that keeps the last frame. */
import {stripVTControlCharacters} from 'node:util';
import {renderToString} from 'ink';
import type {ReactNode} from 'react';
import {width} from '../../source/present/format.ts';
import {App} from '../../source/screen/app.tsx';
import {drawOffscreen} from '../../source/screen/offscreen.tsx';
import {FieldTable} from '../../source/screen/parts/field-table.tsx';
import type {ScreenStore} from '../../source/screen/store/store.ts';
import {parseRow} from '../../source/terminal/grid.ts';
import {createStyles, plain, type Style, sameOnBlank, transition} from '../../source/terminal/style.ts';

const styles = createStyles('truecolor');

/** A row as its cells: each run of one style with its codes, whichever pieces it was painted from. */
const inCells = (row: string, columns: number): string => {
	const {chars, styles: looks} = parseRow(row, columns, styles);
	let text = '';
	let blanks = '';
	let style = plain;
	const turn = (look: Style): void => {
		if (look !== style) {
			text += style === plain ? '' : '\u001b[0m';
			style = look;
			text += blanks + transition(plain, look);
			blanks = '';
		}
	};
	chars.forEach((char, x) => {
		const look = looks[x] ?? plain;
		if (char === ' ' && sameOnBlank(plain, look) && sameOnBlank(plain, style)) {
			blanks += char;
			return;
		}
		turn(look);
		text += blanks + char;
		blanks = '';
	});
	turn(plain);
	return text + blanks;
};

const ignore = (): void => undefined;
const unseen = () => ignore;

// What is loaded with the first record is loaded now: a frame does not wait for it.
await import('../../source/screen/parts/small-table.tsx');
renderToString(<FieldTable rows={[]} />);
await new Promise(resolve => setImmediate(resolve));

let last = '';

/** Without the looks of the cursor and of a placeholder, which are chalk's and not the theme's. */
const withoutCursor = (frame: string): string =>
	frame.replace(/\u001b\[7m(.)\u001b\[27m/gu, '$1').replace(/\u001b\[90m(.*?)\u001b\[39m/gu, '$1');

/** The last frame as Ink wrote it. */
export const frameOfInk = (): string => last;

/** The rows of the screen, each as wide as it: of the whole screen, or of something else in its place. */
export const drawn = (store: ScreenStore, key: number | string, content?: ReactNode): string[] => {
	const {columns, rows} = store.get().ui;
	last = drawOffscreen(store, content ?? <App onQuestion={unseen} />, key);
	const lines = withoutCursor(last).split('\n');
	return Array.from({length: Math.max(rows, lines.length)}, (_, row) => {
		const line = lines[row] ?? '';
		// A row that is too wide is for the test to find.
		return inCells(line, Math.max(columns, width(stripVTControlCharacters(line).trimEnd())));
	});
};
