/** The members of a JSON object as they are written: JSON.parse keeps only the last of two that have one name. */

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
// `{` is `[` with one more bit, and so are their closing ones.
const [open, close, brace] = [0x5b, 0x5d, 0x20];

const endOfText = (json: string, start: number): number => {
	let at = start + 1;
	for (let code = json.charCodeAt(at); code !== quote; code = json.charCodeAt(at)) {
		at += code === backslash ? 2 : 1;
	}
	return at + 1;
};

/**
 * Reads the members of an object, in their order; a name is decoded (`succ\u0065ss` is `success`), a value is the JSON
 * that stands there.
 *
 * @param json an object that JSON.parse has accepted
 */
export function* membersOf(json: string): Generator<[name: string, value: string]> {
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
			yield [name, json.slice(from, at).trim()];
			name = undefined;
		}
	}
}
