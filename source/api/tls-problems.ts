/** What is wrong with a secure connection, in words for an operator, and what may be done about it. */

/** A problem of TLS, in plain words. */
export type TlsProblem = {message: string; advice: string};

const never = 'No switch turns the check off.';
const ownIssuer = `If the issuer is your own, name its certificate with --ca FILE. ${never}`;

const selfSigned: TlsProblem = {
	message: 'its certificate is signed by nobody but itself',
	advice: `If it is your own, name it with --ca FILE. ${never}`,
};
const unknownIssuer: TlsProblem = {
	message: 'the issuer of its certificate is not known here, or the service does not send it along',
	advice: ownIssuer,
};
const noTls: TlsProblem = {
	message: 'that port does not speak TLS',
	advice: 'Is the port right? A plain http:// address is for a service on this machine.',
};
const otherVersion: TlsProblem = {
	message: 'it and this program have no version or cipher of TLS in common',
	advice: 'The service must speak TLS 1.2 or later.',
};

const problems: Readonly<Record<string, TlsProblem>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
	SELF_SIGNED_CERT_IN_CHAIN: {
		message: 'the issuer of its certificate is known to nobody but itself',
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
	ERR_TLS_CERT_ALTNAME_INVALID: {
		message: 'its certificate is for another host',
		advice: `Give the address by the name in the certificate. ${never}`,
	},
	HOSTNAME_MISMATCH: {
		message: 'its certificate is for another host',
		advice: `Give the address by the name in the certificate. ${never}`,
	},
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

/** Codes of certificates and of TLS; not those of sockets. */
const family = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH/;

/** What a code of OpenSSL or of Node says; undefined if it is none of TLS, an empty message where it has no words. */
export const tlsProblem = (code: string): TlsProblem | undefined =>
	family.test(code) ? (problems[code] ?? {message: '', advice: never}) : undefined;
