/** Sends a query and returns the bytes of its answer. Queries change nothing, so one that met a closed connection is sent again. */
import {Pool} from 'undici';
import {createConnector} from '../wire/client/connector.ts';
import {explain} from '../wire/client/explain.ts';
import {after, type Reply, sendTo} from '../wire/client/sending.ts';
import {WireError} from '../wire/errors.ts';
import type {Credentials} from './credentials.ts';
import {badStatus, brokenConnection, calledOff, type EngineError, oddAnswer, quoted} from './error.ts';

/** Milliseconds for which a connection waits for the next query: one is asked every few seconds. */
const idleTime = 60_000;

/** How an engine is reached. */
export type AskSettings = {
	/** The base address with its prefix. */
	url: string;
	/** Certificates (PEM) trusted in addition to this machine's. */
	ca?: string | undefined;
	/** The address of a proxy. */
	proxy?: string | undefined;
	/** Milliseconds for a whole exchange. */
	deadline: number;
	/** The most bytes of an answer. */
	byteLimit: number;
	credentials: Credentials;
};

/** A way to an engine. */
export type Asking = {
	/** Sends fields to a path such as `api/v1/query`. @throws EngineError */
	ask(path: string, fields: Readonly<Record<string, string>>, signal: AbortSignal | undefined): Promise<Reply>;
	close(): Promise<void>;
};

/** Waits for a promise until the signal. @throws EngineError `aborted` */
const until = async <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
	if (!signal) {
		return promise;
	}
	const {promise: called, reject} = Promise.withResolvers<never>();
	const callOff = (): void => reject(calledOff(signal.reason));
	if (signal.aborted) {
		callOff();
	}
	signal.addEventListener('abort', callOff);
	try {
		return await Promise.race([called, promise]);
	} finally {
		signal.removeEventListener('abort', callOff);
	}
};

/** The address of a query. */
const addressOf = (base: string, path: string): URL => {
	const url = new URL(base);
	url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
	return url;
};

/** Whether an answer may be read as JSON: its type says so, or it has none. */
const isJson = ({contentType}: Reply): boolean =>
	contentType === '' || /^application\/(?:\S+\+)?json\b/i.test(contentType);

/** Checks that an answer is one of the interface: errors have a JSON body too. @throws EngineError */
const check = (url: URL, reply: Reply, hasCredentials: boolean): Reply => {
	const {status, contentType} = reply;
	const isSuccess = status >= 200 && status < 300;
	const isDenied = status === 401 || status === 403;
	if (!isSuccess && (isDenied || !isJson(reply) || !reply.bytes.subarray(0, 10_000).includes('"errorType"'))) {
		throw badStatus(url, reply, hasCredentials);
	}
	if (!isJson(reply)) {
		const kind = /html/i.test(contentType) ? 'a page of HTML, perhaps to sign in on' : quoted(contentType);
		throw oddAnswer(url.host, `answered with ${kind} instead of JSON`);
	}
	return reply;
};

/** Makes a way to an engine. @throws WireError if `ca` contains no certificate or `proxy` is not an address */
export const createAsking = ({url: base, ca, proxy, deadline, byteLimit, credentials}: AskSettings): Asking => {
	const {hostname, origin, host} = new URL(base);
	const connect = createConnector(hostname, {ca, proxy});
	const pool = new Pool(origin, {connections: 4, pipelining: 1, keepAliveTimeout: idleTime, connect});
	const closing = new AbortController();

	const send = async (
		url: URL,
		fields: Readonly<Record<string, string>>,
		headers: Readonly<Record<string, string>>,
		signal: AbortSignal,
	): Promise<Reply> => {
		if (signal.aborted) {
			throw calledOff(signal.reason);
		}
		const body = {contentType: 'application/x-www-form-urlencoded', bytes: new URLSearchParams(fields).toString()};
		const sending = sendTo(pool, url, body, byteLimit, headers);
		const callOff = (): void => sending.abort(new WireError('aborted', 'the query was called off'));
		signal.addEventListener('abort', callOff);
		const stop = after(deadline, () =>
			sending.abort(new WireError('deadline', `${host} did not answer within ${deadline / 1000} s`)),
		);
		try {
			return await sending.reply;
		} catch (error) {
			const {code, message, advice = ''} = error instanceof WireError ? error : explain(error, host, true);
			throw brokenConnection({code, message, advice}, error);
		} finally {
			stop();
			signal.removeEventListener('abort', callOff);
		}
	};

	/** A connection that waited may have been closed by the engine meanwhile. */
	const sendTwice: typeof send = async (...given) => {
		try {
			return await send(...given);
		} catch (error) {
			const {cause} = error as EngineError;
			const isReset = !(cause instanceof WireError) && explain(cause, host, true).code === 'reset';
			if (!isReset) {
				throw error;
			}
			return send(...given);
		}
	};

	return {
		async ask(path, fields, given) {
			const signal = given ? AbortSignal.any([given, closing.signal]) : closing.signal;
			const url = addressOf(base, path);
			const headers = async () => until(credentials.headers(), signal);
			const all = {...fields, timeout: String(deadline / 1000)};
			const first = await headers();
			let reply = await sendTwice(url, all, first, signal);
			if (reply.status === 401 && credentials.renew(first)) {
				reply = await sendTwice(url, all, await headers(), signal);
			}
			return check(url, reply, !credentials.isEmpty);
		},
		async close() {
			closing.abort();
			credentials.close();
			await pool.destroy();
		},
	};
};
