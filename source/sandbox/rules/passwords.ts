/** Passwords, kept as hashes that say how they were made: by argon2id; by scrypt in databases of an older Node. */
import crypto, {randomBytes, scrypt, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {Refusal} from '../world/refusal.ts';
import {argon2} from './argon2.ts';
import {inTurns, TurnedAway} from './limiter.ts';

const length = 32;

/** What OWASP asks for at the least: 19 MiB, two passes. */
const argon = {memory: 19_456, passes: 2, parallelism: 1, tagLength: length};

/** By Node itself from 24.7 on, else by a library. */
const argon2id = async (message: Buffer, nonce: Buffer): Promise<Buffer> => {
	const parameters = {...argon, message, nonce};
	// Not imported by its name: a Node that has none would not load this file.
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
 * Each hash takes its memory and a thread of the four that Node has; two at a time leave room for the rest. Twenty that
 * wait are done in about half a second.
 */
const turns = inTurns(2, 20);

const inTurn = async <T>(work: () => Promise<T>, isGone?: () => boolean): Promise<T> => {
	try {
		return await turns.take(work, isGone);
	} catch (error) {
		if (error instanceof TurnedAway) {
			throw error.isGone
				? new Refusal('busy', 'The connection was closed')
				: new Refusal('busy', 'Too many sign-ins at once', 'try again in a moment');
		}
		throw error;
	}
};

/** Hashes a password: `method$salt$hash`. @throws Refusal `Too many sign-ins at once` */
export const hashPassword = async (password: string): Promise<string> => {
	const salt = randomBytes(16);
	const hash = await inTurn(() => methods[preferred](Buffer.from(password), salt));
	return [preferred, salt.toString('base64'), hash.toString('base64')].join('$');
};

/** Whether a hash is made as {@link hashPassword} makes it today. */
export const isUpToDate = (hashed: string): boolean => hashed.startsWith(`${preferred}$`);

/** The hash of nobody's password. */
const nobodys = `${preferred}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(length).toString('base64')}`;

/**
 * Whether it is the password that was hashed. Without a hash the same work is done, and the answer is no.
 *
 * @param isGone whether nobody waits for the answer any more
 * @throws Refusal `Too many sign-ins at once`
 */
export const isPassword = async (
	password: string,
	hashed: string = nobodys,
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
