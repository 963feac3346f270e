/** The members of a JSON object as written: of two with the same name, JSON.parse keeps only the last. */

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
// `{` and `}` are `[` and `]` with one more bit set.
const [open, close, brace] = [0x5b, 0x5d, 0x20];

/**
 * Where the text that begins with the quote at `start` ends: behind its last quote; the end of the JSON if it has none. A text of
 * megabytes is not walked character by character.
 */
export const endOfText = (json: string, start: number): number => {
	for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
		let escapes = end;
		while (json.charCodeAt(escapes - 1) === backslash) {
			escapes--;
		}
		if ((end - escapes) % 2 === 0) {
			return end + 1;
		}
	}
	return json.length;
};

/**
 * The members of an object in order. Names are decoded (`succ\u0065ss` is `success`); a value is its JSON text, which begins
 * at `at`.
 *
 * @param json an object that JSON.parse accepts
 */
export function* membersOf(json: string): Generator<[name: string, value: string, at: number]> {
	let depth = 0;
	let name: string | undefined;
	let from = 0;
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === quote) {
			const end = endOfText(json, at);
			if (depth === 1 && name === undefined) {
				name = JSON.parse(json.slice(at, end)) as string;
				from = json.indexOf(':', end) + 1;
			}
			at = end - 1;
		} else if (code === open || code === (open | brace)) {
			depth++;
		} else if (code === close || code === (close | brace)) {
			depth--;
		}
		if (name !== undefined && (depth === 0 || (depth === 1 && code === comma))) {
			const value = json.slice(from, at).trimStart();
			yield [name, value.trimEnd(), at - value.length];
			name = undefined;
		}
	}
}
