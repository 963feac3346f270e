/**
 * Makes any string from the wire safe to show: one line, no live control sequence, no text that hides or reorders
 * other text, a bounded length, and only characters whose width terminals agree about.
 */

/** Most code points of a string from the wire; a longer one is cut and ends in `…`. */
export const textLimit = 1000;

/**
 * Characters about whose width terminals disagree, as a class of a pattern: emoji, and what Unicode 12 to 17 made wide or added
 * as wide.
 */
const disputedClass = String.raw`\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u2630-\u2637\u268a-\u268f\u2ffc-\u2fff\u31bb-\u31bf\u31e4\u31e5\u31ef\u4dc0-\u4dff\u{16ff2}-\u{16ff6}\u{187f8}-\u{187ff}\u{18af3}-\u{18cd5}\u{18cff}-\u{18d1e}\u{18d80}-\u{18df2}\u{1aff0}-\u{1affe}\u{1b11f}-\u{1b122}\u{1b132}\u{1b155}\u{1d300}-\u{1d356}\u{1d360}-\u{1d376}\u{1f93b}\u{1f946}`;
const disputed = new RegExp(`^[${disputedClass}]$`, 'u');
/** What is not safe unchanged; nearly no text has any. To match all that is safe would need a stack as deep as the text is long. */
const unsafe = new RegExp(
	String.raw`[\p{C}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1160-\u11ff\ud7b0-\ud7ff${disputedClass}]`,
	'u',
);
/** Marks, and the vowels and finals of conjoining Hangul: characters without a cell of their own. */
const mark = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]$/u;
const modifier = /^\p{Emoji_Modifier}$/u;
const pictographic = /^\p{Extended_Pictographic}$/u;
const ignorable = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]$/u;
const keycapBase = /^[\d#*]$/;
const keycap = '\u20e3';
/** The letters of a flag such as Scotland's, which follow its emoji. */
const flagTag = /^[\u{e0020}-\u{e007f}]$/u;
const box = '□';
const zeroWidthJoiner = '\u200d';
const textVariation = '\ufe0e';
const emojiVariation = '\ufe0f';

/** Most combining marks on one base character; further ones are dropped. */
const marksPerBase = 2;

const named = (codePoint: number): string => `<${codePoint.toString(16)}>`;

/** The visible form of a code point that is neither a mark nor disputed. */
const visible = (character: string, codePoint: number): string => {
	if (codePoint < 0x20) {
		// NUL and BEL are dropped; the others become their control pictures.
		return codePoint === 0 || codePoint === 7 ? '' : String.fromCodePoint(0x2400 + codePoint);
	}
	if (codePoint === 0x7f) {
		return '\u2421';
	}
	if (codePoint < 0xa0) {
		return codePoint < 0x7f ? character : named(codePoint);
	}
	if (codePoint === 0xa0) {
		return ' ';
	}
	if (codePoint >= 0xd800 && codePoint <= 0xdfff) {
		return '\ufffd';
	}
	return ignorable.test(character) ? named(codePoint) : character;
};

/** A piece is one code point or a name such as `<202e>`. */
const lengthOf = (piece: string): number => (piece.length > 2 ? piece.length : 1);

/**
 * Returns the text as it may be shown.
 *
 * - control characters become visible (`␛`, `␊`, `<9b>`); NUL and BEL are dropped
 * - bidirectional and zero-width controls, fillers and variation selectors become visible (`<202e>`)
 * - emoji and other characters about whose width terminals disagree become `□`, a joined family one `□`
 * - at most two combining marks stay on a character; a mark with nothing before it is dropped
 * - a lone surrogate becomes U+FFFD
 * - at most `limit` code points stay, including the `…` of a cut
 *
 * Safe text is returned unchanged.
 */
export const safeText = (text: string, limit: number = textLimit): string => {
	if (text.length <= limit && !unsafe.test(text)) {
		return text;
	}
	// Few characters are made of more than eight code units: no need to walk ten megabytes for the first thousand.
	const start = text.slice(0, limit * 8);
	const shown: string[] = [];
	let length = 0;
	let marks = 0;
	let joined = false;
	const put = (piece: string): void => {
		shown.push(piece);
		length += lengthOf(piece);
		marks = 0;
	};
	for (const character of start) {
		if (length > limit) {
			break;
		}
		const codePoint = character.codePointAt(0) ?? 0;
		if (codePoint >= 0x20 && codePoint < 0x7f) {
			put(character);
			joined = false;
			continue;
		}
		const last = shown.at(-1) ?? '';
		const continues = joined;
		joined = last === box && character === zeroWidthJoiner;
		if (
			joined ||
			(last === box &&
				(character === emojiVariation ||
					modifier.test(character) ||
					flagTag.test(character) ||
					(continues && pictographic.test(character))))
		) {
			continue;
		}
		if (character === keycap) {
			const base = last === named(0xfe0f) ? shown.length - 2 : shown.length - 1;
			if (keycapBase.test(shown[base] ?? '')) {
				length -= shown.splice(base).reduce((sum, piece) => sum + lengthOf(piece), 0);
				put(box);
				continue;
			}
		}
		if (pictographic.test(last)) {
			if (character === textVariation) {
				continue;
			}
			if (character === emojiVariation || modifier.test(character)) {
				// The base is to be drawn as an emoji.
				shown[shown.length - 1] = box;
				continue;
			}
		}
		if (disputed.test(character)) {
			put(box);
		} else if (mark.test(character) && !ignorable.test(character)) {
			if (shown.length > 0 && marks < marksPerBase) {
				shown.push(character);
				length++;
				marks++;
			}
		} else {
			const piece = visible(character, codePoint);
			if (piece !== '') {
				put(piece);
			}
		}
	}
	if (length > limit || start !== text) {
		while (length >= limit) {
			length -= lengthOf(shown.pop() ?? box);
		}
		shown.push('…');
	}
	return shown.join('');
};

/** Any value of the wire, safe to show: text by {@link safeText}, anything else as JSON. */
export const safeValue = (value: unknown): string => {
	if (typeof value === 'string') {
		return safeText(value);
	}
	try {
		return safeText(JSON.stringify(value) ?? '');
	} catch {
		// Nested too deep for the stack.
		return '…';
	}
};
