/** Names what went wrong on a connection, in words for an operator. */
import type {WireErrorCode} from './errors.ts';
import {safeText} from './text.ts';
import {tlsProblem} from './tls-problems.ts';

/** What went wrong. */
export type Explanation = {code: WireErrorCode; message: string; advice?: string};

type Cause = {code?: string; message?: string; cause?: unknown; errors?: unknown[]};

const innermost = (error: unknown): Cause => {
	const {code, cause, errors} = (error ?? {}) as Cause;
	const inner = cause ?? errors?.[0];
	return inner && (!code || code === 'UND_ERR_INFO') ? innermost(inner) : ((error ?? {}) as Cause);
};

/**
 * Explains an error of a socket, of TLS or of HTTP.
 *
 * @param host the other side, as messages name it
 * @param connected whether the connection had been established
 */
export const explain = (error: unknown, host: string, connected: boolean): Explanation => {
	const {code = '', message = ''} = innermost(error);
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
	const problem = tlsProblem(code);
	if (problem) {
		const words = problem.message || safeText(message);
		return {code: 'tls', message: `no secure connection to ${host}: ${words} (${code})`, advice: problem.advice};
	}
	return {
		code: 'protocol',
		message: `${host} did not answer as HTTP does: ${safeText(message)}${code ? ` (${code})` : ''}`,
	};
};
