/**
 * Caches the last answers of repeated requests: what did not change since is not decoded again, and is the
 * same object, so that callers can compare by identity.
 */
import {hash} from 'node:crypto';
import type {AnswerCodec} from '../answer.ts';
import {type Envelope, isOrdinary, isRepeated, type Parsed, parseBody} from '../envelope.ts';
import {WireError} from '../errors.ts';
import type {IdResolver} from '../id-resolver.ts';
import {endOfText, membersOf} from '../members.ts';
import {isObject} from '../record.ts';
import {type Made, makeOnce} from '../tolerance.ts';

/** Most characters of the answers that are known at once. */
const mostKnown = 2_000_000;

/**
 * Most values in an answer: decoding more would block everything else for over a tenth of a second at each poll. That is
 * room for nine thousand lists.
 */
const mostValues = 120_000;

const [quote, comma, openArray, openObject] = [0x22, 0x2c, 0x5b, 0x7b];

/** @throws WireError `too-large` if the answer holds too many values */
const checkCount = (json: string): void => {
	if (json.length <= mostValues) {
		return;
	}
	let values = 0;
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === quote) {
			at = endOfText(json, at) - 1;
		} else if ((code === comma || code === openArray || code === openObject) && ++values > mostValues) {
			throw new WireError('too-large', `the answer holds more than ${mostValues.toLocaleString('en')} values`);
		}
	}
};

/** A part of a text, known by its digest: the texts would take most of the memory of the cache. */
type Part = {length: number; digest: string};

const partOf = (text: string): Part => ({length: text.length, digest: hash('sha256', text, 'base64')});

const isPart = ({length, digest}: Part, text: string): boolean =>
	text.length === length && hash('sha256', text, 'base64') === digest;

const responseOf = ({top}: Parsed): unknown => (isObject(top) ? top.response : undefined);

/** A body that was parsed, in three parts: the middle is the value of the member that changes; it is empty if none does. */
type Body = {head: Part; middle: Part; tail: Part; parsed: Parsed};

/** Where the value of a member of `response`, an object, begins and ends; undefined if the member may occur twice. */
const spanIn = (json: string, moving: string): [start: number, end: number] | undefined => {
	const name = JSON.stringify(moving);
	if (isRepeated(json, name)) {
		return undefined;
	}
	for (const [member, response, start] of membersOf(json)) {
		for (const [inner, value, at] of member === 'response' ? membersOf(response) : []) {
			if (inner === moving) {
				return [start + at, start + at + value.length];
			}
		}
	}
	return undefined;
};

const bodyOf = (json: string, parsed: Parsed, moving: string | undefined): Body => {
	const isPlain = isObject(responseOf(parsed)) && !parsed.mayRepeat && !parsed.isOdd;
	const [start, end] = (isPlain && moving !== undefined && spanIn(json, moving)) || [json.length, json.length];
	return {
		head: partOf(json.slice(0, start)),
		middle: partOf(json.slice(start, end)),
		tail: partOf(json.slice(end)),
		parsed,
	};
};

/** The body with another value in its middle; undefined if that is not a value, or if it would change how the body around it is read. */
const withMiddle = ({parsed}: Body, moving: string, middle: string): Parsed | undefined => {
	const {top} = parsed;
	if (!isObject(top) || !isOrdinary(middle)) {
		return undefined;
	}
	try {
		// One value replaces another: the body is still JSON, and only this value differs. No name in it
		// is one of the envelope's.
		return {...parsed, top: {...top, response: {...(top.response as object), [moving]: JSON.parse(middle)}}};
	} catch {
		return undefined;
	}
};

/** Whether two records hold the same scalars under the same names, in the same order. */
const isSameRecord = (one: unknown, other: unknown): boolean => {
	if (!isObject(one) || !isObject(other)) {
		return false;
	}
	const [names, others] = [Object.keys(one), Object.keys(other)];
	return (
		names.length === others.length &&
		names.every((name, at) => name === others[at] && Object.is(one[name], other[name]))
	);
};

/**
 * Reuses the records of the last answer in the lists of this one, where they are equal: a graph gets a point a minute, and
 * hundreds of equal points would soon fill the memory that is seldom collected.
 */
