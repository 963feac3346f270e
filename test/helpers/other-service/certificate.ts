/** A self-signed certificate made on the spot, so that no key lies in the repository. */
import {generateKeyPairSync, sign} from 'node:crypto';

/** What of a certificate may be wrong. */
export type CertificateOptions = {
	/** The host that it is for; 127.0.0.1 by default. */
	host?: string;
	/** The name of who it is for, which is its issuer too. */
	name?: string;
	/** Whether its time is over. */
	expired?: boolean;
	/** Whether its time has yet to come. */
	future?: boolean;
};

const der = (tag: number, ...contents: Uint8Array[]): Uint8Array => {
	const body = Buffer.concat(contents);
	const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
	return Buffer.concat([Uint8Array.from([tag, ...size]), body]);
};

const sequence = (...contents: Uint8Array[]): Uint8Array => der(0x30, ...contents);
const objectId = (hex: string): Uint8Array => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (year: string): Uint8Array => der(0x17, Buffer.from(`${year}0101000000Z`));
const bitString = (bits: Uint8Array): Uint8Array => der(0x03, Uint8Array.from([0]), bits);

const commonNameId = objectId('550403');
const subjectAltName = objectId('551d11');
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));

/** Makes a key and a certificate for it, both PEM. */
export const selfSigned = ({
	host = '127.0.0.1',
	name: commonName = `dialtop test ${host}`,
	expired = false,
	future = false,
}: CertificateOptions = {}): {key: string; cert: string} => {
	const {privateKey, publicKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
	const name = sequence(der(0x31, sequence(commonNameId, der(0x0c, Buffer.from(commonName)))));
	const isAddress = /^[\d.]+$/.test(host);
	const altName = isAddress ? der(0x87, Uint8Array.from(host.split('.'), Number)) : der(0x82, Buffer.from(host));
	const content = sequence(
		der(0xa0, der(0x02, Uint8Array.from([2]))),
		der(0x02, Uint8Array.from([7])),
		ecdsaWithSha256,
		name,
		sequence(utcTime(future ? '48' : '20'), utcTime(expired ? '21' : '49')),
		name,
		publicKey.export({type: 'spki', format: 'der'}),
		der(0xa3, sequence(sequence(subjectAltName, der(0x04, sequence(altName))))),
	);
	const certificate = sequence(content, ecdsaWithSha256, bitString(sign('sha256', content, privateKey)));
	const lines = Buffer.from(certificate)
		.toString('base64')
		.replace(/.{64}(?=.)/g, '$&\n');
	return {
		key: privateKey.export({type: 'pkcs8', format: 'pem'}).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
	};
};
