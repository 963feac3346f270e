/** The address of a proxy, which may hold a user and a password. */
import {WireError} from '../errors.ts';
import {keepSecret} from '../secrets.ts';

/** Where a proxy is, and what it is told of who asks. */
export type ProxyAddress = {
	protocol: 'http:' | 'https:';
	/** A name or an address; IPv6 without brackets. */
	hostname: string;
	port: string;
	/** Host and port, as messages name it. */
	host: string;
	/** The value of Proxy-Authorization, where the address holds a user. */
	authorization: string | undefined;
};

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign that begins no escape stands for itself.
		return text;
	}
};

/**
 * Reads the address of a proxy, and registers the password in it as a secret.
 *
 * @throws WireError `proxy` where it is none; the address is not in the message
 */
export const readProxy = (text: string): ProxyAddress => {
	const url = URL.parse(text);
	if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
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
		keepSecret(secret);
	}
	return {...address, host, authorization: `Basic ${basic}`};
};
