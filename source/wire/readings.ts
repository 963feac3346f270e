/**
 * Texts that read as another once nothing in them is written otherwise: percent-encoded, escaped as in JSON or HTML however
 * often, or with characters in between that nobody sees.
 */

/** What may make a text read as another: none of it is in most texts. A line of JSON may be broken anywhere. */
const mayReadOtherwise = /[%\\&]|[^\t\n\r -~]/;

/** Sequences of a terminal, and characters without a cell of their own. */
const unseen = /\u001b\[[\d;?]*[ -/]*[@-~]|[\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu;

const encoded = /(?:%[\da-f]{2})+/gi;
const escaped = /\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis;
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

const entities: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' '};

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

const character = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : '');

/** So often at most one writing stands within another. */
const mostWritings = 4;

/** What a text says, however it is written: for comparing alone. */
export const readingOf = (text: string): string => {
	let reading = text;
	for (let time = 0; time < mostWritings; time++) {
		const next = reading
			.replace(encoded, decoded)
			.replace(escaped, (_whole, four?: string, two?: string, other?: string) =>
				other === undefined ? character(Number.parseInt(four ?? two ?? '', 16)) : other,
			)
			.replace(entity, (_whole, decimal?: string, hex?: string, name?: string) =>
				name === undefined
					? character(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
					: (entities[name.toLowerCase()] ?? ''),
			)
			.normalize('NFKD')
			.replace(unseen, '');
		if (next === reading) {
			break;
		}
		reading = next;
	}
	// A form writes spaces so.
	return reading.replaceAll('+', ' ');
};

/** A text of megabytes is read in pieces of so many characters: each reading is a copy, and most pieces need none. */
const pieceLength = 2 ** 16;

/** What neighbouring pieces share, so that one of them has all of a secret, of which each character may be written long. */
const shared = 2 ** 13;

/** Whether a text is written in a way in which it reads as one of these, which are readings themselves. */
export const readsAs = (text: string, readings: readonly string[]): boolean => {
	for (let from = 0; readings.length > 0 && (from === 0 || from + shared < text.length); from += pieceLength - shared) {
		const piece = text.slice(from, from + pieceLength);
		const reading = mayReadOtherwise.test(piece) ? readingOf(piece) : '';
		if (readings.some(one => reading.includes(one))) {
			return true;
		}
	}
	return false;
};
