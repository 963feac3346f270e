/**
 * Sends one request over HTTP, with a deadline for the whole exchange and a limit on the answer's size. Nothing is
 * redirected or repeated, and every write gets a connection of its own.
 */
import {buildConnector, Client, type Dispatcher, Pool} from 'undici';
import {endpoint, isLoopback} from '../address.ts';
import {checkAddress, WireError, type WireErrorCode} from '../errors.ts';
import {once} from '../once.ts';
import type {Effect} from '../operation.ts';
import {safeText} from '../text.ts';
import type {Body} from './body.ts';
import {explain} from './explain.ts';
import type {ProxyOptions} from './proxy.ts';
import {readProxy} from './proxy-address.ts';
import {createReceived} from './received.ts';
import {trusting} from './trust.ts';

export type TransportRequest = {
	effect: Effect;
	body: Body;
	/** Milliseconds for connecting, sending and reading the whole answer. */
	deadline: number;
	/** Most bytes of the answer, where that is fewer than the transport's own limit. */
	byteLimit?: number;
};

export type TransportReply = {
	status: number;
	text: string;
	/** Seconds of Retry-After, at most 300; undefined if it was not sent or cannot be read. */
	retryAfter: number | undefined;
	/** The Location of a redirect, which is not followed. */
	location: string | undefined;
	/** Bytes of the answer's body. */
	received: number;
};

/** Sends one request, once. @throws TransportFailure */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

/** A request without a whole answer. */
export class TransportFailure extends WireError {
	/** False only if no byte of the body can have been sent. */
	readonly sent: boolean;

	constructor(code: WireErrorCode, message: string, options: {sent: boolean; advice?: string; cause?: unknown}) {
		super(code, message, options);
		this.sent = options.sent;
	}
}

/** True for effects that change nothing at the service. */
export const isHarmless = (effect: Effect): boolean => effect === 'read' || effect === 'session';

/** Refuses every write while `isLocked`, before anything is sent. */
export const lockable =
	(transport: Transport, isLocked: () => boolean): Transport =>
	async request => {
		if (!isHarmless(request.effect) && isLocked()) {
			throw new TransportFailure('read-only', 'the read-only lock is on', {sent: false});
		}
		return transport(request);
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
const after = (milliseconds: number, callback: () => void): (() => void) => {
	const timer = setTimeout(() => setImmediate(() => setImmediate(callback)), milliseconds);
	return () => clearTimeout(timer);
};

/** A request under way. */
type Sending = {
	/** The whole answer. */
	reply: Promise<TransportReply>;
	/** Breaks it off; its connection is closed once there is one. */
	abort(reason: Error): void;
};

/** Sends by undici's own events: its `request` makes a stream and an abort signal for each answer. */
const sendTo = (
	dispatcher: Dispatcher,
	{origin, pathname}: URL,
	{contentType, bytes}: Body,
	limit: number,
): Sending => {
	const {promise, resolve, reject} = Promise.withResolvers<TransportReply>();
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
					text: received.text(),
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
	const timeouts = {headersTimeout: 0, bodyTimeout: 0};
	dispatcher.dispatch({origin, path: pathname, method: 'POST', headers, body: bytes, ...timeouts}, handler);
	return {reply: promise, abort};
};

export type HttpTransport = {
	send: Transport;
	/** Closes every connection: requests under way end as `aborted`, and nothing more is sent. */
	close: () => Promise<void>;
};

/** Options of {@link createHttpTransport}. */
export type HttpTransportOptions = {
	/** Most bytes of an answer; 8 MB by default. */
	byteLimit?: number;
	/** Milliseconds to wait for a connection; 5 s by default. */
	connectTimeout?: number;
	/** Certificates (PEM) trusted in addition to this machine's. */
	ca?: string | undefined;
	/**
	 * The address of a proxy, http:// or https://, perhaps with a user and a password. A service on this machine is reached
	 * directly, and proxies of the environment are ignored.
	 */
	proxy?: string | undefined;
};

/** Connects through a proxy; its code is loaded for the first connection. */
const throughProxy = (address: string, options: Omit<ProxyOptions, 'secure'>, secure: buildConnector.connector) => {
	const proxy = readProxy(address);
	const made = once(async () => {
		const {proxyConnector} = await import('./proxy.ts');
		return proxyConnector(proxy, {...options, secure});
	});
	const connect: buildConnector.connector = (target, callback) => {
		made().then(
			connector => void connector(target, callback),
			error => callback(error, null),
		);
	};
	return connect;
};

/**
 * Makes the transport to the service at `baseUrl` (the path `/api/` is added).
 *
 * @throws WireError `tls` if `ca` contains no certificate, `proxy` if that is not an address
 */
export const createHttpTransport = (baseUrl: string, options: HttpTransportOptions = {}): HttpTransport => {
	const {byteLimit = 8_000_000, connectTimeout = 5000, ca, proxy} = options;
	const url = endpoint(baseUrl);
	const secureContext = ca === undefined ? undefined : trusting(ca);
	// No interceptors, of which dns and retry send a POST again, and no HTTP/2, whose refused streams undici sends again.
	// Certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says.
	const direct = buildConnector({timeout: connectTimeout, allowH2: false, rejectUnauthorized: true, secureContext});
	const connector =
		proxy === undefined || isLoopback(url.hostname)
			? direct
			: throughProxy(proxy, {timeout: connectTimeout, secureContext}, direct);
	const connectFailures = new WeakSet<Error>();
	const watched =
		(onConnect: () => void): buildConnector.connector =>
		(target, callback) =>
			connector(target, (...result) => {
				if (result[0]) {
					connectFailures.add(result[0]);
				} else {
					onConnect();
				}
				callback(...result);
			});
	const pool = new Pool(url.origin, {connections: 4, pipelining: 1, connect: watched(() => undefined)});
	const underWay = new Set<Sending>();
	let closed = false;

	const send: Transport = async request => {
		if (closed) {
			throw new TransportFailure('aborted', 'the connections are closed', {sent: false});
		}
		const alone = !isHarmless(request.effect);
		// A connection of the pool may be open already.
		let connected = !alone;
		const onConnect = (): void => {
			connected = true;
		};
		const dispatcher = alone ? new Client(url.origin, {pipelining: 0, connect: watched(onConnect)}) : pool;
		const sending = sendTo(dispatcher, url, request.body, Math.min(byteLimit, request.byteLimit ?? byteLimit));
		underWay.add(sending);
		const stop = after(request.deadline, () => {
			const message = `${url.host} did not answer within ${request.deadline / 1000} s`;
			sending.abort(new WireError('deadline', message));
		});
		try {
			return await sending.reply;
		} catch (error) {
			const sent = connected && !(error instanceof Error && connectFailures.has(error));
			const {code, message, advice = ''} = error instanceof WireError ? error : explain(error, url.host, sent);
			throw new TransportFailure(code, message, {sent, advice, cause: error});
		} finally {
			stop();
			underWay.delete(sending);
			if (alone) {
				await dispatcher.destroy().catch(() => undefined);
			}
		}
	};

	return {
		send,
		async close() {
			closed = true;
			for (const sending of underWay) {
				sending.abort(new WireError('aborted', 'the connections were closed'));
			}
			await pool.destroy();
		},
	};
};
