/** Scrapers that ask and then read nothing, or hardly anything. */
import {connect} from 'node:net';

/** Opens them; they stay until they are closed. Use with `using`. */
export const openSlow = (url: string, count: number) => {
	const {hostname, port} = new URL(url);
	const sockets = Array.from({length: count}, (_, index) => {
		const socket = connect(Number(port), hostname);
		socket.on('error', () => undefined);
		socket.pause();
		socket.write('GET /metrics HTTP/1.1\r\nhost: slow\r\n\r\n');
		const timer = setInterval(() => index % 2 === 0 && socket.read(1), 200);
		socket.on('close', () => clearInterval(timer));
		return socket;
	});
	return {
		count,
		[Symbol.dispose]() {
			for (const socket of sockets) {
				socket.destroy();
			}
		},
	};
};
