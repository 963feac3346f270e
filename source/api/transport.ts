/**
 * One request over HTTP: one deadline for the whole exchange, a byte cap, nothing followed, nothing repeated. What
 * cannot repeat goes on a connection of its own.
 */
import {Agent, buildConnector, Client, type Dispatcher} from 'undici';
import type {Body} from './body.ts';
import {endpoint} from './endpoint.ts';
import {WireError, type WireErrorCode} from './errors.ts';
import type {Effect} from './operation.ts';
import {safeText} from './text.ts';

/** What is to be sent. */
export type TransportRequest = {
	effect: Effect;
	body: Body;
	/** Milliseconds for connecting, sending and reading the whole answer. */
	deadline: number;
};

/** What came back. */
export type TransportReply = {
	status: number;
	text: string;
	/** Seconds of Retry-After, where it was sent. */
	retryAfter: number | undefined;
	/** The Location of a redirect, which is not followed. */
	location: string | undefined;
};

/** Sends one request, once. @throws TransportFailure */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

/** A request that brought no whole answer. */
export class TransportFailure extends WireError {
	/** False only where no byte of the body can have left. */
	readonly sent: boolean;

	constructor(code: WireErrorCode, message: string, options: {sent: boolean; advice?: string; cause?: unknown}) {
		super(code, message, options);
		this.sent = options.sent;
	}
}

/** True where the effect changes nothing that could cost money, reach a person or be regretted. */
export const isHarmless = (effect: Effect): boolean => effect === 'read' || effect === 'session';

/** Refuses every write before it reaches the wire, while `isLocked`. */
export const lockable =
	(transport: Transport, isLocked: () => boolean): Transport =>
	async request => {
		if (!isHarmless(request.effect) && isLocked()) {
			throw new TransportFailure('read-only', 'the read-only lock is on', {sent: false});
		}
		return transport(request);
	};

const certificateProblem = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO/;

type Cause = {code?: string; message?: string; cause?: unknown; errors?: unknown[]};

const innermost = (error: unknown): Cause => {
	const {code, cause, errors} = (error ?? {}) as Cause;
	const inner = cause ?? errors?.[0];
	return inner && (!code || code === 'UND_ERR_INFO') ? innermost(inner) : ((error ?? {}) as Cause);
};

/** Names what went wrong, in words for an operator. */
const explain = (
	error: unknown,
	url: URL,
	connected: boolean,
): {code: WireErrorCode; message: string; advice?: string} => {
	const {code = '', message = ''} = innermost(error);
	const {host} = url;
	switch (code) {
		case 'ECONNREFUSED':
			return {
				code: 'connection-refused',
				message: `${host} refused the connection`,
				advice: 'Is the service running there?',
			};
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return {code: 'host-not-found', message: `${host} cannot be found (DNS)`, advice: 'Check the address.'};
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
		case 'EADDRNOTAVAIL':
			return {code: 'unreachable', message: `${host} cannot be reached (${code})`};
		case 'UND_ERR_CONNECT_TIMEOUT':
			return {code: 'connect-timeout', message: `${host} did not accept the connection in time`};
		case 'ETIMEDOUT':
			return connected
				? {code: 'reset', message: `the connection to ${host} was lost`}
				: {code: 'connect-timeout', message: `${host} did not accept the connection in time`};
		case 'ECONNRESET':
		case 'EPIPE':
			return {code: 'reset', message: `${host} broke the connection off`};
		case 'UND_ERR_SOCKET':
			// undici reports an answer such as 101, which nobody asked for, as an error of the socket.
			if (!message.startsWith('bad ')) {
				return {code: 'reset', message: `${host} broke the connection off`};
			}
	}
	if (certificateProblem.test(code)) {
		return {code: 'tls', message: `no secure connection to ${host}: ${safeText(message)} (${code})`};
	}
	return {
		code: 'protocol',
		message: `${host} did not answer as HTTP does: ${safeText(message)}${code ? ` (${code})` : ''}`,
	};
};

const readText = async (body: Dispatcher.ResponseData['body'], limit: number): Promise<string> => {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length > limit) {
			throw new WireError('too-large', `the answer is larger than ${limit.toLocaleString('en')} bytes`);
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
};