const keepRecords = (before: unknown, after: unknown): void => {
	if (!isObject(before) || !isObject(after)) {
		return;
	}
	for (const [name, records] of Object.entries(after)) {
		const known = before[name];
		if (!Array.isArray(records) || !Array.isArray(known) || records === known) {
			continue;
		}
		// A graph drops its oldest points.
		const from = known.findIndex(record => isSameRecord(record, records[0]));
		for (const [at, record] of records.entries()) {
			const same: unknown = known[from + at];
			if (isSameRecord(same, record)) {
				records[at] = same;
			}
		}
	}
};

/** Parses the answers of one request, each as far as it differs from the one before. */
const createParser = (moving: string | undefined): typeof parseBody => {
	/** The first answer as it came, until the next one: loading the code for digests takes a fortieth of a start. */
	let first: {json: string; parsed: Parsed} | undefined;
	let last: Body | undefined;
	return json => {
		if (first) {
			last = bodyOf(first.json, first.parsed, moving);
			first = undefined;
		}
		if (last) {
			const {head, tail} = last;
			const end = json.length - tail.length;
			if (isPart(head, json.slice(0, head.length)) && isPart(tail, json.slice(end))) {
				const middle = json.slice(head.length, end);
				if (isPart(last.middle, middle)) {
					return last.parsed;
				}
				const parsed = moving === undefined || last.middle.length === 0 ? undefined : withMiddle(last, moving, middle);
				if (parsed) {
					last = {...last, middle: partOf(middle), parsed};
					return parsed;
				}
			}
		}
		checkCount(json);
		if (json.length > mostKnown) {
			return parseBody(json);
		}
		const parsed = parseBody(json);
		if (last) {
			keepRecords(responseOf(last.parsed), responseOf(parsed));
			last = bodyOf(json, parsed, moving);
		} else {
			first = {json, parsed};
		}
		return parsed;
	};
};

/** The last answer of one request. */
export type KnownAnswer<T> = {
	/** Parses the next answer; what has not changed in it is the same object. */
	parse: typeof parseBody;
	/** Decodes it; returns the same object if neither the answer nor the listed campaigns have changed. */
	decode: AnswerCodec<T>['decode'];
};

type Answer<T> = Pick<AnswerCodec<T>, 'decode' | 'moving'>;

const createKnownAnswer = <T>({decode, moving}: Answer<T>, count: (length: number) => void): KnownAnswer<T> => {
	const parse = createParser(moving);
	let last: {top: Envelope['top']; listed: IdResolver['listed'] | undefined; answer: T; made: Made<T>} | undefined;
	return {
		parse(json) {
			count(json.length);
			return parse(json);
		},
		decode(envelope, resolve) {
			const {top} = envelope;
			if (last?.top !== top || last.listed !== resolve?.listed) {
				const made = makeOnce(() => decode(envelope, resolve));
				const answer = made.again();
				keepRecords(last?.answer, answer);
				last = {top, listed: resolve?.listed, answer, made};
				return answer;
			}
			return last.made.again();
		},
	};
};

/** The cache entry of a request, by its key; made at the first use of that key. */
export type KnownAnswers = <T>(key: string, answer: Answer<T>) => KnownAnswer<T>;

/** Makes the cache of repeated requests; it forgets those that were not sent lately. */
export const createKnownAnswers = (): KnownAnswers => {
	/** By key, the latest last. */
	const known = new Map<string, {answer: KnownAnswer<unknown>; length: number}>();
	let all = 0;
	const count = (key: string, length: number): void => {
		const before = known.get(key);
		if (before) {
			all += length - before.length;
			before.length = length;
		}
		for (const [oldest, one] of known) {
			if (all <= mostKnown) {
				break;
			}
			all -= one.length;
			known.delete(oldest);
		}
	};
	return <T>(key: string, answer: Answer<T>) => {
		const made = known.get(key) ?? {answer: createKnownAnswer(answer, length => count(key, length)), length: 0};
		known.delete(key);
		known.set(key, made);
		return made.answer as KnownAnswer<T>;
	};
};
