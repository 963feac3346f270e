/**
 * Walks through the bytes of JSON in UTF-8 and parses one value at a time, so that an answer of megabytes is neither made text
 * nor parsed at once.
 */

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
// `{` and `}` are `[` and `]` with one more bit set.
const [open, close, brace] = [0x5b, 0x5d, 0x20];

/** A text that is not JSON. */
export class NotJson extends Error {}

/** A value that is longer than it may be. */
export class ValueTooLong extends Error {}

/** The most bytes of the name of a member. */
const longestName = 200;

const isEnd = (code: number | undefined): boolean => code === close || code === (close | brace);

/** A position in JSON. All methods throw NotJson if something else comes than what they read. */
export class Cursor {
	readonly #json: Buffer;
	#at = 0;
	/** Nothing of the list or the object that was entered last has been read yet. */
	#isFirst = false;

	constructor(json: Buffer) {
		this.#json = json;
	}

	/** The next character that is no white space; empty at the end. */
	peek(): string {
		let code = this.#json[this.#at];
		while (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) {
			code = this.#json[++this.#at];
		}
		return code === undefined ? '' : String.fromCharCode(code);
	}

	#take(character: string): void {
		if (this.peek() !== character) {
			throw new NotJson();
		}
		this.#at++;
	}

	/** Enters a list or an object. */
	enter(character: '[' | '{'): void {
		this.#take(character);
		this.#isFirst = true;
	}

	/** Whether another element or member follows; if not, leaves the list or the object. */
	more(end: ']' | '}'): boolean {
		const isFirst = this.#isFirst;
		this.#isFirst = false;
		if (this.peek() === end) {
			this.#at++;
			return false;
		}
		if (!isFirst) {
			this.#take(',');
		}
		return true;
	}

	/** The name of a member. */
	name(): string {
		if (this.peek() !== '"') {
			throw new NotJson();
		}
		const name = this.value(longestName) as string;
		this.#take(':');
		return name;
	}

	/** The whole value that follows. @throws ValueTooLong if it has more than `longest` bytes */
	value(longest: number): unknown {
		this.peek();
		const start = this.#at;
		this.#at = this.#endOfValue(start, longest);
		try {
			return JSON.parse(this.#json.toString('utf8', start, this.#at));
		} catch (cause) {
			throw new NotJson('', {cause});
		}
	}

	/** Where the value ends that begins at `start`; only that brackets and quotes are paired is checked. */
	#endOfValue(start: number, longest: number): number {
		const json = this.#json;
		const last = Math.min(json.length, start + longest);
		let depth = 0;
		let isText = false;
		for (let at = start; at < last; at++) {
			const code = json[at];
			if (isText) {
				at += Number(code === backslash);
				isText = code !== quote;
			} else if (code === quote) {
				isText = true;
			} else if (code === open || code === (open | brace)) {
				depth++;
			} else if (depth === 0 && (isEnd(code) || code === comma)) {
				// A number or a word ends before what follows it.
				return at;
			} else if (isEnd(code)) {
				depth--;
			}
			if (depth === 0 && !isText && (code === quote || isEnd(code))) {
				return at + 1;
			}
		}
		if (last < json.length) {
			throw new ValueTooLong();
		}
		return json.length;
	}
}
