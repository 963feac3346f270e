/** Addresses that lead to no service. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {connect, createServer, type Socket} from 'node:net';
import {poll} from '../../../helpers/terminal.ts';

/** A server that does something with each connection, and no more. */
export const startBare = async (port: number, host: string, act: (socket: Socket) => void) => {
	const sockets = new Set<Socket>();
	const server = createServer(socket => {
		sockets.add(socket);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
		act(socket);
	});
	server.listen(port, host);
	await once(server, 'listening');
	return () => {
		for (const socket of sockets) {
			socket.destroy();
		}
		server.close();
	};
};

/** An address where a connection is never accepted: the queue of a stopped listener is full. */
export const startBlackHole = async (port: number, host: string) => {
	const code = `require('node:net').createServer().listen({port: ${port}, host: '${host}', backlog: 1}, () => console.log('up'))`;
	const child: ChildProcess = spawn(process.execPath, ['-e', code], {stdio: ['ignore', 'pipe', 'inherit']});
	await once(child.stdout as NodeJS.ReadableStream, 'data');
	child.kill('SIGSTOP');
	const fillers: Socket[] = [];
	for (let isFull = false; !isFull; ) {
		if (fillers.length > 20) {
			throw new Error('the queue of a stopped listener does not fill up');
		}
		const filler = connect(port, host);
		filler.on('error', () => undefined);
		fillers.push(filler);
		isFull = !(await poll(() => !filler.connecting, 300));
	}
	return () => {
		for (const filler of fillers) {
			filler.destroy();
		}
		child.kill('SIGKILL');
	};
};
