/** Passwords, kept as hashes that say how they were made: argon2id, or scrypt where this Node has no argon2. */
import crypto, {randomBytes, scrypt, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {inTurns} from './turns.ts';

// Not by its name: a Node that has none would not load this file.
const {argon2} = crypto;

const length = 32;

/** What OWASP asks for at the least: 19 MiB, two passes. */
const argon = {memory: 19_456, passes: 2, parallelism: 1, tagLength: length};

const methods = {
	argon2id: async (password: string, salt: Buffer): Promise<Buffer> =>
		promisify(argon2)('argon2id', {...argon, message: password, nonce: salt}),
	scrypt: async (password: string, salt: Buffer): Promise<Buffer> =>
		promisify<string, Buffer, number, object, Buffer>(scrypt)(password, salt, length, {
			N: 2 ** 15,
			r: 8,
			maxmem: 2 ** 26,
		}),
};

type Method = keyof typeof methods;

const isMethod = (name: string): name is Method => Object.hasOwn(methods, name);

/** The best that this Node has: argon2 came with 24.7. */
const preferred: Method = typeof argon2 === 'function' ? 'argon2id' : 'scrypt';

/** Each hash takes its memory and a thread of the four that Node has; two at a time leave room for the rest. */
const inTurn = inTurns(2);

/** Hashes a password: `method$salt$hash`. */
export const hashPassword = async (password: string, method: Method = preferred): Promise<string> => {
	const salt = randomBytes(16);
	const hash = await inTurn(() => methods[method](password, salt));
	return [method, salt.toString('base64'), hash.toString('base64')].join('$');
};

/** The hash of nobody's password. */
const nobodys = `${preferred}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(length).toString('base64')}`;

/** Whether it is the password that was hashed. Where there is no hash, all the same is done and the answer is no. */
export const isPassword = async (password: string, hashed: string = nobodys): Promise<boolean> => {
	const [method = '', salt = '', hash = ''] = hashed.split('$');
	if (!isMethod(method)) {
		return false;
	}
	const made = await inTurn(() => methods[method](password, Buffer.from(salt, 'base64')));
	const known = Buffer.from(hash, 'base64');
	return known.length === made.length && timingSafeEqual(made, known);
};
