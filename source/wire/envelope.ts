/** Reads the response envelope (section 2.1): the flag, the texts of errors, and the objects that may hold records. */
import {checkAddress, WireError} from './errors.ts';
import {membersOf} from './members.ts';
import {isObject} from './record.ts';
import {struck} from './secrets.ts';
import {safeText, safeValue, textLimit} from './text.ts';

/**
 * The meaning of response.success: done (1, "1", true, "true"), refused (0, "0", false, "false") or odd (anything else);
 * `disagree` if the answer has several flags of different meanings. `like-done` and `like-refused` are words that mean the
 * same in another way; an answer without a flag and an error that brings an object or an array is `like-done` too. They are
 * enough for a read, and not for a command.
 */
export type Flag = 'done' | 'refused' | 'like-done' | 'like-refused' | 'odd' | 'disagree';

/** The envelope of an answer, read. */
export type Envelope = {
	flag: Flag;
	/** The flag as it came, safe to show; several that disagree are joined with "and". */
	flagText: string;
	/** The error text of `response`, else that of the top level, safe to show. */
	error: string;
	/** response.tech_msg, safe to show. */
	techMsg: string;
	/** The `response` object. */
	response: Record<string, unknown>;
	/** The whole body, which may have further properties. */
	top: Record<string, unknown>;
};

const yesWords: ReadonlySet<string> = new Set(['OK', 'SUCCESS', 'Y', 'YES', 'TRUE']);
const noWords: ReadonlySet<string> = new Set(['N', 'NO', 'FALSE', 'ERROR', 'FAIL', 'FAILED', 'FAILURE']);

const flagOf = (success: unknown): Exclude<Flag, 'disagree'> => {
	if (success === 1 || success === '1' || success === true || success === 'true') {
		return 'done';
	}
	if (success === 0 || success === '0' || success === false || success === 'false') {
		return 'refused';
	}
	if (typeof success !== 'string') {
		return 'odd';
	}
	const word = success.trim().toUpperCase();
	return yesWords.has(word) ? 'like-done' : noWords.has(word) ? 'like-refused' : 'odd';
};

/** Whether JSON.parse alone reads a part of a body correctly. A single pattern for all cases is slower. */
export const isOrdinary = (json: string): boolean =>
	!(json.includes('__proto__') || /\\u005f/i.test(json) || /\d{16}/.test(json));

/** JSON.parse, but integers too long for a double become text, and `__proto__` is ignored. */
const parseJson = (body: string, isOdd: boolean): unknown => {
	if (!isOdd) {
		return JSON.parse(body);
	}
	const revive = (key: string, value: unknown, {source}: {source?: string}): unknown => {
		if (key === '__proto__') {
			return undefined;
		}
		const exact = typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value);
		return exact ? value : source;
	};
	// The types do not know the third argument yet.
	return JSON.parse(body, revive as (key: string, value: unknown) => unknown);
};

/** The beginning of a body. Secrets are struck out before the cut: a cut one would not be recognised. */
const short = (body: string): string =>
	safeText(struck(body.trimStart().slice(0, 5000)).replace(/\s+/g, ' ').trim().slice(0, 60));

/** A text of the service. If it is long, secrets are struck out before it is cut. */
const textOf = (value: unknown): string => {
	if (value === null) {
		return '';
	}
	return safeValue(
		typeof value === 'string' && value.length > textLimit ? struck(value.slice(0, textLimit * 8)) : value,
	);
};

/** What an answer says about its outcome, at any level: the flags by meaning, and the first error text. */
type Noted = {flags: Map<Flag, unknown>; error: unknown};

const isText = (error: unknown): boolean =>
	typeof error === 'string'
		? error.trim() !== ''
		: typeof error === 'object'
			? error !== null && Object.keys(error).length > 0
			: Boolean(error);

const note = (noted: Noted, name: string, value: () => unknown): void => {
	if (name === 'success') {
		const flag = value();
		noted.flags.set(flagOf(flag), flag);
	} else if (name === 'error' && !isText(noted.error)) {
		noted.error = value();
	}
};

