/**
 * Reads the response envelope (section 2.1) and finds an answer's records in it. Only this file and record.ts know how
 * tolerantly the half-documented wire is read.
 */
import {checkAddress, WireError} from './errors.ts';
import {membersOf} from './members.ts';
import {isObject} from './record.ts';
import {struck} from './secrets.ts';
import {safeText, safeValue, textLimit} from './text.ts';

/**
 * The meaning of response.success: done (1, "1", true, "true"), refused (0, "0", false, "false") or odd (anything else);
 * `disagree` if the answer has several flags of different meanings.
 */
export type Flag = 'done' | 'refused' | 'odd' | 'disagree';

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

const flagOf = (success: unknown): Exclude<Flag, 'disagree'> => {
	if (success === 1 || success === '1' || success === true || success === 'true') {
		return 'done';
	}
	return success === 0 || success === '0' || success === false || success === 'false' ? 'refused' : 'odd';
};

/** JSON.parse, but integers too long for a double become text, and `__proto__` is ignored. */
const parseJson = (body: string): unknown => {
	if (!/\d{16}|__proto__|\\u005f/i.test(body)) {
		return JSON.parse(body);
	}
	const revive = (key: string, value: unknown, context?: {source?: string}): unknown => {
		if (key === '__proto__') {
			return undefined;
		}
		const exact = typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value);
		return exact ? value : context?.source;
	};
	return JSON.parse(body, revive);
};

/** The beginning of a body. Secrets are struck out before the cut: a cut one would not be recognised. */
const short = (body: string): string =>
	safeText(struck(body.trimStart().slice(0, 5000)).replace(/\s+/g, ' ').trim().slice(0, 60));

/** A text of the service. If it is long, secrets are struck out before it is cut. */
const textOf = (value: unknown): string => {
	if (value === undefined || value === null) {
		return '';
	}
	return safeValue(
		typeof value === 'string' && value.length > textLimit ? struck(value.slice(0, textLimit * 8)) : value,
	);
};

/** What an answer says about its outcome, in any place: the flags by meaning, and the first error text. */
type Said = {flags: Map<Flag, unknown>; error: unknown};

const isText = (error: unknown): boolean =>
	typeof error === 'string'
		? error.trim() !== ''
		: typeof error === 'object'
			? error !== null && Object.keys(error).length > 0
			: Boolean(error);

const note = (said: Said, name: string, value: () => unknown): void => {
	if (name === 'success') {
		const flag = value();
		said.flags.set(flagOf(flag), flag);
	} else if (name === 'error' && !isText(said.error)) {
		said.error = value();
	}
};

/** Notes the members of an object, and those of every `response` in it. */
const noteMembers = (said: Said, json: string, isTop: boolean): void => {
	for (const [name, value] of membersOf(json)) {
		if (isTop && name === 'response' && value.startsWith('{')) {
			noteMembers(said, value, false);
		} else {
			note(said, name, () => JSON.parse(value));
		}
	}
};

/** Whether a name of the envelope may occur twice in one object, perhaps written with escapes. */
const mayRepeat = (body: string): boolean =>
	/\\u00[67]/i.test(body) ||
	['"response"', '"success"', '"error"'].some(name => body.indexOf(name) !== body.lastIndexOf(name));

const saidIn = (body: string, top: Record<string, unknown>, response: Record<string, unknown>): Said => {
	const said: Said = {flags: new Map(), error: undefined};
	if (mayRepeat(body)) {
		noteMembers(said, body, true);
		return said;
	}
	for (const place of new Set([response, top])) {
		for (const name of ['success', 'error'].filter(one => Object.hasOwn(place, one))) {
			note(said, name, () => place[name]);
		}
	}
	return said;
};

/**
 * Reads a body as the envelope.
 *
 * @throws WireError `not-json` for HTML and an empty, truncated or broken body; `bad-shape` for JSON without an envelope.
 */
export const readEnvelope = (body: string): Envelope => {
	let top: unknown;
	// PHP files saved with a byte order mark send it before every answer.
	const json = body.replace(/^\ufeff/, '');
	try {
		top = parseJson(json);
	} catch (cause) {
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
	if (!isObject(top)) {
		throw new WireError('bad-shape', `the service answered JSON that is not an object: ${short(body)}`, {
			advice: checkAddress,
		});
	}
	const response = isObject(top.response) ? top.response : 'success' in top ? top : undefined;
	if (!response) {
		throw new WireError(
			'bad-shape',
			`the service answered without "response" (it sent: ${short(Object.keys(top).join(', '))})`,
			{advice: checkAddress},
		);
	}
	const {flags, error} = saidIn(json, top, response);
	const disagree = flags.size > 1;
	return {
		flag: disagree ? 'disagree' : flagOf(response.success),
		flagText: disagree ? [...flags.values()].map(textOf).join('" and "') : textOf(response.success),
		error: isText(error) ? textOf(error) : '',
		techMsg: textOf(response.tech_msg),
		response,
		top,
	};
};

const isRecordArray = (value: unknown): value is Record<string, unknown>[] =>
	Array.isArray(value) && value.length > 0 && value.every(isObject);

/** An object of objects: records keyed by id. */
const isKeyed = (value: unknown): value is Record<string, Record<string, unknown>> =>
	isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isObject);

/** The records in a value that should be an array: an array, an object keyed by id, or a single record. */
const asRecords = (value: unknown): Record<string, unknown>[] | undefined => {
	if (Array.isArray(value)) {
		const records = value.filter(isObject);
		// A list of other things is not an empty list of records.
		return records.length > 0 || value.length === 0 ? records : undefined;
	}
	if (isKeyed(value)) {
		// The key is the id unless the record has its own.
		return Object.entries(value).map(([key, entry]) => ({id: key, ...entry}));
	}
	if (!isObject(value)) {
		return undefined;
	}
	return Object.keys(value).length > 0 ? [value] : [];
};

/** The envelope's own properties, which never hold the records. */
const reserved = ['success', 'error', 'tech_msg', 'response'];

/** The objects that may hold the records, the likelier one first. */
const placesOf = ({response, top}: Envelope): Record<string, unknown>[] => (response === top ? [top] : [response, top]);

/** The records under exactly this name, in `response` or at the top level. */
export const namedRecords = (envelope: Envelope, name: string): Record<string, unknown>[] | undefined => {
	for (const place of placesOf(envelope)) {
		const records = Object.hasOwn(place, name) ? asRecords(place[name]) : undefined;
		if (records) {
			return records;
		}
	}
	return undefined;
};

/**
 * Finds the records of an answer: the array under the expected name, else the first array of objects in `response`,
 * else the first at the top level. A single object counts as an array of one, an object of objects keyed by id as an
 * array. Undefined if there is none: that means "no data", not an empty list.
 *
 * @param others names of arrays with another meaning, never taken for these records
 */
export const findRecords = (
	envelope: Envelope,
	name: string,
	others: readonly string[] = [],
): Record<string, unknown>[] | undefined => {
	const named = namedRecords(envelope, name);
	if (named) {
		return named;
	}
	const skipped = new Set([...reserved, ...others]);
	const candidates = placesOf(envelope).map(place =>
		Object.entries(place)
			.filter(([key]) => !skipped.has(key))
			.map(([, value]) => value),
	);
	for (const values of candidates) {
		const found = values.find(isRecordArray) ?? values.find(isKeyed);
		if (found) {
			return asRecords(found);
		}
	}
	// An empty array under another name counts only if there is no other array.
	const arrays = candidates.flat().filter(Array.isArray);
	return arrays.length === 1 && arrays[0]?.length === 0 ? [] : undefined;
};
