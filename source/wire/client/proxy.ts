/**
 * Connections through a proxy: always a tunnel (CONNECT), so that no byte of a request is sent before the service is
 * reached, and any refusal of the proxy means that nothing was sent.
 */
import {request as httpRequest} from 'node:http';
import type {Socket} from 'node:net';
import type {SecureContext} from 'node:tls';
import {buildConnector} from 'undici';
import {WireError} from '../errors.ts';
import {explain} from './explain.ts';
import type {ProxyAddress} from './proxy-address.ts';

/** Options of {@link proxyConnector}. */
export type ProxyOptions = {
	/** Milliseconds for reaching the proxy, and again for its answer. */
	timeout: number;
	/** The certificates trusted for the proxy itself; undefined for the machine's own. */
	secureContext: SecureContext | undefined;
	/** Starts TLS on a socket to the service. */
	secure: buildConnector.connector;
};

const refusal = ({host, authorization}: ProxyAddress, target: string, status: number): WireError => {
	const named = `the proxy ${host}`;
	switch (status) {
		case 407:
			return new WireError(
				'proxy',
				authorization
					? `${named} rejects the user and password (HTTP 407)`
					: `${named} requires a user and password (HTTP 407)`,
				{advice: "Give them in the proxy's address: http://user:password@host:port."},
			);
		case 403:
		case 405:
			return new WireError('proxy', `${named} does not allow connections to ${target} (HTTP ${status})`);
		case 502:
		case 503:
		case 504:
			return new WireError('proxy', `${named} cannot reach ${target} (HTTP ${status})`);
		default:
			return new WireError('proxy', `${named} answered HTTP ${status} when asked for ${target}`);
	}
};

/** Asks the proxy for a tunnel over a socket to it. */
const openTunnel = (
	socket: Socket,
	proxy: ProxyAddress,
	target: string,
	timeout: number,
	callback: (error: WireError | null) => void,
): void => {
	const {host, authorization} = proxy;
	const asked = httpRequest({
		createConnection: () => socket,
		method: 'CONNECT',
		path: target,
		headers: {
			host: target,
			'user-agent': 'dialtop',
			...(authorization ? {'proxy-authorization': authorization} : {}),
		},
	});
	let isOver = false;
	const end = (error: WireError | null): void => {
		if (isOver) {
			return;
		}
		isOver = true;
		clearTimeout(timer);
		if (error) {
			socket.destroy();
		}
		callback(error);
	};
	const timer = setTimeout(() => {
		end(new WireError('proxy', `the proxy ${host} did not answer in time when asked for ${target}`));
	}, timeout);
	asked.on('connect', ({statusCode = 0}, _socket, head) => {
		if (statusCode < 200 || statusCode > 299) {
			end(refusal(proxy, target, statusCode));
		} else if (head.length > 0) {
			end(new WireError('proxy', `the proxy ${host} sent more than its answer`));
		} else {
			end(null);
		}
	});
	asked.on('error', cause => {
		const {message, advice = ''} = explain(cause, `the proxy ${host}`, true);
		end(new WireError('proxy', message, {cause, advice}));
	});
	asked.on('close', () => end(new WireError('proxy', `the proxy ${host} closed the connection`)));
	asked.end();
};

/** Connects to a service through a proxy. Its errors are WireErrors `proxy`, or those of TLS with the service. */
export const proxyConnector = (proxy: ProxyAddress, options: ProxyOptions): buildConnector.connector => {
	const {timeout, secureContext, secure} = options;
	const toProxy = buildConnector({timeout, allowH2: false, rejectUnauthorized: true, secureContext});
	const {protocol, hostname, port, host} = proxy;
	return (target, callback) => {
		const {hostname: name, port: given} = target;
		const bracketed = name.includes(':') ? `[${name}]` : name;
		const address = `${bracketed}:${given || (target.protocol === 'https:' ? 443 : 80)}`;
		toProxy({protocol, hostname, port, host}, (error, socket) => {
			if (error || !socket) {
				const {message, advice = ''} = explain(error, `the proxy ${host}`, false);
				callback(new WireError('proxy', message, {cause: error, advice}), null);
				return;
			}
			openTunnel(socket, proxy, address, timeout, failure => {
				if (failure) {
					callback(failure, null);
				} else if (target.protocol === 'https:') {
					secure({...target, httpSocket: socket}, callback);
				} else {
					callback(null, socket);
				}
			});
		});
	};
};
