/** A proxy that takes CONNECT alone, leads every tunnel to one port of this machine, and can be told to misbehave. */
import {once} from 'node:events';
import {createServer as createHttpServer, type IncomingMessage} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import {type AddressInfo, connect, type Socket} from 'node:net';
import type {Duplex} from 'node:stream';

/** What the proxy does with the next tunnels. */
export type ProxyFault = 'silent' | 'break' | 'not-http' | 'talkative' | 'break-tunnel' | `${number}`;

/** Starts the proxy, on a port of its own of 127.0.0.1 or where `at` says. Use with `await using`. */
export const startConnectProxy = async (
	port: number,
	tls?: {key: string; cert: string},
	at: {host: string; port: number} = {host: '127.0.0.1', port: 0},
) => {
	const asked: {target: string; authorization: string | undefined}[] = [];
	const others: string[] = [];
	const sockets = new Set<Duplex>();
	let fault: ProxyFault | undefined;
	const lead = ({url = '', headers}: IncomingMessage, socket: Duplex): void => {
		asked.push({target: url, authorization: headers['proxy-authorization']});
		sockets.add(socket);
		socket.on('error', () => undefined);
		switch (fault) {
			case undefined:
			case 'break-tunnel':
				break;
			case 'silent':
				return;
			case 'break':
				socket.destroy();
				return;
			case 'not-http':
				socket.end('SSH-2.0-OpenSSH_9.2\r\n');
				return;
			case 'talkative':
				socket.end('HTTP/1.1 200 OK\r\n\r\nwelcome');
				return;
			default:
				socket.end(`HTTP/1.1 ${fault} Whatever\r\ncontent-length: 2\r\n\r\nno`);
				return;
		}
		const breaks = fault === 'break-tunnel';
		const target: Socket = connect(port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			socket.pipe(target);
			if (breaks) {
				target.once('data', () => socket.destroy());
			} else {
				target.pipe(socket);
			}
		});
		sockets.add(target);
		target.on('error', () => socket.destroy());
	};
	const server = tls ? createHttpsServer(tls) : createHttpServer();
	server.on('connect', lead);
	server.on('request', (request: IncomingMessage) => {
		others.push(`${request.method} ${request.url}`);
		request.socket.destroy();
	});
	server.on('connection', (socket: Socket) => sockets.add(socket));
	server.listen(at.port, at.host);
	await once(server, 'listening');
	const close = async (): Promise<void> => {
		for (const socket of sockets) {
			socket.destroy();
		}
		server.close();
	};
	return {
		/** host:port, to stand in a URL. */
		host: `${at.host}:${(server.address() as AddressInfo).port}`,
		/** What tunnels were asked for. */
		asked,
		/** Whatever else than CONNECT was asked. */
		others,
		setFault(next?: ProxyFault) {
			fault = next;
		},
		close,
		[Symbol.asyncDispose]: close,
	};
};
