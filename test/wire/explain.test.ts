/** What an error of a connection is called, and what to do about it. */
import {expect, test} from 'vitest';
import {explain} from '../../source/wire/client/explain.ts';

const never = 'The check cannot be turned off.';

test.for<[code: string, kind: string, message: string, advice?: string]>([
	['ECONNREFUSED', 'connection-refused', 'h refused the connection', 'Is the service running there?'],
	['ENOTFOUND', 'host-not-found', 'h cannot be found (DNS)', 'Check the address.'],
	['EAI_AGAIN', 'host-not-found', 'h cannot be found (DNS)', 'Check the address.'],
	['EHOSTUNREACH', 'unreachable', 'h cannot be reached (EHOSTUNREACH)'],
	['ENETUNREACH', 'unreachable', 'h cannot be reached (ENETUNREACH)'],
	['EADDRNOTAVAIL', 'unreachable', 'h cannot be reached (EADDRNOTAVAIL)'],
	['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout', 'h did not accept the connection in time'],
	['ETIMEDOUT', 'connect-timeout', 'h did not accept the connection in time'],
	['ECONNRESET', 'reset', 'h closed the connection'],
	['EPIPE', 'reset', 'h closed the connection'],
	['UND_ERR_SOCKET', 'reset', 'h closed the connection'],
	['', 'protocol', 'h did not answer in HTTP: so it was'],
	['HPE_INVALID', 'protocol', 'h did not answer in HTTP: so it was (HPE_INVALID)'],
])('%s', ([code, kind, message, advice]) => {
	const {advice: given, ...said} = explain({code, message: 'so it was'}, 'h', false);
	expect(said).toEqual({code: kind, message});
	expect(given).toBe(advice);
});

const unknownIssuer = 'the issuer of its certificate is unknown here, or the service does not send the whole chain';
const ownIssuer = `If the issuer is your own, give its certificate with --ca FILE. ${never}`;
const ofAnotherHost = [
	'its certificate is for another host',
	`Use the host name in the certificate. ${never}`,
] as const;
const noTls = [
	'that port does not speak TLS',
	'Is the port right? A plain http:// address is for a service on this machine.',
] as const;
const otherVersion = [
	'it supports no TLS version or cipher that this program does',
	'The service must speak TLS 1.2 or later.',
] as const;

test.for<[code: string, words: string, advice: string]>([
	['UNABLE_TO_GET_ISSUER_CERT', unknownIssuer, ownIssuer],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownIssuer, ownIssuer],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownIssuer, ownIssuer],
	['CERT_UNTRUSTED', unknownIssuer, ownIssuer],
	[
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'its certificate is self-signed',
		`If it is your own, give it with --ca FILE. ${never}`,
	],
	['SELF_SIGNED_CERT_IN_CHAIN', 'the issuer of its certificate is self-signed and not trusted here', ownIssuer],
	[
		'CERT_HAS_EXPIRED',
		'its certificate has expired',
		`Its operator must renew it; is the clock of this machine right? ${never}`,
	],
	['CERT_NOT_YET_VALID', 'its certificate is not valid yet', `Is the clock of this machine right? ${never}`],
	['CERT_REVOKED', 'its certificate was revoked', never],
	['ERR_TLS_CERT_ALTNAME_INVALID', ...ofAnotherHost],
	['HOSTNAME_MISMATCH', ...ofAnotherHost],
	['ERR_SSL_WRONG_VERSION_NUMBER', ...noTls],
	['ERR_SSL_PACKET_LENGTH_TOO_LONG', ...noTls],
	['ERR_SSL_HTTP_REQUEST', ...noTls],
	['ERR_SSL_UNKNOWN_PROTOCOL', ...noTls],
	['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', ...otherVersion],
	['ERR_SSL_UNSUPPORTED_PROTOCOL', ...otherVersion],
	['ERR_SSL_NO_PROTOCOLS_AVAILABLE', ...otherVersion],
	['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', ...otherVersion],
	['ERR_SSL_SSL_TLS_ALERT_HANDSHAKE_FAILURE', ...otherVersion],
	['ERR_SSL_OF_ANOTHER_KIND', 'so it was', never],
])('%s, of TLS', ([code, words, advice]) => {
	expect(explain({code: 'UND_ERR_INFO', cause: {code, message: 'so it was'}}, 'h', false)).toEqual({
		code: 'tls',
		message: `no secure connection to h: ${words} (${code})`,
		advice,
	});
});

test('a connection that was there is lost; a status that HTTP does not have is no end of one', () => {
	expect(explain({code: 'ETIMEDOUT'}, 'h', true)).toEqual({code: 'reset', message: 'the connection to h was lost'});
	expect(explain({code: 'UND_ERR_SOCKET', message: 'bad upgrade'}, 'h', true)).toEqual({
		code: 'protocol',
		message: 'h did not answer in HTTP: bad upgrade (UND_ERR_SOCKET)',
	});
});

test('of the addresses of a name, the first says why', () => {
	const errors = [{code: 'ENETUNREACH'}, {code: 'ECONNREFUSED'}];
	expect(explain({errors}, 'h', false).code).toBe('unreachable');
	expect(explain(undefined, 'h', false)).toMatchObject({code: 'protocol', message: 'h did not answer in HTTP: '});
});

test('the innermost error says why, unless one around it has a code of its own', () => {
	const refused = {code: 'ECONNREFUSED'};
	expect(explain({message: 'failed', cause: refused}, 'h', false).code).toBe('connection-refused');
	expect(explain({...refused, cause: {code: 'ECONNRESET'}}, 'h', false).code).toBe('connection-refused');
	expect(explain({code: 'UND_ERR_INFO', errors: [refused]}, 'h', false).code).toBe('connection-refused');
	expect(explain({message: 'no more', errors: []}, 'h', false).message).toBe('h did not answer in HTTP: no more');
});
