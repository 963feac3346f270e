/** Sends one request over a connection and collects its answer, within a limit on its size. Nothing is redirected or repeated. */
import type {Dispatcher} from 'undici';
import {checkAddress, WireError} from '../errors.ts';
import {safeText} from '../text.ts';
import type {Body} from './body.ts';
import {createReceived} from './received.ts';

/** An answer. */
export type Reply = {
	status: number;
	/** Empty if none was sent. */
	contentType: string;
	bytes: Buffer;
	/** Seconds of Retry-After, at most 300; undefined if it was not sent or cannot be read. */
	retryAfter: number | undefined;
	/** The Location of a redirect, which is not followed. */
	location: string | undefined;
	/** Bytes of the answer's body. */
	received: number;
};

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** The longest Retry-After that is obeyed, in seconds: a wrong clock must not stop the monitor for good. */
const longestPause = 300;

/** An HTTP date in any of its three forms (RFC 9110); the last has no time zone and is in GMT. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\dA-Za-z: -]+$/;

const retryAfterOf = (header: string | string[] | undefined): number | undefined => {
	const text = one(header);
	if (text === undefined) {
		return undefined;
	}
	if (/^\d+$/.test(text)) {
		return Math.min(Number(text), longestPause);
	}
	const date = httpDate.test(text) ? Date.parse(`${text.replace(/ GMT$/, '')} GMT`) : Number.NaN;
	const seconds = (date - Date.now()) / 1000;
	return seconds >= 0 ? Math.min(seconds, longestPause) : undefined;
};

/** Calls back after the deadline; after a frozen event loop, an answer that is already there is read first. */
export const after = (milliseconds: number, callback: () => void): (() => void) => {
	const timer = setTimeout(() => setImmediate(() => setImmediate(callback)), milliseconds);
	return () => clearTimeout(timer);
};

/** A request under way. */
export type Sending = {
	/** The whole answer. */
	reply: Promise<Reply>;
	/** Breaks it off; its connection is closed once there is one. */
	abort(reason: Error): void;
};

/**
 * Sends a POST by undici's own events: its `request` makes a stream and an abort signal for each answer.
 *
 * @param limit most bytes of the answer
 * @param further headers beside those that every request has
 */
export const sendTo = (
	dispatcher: Dispatcher,
	{origin, pathname}: URL,
	{contentType, bytes}: Body,
	limit: number,
	further: Readonly<Record<string, string>> = {},
): Sending => {
	const {promise, resolve, reject} = Promise.withResolvers<Reply>();
	const received = createReceived();
	let answer: {status: number; headers: Headers} | undefined;
	let controller: Dispatcher.DispatchController | undefined;
	let broken: Error | undefined;
	const abort = (reason: Error): void => {
		broken = reason;
		reject(reason);
		controller?.abort(reason);
	};
	const tooLarge = (): void => {
		const message = `the answer is larger than ${limit.toLocaleString('en')} bytes`;
		abort(new WireError('too-large', message, {advice: checkAddress}));
	};
	const handler: Dispatcher.DispatchHandler = {
		onRequestStart(begun) {
			controller = begun;
			if (broken) {
				begun.abort(broken);
			}
		},
		onResponseStart(_controller, status, headers) {
			const encoding = one(headers['content-encoding']);
			if (encoding && encoding !== 'identity') {
				abort(new WireError('protocol', `the answer is compressed (${safeText(encoding)}), which was not asked for`));
			}
			if (Number(one(headers['content-length'])) > limit) {
				tooLarge();
			}
			answer = {status, headers};
		},
		onResponseData(_controller, chunk) {
			if (received.length + chunk.length > limit) {
				tooLarge();
				return;
			}
			received.add(chunk);
		},
		onResponseEnd() {
			if (answer) {
				const {status, headers} = answer;
				resolve({
					status,
					contentType: one(headers['content-type']) ?? '',
					bytes: received.bytes(),
					received: received.length,
					retryAfter: retryAfterOf(headers['retry-after']),
					location: one(headers.location),
				});
			}
		},
		onResponseError(_controller, error) {
			reject(error);
		},
	};
	const headers = ['content-type', contentType, 'accept', 'application/json', 'user-agent', 'dialtop'];
	headers.push(...Object.entries(further).flat());
	const timeouts = {headersTimeout: 0, bodyTimeout: 0};
	dispatcher.dispatch({origin, path: pathname, method: 'POST', headers, body: bytes, ...timeouts}, handler);
	return {reply: promise, abort};
};
