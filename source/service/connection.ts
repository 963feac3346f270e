/** A connection to one service: a transport, a dialer and a session; it polls nothing. */

import type {Audit} from '../audit/audit.ts';
import {type Clock, systemClock} from '../system/clock.ts';
import {endpoint} from '../wire/address.ts';
import type {Encoding} from '../wire/client/body.ts';
import {createDialer} from '../wire/client/dialer.ts';
import type {Exchange} from '../wire/client/exchange.ts';
import {createHttpTransport, type HttpTransport, lockable} from '../wire/client/transport.ts';
import {type AuditedDialer, audited} from './audited.ts';
import type {RequestLog} from './log-file.ts';
import {createSession, type Session, type SessionStart} from './session.ts';

/** Where the service is and how to get in. */
export type ServiceAccess = SessionStart & {
	/** The base address; `/api/` is added. */
	url: string;
	encoding?: Encoding | undefined;
	/** Certificates (PEM) of issuers that are trusted beside the machine's. */
	ca?: string | undefined;
	/** The address of a proxy; this machine is reached directly all the same. */
	proxy?: string | undefined;
	/** Gets a line for each request. The connection does not close it. */
	log?: Pick<RequestLog, 'write'> | undefined;
	/** Called after every request. */
	observe?: ((exchange: Exchange) => void) | undefined;
};

/** Options of {@link createConnection}. */
export type ConnectionOptions = ServiceAccess & {
	/** Whether the read-only lock is on: then no write reaches the wire. */
	isLocked(): boolean;
	/** Every command is written here first, and not sent if it cannot be. */
	audit: Audit;
	clock?: Clock;
};

export type Connection = {
	http: HttpTransport;
	dialer: AuditedDialer;
	session: Session;
	/** Resolves after so many milliseconds, or when the connection is closed. */
	pause(milliseconds: number): Promise<void>;
	isClosed(): boolean;
	/** Closes every socket and ends every pause. */
	close(): Promise<void>;
};

/** Makes a connection; nothing is sent yet. @throws WireError if `ca` or `proxy` cannot be used */
export const createConnection = (options: ConnectionOptions): Connection => {
	const {url, encoding, ca, proxy, log, observe, isLocked, audit, clock = systemClock} = options;
	const http = createHttpTransport(url, {ca, proxy});
	const {host} = endpoint(url);
	const pauses = new Set<() => void>();
	let isClosed = false;

	const pause = async (milliseconds: number): Promise<void> => {
		const {promise, resolve} = Promise.withResolvers<void>();
		const cancel = clock.after(milliseconds, resolve);
		pauses.add(resolve);
		await promise;
		cancel();
		pauses.delete(resolve);
	};
	const dialer = audited(
		createDialer({
			// The lock is checked here too, not only when keys are pressed.
			transport: lockable(http.send, isLocked),
			token: () => session.token(),
			random: clock.random,
			pause,
			...(encoding && {encoding}),
			observe(exchange) {
				log?.write(host, exchange);
				observe?.(exchange);
			},
		}),
		{audit, user: () => session.user(), elapsed: () => clock.now().mono},
	);
	const session = createSession(dialer.read, options);

	return {
		http,
		dialer,
		session,
		pause,
		isClosed: () => isClosed,
		async close() {
			isClosed = true;
			const closed = http.close();
			// Whatever waits to send again fails now, on a closed connection.
			for (const resume of pauses) {
				resume();
			}
			await closed;
		},
	};
};
