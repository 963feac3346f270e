/** Hashes of passwords, prefixed with their method: argon2id; scrypt in databases written by older versions. */
import crypto, {randomBytes, scrypt, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {Refusal} from '../world/refusal.ts';
import {argon2} from './argon2.ts';
import {createLimiter, TurnedAway} from './limiter.ts';

const length = 32;

/** OWASP's minimum: 19 MiB, two passes. */
const argon = {memory: 19_456, passes: 2, parallelism: 1, tagLength: length};

/** Node's own from 24.7 on, else a library's. */
const argon2id = async (message: Buffer, nonce: Buffer): Promise<Buffer> => {
	const parameters = {...argon, message, nonce};
	// A named import would keep this file from loading in Node before 24.7.
	if (typeof crypto.argon2 === 'function') {
		return promisify(crypto.argon2)('argon2id', parameters);
	}
	return argon2(parameters);
};

const methods = {
	argon2id,
	scrypt: (password: Buffer, salt: Buffer) =>
		promisify<Buffer, Buffer, number, object, Buffer>(scrypt)(password, salt, length, {
			N: 2 ** 15,
			r: 8,
			maxmem: 2 ** 26,
		}),
};

type Method = keyof typeof methods;

const isMethod = (name: string): name is Method => Object.hasOwn(methods, name);

const preferred: Method = 'argon2id';

/**
 * Each hash takes 19 MiB and one of Node's four threads; two at a time leave threads for other work. Twenty that wait take
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

/** Returns `method$salt$hash`. @throws Refusal `Too many sign-ins at once` */
export const hashPassword = async (password: string): Promise<string> => {
	const salt = randomBytes(16);
	const hash = await inTurn(() => methods[preferred](Buffer.from(password), salt));
	return [preferred, salt.toString('base64'), hash.toString('base64')].join('$');
};

/** False if the password should be hashed again with the present method. */
export const isUpToDate = (hashed: string): boolean => hashed.startsWith(`${preferred}$`);

/** Checked for users that do not exist, so that their sign-in takes as long as any other. */
const dummyHash = `${preferred}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(length).toString('base64')}`;

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
	const [method = '', salt = '', hash = ''] = hashed.split('$');
	if (!isMethod(method)) {
		return false;
	}
	const made = await inTurn(() => methods[method](Buffer.from(password), Buffer.from(salt, 'base64')), isGone);
	const known = Buffer.from(hash, 'base64');
	return known.length === made.length && timingSafeEqual(made, known);
};
