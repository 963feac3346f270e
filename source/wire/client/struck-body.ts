/** Strikes secrets of this run out of what the service answers: it may give back whatever it was sent, in any text. */
import {readEnvelope} from '../envelope.ts';
import {WireError} from '../errors.ts';
import {endOfText} from '../members.ts';
import {operations} from '../operations/index.ts';
import type {Parameters} from '../parameters.ts';
import {isObject} from '../record.ts';
import {registerPhone, registerSecret, type Striker, striker} from '../secrets.ts';
import {isPhoneField, isSecretField} from '../sensitive.ts';
import {hidden} from '../words.ts';

/** The escapes of JSON that may hide letters: all except those of quotes, backslashes and control characters. */
const withoutEscapes = (json: string): string =>
	json.includes('\\u')
		? json.replace(/\\(?:u([\da-f]{4})|[^u])/gi, (whole, hex: string | undefined) => {
				const character = hex === undefined ? whole : String.fromCharCode(Number.parseInt(hex, 16));
				return hex === undefined ? whole : JSON.stringify(character).slice(1, -1);
			})
		: json;

/**
 * Returns what finds the index of the next mark, from an index that only grows; the length of the text if there is none. What was
 * found of a mark holds until the index is past it: a mark that is absent is searched for once.
 */
const markFinder = (json: string, {marks}: Striker): ((from: number) => number) => {
	const found = marks?.map(mark => ({mark, at: -1}));
	return from => {
		if (!found) {
			return from;
		}
		let next = json.length;
		for (const one of found) {
			if (one.at < from) {
				const at = json.indexOf(one.mark, from);
				one.at = at === -1 ? json.length : at;
			}
			next = Math.min(next, one.at);
		}
		return next;
	};
};

/** Whether the string that ends at this index is the name of a member. */
const isNameBefore = (json: string, end: number): boolean => {
	const colon = /\s*:/y;
	colon.lastIndex = end;
	return colon.test(json);
};

const textIn = (json: string): string | undefined => {
	try {
		return JSON.parse(json) as string;
	} catch {
		return undefined;
	}
};

/**
 * The body of an answer with `•••` for each secret in its texts and names; the same string if it has none. Figures that come as
 * numbers stay.
 *
 * @param isAsked whether the value of a member of this name is what was asked for, and stays
 */
export const struckBody = (body: string, isAsked: (name: string) => boolean = () => false): string => {
	const strikes = striker();
	if (!strikes) {
		return body;
	}
	const json = withoutEscapes(body);
	const markFrom = strikes.mayReadIn(json) ? (from: number): number => from : markFinder(json, strikes);
	let mark = markFrom(0);
	const pieces: string[] = [];
	let written = 0;
	/** The name before a string, as it is written; empty if it has none. */
	let before = '';
	for (let start = json.indexOf('"'); start !== -1 && mark < json.length; ) {
		const end = endOfText(json, start);
		const isName = isNameBefore(json, end);
		if (end > mark) {
			const text = textIn(json.slice(start, end)) ?? '';
			const name = before && (textIn(before) ?? '');
			const safe = isName || name === 'success' ? strikes.word(text) : isAsked(name) ? text : strikes.text(text);
			if (safe !== text) {
				pieces.push(json.slice(written, start), JSON.stringify(safe));
				written = end;
			}
			mark = markFrom(end);
		}
		before = isName ? json.slice(start, end) : '';
		start = json.indexOf('"', end);
	}
	return written === 0 ? body : [...pieces, json.slice(written)].join('');
};

/** Registers the token of a sign-in: the other fields of its answer may contain it too. */
const keepBrought = (body: string): void => {
	try {
		const {token} = operations.login_user.answer.decode(readEnvelope(body));
		if (token !== undefined) {
			registerSecret(token);
		}
	} catch {
		// The code that reads the answer reports why it cannot be read.
	}
};

/**
 * Does the same for the answer to a sign-in, but leaves the token in it.
 *
 * @param isOpen whether it is shown as it came: then the token is no secret of this run
 */
export const struckSignIn = (body: string, isOpen: boolean): string => {
	if (!isOpen) {
		keepBrought(body);
	}
	return struckBody(body, name => /token$/i.test(name));
};

/** Seven digits or more, perhaps grouped. */
const phoneLike = /\+?\(?\d(?:[\s().-]*\d){6,}/g;

const keepPhones = (text: string): void => {
	for (const [phone] of text.matchAll(phoneLike)) {
		registerPhone(phone);
	}
};

const textsOf = (value: unknown): string[] => {
	if (typeof value === 'string' || typeof value === 'number') {
		return [String(value)];
	}
	const isPlain = Array.isArray(value) || (isObject(value) && !ArrayBuffer.isView(value.bytes));
	return isPlain ? Object.values(value).flatMap(textsOf) : [];
};

/** Registers the secrets and phone numbers among the fields of a request, by its rows. */
export const keepSent = (rows: Parameters, fields: Readonly<Record<string, unknown>>): void => {
	for (const [name, value] of Object.entries(fields)) {
		const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
		if (row?.fields) {
			for (const item of Array.isArray(value) ? value : [value]) {
				keepSent(row.fields, isObject(item) ? item : {});
			}
		} else if (isSecretField(name, row)) {
			textsOf(value).forEach(registerSecret);
		} else if (isPhoneField(name, row)) {
			textsOf(value).forEach(keepPhones);
		}
	}
};

/**
 * Checks the fields of a write before it is sent.
 *
 * @throws WireError `bad-parameters` for a value with `•••`: it was read from an answer out of which a secret was struck
 */
export const checkWhole = (type: string, fields: Readonly<Record<string, unknown>>): void => {
	const name = Object.keys(fields).find(one => textsOf(fields[one]).some(text => text.includes(hidden)));
	if (name !== undefined) {
		const message = `${type}: ${name} has ${hidden}, which replaced a secret when it was read`;
		throw new WireError('bad-parameters', message);
	}
};
