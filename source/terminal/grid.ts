import stringWidth from 'string-width';
import {segmenter} from '../present/segmenter.ts';
import {plain, type Style, type Styles} from './style.ts';

/** One row of cells. A wide character is in its left cell, and the cells to its right are ''. */
export type Row = {readonly chars: readonly string[]; readonly styles: readonly Style[]};

/** A row that another text may be read into. */
export type Slate = {readonly chars: string[]; readonly styles: Style[]};

/** Shown for characters wider than two cells. */
const REPLACEMENT = '□';

/** An empty row: spaces in the terminal's own colours. */
export function blankRow(columns: number): Slate {
	return {chars: new Array(columns).fill(' '), styles: new Array(columns).fill(plain)};
}

/** Code units that are one cell by themselves, which spares most text the segmenter. */
function isSimple(unit: number): boolean {
	return (
		(unit >= 0x20 && unit < 0x7f) ||
		(unit > 0xa0 && unit < 0x300 && unit !== 0xad) ||
		(unit >= 0x2010 && unit < 0x2028) ||
		(unit >= 0x2190 && unit < 0x2194) ||
		(unit >= 0x2500 && unit < 0x25a0) ||
		(unit >= 0x2800 && unit < 0x2900)
	);
}

function isControl(unit: number): boolean {
	return unit < 0x20 || (unit >= 0x7f && unit < 0xa0);
}

/** The index after the escape sequence that starts at `from`. */
function endOfEscape(text: string, from: number): number {
	const kind = text[from + 1];
	if (kind === '[') {
		let at = from + 2;
		while (at < text.length && (text.charCodeAt(at) < 0x40 || text.charCodeAt(at) > 0x7e)) {
			at++;
		}
		return at + 1;
	}
	if (kind !== undefined && ']PX^_'.includes(kind)) {
		const end = text.slice(from).search(/\u0007|\u001b\\/);
		return end === -1 ? text.length : from + end + (text[from + end] === '\u0007' ? 1 : 2);
	}
	return from + 2;
}

/**
 * Reads one row of a frame: text with SGR. Every row starts in the terminal's own style. Other sequences are dropped, and
 * the row is cut at `columns`.
 *
 * @param into a row of as many columns that nobody looks at any longer, to be overwritten and returned: of tens of rows that
 * change in each frame, none need be made anew
 */
export function parseRow(text: string, columns: number, styles: Styles, into: Slate = blankRow(columns)): Slate {
	const {chars, styles: looks} = into;
	let style = plain;
	let blank = plain;
	let x = 0;
	let at = 0;
	while (at < text.length && x < columns) {
		const unit = text.charCodeAt(at);
		if (unit === 0x1b) {
			const end = endOfEscape(text, at);
			if (text[at + 1] === '[' && text[end - 1] === 'm') {
				const parameters = text.slice(at + 2, end - 1);
				style = /^[\d;]*$/.test(parameters) ? styles.apply(style, parameters) : style;
				blank = styles.blank(style);
			}
			at = end;
		} else if (isControl(unit)) {
			at++;
		} else if (
			isSimple(unit) &&
			(at + 1 >= text.length || text.charCodeAt(at + 1) < 0x300 || isSimple(text.charCodeAt(at + 1)))
		) {
			chars[x] = text.charAt(at);
			looks[x] = unit === 0x20 ? blank : style;
			x++;
			at++;
		} else {
			let end = at + 1;
			while (end < text.length && !isControl(text.charCodeAt(end))) {
				end++;
			}
			for (const {segment} of segmenter.segment(text.slice(at, end))) {
				x = put(into, x, columns, segment, segment === ' ' ? blank : style);
			}
			at = end;
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
