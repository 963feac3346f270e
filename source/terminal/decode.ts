import {StringDecoder} from 'node:string_decoder';
import {nameControl, nameSequence} from './key-names.ts';
import {type Mouse, readMouse} from './mouse.ts';

/** One key as the operator pressed it, or one paste. */
export type Key = {
	/**
	 * A printable key is named by itself, except 'space'. Others: 'enter', 'escape', 'tab', 'backspace', 'delete', 'insert',
	 * 'up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown', 'f1' to 'f12', 'paste'. Modifiers are prefixed in
	 * this order: 'ctrl-', 'alt-', 'shift-'; a shifted letter is the capital letter.
	 */
	readonly name: string;
	/** The text that the key types, if any. */
	readonly text?: string;
	/** True if nothing else came in the same read: a person pressed it by itself. */
	readonly alone: boolean;
	readonly paste: boolean;
	/** When it was read, in milliseconds of `performance.now()`. */
	readonly at: number;
	/** What a mouse did, which is no key: {@link Keys} gives it to a listener of its own. */
	readonly mouse?: Mouse;
};

const ESCAPE = '\u001b';
const CTRL_C = '\u0003';
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';

/** A sequence that is incomplete after this many characters is dropped. */
const LONGEST_SEQUENCE = 512;

/** Most characters of a paste; further ones are dropped. */
const LONGEST_PASTE = 4096;

