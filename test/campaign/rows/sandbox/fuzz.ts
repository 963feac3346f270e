/** Requests made from the catalogue: valid ones, with mutations of names, types, bounds, encodings and bytes. */
import {connect} from 'node:net';
import {eastern} from '../../../../source/sandbox/world/time.ts';
import {writeBody} from '../../../../source/wire/client/body.ts';
import {isOperationType, type OperationType, operations} from '../../../../source/wire/operations/index.ts';
import type {Calibration} from '../../../helpers/calibration.ts';
import type {ContractService} from '../../../sandbox/contract/service.ts';
import {validCalls} from '../../../sandbox/contract/valid.ts';
import {leavesOf, wireName, wrongValues} from '../../../sandbox/contract/wrong.ts';
import type {Random, Trials} from '../../row.ts';
import {
	type Client,
	callWith,
	createClient,
	type Fields,
	jsonOf,
	longest,
	type Reply,
	responseOf,
	type Sent,
	signIn,
	startWithPassword,
} from './process.ts';

const types = Object.keys(operations).filter(isOperationType);

/** Values for any field, of any type that JSON has. */
const oddValues: readonly unknown[] = [
	'',
	' ',
	0,
	-1,
	1e308,
	2 ** 53 + 2,
	true,
	null,
	[],
	{},
	[[[[1]]]],
	{a: {b: {c: {d: {e: {f: {g: 1}}}}}}},
	'\u0000',
	'\ud800',
	'\u202eabc',
	'🙂'.repeat(500),
	"'; drop table users; --",
	'%00%ff%zz',
	'__proto__',
	'NaN',
	'1e999',
	'-0',
	'0x10',
	'９９',
	'9'.repeat(400),
	'2026-02-30',
	'0000-00-00',
	'9999-12-31',
	'99999999-01-01',
	'../../etc/passwd',
	'4111111111111111',
	'a'.repeat(100_000),
	Array.from({length: 1500}, () => 1),
];

const oddNames = [
	'',
	'__proto__',
	'constructor[prototype]',
	'a[b][c][d][e][f][g]',
	'a[99999]',
	'phones[1000][phone_number]',
	'phones[]',
	'[',
	']',
	'a[',
	'\u0000',
	'type[]',
	'token[0]',
	'x'.repeat(5000),
	'TYPE',
	' type',
];

const setAt = (fields: Fields, [first = '', ...rest]: readonly string[], value: unknown): void => {
	if (rest.length === 0) {
		fields[first] = value;
	} else {
		const inner = fields[first];
		const next: Fields = typeof inner === 'object' && inner !== null ? (inner as Fields) : {};
		fields[first] = next;
		setAt(next, rest, value);
	}
};

/** Changes fields in one random way. */
const mutate = (type: OperationType, fields: Fields, random: Random): void => {
	const leaves = leavesOf(operations[type].params);
	const names = Object.keys(fields);
	const any = names.length > 0 ? random.pick(names) : 'x';
	switch (random.below(8)) {
		case 0:
			delete fields[any];
			break;
		case 1:
			fields[any] = random.pick(oddValues);
			break;
		case 2:
		case 3: {
			if (leaves.length > 0) {
				const {path, row} = random.pick(leaves);
				const wrong = wrongValues(row);
				setAt(fields, path, wrong.length > 0 && random.below(2) === 0 ? random.pick(wrong) : random.pick(oddValues));
			}
			break;
		}
		case 4:
			fields[random.pick(oddNames)] = random.pick(oddValues);
			break;
		case 5:
			fields.type = random.pick([...types, random.pick(oddValues), `${type} `, type.toUpperCase()]);
			break;
		case 6: {
			// A value of another operation.
			const other = leavesOf(operations[random.pick(types)].params);
			if (other.length > 0) {
				const {path} = random.pick(other);
				fields[wireName(path)] = random.pick(oddValues);
			}
			break;
		}
		default: {
			const value = fields[any];
			fields[any] = typeof value === 'string' ? [value, value] : {[any]: value};
		}
	}
};

const sentOf = async (fields: Fields, encoding: 'form' | 'json'): Promise<Sent> => {
	const {contentType, bytes} = await writeBody(fields, encoding);
	return {headers: {'content-type': contentType}, body: Buffer.from(bytes as string)};
};

