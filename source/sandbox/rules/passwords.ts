/** Hashes of passwords, by argon2id. */
import crypto, {randomBytes, timingSafeEqual} from 'node:crypto';
import {once} from 'node:events';
import {promisify} from 'node:util';
import {Worker} from 'node:worker_threads';
import {invalidValue, Refusal} from '../world/refusal.ts';
import {createLimiter, TurnedAway} from './limiter.ts';

const length = 32;

/**
 * One of OWASP's equivalent costs; memory in KiB. Linux's C library reserves what a hash has freed for the thread that
 * computed it, so the one with the least memory: 19 MiB added up to 130 MB with Node's threads after a dozen sign-ins.
 */
const cost = {memory: 7168, passes: 5} as const;

/** Node's own from 24.7 on, else a library's. */
const argon2id = async (password: string, nonce: Buffer): Promise<Buffer> => {
	const parameters = {...cost, parallelism: 1, tagLength: length, message: Buffer.from(password), nonce};
	// A named import would keep this file from loading in Node before 24.7.
	if (typeof crypto.argon2 === 'function') {
		return promisify(crypto.argon2)('argon2id', parameters);
	}
	return argon2(parameters);
};

/** As it is stored. */
const written = (salt: Buffer, hash: Buffer): string =>
	['argon2id', salt.toString('base64'), hash.toString('base64')].join('$');

/**
 * Each hash takes 7 MiB and one of Node's four threads; two at a time leave threads for other work. Twenty that wait take
 * about half a second.
 */
const hashing = createLimiter(2, 20);

const inTurn = async <T>(work: () => Promise<T>, isGone?: () => boolean): Promise<T> => {
	try {
		return await hashing.run(work, isGone);
	} catch (error) {
		if (error instanceof TurnedAway) {
			throw error.isGone
				? new Refusal('busy', 'The connection was closed')
				: new Refusal('busy', 'Too many sign-ins at once', 'try again in a moment');
		}
		throw error;
	}
};

/** @param name the parameter that holds a new password @throws Refusal if it is blank, the user's name or the old password */
export const refuseGuessable = (
	name: string,
	password: string,
	{user, old}: {user: string; old?: string | undefined},
): void => {
	if (/^[\p{Z}\p{C}]*$/u.test(password)) {
		throw invalidValue(name, 'must not be blank');
	}
	if (password.trim().toLowerCase() === user.toLowerCase()) {
		throw invalidValue(name, 'must not be the user name');
	}
	if (password === old) {
		throw invalidValue(name, 'must not be the old password');
	}
};

/** Returns what is to be stored. @throws Refusal `Too many sign-ins at once` */
export const hashPassword = async (password: string): Promise<string> => {
	const salt = randomBytes(16);
	return written(salt, await inTurn(() => argon2id(password, salt)));
};

/** Checked for users that do not exist, so that their sign-in takes as long as any other. */
const dummyHash = written(Buffer.alloc(16), Buffer.alloc(length));

/**
 * Whether `hashed` is the hash of this password.
 *
 * @param hashed if undefined, takes the same time and returns false
 * @param isGone whether the client has gone
 * @throws Refusal `Too many sign-ins at once`
 */
export const isPassword = async (
	password: string,
	hashed: string = dummyHash,
	isGone?: () => boolean,
): Promise<boolean> => {
	const [method, salt = '', hash = ''] = hashed.split('$');
	if (method !== 'argon2id') {
		return false;
	}
	const made = await inTurn(() => argon2id(password, Buffer.from(salt, 'base64')), isGone);
	const known = Buffer.from(hash, 'base64');
	return known.length === made.length && timingSafeEqual(made, known);
};

/** Named as Node's own argon2 names them. */
export type Argon2Parameters = {
	message: Uint8Array;
	nonce: Uint8Array;
	/** In KiB. */
	memory: number;
	passes: number;
	parallelism: number;
	/** In bytes. */
	tagLength: number;
};

/** Beside the bundle, or beside this file when run from source. */
const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './argon2-worker.ts' : './argon2-worker.js', import.meta.url);

/** Hashes as Node's own argon2id does, in a worker thread: the library would block this one for about 60 ms. */
export const argon2 = async (parameters: Argon2Parameters): Promise<Buffer> => {
	const [hash] = await once(new Worker(workerFile(), {workerData: parameters}), 'message');
	return Buffer.from(hash);
};
