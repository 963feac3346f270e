/** Passwords, kept as hashes that say how they were made: argon2id, or scrypt where this Node has no argon2. */
import {argon2, randomBytes, scrypt, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';

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

/** Hashes a password: `method$salt$hash`. */
export const hashPassword = async (password: string, method: Method = preferred): Promise<string> => {
	const salt = randomBytes(16);
	return [method, salt.toString('base64'), (await methods[method](password, salt)).toString('base64')].join('$');
};

const nobody = ['', Buffer.alloc(16).toString('base64'), Buffer.alloc(length).toString('base64')];

/** Whether it is the password that was hashed. Without a hash the answer is no, and takes as long. */
export const isPassword = async (password: string, hashed: string | undefined): Promise<boolean> => {
	const [method = '', salt = '', hash = ''] = hashed?.split('$') ?? [preferred, ...nobody.slice(1)];
	if (!isMethod(method)) {
		return false;
	}
	const made = await methods[method](password, Buffer.from(salt, 'base64'));
	const known = Buffer.from(hash, 'base64');
	return known.length === made.length && timingSafeEqual(made, known) && hashed !== undefined;
};
