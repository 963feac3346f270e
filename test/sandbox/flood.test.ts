/** Under a flood of requests an honest client is served within two seconds, on a machine of its own. */
import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi} from 'vitest';
import {closeServer, createServer, listen} from '../../source/sandbox/server/server.ts';
import {calibrationHere} from '../helpers/calibration.ts';
import {form, multipart, post, send} from './http.ts';
import {smallService, testPassword} from './small-service.ts';
import {planOf} from './small-world.ts';

const calibration = calibrationHere();
const sockets: Socket[] = [];
let server: Awaited<ReturnType<typeof createServer>>;
let url = '';
let user = '';

beforeAll(async () => {
	const small = await smallService({plan: [planOf({state: 'stopped'})], warmUp: 0});
	server = await createServer(small.service);
	url = await listen(server, 0);
	user = small.user;
});

afterEach(() => {
	for (const socket of sockets.splice(0)) {
		socket.destroy();
	}
});

afterAll(() => closeServer(server));

/** Opens a connection and sends bytes on it. */
const attack = async (bytes: string): Promise<Socket> => {
	const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
	sockets.push(socket);
	await once(socket, 'connect');
	socket.write(bytes);
	return socket;
};

const requestOf = (body: string, length = body.length): string =>
	`POST /api/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${form['content-type']}\r\nContent-Length: ${length}\r\n\r\n${body}`;

const guess = (index: number): string => requestOf(`type=login_user&user=nobody${index}&pass=x`);

/** The honest one waits for no longer than it may. */
const expectInTime = async (work: () => Promise<unknown>): Promise<void> => {
	const begun = performance.now();
	await work();
	const took = performance.now() - begun;
	expect(await calibration.exceeded('wall', took, {work: 2000})).toBeUndefined();
};

const signIn = async (): Promise<void> => {
	expect(await post(url, {type: 'login_user', user, pass: testPassword})).toMatchObject({success: 1});
};

test('sign-ins that are given up are not carried out', async () => {
	for (let index = 0; index < 300; index++) {
		(await attack(guess(index))).end();
	}
	await expectInTime(signIn);
});

test('sign-ins that wait make room for one that comes later, and are told so', async () => {
	const replies: string[] = [];
	for (let index = 0; index < 300; index++) {
		(await attack(guess(index))).on('data', reply => replies.push(String(reply)));
	}
	await expectInTime(signIn);
	const told =
		'{"response":{"success":0,"error":"Too many sign-ins at once","tech_msg":"busy","detail":"try again in a moment"}}';
	expect(replies.filter(reply => /^HTTP\/1\.1 200 /.test(reply) && reply.endsWith(told)).length).toBeGreaterThan(200);
	await expect.poll(() => replies.length).toBe(300);
});

test.each([
	['say nothing', ''],
	['do not end their head', 'POST /api/ HTTP/1.1\r\n'],
	['do not end their body', requestOf('type=', 100)],
	['have been answered and stay open', requestOf('type=x')],
])('a thousand connections that %s do not keep another out', async (_, bytes) => {
	const opened = vi.fn();
	server.server.on('connection', opened);
	onTestFinished(() => void server.server.off('connection', opened));
	await Promise.all(Array.from({length: 1000}, () => attack(bytes)));
	await expect.poll(() => opened.mock.calls.length).toBe(1000);
	await expectInTime(signIn);
});

const uploadOf = (length: number): string =>
	requestOf('--XX\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nabc', length).replace(
		form['content-type'],
		'multipart/form-data; boundary=XX',
	);

const upload = async (size: number): Promise<void> => {
	expect((await send(url, multipart([['file', Buffer.alloc(size), 'x.csv']]))).status).toBe(200);
};

test('uploads that do not go on do not keep another waiting', async () => {
	await Promise.all([1000, 3_000_000].flatMap(length => Array.from({length: 8}, () => attack(uploadOf(length)))));
	await expectInTime(() => upload(1000));
});

test('a large upload that does not go on is ended after five seconds if another waits', async () => {
	vi.useFakeTimers({toFake: ['setInterval']});
	onTestFinished(() => void vi.useRealTimers());
	const attackers = await Promise.all(Array.from({length: 4}, () => attack(uploadOf(3_000_000))));
	let isTaken = false;
	const honest = upload(2_000_000).then(() => (isTaken = true));
	while (!isTaken) {
		vi.advanceTimersByTime(5000);
		await new Promise(setImmediate);
	}
	await honest;
	await expect.poll(() => attackers.filter(({closed}) => closed).length).toBe(4);
});