/** Notes the members of an object, and those of every `response` in it. */
const noteMembers = (noted: Noted, json: string, isTop: boolean): void => {
	for (const [name, value] of membersOf(json)) {
		if (isTop && name === 'response' && value.startsWith('{')) {
			noteMembers(noted, value, false);
		} else {
			note(noted, name, () => JSON.parse(value));
		}
	}
};

/** Letters written as escapes. */
const escapedLetter = /\\u00[67]/i;

/** The names of the envelope as they are written. */
const written = ['"response"', '"success"', '"error"'] as const;

/** Whether a body contains a text more than once. */
export const isRepeated = (json: string, part: string): boolean => json.includes(part, json.indexOf(part) + 1);

/** Whether a name of the envelope may occur twice in one object, perhaps written with escapes. */
const mayRepeat = (json: string): boolean => escapedLetter.test(json) || written.some(name => isRepeated(json, name));

/** A body as JSON. */
export type Parsed = {
	top: unknown;
	/** Whether a name of the envelope may occur twice in one object. */
	mayRepeat: boolean;
	/** Whether JSON.parse alone would misread any of it. */
	isOdd: boolean;
};

/** Parses a body. @throws SyntaxError */
export const parseBody = (json: string): Parsed => {
	const isOdd = !isOrdinary(json);
	return {top: parseJson(json, isOdd), mayRepeat: mayRepeat(json), isOdd};
};

const notedIn = (
	json: string,
	repeats: boolean,
	top: Record<string, unknown>,
	response: Record<string, unknown>,
): Noted => {
	const noted: Noted = {flags: new Map(), error: undefined};
	if (repeats) {
		noteMembers(noted, json, true);
		return noted;
	}
	for (const object of new Set([response, top])) {
		for (const name of ['success', 'error'].filter(one => Object.hasOwn(object, one))) {
			note(noted, name, () => object[name]);
		}
	}
	return noted;
};

/** Whether an object has a property that is an object or an array and not about errors, or a token. */
const hasPayload = (object: Record<string, unknown>): boolean =>
	Object.entries(object).some(
		([name, value]) =>
			!/^(?:response|.*error.*|messages?|tech_msg)$/i.test(name) &&
			(/token$/i.test(name) ? typeof value === 'string' && value !== '' : typeof value === 'object' && value !== null),
	);

/**
 * Reads a body as the envelope.
 *
 * @param parse parses the body; a WireError of its own is thrown as it is
 * @throws WireError `not-json` for HTML and an empty, truncated or broken body; `bad-shape` for JSON without an envelope.
 */
export const readEnvelope = (body: string, parse: typeof parseBody = parseBody): Envelope => {
	let parsed: Parsed;
	// PHP files saved with a byte order mark send it before every answer.
	const json = body.replace(/^\ufeff/, '');
	try {
		parsed = parse(json);
	} catch (cause) {
		if (cause instanceof WireError) {
			throw cause;
		}
		const trimmed = body.trimStart();
		const what =
			trimmed === ''
				? 'an empty body'
				: /^<(?:!doctype|html|\?xml)/i.test(trimmed)
					? 'a web page, not JSON'
					: 'broken JSON';
		throw new WireError('not-json', `the service answered ${what}${trimmed === '' ? '' : `: ${short(body)}`}`, {
			cause,
			advice: checkAddress,
		});
	}
	const {top} = parsed;
	if (!isObject(top)) {
		throw new WireError('bad-shape', `the service answered JSON that is not an object: ${short(body)}`, {
			advice: checkAddress,
		});
	}
	const response = isObject(top.response) ? top.response : 'success' in top || hasPayload(top) ? top : undefined;
	if (!response) {
		throw new WireError(
			'bad-shape',
			`the service answered without "response" (it sent: ${short(Object.keys(top).join(', '))})`,
			{advice: checkAddress},
		);
	}
	const {flags, error} = notedIn(json, parsed.mayRepeat, top, response);
	const disagree = flags.size > 1;
	const isBare = flags.size === 0 && !isText(error) && (hasPayload(response) || hasPayload(top));
	return {
		flag: disagree ? 'disagree' : isBare ? 'like-done' : flagOf(response.success),
		flagText: disagree ? [...flags.values()].map(textOf).join('" and "') : textOf(response.success),
		error: isText(error) ? textOf(error) : '',
		techMsg: textOf(response.tech_msg),
		response,
		top,
	};
};
