/**
 * The response envelope (section 2.1) and where in it the records of an answer lie. With record.ts this is the only
 * file that knows how tolerantly a half-documented wire is read.
 */
import {checkAddress, WireError} from './errors.ts';
import {membersOf} from './members.ts';
import {isObject} from './record.ts';
import {struck} from './secrets.ts';
import {safeText, safeValue, textLimit} from './text.ts';

/**
 * What response.success says: done (1, "1", true, "true"), refused (0, "0", false, "false") or something odd;
 * `disagree` if the answer has several flags that do not say the same.
 */
export type Flag = 'done' | 'refused' | 'odd' | 'disagree';

/** The envelope of an answer, read. */
export type Envelope = {
	flag: Flag;
	/** The flag as it came, safe to show; those that disagree with "and" between them. */
	flagText: string;
	/** The error text of `response`, else that of the top level, safe to show. */
	error: string;
	/** response.tech_msg, safe to show. */
	techMsg: string;
	/** The `response` object. */
	response: Record<string, unknown>;
	/** The whole body: other properties may stand at the top level. */
	top: Record<string, unknown>;
};

const flagOf = (success: unknown): Exclude<Flag, 'disagree'> => {
	if (success === 1 || success === '1' || success === true || success === 'true') {
		return 'done';
	}
	return success === 0 || success === '0' || success === false || success === 'false' ? 'refused' : 'odd';
};

/** JSON.parse, but whole numbers too long for a double stay text, and `__proto__` is ignored. */
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

/** The beginning of a body; a secret in it is struck out before the cut, since a piece of it would not be known as one. */
const short = (body: string): string =>
	safeText(struck(body.trimStart().slice(0, 5000)).replace(/\s+/g, ' ').trim().slice(0, 60));

/** Words of the service; where they are long they are cut, so a secret in them is struck out before that. */
const textOf = (value: unknown): string => {
	if (value === undefined || value === null) {
		return '';
	}
	return safeValue(
		typeof value === 'string' && value.length > textLimit ? struck(value.slice(0, textLimit * 8)) : value,
	);
};

/** What an answer says of its outcome, wherever it says it: flags of each meaning, and its first error text. */
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

/** Notes what the members of an object say, and those of each `response` among them. */
const noteMembers = (said: Said, json: string, isTop: boolean): void => {
	for (const [name, value] of membersOf(json)) {
		if (isTop && name === 'response' && value.startsWith('{')) {
			noteMembers(said, value, false);
		} else {
			note(said, name, () => JSON.parse(value));
		}
	}
};

/** Whether a name of the envelope may stand twice in one object; no encoder writes its letters as escapes for nothing. */
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
 * @throws WireError `not-json` for HTML, an empty, cut or otherwise broken body; `bad-shape` where it is JSON without an
 * envelope.
 */
export const readEnvelope = (body: string): Envelope => {
	let top: unknown;
	// A byte order mark is no garbage: PHP files saved with one send it ahead of every answer.
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

/** What stands where an array is due: an array, an object keyed by id, or one record alone. */
const asRecords = (value: unknown): Record<string, unknown>[] | undefined => {
	if (Array.isArray(value)) {
		const records = value.filter(isObject);
		// A list of anything else is no empty list.
		return records.length > 0 || value.length === 0 ? records : undefined;
	}
	if (isKeyed(value)) {
		// The key is the id where the record does not say one itself.
		return Object.entries(value).map(([key, entry]) => ({id: key, ...entry}));
	}
	if (!isObject(value)) {
		return undefined;
	}
	return Object.keys(value).length > 0 ? [value] : [];
};

/** Properties of the envelope itself, which are never the records. */
const reserved = ['success', 'error', 'tech_msg', 'response'];

/** Where records may lie, the likelier place first. */
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
 * else the first at the top level. One object where an array is due is an array of one; an object of objects keyed by
 * id is an array. Undefined if there is none: that is "no data", not an empty list.
 *
 * @param others names of arrays that have a meaning of their own and so are never taken for these records
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
	// An empty array under another name is these records only where nothing else could be meant.
	const arrays = candidates.flat().filter(Array.isArray);
	return arrays.length === 1 && arrays[0]?.length === 0 ? [] : undefined;
};
