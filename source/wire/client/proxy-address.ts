/** The address of a proxy, which may contain a user and a password. */
import {WireError} from '../errors.ts';
import {registerSecret} from '../secrets.ts';

export type ProxyAddress = {
	protocol: 'http:' | 'https:';
	/** A name or an address; IPv6 without brackets. */
	hostname: string;
	port: string;
	/** Host and port, for messages. */
	host: string;
	/** The value of Proxy-Authorization; undefined if the address contains no user. */
	authorization: string | undefined;
};

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign without an escape is literal.
		return text;
	}
};

/**
 * Reads the address of a proxy, and registers the password in it as a secret.
 *
 * @throws WireError `proxy` if it is not one; the message does not contain the address
 */
export const readProxy = (text: string): ProxyAddress => {
	const url = URL.parse(text);
	if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
		throw new WireError('proxy', "the proxy's address must be one such as http://proxy.example.com:3128");
	}
	const {protocol, hostname, port, username, password} = url;
	const isSecure = protocol === 'https:';
	const address = {
		protocol: isSecure ? ('https:' as const) : ('http:' as const),
		hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
		port: port || (isSecure ? '443' : '80'),
	};
	const host = `${hostname}:${address.port}`;
	if (username === '' && password === '') {
		return {...address, host, authorization: undefined};
	}
	const basic = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
	for (const secret of [password, decoded(password), basic]) {
		registerSecret(secret);
	}
	return {...address, host, authorization: `Basic ${basic}`};
};
