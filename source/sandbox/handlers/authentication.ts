/** login_user (sections 4.1 and 5); the lock is ours. */
import type {ParamsOf, WrittenOf} from '../../wire/operations/index.ts';
import {isPassword} from '../rules/passwords.ts';
import {Refusal} from '../world/refusal.ts';
import type {SlowContext} from './handler.ts';

const defaultHours = 12;
/** Failed sign-ins in a row that lock a name. */
const failuresToLock = 5;
/** Milliseconds (machine time) that a name is locked, and after which fewer failures are forgotten. */
const lockTime = 15 * 60_000;

/** Signing in has no user yet. */
export type SignInContext = Pick<SlowContext, 'store' | 'now' | 'transaction'> & {
	/** Whether the client has gone: a sign-in that still waits for its turn is dropped. */
	isGone?: (() => boolean) | undefined;
};

/**
 * The user with this name and password; undefined if they are wrong, which counts as a failed sign-in.
 *
 * @throws Refusal `Account locked`, `Too many sign-ins at once`
 */
export const authenticate = async (
	name: string,
	password: string,
	{store: {users}, now, transaction, isGone}: SignInContext,
): Promise<{id: number; password: string} | undefined> => {
	const refuseLocked = (): void => {
		const {count, until} = users.failures(name, now());
		if (count >= failuresToLock) {
			const minutes = Math.ceil((until - now()) / 60_000);
			throw new Refusal('locked', 'Account locked', `too many failed sign-ins; try again in ${minutes} min`);
		}
	};
	// Checked before hashing, so that guessing at a locked name takes no turn from others.
	refuseLocked();
	const before = users.credentials(name);
	const isRight = await isPassword(password, before?.password, isGone);
	// Meanwhile other sign-ins may have failed, or the password may have changed.
	refuseLocked();
	const known = users.credentials(name);
	if (isRight && known?.password === before?.password) {
		return known;
	}
	transaction(() => users.addFailure(name, now(), now() + lockTime));
	return undefined;
};

/** Exchanges credentials for a token. @throws Refusal `Wrong user or password`, and what {@link authenticate} throws */
export const signIn = async (
	{user, pass, hours = defaultHours}: ParamsOf<'login_user'>,
	context: SignInContext,
): Promise<WrittenOf<'login_user'>> => {
	const {users, tokens} = context.store;
	const known = await authenticate(user, pass, context);
	const found = known && users.get(known.id);
	if (!found) {
		throw new Refusal('wrong-credentials', 'Wrong user or password');
	}
	const token = context.transaction(() => {
		users.forgive(user);
		return tokens.issue(found.id, hours);
	});
	return {token, fullName: found.fullName, level: found.level};
};
