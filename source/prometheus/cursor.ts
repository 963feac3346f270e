/** Walks through JSON and parses one value at a time, so that an answer of megabytes is not parsed at once. */
import {endOfText} from '../wire/members.ts';

const [quote, comma] = [0x22, 0x2c];
// `{` and `}` are `[` and `]` with one more bit set.
const [open, close, brace] = [0x5b, 0x5d, 0x20];

/** A text that is not JSON. */
export class NotJson extends Error {}

/** A value that is longer than it may be. */
export class ValueTooLong extends Error {}

/** The most characters of the name of a member. */
const longestName = 200;

const isEnd = (code: number): boolean => code === close || code === (close | brace);

/** A position in a text. All methods throw NotJson if something else comes than what they read. */
export class Cursor {
	readonly #json: string;
	#at = 0;
	/** Nothing of the list or the object that was entered last has been read yet. */
	#isFirst = false;

	constructor(json: string) {
		this.#json = json;
	}

	/** The next character that is no white space; empty at the end. */
	peek(): string {
		let code = this.#json.charCodeAt(this.#at);
		while (code === 0x20 || (code >= 0x09 && code <= 0x0d)) {
			code = this.#json.charCodeAt(++this.#at);
		}
		return this.#json.charAt(this.#at);
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

	/** The whole value that follows. @throws ValueTooLong if it has more characters than `longest` */
	value(longest: number): unknown {
		this.peek();
		const start = this.#at;
		this.#at = this.#endOfValue(start, longest);
		try {
			return JSON.parse(this.#json.slice(start, this.#at));
		} catch (cause) {
			throw new NotJson('', {cause});
		}
	}

	#endOfValue(start: number, longest: number): number {
		const json = this.#json;
		const last = Math.min(json.length, start + longest);
		let depth = 0;
		for (let at = start; at < last; at++) {
			const code = json.charCodeAt(at);
			if (code === quote) {
				at = endOfText(json, at) - 1;
			} else if (code === open || code === (open | brace)) {
				depth++;
			} else if (isEnd(code)) {
				depth--;
			}
			if (depth < 0 || (depth === 0 && code === comma)) {
				// A number or a word ends before what follows it.
				return at;
			}
			if (depth === 0 && (code === quote || isEnd(code))) {
				return this.#bounded(at + 1, last);
			}
		}
		if (last < json.length) {
			throw new ValueTooLong();
		}
		return json.length;
	}

	/** A text is walked through at once, and may end behind the bound. */
	#bounded(end: number, last: number): number {
		if (end > last) {
			throw new ValueTooLong();
		}
		return end;
	}
}
