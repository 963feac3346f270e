/** Explains the errors of connections, TLS and HTTP to an operator. */
import type {WireErrorCode} from '../errors.ts';
import {safeText} from '../text.ts';

export type Explanation = {code: WireErrorCode; message: string; advice?: string};

type TlsProblem = {message: string; advice: string};

const never = 'The check cannot be turned off.';
const ownIssuer = `If the issuer is your own, give its certificate with --ca FILE. ${never}`;

const selfSigned: TlsProblem = {
	message: 'its certificate is self-signed',
	advice: `If it is your own, give it with --ca FILE. ${never}`,
};
const unknownIssuer: TlsProblem = {
	message: 'the issuer of its certificate is unknown here, or the service does not send the whole chain',
	advice: ownIssuer,
};
const otherHost: TlsProblem = {
	message: 'its certificate is for another host',
	advice: `Use the host name in the certificate. ${never}`,
};
const noTls: TlsProblem = {
	message: 'that port does not speak TLS',
	advice: 'Is the port right? A plain http:// address is for a service on this machine.',
};
const otherVersion: TlsProblem = {
	message: 'it supports no TLS version or cipher that this program does',
	advice: 'The service must speak TLS 1.2 or later.',
};

const problems: Readonly<Record<string, TlsProblem>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
	SELF_SIGNED_CERT_IN_CHAIN: {
		message: 'the issuer of its certificate is self-signed and not trusted here',
		advice: ownIssuer,
	},
	UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
	CERT_UNTRUSTED: unknownIssuer,
	CERT_HAS_EXPIRED: {
		message: 'its certificate has expired',
		advice: `Its operator must renew it; is the clock of this machine right? ${never}`,
	},
	CERT_NOT_YET_VALID: {
		message: 'its certificate is not valid yet',
		advice: `Is the clock of this machine right? ${never}`,
	},
	CERT_REVOKED: {message: 'its certificate was revoked', advice: never},
	ERR_TLS_CERT_ALTNAME_INVALID: otherHost,
	HOSTNAME_MISMATCH: otherHost,
	ERR_SSL_WRONG_VERSION_NUMBER: noTls,
	ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
	ERR_SSL_HTTP_REQUEST: noTls,
	ERR_SSL_UNKNOWN_PROTOCOL: noTls,
	ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: otherVersion,
	ERR_SSL_UNSUPPORTED_PROTOCOL: otherVersion,
	ERR_SSL_NO_PROTOCOLS_AVAILABLE: otherVersion,
	ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: otherVersion,
	ERR_SSL_SSL_TLS_ALERT_HANDSHAKE_FAILURE: otherVersion,
};

/** Codes of certificates and TLS, not of sockets. */
const family = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH/;

/** Explains a code of OpenSSL or Node; undefined if it is not one of TLS. An unknown one has an empty message. */
export const tlsProblem = (code: string): TlsProblem | undefined =>
	family.test(code) ? (problems[code] ?? {message: '', advice: never}) : undefined;

type Cause = {code?: string; message?: string; cause?: unknown; errors?: unknown[]};

const innermost = (error: unknown): Cause => {
	const {code, cause, errors} = (error ?? {}) as Cause;
	const inner = cause ?? errors?.[0];
	return inner && (!code || code === 'UND_ERR_INFO') ? innermost(inner) : ((error ?? {}) as Cause);
};

/**
 * @param host the other side, as messages name it
 * @param connected whether the connection was established
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
			return {code: 'reset', message: `${host} closed the connection`};
		case 'UND_ERR_SOCKET':
			// undici reports an unexpected status such as 101 as an error of the socket.
			if (!message.startsWith('bad ')) {
				return {code: 'reset', message: `${host} closed the connection`};
			}
	}
	const problem = tlsProblem(code);
	if (problem) {
		const words = problem.message || safeText(message);
		return {code: 'tls', message: `no secure connection to ${host}: ${words} (${code})`, advice: problem.advice};
	}
	return {
		code: 'protocol',
		message: `${host} did not answer in HTTP: ${safeText(message)}${code ? ` (${code})` : ''}`,
	};
};