/** Characters that could change how the text around them is read: controls and marks of direction. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]|\p{Cs}/gu;

const CONTROL = /\p{Cc}/u;

const cleanPaste = (text: string): string => text.replace(/\r\n|[\r\n\t]/g, ' ').replace(UNSAFE, '');

type Found = {name?: string; text?: string; paste?: boolean; mouse?: Mouse; length: number};

/** The length of the control sequence at the start of `input`; 0 if incomplete, -1 if broken off. */
function sequenceLength(input: string): number {
	if (input[1] === 'O') {
		const match = /^[\d;]*([^\d;])/.exec(input.slice(2));
		return match ? (/[A-Za-z]/.test(match[1] ?? '') ? 2 + match[0].length : -1) : 0;
	}
	if (input.startsWith('[[', 1)) {
		return input.length > 3 ? (/[A-E]/.test(input.charAt(3)) ? 4 : -1) : 0;
	}
	// rxvt ends shifted keys with $, which elsewhere only comes before the last character of a reply.
	const rxvt = /^\[[235678]\$/.exec(input.slice(1));
	if (rxvt) {
		return 1 + rxvt[0].length;
	}
	const match = /^\[[ -?]*([^ -?])/.exec(input.slice(1));
	if (!match) {
		return 0;
	}
	if (!/[@-~]/.test(match[1] ?? '')) {
		return -1;
	}
	// The oldest mouse report: three more characters of any kind.
	if (match[0] === '[M') {
		const report = input.slice(3, 6);
		return CONTROL.test(report) ? -1 : report.length === 3 ? 6 : 0;
	}
	return 1 + match[0].length;
}

/** The length of a broken sequence, up to the character that broke it. */
function brokenLength(input: string): number {
	return 2 + (/^(?:M[^\u0000-\u001f]*|\[?[ -?]*)/.exec(input.slice(2))?.[0].length ?? 0);
}

/** The length of a string sequence (OSC, DCS, APC, PM, SOS); 0 if incomplete. A bare Ctrl-C ends it too. */
function stringLength(input: string): number {
	const match = /\u0007|\u001b\\|(?=[\u0003\u0018\u001a])/.exec(input);
	return match ? match.index + match[0].length : 0;
}

function found(length: number, name: string | undefined): Found {
	return name === undefined ? {length} : {length, name};
}

/** The first key of `input`, which starts with ESC; undefined if incomplete. */
function readEscape(input: string): Found | undefined {
	const kind = input[1];
	if (kind === undefined) {
		return undefined;
	}
	if (kind === ESCAPE || kind === CTRL_C) {
		return found(1, 'escape');
	}
	if (kind === '[' || kind === 'O' || ']PX^_'.includes(kind)) {
		const length = kind === '[' || kind === 'O' ? sequenceLength(input) : stringLength(input);
		if (length === 0) {
			return input.length > LONGEST_SEQUENCE ? {length: input.length} : undefined;
		}
		if (length < 0) {
			return {length: brokenLength(input)};
		}
		const sequence = input.slice(1, length);
		const mouse = readMouse(sequence);
		return mouse ? {length, name: 'mouse', mouse} : found(length, nameSequence(sequence));
	}
	const char = String.fromCodePoint(input.codePointAt(1) ?? 0);
	const unit = char.charCodeAt(0);
	const name = unit < 0x20 || unit === 0x7f ? nameControl(unit) : char === ' ' ? 'space' : char;
	return found(1 + char.length, `alt-${name}`.replace('alt-ctrl-', 'ctrl-alt-'));
}

function readOne(input: string): Found | undefined {
	if (input.startsWith(ESCAPE)) {
		return readEscape(input);
	}
	const text = String.fromCodePoint(input.codePointAt(0) ?? 0);
	const unit = text.charCodeAt(0);
	if (unit < 0x20 || unit === 0x7f) {
		return {length: 1, name: nameControl(unit)};
	}
	if (text.replace(UNSAFE, '') === '') {
		return {length: text.length};
	}
	return {length: text.length, name: text === ' ' ? 'space' : text, text};
}

/** Splits the terminal's bytes into keys, however they are cut into reads. */
export class Decoder {
	/** Whether what a mouse does is reported; otherwise it is dropped. */
	hasMouse = false;
	readonly #utf8 = new StringDecoder('utf8');
	#pending = '';
	/** The text of a paste under way. */
	#paste: string | undefined;
	/** True if the incomplete key came in a read with others. */
	#inCompany = false;

	/** What is incomplete: a lone 'escape', a 'sequence' or a 'paste'; undefined if nothing is incomplete. */
	get waitingFor(): 'escape' | 'sequence' | 'paste' | undefined {
		if (this.#paste !== undefined) {
			return 'paste';
		}
		return this.#pending === '' ? undefined : this.#pending === ESCAPE ? 'escape' : 'sequence';
	}

	/** The keys completed by one read. */
	push(bytes: Uint8Array, at: number): Key[] {
		const input = this.#utf8.write(bytes);
		if (this.#paste !== undefined && input === CTRL_C) {
			// A paste that lost its end must not swallow Ctrl-C.
			this.forget();
			return [{name: 'ctrl-c', alone: true, paste: false, at}];
		}
		const before = this.#inCompany;
		const items = this.#split(this.#pending + input);
		const waits = this.#pending !== '' || this.#paste !== undefined;
		this.#inCompany = waits && (before || items.length > 0);
		const alone = items.length === 1 && !waits && !before;
		return this.#keys(items, alone, at);
	}

	/** Ends what is incomplete: a lone ESC was the key, a sequence is dropped, a paste is taken as it is. */
	flush(at: number): Key[] {
		const alone = !this.#inCompany;
		const paste = this.#paste;
		const pressed = paste === undefined && this.#pending === ESCAPE;
		this.forget();
		if (paste !== undefined) {
			return this.#keys([{name: 'paste', text: cleanPaste(paste), paste: true, length: 0}], false, at);
		}
		return pressed ? [{name: 'escape', alone, paste: false, at}] : [];
	}

	/** Drops what is incomplete. */
	forget(): void {
		this.#pending = '';
		this.#paste = undefined;
		this.#inCompany = false;
	}

	#keys(items: readonly Found[], alone: boolean, at: number): Key[] {
		return items.flatMap(({name, text, paste = false, mouse}) => {
			if (name === undefined || (paste && text === '') || (mouse && !this.hasMouse)) {
				return [];
			}
			return [
				{
					name,
					...(text === undefined ? {} : {text}),
					...(mouse && {mouse}),
					alone: alone && !paste && !mouse,
					paste,
					at,
				},
			];
		});
	}

	#split(input: string): Found[] {
		const items: Found[] = [];
		this.#pending = input;
		while (this.#pending !== '') {
			const item = this.#paste === undefined ? readOne(this.#pending) : this.#readPaste(this.#paste, this.#pending);
			if (!item) {
				break;
			}
			const start = this.#paste === undefined && this.#pending.startsWith(PASTE_START);
			this.#paste = start ? '' : undefined;
			this.#pending = this.#pending.slice(item.length);
			if (!start) {
				items.push(item);
			}
		}
		return items;
	}

	/** The paste that ends in `input`; before its end, keeps its text so far without a partial end mark. */
	#readPaste(before: string, input: string): Found | undefined {
		const end = input.indexOf(PASTE_END);
		if (end >= 0) {
			const text = cleanPaste((before + input.slice(0, end)).slice(0, LONGEST_PASTE));
			return {name: 'paste', text, paste: true, length: end + PASTE_END.length};
		}
		const half = input.lastIndexOf(ESCAPE);
		const body = half >= 0 && PASTE_END.startsWith(input.slice(half)) ? half : input.length;
		this.#paste = (before + input.slice(0, body)).slice(0, LONGEST_PASTE);
		this.#pending = input.slice(body);
		return undefined;
	}
}
