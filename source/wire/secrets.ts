/**
 * The secrets of this process: tokens, passwords and phone numbers sent or received. Logs, audit lines, errors and crash
 * messages pass through {@link struck}, and the service's answers through {@link striker}.
 */
import {hidden} from './words.ts';

/** Shorter secrets are not struck: they occur in ordinary words. */
const least = 4;

/** Shorter ones are struck only in their literal form, or as URLs and JSON write them. */
const leastRead = 8;

/** Most phone numbers that are remembered; the least recently sent is dropped first. */
const mostPhones = 1000;

/** Tokens and passwords, never dropped, and phone numbers, latest last; each with all the forms it may take. */
const secrets = new Map<string, readonly string[]>();
const phones = new Map<string, readonly string[]>();

/** The forms, longest first, so that no part of a longer one remains; undefined if it must be rebuilt. */
let ordered: {all: readonly string[]; secrets: readonly string[]; readings: readonly string[]} | undefined;

const listeners = new Set<() => void>();

/** Calls back after each new token and password: texts that came before may contain it. Returns a function that unsubscribes. */
export const onSecret = (listener: () => void): (() => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

const ascii = (json: string): string =>
	json.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const lowerHex = (encoded: string): string => encoded.replace(/%[\dA-F]{2}/g, hex => hex.toLowerCase());

/** A text as URLs, forms and JSON (PHP's too) write it. */
const formsOf = (text: string): string[] => {
	const json = JSON.stringify(text).slice(1, -1);
	const escaped = [json, ascii(json)];
	// A lone surrogate has no form in a URL.
	const url = encodeURIComponent(text.toWellFormed());
	const form = new URLSearchParams([['', text]]).toString().slice(1);
	return [
		text,
		...escaped,
		...escaped.map(one => one.replaceAll('/', '\\/')),
		url,
		form,
		lowerHex(url),
		lowerHex(form),
	];
};

/** A phone number as sent, all its digits, and the last ten of them, as services answer. */
const phoneFormsOf = (text: string): string[] => {
	const digits = text.replace(/\D/g, '');
	return [...formsOf(text), digits, digits.slice(-10)];
};

/** Stores a text and its forms; returns whether it is new. */
const remember = (texts: Map<string, readonly string[]>, text: string, forms: () => string[]): boolean => {
	const known = texts.get(text);
	if (known) {
		// The latest comes last.
		texts.delete(text);
		texts.set(text, known);
		return false;
	}
	texts.set(
		text,
		[...new Set(forms())].filter(form => form.length >= least),
	);
	ordered = undefined;
	return true;
};

/** Registers a token or a password; one of fewer than four characters is ignored. */
export const registerSecret = (text: string): void => {
	if (text.length >= least && remember(secrets, text, () => formsOf(text))) {
		for (const listener of listeners) {
			listener();
		}
	}
};

/** Registers a phone number that is sent; the last thousand are remembered. */
export const registerPhone = (text: string): void => {
	if (text.length < least) {
		return;
	}
	remember(phones, text, () => phoneFormsOf(text));
	const [oldest] = phones.keys();
	if (phones.size > mostPhones && oldest !== undefined) {
		phones.delete(oldest);
	}
};

const without = (text: string, forms: readonly string[]): string =>
	forms.reduce((safe, form) => (safe.includes(form) ? safe.replaceAll(form, hidden) : safe), text);

/** Seven or more digits, with the separators of people and URLs. */
const grouped = /\d(?:(?:[\s().+\-/]|%[\da-f]{2}){0,3}\d){6,}/gi;

/** Strikes phone numbers that are grouped differently than when sent. */
const withoutGrouped = (text: string): string =>
	text.replace(grouped, found => {
		const digits = found.replace(/%[\da-f]{2}|\D/gi, '');
		const isKnown = [...phones.values()].some(forms => forms.some(form => form.length >= 7 && digits.includes(form)));
		return isKnown ? hidden : found;
	});

/** The longest run of letters and digits that every encoding leaves unchanged; undefined if it is too short to be telling. */
const longestRun = (form: string): string | undefined => {
	const run = (form.replace(/%[\da-f]{2}|\\u[\da-f]{4}/gi, ' ').match(/[A-Za-z\d]+/g) ?? []).reduce(
		(longest, one) => (one.length > longest.length ? one : longest),
		'',
	);
	return run.length >= 3 ? run : undefined;
};

const longestFirst = (...maps: Map<string, readonly string[]>[]): string[] =>
	maps.flatMap(map => [...map.values()].flat()).sort((one, other) => other.length - one.length);

const formsInOrder = (): NonNullable<typeof ordered> => {
	ordered ??= {
		all: longestFirst(secrets, phones),
		secrets: longestFirst(secrets),
		readings: [...secrets.keys()].map(readingOf).filter(({length}) => length >= leastRead),
	};
	return ordered;
};

/** Strikes words that decode to a secret; the whole text if a secret spans several words. */
const withoutReadings = (text: string, readings: readonly string[]): string => {
	if (!readsAs(text, readings)) {
		return text;
	}
	const safe = text.replace(/\S+/g, word => (readsAs(word, readings) ? hidden : word));
	return readsAs(safe, readings) ? hidden : safe;
};

/** The text with `•••` for every secret, however it is written and, for phone numbers, in any grouping. */
export const struck = (text: string): string => {
	const {all, readings} = formsInOrder();
	return withoutGrouped(withoutReadings(without(text, all), readings));
};

/** Does the same for the screen: strikes tokens and passwords, but not phone numbers. */
export const struckOnScreen = (text: string): string => {
	const {secrets: forms, readings} = formsInOrder();
	return withoutReadings(without(text, forms), readings);
};

/** A form that cannot be an ordinary word or figure: a token, or a strong password. */
const isOwn = (form: string): boolean => form.length >= 8 && /[^A-Za-z_-]/.test(form);

/** Figures, ids of digits, dates and times. */
const figure = /^[\d\s.,:%$/+\-APMTZ]*$/;

/** What strikes tokens and passwords out of an answer. */
export type Striker = {
	/** Runs of letters and digits of which a text with a secret contains at least one; undefined if any text may contain one. */
	marks: readonly string[] | undefined;
	/** Whether a body may contain a secret without containing a mark. */
	mayReadIn(body: string): boolean;
	/** A text without secrets. A short password of digits stays in figures: it would strike those of the service. */
	text(text: string): string;
	/** A text that the program may have written itself, such as a field's name, without what can only be a secret. */
	word(text: string): string;
};

/** What strikes the secrets that are known now; undefined if there are none. */
export const striker = (): Striker | undefined => {
	const {secrets: forms, readings} = formsInOrder();
	if (forms.length === 0) {
		return undefined;
	}
	const [own, ownReadings] = [forms.filter(isOwn), readings.filter(isOwn)];
	const marks = forms.map(form => longestRun(form));
	const word = (text: string): string => withoutReadings(without(text, own), ownReadings);
	return {
		marks: marks.every(mark => mark !== undefined) ? [...new Set(marks)] : undefined,
		mayReadIn: body => readsAs(body, readings),
		text: text => (figure.test(text) ? word(text) : withoutReadings(without(text, forms), readings)),
		word,
	};
};

/** A text that the program may have written itself, without what can only be a secret. */
export const struckWord = (text: string): string => striker()?.word(text) ?? text;

/** What may encode another text: most texts contain none of it. A line of JSON may be broken anywhere. */
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

/** How deeply encodings are nested at most. */
const mostWritings = 4;

/** A text decoded from whatever encodings it is in: only for comparing. */
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
	// Forms encode spaces as plus signs.
	return reading.replaceAll('+', ' ');
};

/** A text of megabytes is decoded in pieces of so many characters: each decoding is a copy, and most pieces need none. */
const pieceLength = 2 ** 16;

/** How many characters neighbouring pieces share, so that one of them contains a whole secret even if each character is escaped. */
const shared = 2 ** 13;

/** Whether a text decodes to one of these, which are decoded themselves. */
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
