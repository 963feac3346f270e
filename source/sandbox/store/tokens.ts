/** Tokens (section 5): random, kept only as hashes, and extended by every request that uses them. */
import {createHash, randomBytes} from 'node:crypto';
import {Refusal} from '../refusal.ts';
import type {User} from './users.ts';

/** The tokens in force. */
export type Tokens = {
	/** Makes a token that lasts so many hours. */
	issue(user: User, hours: number): string;
	/** Whose token it is; its life begins anew. @throws Refusal `Invalid token`, `Token expired` */
	use(token: string): User;
};

const hourInMilliseconds = 3_600_000;
/** Sign-ins that are remembered; the oldest go first. */
const most = 10_000;

/** A store of tokens. `now` tells the machine's time in milliseconds: tokens live by it, not by the world's. */
export const createTokens = (now: () => number): Tokens => {
	const known = new Map<string, {user: User; life: number; until: number}>();
	const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');
	return {
		issue(user, hours) {
			const token = randomBytes(32).toString('base64url');
			const life = hours * hourInMilliseconds;
			const [oldest] = known.keys();
			if (known.size >= most && oldest !== undefined) {
				known.delete(oldest);
			}
			known.set(hashOf(token), {user, life, until: now() + life});
			return token;
		},
		use(token) {
			const entry = known.get(hashOf(token));
			if (!entry) {
				throw new Refusal('invalid-token', 'Invalid token');
			}
			if (now() >= entry.until) {
				throw new Refusal('token-expired', 'Token expired');
			}
			entry.until = now() + entry.life;
			return entry.user;
		},
	};
};
