import stringWidth from 'string-width';
import {isSimple, segmenter} from '../present/segmenter.ts';
import {plain, type Style, type Styles} from './style.ts';

/** One row of cells. A wide character is in its left cell, and the cells to its right are ''. */
export type Row = {readonly chars: readonly string[]; readonly styles: readonly Style[]};

/** A row whose memory another text may reuse. */
export type Slate = {readonly chars: string[]; readonly styles: Style[]};

/** Shown for characters wider than two cells. */
const REPLACEMENT = '□';

/** An empty row: spaces in the terminal's own colours. */
export function blankRow(columns: number): Slate {
	return {chars: new Array(columns).fill(' '), styles: new Array(columns).fill(plain)};
}

/** Text up to the next control character, or an escape sequence: of an SGR sequence its parameters, of a link its address, too. */
const pieces =
	/(?<text>[^\u0000-\u001f\u007f-\u009f]+)|\u001b\[(?<sgr>[\d;]*)m|\u001b\]8;[^;\u0007\u001b]*;(?<link>(?:https:\/\/[!-~]*)?)(?:\u0007|\u001b\\)|\u001b(?:\[[^@-~]*[@-~]?|[\]PX^_].*?(?:\u0007|\u001b\\|$)|.?)/gs;

/**
 * Reads one row of a frame: text with SGR and links. Every row starts in the terminal's own style. Other sequences are dropped, and
 * the row is cut at `columns`.
 *
 * @param into an unused row of as many columns, to be overwritten and returned: since tens of rows
 * change in each frame, this saves allocations
 */
export function parseRow(text: string, columns: number, styles: Styles, into: Slate = blankRow(columns)): Slate {
	const {chars, styles: looks} = into;
	let style = plain;
	let blank = plain;
	let x = 0;
	for (const {groups} of text.matchAll(pieces)) {
		const {text: part, sgr, link} = groups ?? {};
		if (sgr !== undefined) {
			style = styles.apply(style, sgr);
			blank = styles.blank(style);
		} else if (link !== undefined) {
			style = styles.linked(style, link);
		} else if (part !== undefined && isSimple(part)) {
			for (let at = 0; at < part.length && x < columns; at++, x++) {
				const char = part.charAt(at);
				chars[x] = char;
				looks[x] = char === ' ' ? blank : style;
			}
		} else if (part !== undefined) {
			for (const {segment} of segmenter.segment(part)) {
				x = put(into, x, columns, segment, segment === ' ' ? blank : style);
			}
		}
	}
	for (; x < columns; x++) {
		chars[x] = ' ';
		looks[x] = plain;
	}
	return into;
}

/** Puts a cluster of any width at a column; returns the column after it. */
function put({chars, styles}: Slate, from: number, columns: number, cluster: string, style: Style): number {
	const room = columns - from;
	const width = room > 0 ? stringWidth(cluster) : 0;
	const fits = width <= room && width <= 2;
	const to = from + Math.min(width, room);
	for (let x = from; x < to; x++) {
		chars[x] = x > from ? (fits ? '' : ' ') : fits ? cluster : width > 2 ? REPLACEMENT : ' ';
		styles[x] = style;
	}
	return to;
}
