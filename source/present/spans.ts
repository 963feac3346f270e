/** A line of text in pieces, each in a role: what the screen draws, and what commands print for people. */

import {cut, width} from './format.ts';
import type {Look, Role} from './theme.ts';

const blocks = '▁▂▃▄▅▆▇█';

/** A block for each value from 0 to `most`, the highest for more than that, a space where nothing is known. */
export const sparks = (values: readonly (number | undefined)[], most: number): string =>
	values
		.map(value => {
			const share = value === undefined ? undefined : Math.min(1, Math.max(0, value / most));
			return share === undefined ? ' ' : blocks[Math.round(share * (blocks.length - 1))];
		})
		.join('');

/** A piece of text with its role, and the address that it links to: one of https alone, as `URL` writes it. */
export type Span = readonly [role: Role, text: string, link?: string];

/** A line: its pieces from left to right. */
export type Spans = readonly Span[];

/** The width of a line in cells. Here a pair is not taken apart: code that runs a few times a second pays for an iterator. */
export const cellsOf = (spans: Spans): number => spans.reduce((sum, span) => sum + width(span[1]), 0);

/** A line in so many cells at most, its pieces in their roles; what was cut ends in `…`. */
export const cutSpans = (spans: Spans, cells: number): Spans => {
	const shown: Span[] = [];
	let room = cells;
	for (const [at, [role, text, ...link]] of spans.entries()) {
		// A piece that just fits gives a cell to the mark of those after it.
		const isLast = cellsOf(spans.slice(at + 1)) === 0;
		const wide = width(text);
		if (wide > room || (wide === room && !isLast)) {
			return [...shown, [role, cut(isLast ? text : `${text}…`, room), ...link]];
		}
		shown.push([role, text, ...link]);
		room -= wide;
	}
	return shown;
};

/** The text of a line, without its roles. */
export const textOf = (spans: Spans): string => spans.map(([, text]) => text).join('');

/** What makes a text a link (OSC 8). */
const linked = (address: string, text: string): string => `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;

/** A line with the SGR of a theme. */
export const painted = (spans: Spans, {paint}: Pick<Look, 'paint'>): string =>
	spans.reduce((text, [role, part, link]) => {
		const own = paint(role, part);
		return text + (link === undefined ? own : linked(link, own));
	}, '');

/** True if two lines have the same pieces in the same roles. */
export const sameSpans = (one: Spans, other: Spans): boolean =>
	one.length === other.length &&
	one.every((span, at) => span[0] === other[at]?.[0] && span[1] === other[at]?.[1] && span[2] === other[at]?.[2]);

/** The line that says that there is nothing to show. */
export const faintLines = (texts: readonly string[]): Spans[] => texts.map(text => [['faint', ` ${text}`]]);
