/**
 * Splits text into what a reader takes for one character. Making an Intl.Segmenter takes 13 ms, making a library that measures any
 * text takes 20 more, and nearly all text has one code unit a character: one regular expression recognises that. The bundle gives
 * this to libraries instead of `Intl.Segmenter` (.config/bundling.ts), and to string-width (.config/patches/).
 */

/** Text of characters that each are one cell wide and join with nothing: ASCII, Latin, dashes, dots, arrows, boxes, braille. */
const alone =
	/^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193\u2212\u21ba\u2260-\u2262\u2264\u2265\u2500-\u259f\u25a0\u25a1\u25b2-\u25b4\u25b8\u25bc-\u25be\u25c6\u2713\u2800-\u28ff]*$/;

/** The same with SGR sequences and newlines between, which libraries segment along with the text. */
const aloneOrEscaped =
	/^[\n\u001b\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193\u2212\u21ba\u2260-\u2262\u2264\u2265\u2500-\u259f\u25a0\u25a1\u25b2-\u25b4\u25b8\u25bc-\u25be\u25c6\u2713\u2800-\u28ff]*$/;

/** True if the width of the text is its length. */
export const isSimple = (text: string): boolean => alone.test(text);

// Destructured, since the bundle replaces `Intl.Segmenter` where it is written as one expression.
const {Segmenter: Real} = Intl;

let made: Intl.Segmenter | undefined;

const real = (): Intl.Segmenter => {
	made ??= new Real();
	return made;
};

/** Characters of one code unit each. */
function* units(text: string): Generator<{segment: string; index: number}> {
	for (let index = 0; index < text.length; index++) {
		yield {segment: text.charAt(index), index};
	}
}

/** The part of Intl.Segments that we, and the libraries, use. */
type Segments = Iterable<{segment: string; index: number}> & {
	/** The character that the unit at this index belongs to; undefined if there is none. */
	containing(index: number): {segment: string; index: number} | undefined;
};

/** Segments text as `Intl.Segmenter` does. */
export const segmenter = {
	segment: (text: string): Segments =>
		aloneOrEscaped.test(text)
			? {
					[Symbol.iterator]: () => units(text),
					containing: index => (index >= 0 && index < text.length ? {segment: text.charAt(index), index} : undefined),
				}
			: real().segment(text),
	containing: (text: string, index: number): ReturnType<Segments['containing']> =>
		segmenter.segment(text).containing(index),
};

/** What libraries construct instead of an `Intl.Segmenter`, mostly while they are loaded. */
export class Segmenter {
	readonly segment = segmenter.segment;
}
