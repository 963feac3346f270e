/** The wire between program and service: it lets through as much of a write as it is told to, and keeps a journal. */
import {once} from 'node:events';
import {request as httpRequest} from 'node:http';
import {connect, createServer, type Socket} from 'node:net';
import type {Fate} from './faults.ts';
import {writingTypes} from './writes.ts';

/** A write that came by the wire, and what was seen of it. */
type Arrival = {token: string; type: string; bodyBytes: number; isForwarded: boolean};

const fieldIn = (body: string, name: string): string =>
	new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(body)?.[1] ?? new URLSearchParams(body).get(name) ?? '';

/** Starts the wire at an address and a port, before the service at that port of 127.0.0.1. */
export const startWire = async (port: number, address: string) => {
	const arrivals: Arrival[] = [];
	const sockets = new Set<Socket>();
	/** Answers that are kept back, and whether they may still be sent. */
	const parked: {type: string; release(): void}[] = [];
	let fate: Fate = {forward: 'whole', answer: 'whole', end: 'stall'};

	/** Lets a part of a request through, and breaks off. */
	const pass = async (part: Buffer): Promise<void> => {
		const upstream = connect(port, '127.0.0.1');
		upstream.on('error', () => undefined);
		await once(upstream, 'connect');
		await new Promise<void>(resolve => upstream.write(part, () => resolve()));
		upstream.destroy();
	};
	const ask = async (head: string, body: Buffer): Promise<Buffer> => {
		const type = /^content-type: *(.*)\r$/im.exec(head)?.[1] ?? '';
		const sent = httpRequest({port, host: '127.0.0.1', method: 'POST', path: '/api/', agent: false});
		sent.setHeader('content-type', type);
		sent.end(body);
		const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & {statusCode: number}];
		const chunks: Buffer[] = [];
		for await (const chunk of response) {
			chunks.push(chunk as Buffer);
		}
		const answer = Buffer.concat(chunks);
		const status = `HTTP/1.1 ${response.statusCode} OK\r\ncontent-type: application/json\r\n`;
		return Buffer.concat([Buffer.from(`${status}content-length: ${answer.length}\r\n\r\n`), answer]);
	};
	const carry = async (socket: Socket, head: string, body: Buffer): Promise<void> => {
		const text = body.toString('latin1');
		const type = fieldIn(text, 'type');
		if (!writingTypes.some(one => one === type)) {
			socket.write(await ask(head, body));
			return;
		}
		const {forward, answer, end} = fate;
		const arrival: Arrival = {token: fieldIn(text, 'token'), type, bodyBytes: body.length, isForwarded: false};
		arrivals.push(arrival);
		let release = (): void => undefined;
		if (forward === 'whole') {
			arrival.isForwarded = true;
			const whole = await ask(head, body);
			release = () => void socket.write(whole);
			const part = answer === 'none' ? 0 : answer === 'half' ? Math.ceil(whole.length / 2) : whole.length;
			await new Promise<void>(resolve => socket.write(whole.subarray(0, part), () => resolve()));
		} else {
			const headers = Buffer.from(`${head}\r\n`, 'latin1');
			const half = body.subarray(0, Math.ceil(body.length / 2));
			await pass(
				forward === 'half-headers'
					? headers.subarray(0, Math.ceil(headers.length / 2))
					: Buffer.concat([headers, half]),
			);
		}
		if (end === 'reset') {
			socket.resetAndDestroy();
		} else {
			parked.push({type, release});
		}
	};
	const server = createServer(socket => {
		sockets.add(socket);
		let seen = Buffer.alloc(0);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
		socket.on('data', chunk => {
			seen = Buffer.concat([seen, chunk]);
			const end = seen.indexOf('\r\n\r\n');
			const head = seen.subarray(0, end + 2).toString('latin1');
			const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? Number.NaN);
			if (end !== -1 && seen.length >= end + 4 + length) {
				const body = seen.subarray(end + 4, end + 4 + length);
				seen = seen.subarray(end + 4 + length);
				carry(socket, head, body).catch(() => socket.resetAndDestroy());
			}
		});
	});
	server.listen(port, address);
	await once(server, 'listening');
	return {
		arrivals,
		parked,
		setFate(next: Fate) {
			fate = next;
		},
		close() {
			for (const socket of sockets) {
				socket.destroy();
			}
			server.close();
		},
	};
};
