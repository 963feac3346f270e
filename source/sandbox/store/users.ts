/** Who may sign in. */
import {randomBytes, scryptSync, timingSafeEqual} from 'node:crypto';

/** Somebody who may sign in. */
export type User = {name: string; fullName: string; level: string};

/** The users. */
export type Users = {
	/** The user, where the password is right. It takes equally long for a user that does not exist. */
	verify(name: string, password: string): User | undefined;
};

const keyOf = (password: string, salt: Buffer): Buffer => scryptSync(password, salt, 32);

/** A store with one user. */
export const createUsers = (user: User, password: string): Users => {
	const salt = randomBytes(16);
	const key = keyOf(password, salt);
	return {
		verify(name, given) {
			const right = timingSafeEqual(keyOf(given, salt), key);
			return right && name === user.name ? user : undefined;
		},
	};
};