const multipartOf = (fields: Fields, random: Random): Sent => {
	const boundary = random.pick(['XX', '', '-', 'x'.repeat(200), 'a b']);
	const parts = Object.entries(fields).map(([name, value]) => {
		const file = random.below(8) === 0 ? '; filename="leads.csv"' : '';
		return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${typeof value === 'object' ? JSON.stringify(value) : value}\r\n`;
	});
	return {
		headers: {'content-type': `multipart/form-data; boundary=${boundary}`},
		body: `${parts.join('')}--${boundary}${random.pick(['--\r\n', '--', '', '\r\n'])}`,
	};
};

/** Spoils the bytes of a request. */
const spoil = ({headers, body}: Sent, random: Random): Sent => {
	const bytes = Buffer.from(body);
	const at = random.below(Math.max(1, bytes.length));
	switch (random.below(7)) {
		case 0:
			return {headers, body: bytes.subarray(0, at)};
		case 1:
			bytes[at] = random.below(256);
			return {headers, body: bytes};
		case 2:
			return {headers, body: Buffer.concat([bytes, bytes])};
		case 3:
			return {
				headers: {
					...headers,
					'content-type': random.pick([
						'application/json',
						'application/x-www-form-urlencoded',
						'multipart/form-data',
						'text/plain',
						'application/json; charset=utf-16',
						'x',
					]),
				},
				body: bytes,
			};
		case 4:
			return {headers, body: Buffer.from(bytes.toString('latin1'), 'utf16le')};
		case 5:
			return {
				headers,
				body: Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xfe, 0x00]), bytes.subarray(at)]),
			};
		default:
			return {
				headers: {
					...headers,
					[random.pick(['content-encoding', 'transfer-encoding2', 'expect2', 'x-forwarded-for'])]: 'gzip',
				},
				body: bytes,
			};
	}
};

/** Bytes that are hardly HTTP, on a connection of their own: what comes back before it is closed. */
const sendRaw = (port: number, bytes: string): Promise<{text: string; milliseconds: number}> =>
	new Promise(resolve => {
		const from = performance.now();
		let text = '';
		const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
		socket.setTimeout(12_000, () => socket.destroy());
		socket.on('data', chunk => {
			text += chunk;
			socket.end();
		});
		socket.on('error', () => undefined).on('close', () => resolve({text, milliseconds: performance.now() - from}));
	});

const rawRequests = [
	'\r\n\r\nGET\r\n\r\n',
	'POST /api/ HTTP/9.9\r\n\r\n',
	'POST /api/ HTTP/1.1\r\nHost: localhost\r\ncontent-length: -1\r\n\r\n',
	'POST /api/ HTTP/1.1\r\nHost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
	'POST /api/ HTTP/1.1\r\nHost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
	`POST /api/ HTTP/1.1\r\nHost: localhost\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
	'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
	'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

/** What is wrong with an answer, if anything. */
const fault = ({status, text}: Pick<Reply, 'status' | 'text'>): string | undefined => {
	if (status >= 500) {
		return `it answers ${status}: ${text.slice(0, 200)}`;
	}
	try {
		const {success, error} = responseOf({text});
		return (success === 1 && error === '') || (success === 0 && typeof error === 'string' && error !== '')
			? undefined
			: `its flag and error are ${JSON.stringify({success, error})}`;
	} catch (problem) {
		return `it answers no envelope (${status}): ${problem}`;
	}
};

/** What the valid calls of the contract need of a service: here it is another process. */
const contractService = (client: Client, token: string): ContractService => {
	const call = callWith(client, token);
	return {
		token,
		world: {...eastern, now: Date.now() - 5 * 3_600_000},
		send: async (fields: Fields) => ({
			status: 200,
			response: responseOf(await client.send(await sentOf(fields, 'form'))),
		}),
		async need(type: string, params: Fields) {
			const response = await call(type, params);
			if (response.success !== 1) {
				throw new Error(`${type}: ${JSON.stringify(response)}`);
			}
			return response;
		},
		resetPassword: () => undefined,
	} as unknown as ContractService;
};

/** Sends so many requests, four at a time. */
export const tryFuzz = async (trials: Trials, calibration: Calibration, count: number): Promise<void> => {
	for (const [text, wrong] of [
		['{"response":{"success":1,"error":""}}', false],
		['{"response":{"success":1}}', true],
		['{"response":{"success":0,"error":""}}', true],
		['<html>', true],
	] as const) {
		if ((fault({status: 200, text}) !== undefined) !== wrong) {
			trials.failed(`the fuzzer misjudges ${text}`, 'the detector');
		}
	}
	await using running = startWithPassword(['--ephemeral', '--campaigns', '2', '--agents', '4', '--leads', '600']);
	const url = (await running.url) ?? '';
	const preparing = createClient(url);
	const token = await signIn(preparing);
	const service = contractService(preparing, token);
	const spare = async (name: string): Promise<string> => {
		await service.need('add_user', {user: name, pass: 'correct horse', full_name: name, level: 'admin'});
		return String(
			responseOf(await preparing.send(jsonOf({type: 'login_user', user: name, pass: 'correct horse'}))).token,
		);
	};
	// Whoever changes a password may lose the token.
	const other = await spare('fuzzer');
	const bases = new Map<OperationType, {fields: Fields; uses: number}>();
	const baseOf = async (type: OperationType): Promise<Fields> => {
		const known = bases.get(type);
		if (known && known.uses-- > 0) {
			return structuredClone(known.fields);
		}
		const fields = type === 'login_user' ? {user: 'nobody', pass: 'x', hours: '1'} : await validCalls[type](service);
		bases.set(type, {fields, uses: 6});
		return structuredClone(fields);
	};
	let [done, succeeded, slowest, sentSoFar] = [0, 0, 0, 0];
	let preparation: Promise<unknown> = Promise.resolve();
	const isDead = (): boolean => running.hasEnded();
	const worker = async (name: string): Promise<void> => {
		const client = createClient(url);
		const random = trials.random(name);
		while (sentSoFar < count && !isDead()) {
			sentSoFar++;
			const type = random.below(40) === 0 ? 'login_user' : random.pick(types.filter(one => one !== 'login_user'));
			// One after the other: a preparation calls several operations.
			const prepared = preparation.then(() => baseOf(type));
			preparation = prepared.catch(() => undefined);
			let fields: Fields;
			try {
				fields = await prepared;
			} catch (error) {
				if (isDead()) {
					break;
				}
				trials.failed(`a valid preparation is refused: ${error}`, `${name}, ${type}`);
				return;
			}
			fields = {type, token: type === 'change_password' ? other : token, ...fields};
			const mutations = random.below(4);
			for (let turn = 0; turn < mutations; turn++) {
				mutate(type, fields, random);
			}
			if (random.below(30) === 0) {
				fields.token = random.pick(['', 'x', null, 5, 'a'.repeat(10_000), `${token}x`, token.slice(1)]);
			}
			const hasFile = Object.values(fields).some(
				value => typeof value === 'object' && value !== null && 'bytes' in value,
			);
			const kind = hasFile ? 'form' : random.pick(['form', 'json', 'multipart'] as const);
			let sent: Sent = kind === 'multipart' ? multipartOf(fields, random) : await sentOf(fields, kind);
			if (random.below(6) === 0) {
				sent = spoil(sent, random);
			}
			const trial = `${name}, ${sent.headers['content-type']?.slice(0, 60)}: ${String(sent.body).replaceAll(token, 'TOKEN').slice(0, 300)}`;
			try {
				const reply = await client.send(sent);
				slowest = Math.max(slowest, reply.milliseconds);
				const bound = await calibration.exceeded('wall', reply.milliseconds, longest);
				const isLate =
					bound !== undefined && `it waits ${Math.round(reply.milliseconds)} ms, over ${Math.round(bound)}`;
				const wrong = isLate || fault(reply);
				if (wrong !== undefined) {
					trials.failed(wrong, trial);
				} else {
					succeeded += responseOf(reply).success === 1 ? 1 : 0;
				}
			} catch (error) {
				trials.failed(`there is no answer: ${error}`, trial);
			}
			done++;
		}
		client.close();
	};
	await Promise.all(['fuzzer 1', 'fuzzer 2', 'fuzzer 3', 'fuzzer 4'].map(worker));
	const port = Number(new URL(url).port);
	for (const bytes of rawRequests) {
		const {text} = await sendRaw(port, bytes);
		const body = text.split('\r\n\r\n')[1] ?? '';
		const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
		// TLS and a request line that never ends are closed by their timeout.
		if (text !== '' && (status >= 500 || fault({status, text: body}) !== undefined)) {
			trials.failed(`bytes that are no request: ${text.slice(0, 200)}`, JSON.stringify(bytes.slice(0, 80)));
		}
		done++;
	}
	const alive = isDead() ? undefined : await callWith(preparing, token)('get_campaigns').catch(() => undefined);
	preparing.close();
	if (alive?.success !== 1) {
		trials.failed(
			`after the fuzzer it does not serve (${isDead() ? await running.ended : 'it runs'}): ${running.said()}`,
			'the end',
		);
	}
	if (running.said() !== '') {
		trials.failed(`the fuzzer makes it say: ${running.said().slice(0, 500)}`, 'the end');
	}
	if (succeeded < done * 0.15) {
		trials.failed(`only ${succeeded} of ${done} requests got past the checks of their fields`, 'the fuzzer');
	}
	trials.tried('requests of the fuzzer', done);
	trials.noted(
		`fuzzer: ${succeeded} of ${done} requests were carried out, the slowest answer took ${Math.round(slowest)} ms`,
	);
};
