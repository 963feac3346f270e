/** A service over real HTTP on a real file, with a check whether anything in it has changed. */
import {closeSync, openSync, readSync, statSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {serialize} from 'node:v8';
import {crc32} from 'node:zlib';
import {createServer, listen} from '../../../source/sandbox/server/server.ts';
import {minute} from '../../../source/sandbox/world/time.ts';
import {writeBody} from '../../../source/wire/client/body.ts';
import {smallService} from '../small-service.ts';
import {planOf} from '../small-world.ts';

/** The content types of section 1. */
export const contentTypes = ['form', 'multipart', 'JSON'] as const;
export type ContentType = (typeof contentTypes)[number];

/** A field that is a file. */
const isFile = (value: unknown): boolean => typeof value === 'object' && value !== null && 'bytes' in value;

const asMultipart = (form: string): {contentType: string; bytes: string} => {
	const parts = [...new URLSearchParams(form)].map(
		([name, value]) => `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
	);
	return {contentType: 'multipart/form-data; boundary=XX', bytes: `${parts.join('')}--XX--\r\n`};
};

/** Encodes fields as a content type; always multipart if one of them is a file. */
const bodyOf = async (fields: Record<string, unknown>, contentType: ContentType) => {
	if (contentType === 'multipart' && !Object.values(fields).some(isFile)) {
		return asMultipart(String((await writeBody(fields, 'form')).bytes));
	}
	return writeBody(fields, contentType === 'JSON' ? 'json' : 'form');
};

/** What changes with every commit: SQLite appends it to the write-ahead log, or begins that anew with other salts in its header. */
const stateOf = (database: string): string => {
	const log = `${database}-wal`;
	const header = new Uint8Array(32);
	const file = openSync(log, 'r');
	readSync(file, header);
	closeSync(file);
	return [statSync(database).mtimeMs, statSync(log).size, header].join();
};

/** The HTTP status and the `response` of the envelope. */
export type Reply = {status: number; response: Record<string, unknown>};

/**
 * Starts a service with two campaigns and an administrator. Use with `await using`.
 *
 * `1001` and its lists `50001` (on) and `50002` (off) are dialing, `1002` with `50003` is stopped.
 */
export const startContractService = async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-contract-'));
	const database = join(folder, 'sandbox.db');
	const small = await smallService({
		database,
		warmUp: 15 * minute,
		// Tokens are stored again once a minute: not during a check whether anything was written.
		now: () => 0,
		plan: [
			planOf({
				name: 'Spring',
				agents: 4,
				lists: [
					{name: 'A', leads: 400, active: true, worked: 0.2},
					{name: 'B', leads: 40, active: false, worked: 0},
				],
			}),
			planOf({name: 'Old', state: 'stopped', agents: 1, lists: [{name: 'C', leads: 20, active: true, worked: 0}]}),
		],
	});
	const {users} = small.service.store;
	const {id, password} = users.credentials(small.user) ?? {id: 0, password: ''};
	const server = await createServer(small.service);
	const url = await listen(server, 0);
	const send = async (fields: Record<string, unknown>, contentType: ContentType = 'form'): Promise<Reply> => {
		const {contentType: type, bytes} = await bodyOf(fields, contentType);
		const reply = await fetch(`${url}/api/`, {
			method: 'POST',
			headers: {'content-type': type},
			body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
		});
		const {response} = (await reply.json()) as {response: Record<string, unknown>};
		return {status: reply.status, response};
	};
	return {
		url,
		send,
		token: small.token,
		user: small.user,
		world: small.world,
		advance: small.advance,
		/** Calls an operation that must succeed, to prepare a test. */
		async need(type: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
			const {response} = await send({type, token: small.token, ...params});
			if (response.success !== 1) {
				throw new Error(`${type}: ${JSON.stringify(response)}`);
			}
			return response;
		},
		/** Makes the password of `user` the first one again, which a valid call has changed. */
		resetPassword: (): void => users.setPassword(id, password),
		/** Changes with every write to the database and every event of the world. */
		digest: (): string => `${crc32(serialize(small.service.world))} ${stateOf(database)}`,
		async [Symbol.asyncDispose]() {
			await server.close();
			small.service.close();
			await rm(folder, {recursive: true});
		},
	};
};

/** A service as these tests use it. */
export type ContractService = Awaited<ReturnType<typeof startContractService>>;
