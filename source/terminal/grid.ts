import stringWidth from 'string-width';
import {segmenter} from '../look/segmenter.ts';
import {plain, type Style, type Styles} from './style.ts';

/** One row of cells. A wide character is in its left cell, and the cells to its right are ''. */
export type Row = {readonly chars: readonly string[]; readonly styles: readonly Style[]};

/** Shown for characters wider than two cells. */
const REPLACEMENT = '□';

/** An empty row: spaces in the terminal's own colours. */
export function blankRow(columns: number): Row {
	return {chars: new Array(columns).fill(' '), styles: new Array(columns).fill(plain)};
}

/** Code units that are one cell by themselves, which spares most text the segmenter. */
function isSimple(unit: number): boolean {
	return (
		(unit >= 0x20 && unit < 0x7f) ||
		(unit > 0xa0 && unit < 0x300 && unit !== 0xad) ||
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
 */
export function parseRow(text: string, columns: number, styles: Styles): Row {
	const chars: string[] = [];
	const looks: Style[] = [];
	let style = plain;
	let blank = plain;

	const put = (char: string, width: number): void => {
		if (width === 0) {
			return;
		}
		const room = columns - chars.length;
		const fits = width <= room && width <= 2;
		const look = char === ' ' ? blank : style;
		chars.push(fits ? char : width > 2 && room > 0 ? REPLACEMENT : ' ');
		looks.push(look);
		for (let extra = 1; extra < Math.min(width, room); extra++) {
			chars.push(fits ? '' : ' ');
			looks.push(look);
		}
	};

	let at = 0;
	while (at < text.length && chars.length < columns) {
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
			put(text.charAt(at), 1);
			at++;
		} else {
			let end = at + 1;
			while (end < text.length && !isControl(text.charCodeAt(end))) {
				end++;
			}
			for (const {segment} of segmenter.segment(text.slice(at, end))) {
				if (chars.length < columns) {
					put(segment, stringWidth(segment));
				}
			}
			at = end;
		}
	}
	while (chars.length < columns) {
		chars.push(' ');
		looks.push(plain);
	}
	return {chars, styles: looks};
}
