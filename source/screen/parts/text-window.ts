import stringWidth from 'string-width';
import {graphemes, type TextState} from './text-edit.ts';

/** The part of a line that fits into its field, in characters of one code point each. */
export type TextWindow = {
	readonly chars: readonly string[];
	/** The character that the cursor stands on; `chars.length` when it stands behind the last. */
	readonly cursor: number;
};

/** Replaces characters that terminals draw in different widths, here as everywhere in the program. */
const REPLACEMENT = '□';

/** A grapheme as one code point that every terminal draws in the same one or two cells. */
function showable(grapheme: string): string {
	const normal = grapheme.normalize('NFC');
	const single = normal.length === String.fromCodePoint(normal.codePointAt(0) ?? 0).length;
	const width = stringWidth(normal);
	return single && (width === 1 || width === 2) && !/\p{Extended_Pictographic}/u.test(normal) ? normal : REPLACEMENT;
}

/**
 * The part of a line to show in `width` cells: the cursor is always in it, and with it as much as fits, the end of the
 * line rather than its beginning. With a mask every character shows as the mask.
 */
export function textWindow({value, cursor}: TextState, width: number, mask?: string): TextWindow {
	const show = (text: string) => graphemes(text).map(part => (mask === undefined ? showable(part) : mask));
	const before = show(value.slice(0, cursor));
	const after = show(value.slice(cursor));
	const [under = ' '] = after;
	let room = Math.max(1, width) - stringWidth(under);
	let start = before.length;
	while (start > 0 && stringWidth(before[start - 1] ?? '') <= room) {
		start--;
		room -= stringWidth(before[start] ?? '');
	}
	let end = Math.min(1, after.length);
	while (end < after.length && stringWidth(after[end] ?? '') <= room) {
		room -= stringWidth(after[end] ?? '');
		end++;
	}
	return {chars: [...before.slice(start), ...after.slice(0, end)], cursor: before.length - start};
}
