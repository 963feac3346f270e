/**
 * Sends one request over HTTP, with a deadline for the whole exchange and a limit on the answer's size. Nothing is
 * redirected or repeated, and every write gets a connection of its own.
 */
import {type buildConnector, Client, Pool} from 'undici';
import {endpoint} from '../address.ts';
import {WireError, type WireErrorCode} from '../errors.ts';
import type {Effect} from '../operation.ts';
import type {Body} from './body.ts';
import {type ConnectorOptions, createConnector} from './connector.ts';
import {explain} from './explain.ts';
import {after, type Reply, type Sending, sendTo} from './sending.ts';

export type TransportRequest = {
	effect: Effect;
	body: Body;
	/** Milliseconds for connecting, sending and reading the whole answer. */
	deadline: number;
	/** Most bytes of the answer, where that is fewer than the transport's own limit. */
	byteLimit?: number;
};

/** The answer of the service. */
export type TransportReply = Omit<Reply, 'contentType' | 'bytes'> & {text: string};

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

export type HttpTransport = {
	send: Transport;
	/** Closes every connection: requests under way end as `aborted`, and nothing more is sent. */
	close: () => Promise<void>;
};

/** Options of {@link createHttpTransport}. */
export type HttpTransportOptions = ConnectorOptions & {
	/** Most bytes of an answer; 8 MB by default. */
	byteLimit?: number;
};

/**
 * Makes the transport to the service at `baseUrl` (the path `/api/` is added).
 *
 * @throws WireError `tls` if `ca` contains no certificate, `proxy` if that is not an address
 */
export const createHttpTransport = (baseUrl: string, options: HttpTransportOptions = {}): HttpTransport => {
	const {byteLimit = 8_000_000, ...connecting} = options;
	const url = endpoint(baseUrl);
	// No interceptors, of which dns and retry send a POST again.
	const connector = createConnector(url.hostname, connecting);
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
			const {bytes, status, retryAfter, location, received} = await sending.reply;
			return {status, text: bytes.toString(), retryAfter, location, received};
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
