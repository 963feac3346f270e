/** Trusted certificates: the machine's and those that the operator gives. */
import {X509Certificate} from 'node:crypto';
import {createSecureContext, getCACertificates, type SecureContext} from 'node:tls';
import {WireError} from '../errors.ts';

const certificate = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/** The certificates of a PEM text. @throws WireError `tls` if there is none, or one cannot be read */
export const certificatesIn = (pem: string): string[] => {
	const found = pem.match(certificate) ?? [];
	const advice = 'Give --ca a file of certificates as text (PEM), each from BEGIN CERTIFICATE to END CERTIFICATE.';
	if (found.length === 0) {
		throw new WireError('tls', 'the file of --ca contains no certificate', {advice});
	}
	for (const [index, text] of found.entries()) {
		try {
			new X509Certificate(text);
		} catch (cause) {
			throw new WireError('tls', `certificate ${index + 1} in the file of --ca cannot be read`, {advice, cause});
		}
	}
	return found;
};

/** Trusts these certificates in addition to this machine's. @throws WireError `tls` */
export const trusting = (pem: string): SecureContext =>
	createSecureContext({ca: [...getCACertificates('default'), ...certificatesIn(pem)]});
