/** A thousand connections that send a byte now and then, while others ask and wait for their answers. */
import {connect, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Calibration} from '../../../helpers/calibration.ts';
import type {Trials} from '../../row.ts';
import {callWith, createClient, longest, signIn, small, startWithPassword} from './process.ts';

const connections = 1000;

/** What each of them sends, a byte at a time: headers that never end, a body that never ends, a part of an upload. */
const texts = [
	'POST /api/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
	'POST /api/ HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{"type": "',
	'POST /api/ HTTP/1.1\r\nHost: localhost\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 9000000\r\n\r\n--XX\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
	'GARBAGE',
];

/** Keeps a thousand slow connections for so many seconds, those that are closed replaced, and asks beside them. */
export const trySlowConnections = async (trials: Trials, calibration: Calibration, seconds: number): Promise<void> => {
	await using running = startWithPassword(['--ephemeral', ...small]);
	const url = await running.url;
	if (url === undefined) {
		throw new Error(`it did not start: ${running.said()}`);
	}
	const port = Number(new URL(url).port);
	const random = trials.random('slow connections');
	const kept = createClient(url);
	const token = await signIn(kept);
	const sockets = new Set<Socket>();
	let [opened, most, isOver] = [0, 0, false];
	const open = (): void => {
		const text = random.pick(texts);
		const socket = connect(port, '127.0.0.1');
		let at = random.below(text.length);
		opened++;
		sockets.add(socket);
		socket.on('connect', () => {
			most = Math.max(most, sockets.size);
			socket.write(text.slice(0, at));
		});
		const timer = setInterval(() => socket.write(text[at++] ?? 'x'), 500 + random.below(3000));
		socket.resume().on('error', () => undefined);
		socket.on('close', () => {
			clearInterval(timer);
			sockets.delete(socket);
			if (!isOver) {
				setTimeout(() => isOver || open(), 100 + random.below(400));
			}
		});
	};
	for (let count = 0; count < connections; count++) {
		open();
	}
	const until = performance.now() + seconds * 1000;
	let [asked, slowest] = [0, 0];
	while (performance.now() < until) {
		for (const client of [kept, createClient(url)]) {
			const from = performance.now();
			try {
				const answer = await callWith(client, token)('get_campaigns');
				if (answer.success !== 1) {
					trials.failed(`beside slow connections it answers ${JSON.stringify(answer)}`, `request ${asked}`);
				}
			} catch (error) {
				// A kept connection may be closed while it is idle; whoever asks then asks on a new one.
				if (client !== kept) {
					trials.failed(`beside slow connections a request is not answered: ${error}`, `request ${asked}`);
				}
			}
			asked++;
			const took = performance.now() - from;
			slowest = Math.max(slowest, took);
			const bound = await calibration.exceeded('wall', took, longest);
			if (bound !== undefined) {
				const waits = `a request waits ${Math.round(took)} ms, over ${Math.round(bound)}`;
				trials.failed(`beside slow connections ${waits}`, `request ${asked}`);
			}
			if (client !== kept) {
				client.close();
			}
		}
		await sleep(20);
	}
	isOver = true;
	if (most >= connections * 0.99) {
		trials.tried('slow connections', opened);
	}
	for (const socket of sockets) {
		socket.destroy();
	}
	kept.close();
	if (running.hasEnded() || running.said() !== '') {
		trials.failed(`slow connections end it, or make it say: ${running.said()}`, 'slow connections');
	}
	trials.noted(
		`slow connections: up to ${most} at once; ${asked} requests beside them, the slowest ${Math.round(slowest)} ms`,
	);
};
