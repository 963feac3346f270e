/** The address of the service, and whether it is this machine. */
import {isIPv6} from 'node:net';

/** An IPv6 address that maps an IPv4 one (`::ffff:127.0.0.1`), in decimal or hexadecimal notation. */
const mapped = /^(?:0{0,4}:){2,5}:?ffff:(?:(\d{1,3})(?:\.\d{1,3}){3}|([\da-f]{1,4}):[\da-f]{1,4})$/;

const isLoopback6 = (address: string): boolean => {
	const plain = address.replace(/%.*$/, '');
	if (/^[0:]*:0{0,3}1$/.test(plain)) {
		return true;
	}
	const [, decimal, hex] = mapped.exec(plain) ?? [];
	return Number(decimal) === 127 || Number(`0x${hex}`) >> 8 === 127;
};

/**
 * Whether a host is this machine: `localhost` and names that end in `.localhost`, 127.0.0.0/8, ::1 and ::ffff:127.0.0.0/104.
 *
 * @param host a name or an address without a port, as in `URL.hostname`; IPv6 with or without brackets
 */
export const isLoopback = (host: string): boolean => {
	const name = host
		.toLowerCase()
		.replace(/^\[(.*)\]$/, '$1')
		.replace(/\.$/, '');
	// Asking takes 3 ms the first time.
	if (name.includes(':') && isIPv6(name)) {
		return isLoopback6(name);
	}
	return (
		name === 'localhost' ||
		name.endsWith('.localhost') ||
		/^127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(name)
	);
};

/** The base address with the path `/api/` of section 4, unless it already ends in it. */
export const endpoint = (baseUrl: string): URL => {
	const url = new URL(baseUrl);
	url.pathname = /\/api\/?$/.test(url.pathname)
		? url.pathname.replace(/\/?$/, '/')
		: `${url.pathname.replace(/\/$/, '')}/api/`;
	url.search = '';
	url.hash = '';
	return url;
};