const retryAfterOf = (header: string | string[] | undefined): number | undefined => {
	const text = Array.isArray(header) ? header[0] : header;
	if (text === undefined) {
		return undefined;
	}
	const seconds = /^\d{1,6}$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
	return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

/** Calls back after the deadline, but gives an answer that waits behind a frozen event loop its turn first. */
const after = (milliseconds: number, callback: () => void): (() => void) => {
	let cleared = false;
	const timer = setTimeout(() => {
		setImmediate(() => setImmediate(() => cleared || callback()));
	}, milliseconds);
	return () => {
		cleared = true;
		clearTimeout(timer);
	};
};

/** The transport over undici, and how to close its connections. */
export type HttpTransport = {
	send: Transport;
	/** Closes every connection; what is under way ends as `aborted`, and nothing is sent any more. */
	close: () => Promise<void>;
};

/** Options of {@link createHttpTransport}. */
export type HttpTransportOptions = {
	/** Bytes of an answer that are read at most; 8 MB by default. */
	byteLimit?: number;
	/** Milliseconds to wait for a connection; 5 s by default. */
	connectTimeout?: number;
};

/** Makes the transport to the service at `baseUrl` (the path `/api/` is added). */
export const createHttpTransport = (baseUrl: string, options: HttpTransportOptions = {}): HttpTransport => {
	const {byteLimit = 8_000_000, connectTimeout = 5000} = options;
	const url = endpoint(baseUrl);
	// No interceptors: dns and retry send a POST again. Loopback and the rest are always reached directly.
	// No HTTP/2: a refused stream of it is sent again by undici itself.
	const connector = buildConnector({timeout: connectTimeout, allowH2: false});
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
	const agent = new Agent({connections: 4, pipelining: 1, connect: watched(() => undefined)});
	const underWay = new Set<AbortController>();
	let closed = false;

	const exchange = async (
		dispatcher: Dispatcher,
		request: TransportRequest,
		signal: AbortSignal,
	): Promise<TransportReply> => {
		const {statusCode, headers, body} = await dispatcher.request({
			origin: url.origin,
			path: url.pathname,
			method: 'POST',
			headers: {'content-type': request.body.contentType, accept: 'application/json', 'user-agent': 'dialtop'},
			body: request.body.bytes,
			signal,
			headersTimeout: 0,
			bodyTimeout: 0,
		});
		const encoding = one(headers['content-encoding']);
		if (encoding && encoding !== 'identity') {
			body.on('error', () => undefined).destroy();
			throw new WireError('protocol', `the answer is compressed (${safeText(encoding)}), which was not asked for`);
		}
		return {
			status: statusCode,
			text: await readText(body, byteLimit),
			retryAfter: retryAfterOf(headers['retry-after']),
			location: one(headers.location),
		};
	};

	const send: Transport = async request => {
		if (closed) {
			throw new TransportFailure('aborted', 'the connections are closed', {sent: false});
		}
		const alone = !isHarmless(request.effect);
		// A connection of the pool may be one that stands already.
		let connected = !alone;
		const onConnect = (): void => {
			connected = true;
		};
		const dispatcher = alone ? new Client(url.origin, {pipelining: 0, connect: watched(onConnect)}) : agent;
		const abort = new AbortController();
		underWay.add(abort);
		let late = false;
		const stop = after(request.deadline, () => {
			late = true;
			abort.abort();
		});
		try {
			return await exchange(dispatcher, request, abort.signal);
		} catch (error) {
			const sent = connected && !(error instanceof Error && connectFailures.has(error));
			if (closed) {
				throw new TransportFailure('aborted', 'the connections were closed', {sent, cause: error});
			}
			if (late) {
				const message = `${url.host} did not answer within ${request.deadline / 1000} s`;
				throw new TransportFailure('deadline', message, {sent, cause: error});
			}
			if (error instanceof WireError) {
				throw new TransportFailure(error.code, error.message, {sent: true, cause: error});
			}
			const {code, message, advice = ''} = explain(error, url, sent);
			throw new TransportFailure(code, message, {sent, advice, cause: error});
		} finally {
			stop();
			underWay.delete(abort);
			if (alone) {
				await dispatcher.destroy().catch(() => undefined);
			}
		}
	};

	return {
		send,
		async close() {
			closed = true;
			for (const abort of underWay) {
				abort.abort();
			}
			await agent.destroy();
		},
	};
};
