/** Tokens (section 5): random, stored only as hashes, extended by every request that uses them. */
import {hash as digest, randomBytes} from 'node:crypto';
import {DiskError} from '../../system/sqlite.ts';
import {Refusal} from '../world/refusal.ts';
import type {Database} from './database.ts';

export const tokenTables = `
	create table tokens (
		hash blob primary key not null,
		user_id integer not null references users,
		life integer not null,
		until integer not null
	) strict;
`;

const minuteInMilliseconds = 60_000;
const hourInMilliseconds = 60 * minuteInMilliseconds;
/** How long an expired token is remembered, so that it is refused as expired and not as invalid. */
const remembered = 30 * 24 * hourInMilliseconds;

/** @param now the machine's time in milliseconds: tokens expire by it, not by world time */
export const createTokens = (database: Database, now: () => number) => {
	/** Extensions not yet stored, by the hash in base64. */
	const renewed = new Map<string, number>();
	const forgetExpired = (): void => {
		for (const [hash, until] of renewed) {
			if (until <= now()) {
				renewed.delete(hash);
			}
		}
	};
	/** False if the disk does not take it, although requests that only read must still be answered. */
	const store = (hash: Uint8Array, until: number): boolean => {
		try {
			database.run('update tokens set until = ? where hash = ?', until, hash);
			return true;
		} catch (error) {
			if (error instanceof DiskError) {
				return false;
			}
			throw error;
		}
	};
	const hashOf = (token: string): Uint8Array => digest('sha256', token, 'buffer');
	return {
		/** Creates a token that expires after so many hours without use. */
		issue(user: number, hours: number): string {
			const token = randomBytes(32).toString('base64url');
			const life = hours * hourInMilliseconds;
			forgetExpired();
			database.run('delete from tokens where until < ?', now() - remembered);
			database.insert('tokens', {hash: hashOf(token), userId: user, life, until: now() + life});
			return token;
		},
		/** Extends the token and returns its user's id. @throws Refusal `Invalid token`, `Token expired` */
		use(token: string): number {
			const hash = hashOf(token);
			const known = database.one<{user_id: number; life: number; until: number}>(
				'select user_id, life, until from tokens where hash = ?',
				hash,
			);
			if (!known) {
				throw new Refusal('invalid-token', 'Invalid token');
			}
			const {user_id, life, until: written} = known;
			const name = Buffer.from(hash).toString('base64');
			if (now() >= Math.max(written, renewed.get(name) ?? 0)) {
				throw new Refusal('token-expired', 'Token expired');
			}
			const until = now() + life;
			// Stored once a minute at most, so that reads need not wait for the disk.
			if (until - written < minuteInMilliseconds || !store(hash, until)) {
				renewed.set(name, until);
			} else {
				renewed.delete(name);
			}
			return user_id;
		},
		/** Deletes every token of a user except one. */
		revoke(user: number, but: string): void {
			database.run('delete from tokens where user_id = ? and hash <> ?', user, hashOf(but));
		},
	};
};
