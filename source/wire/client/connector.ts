/** Connections to a host: directly or through a proxy, with the certificates of this machine and those given. */
import {buildConnector} from 'undici';
import {isLoopback} from '../address.ts';
import {once} from '../once.ts';
import type {ProxyOptions} from './proxy.ts';
import {readProxy} from './proxy-address.ts';
import {trusting} from './trust.ts';

/** Options of {@link createConnector}. */
export type ConnectorOptions = {
	/** Milliseconds to wait for a connection; 5 s by default. */
	connectTimeout?: number;
	/** Certificates (PEM) trusted in addition to this machine's. */
	ca?: string | undefined;
	/**
	 * The address of a proxy, http:// or https://, perhaps with a user and a password. This machine itself is reached
	 * directly, and proxies of the environment are ignored.
	 */
	proxy?: string | undefined;
};

/** Connects through a proxy; its code is loaded for the first connection. */
const throughProxy = (address: string, options: Omit<ProxyOptions, 'secure'>, secure: buildConnector.connector) => {
	const proxy = readProxy(address);
	const made = once(async () => {
		const {proxyConnector} = await import('./proxy.ts');
		return proxyConnector(proxy, {...options, secure});
	});
	const connect: buildConnector.connector = (target, callback) => {
		made().then(
			connector => void connector(target, callback),
			error => callback(error, null),
		);
	};
	return connect;
};

/**
 * Makes the connector to a host.
 *
 * @param hostname as in `URL.hostname`
 * @throws WireError `tls` if `ca` contains no certificate, `proxy` if that is not an address
 */
export const createConnector = (
	hostname: string,
	{connectTimeout = 5000, ca, proxy}: ConnectorOptions,
): buildConnector.connector => {
	const secureContext = ca === undefined ? undefined : trusting(ca);
	// No HTTP/2, whose refused streams undici sends again. Certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says.
	const direct = buildConnector({timeout: connectTimeout, allowH2: false, rejectUnauthorized: true, secureContext});
	return proxy === undefined || isLoopback(hostname)
		? direct
		: throughProxy(proxy, {timeout: connectTimeout, secureContext}, direct);
};
