/** login_user (sections 4.1 and 5); the lock is ours. */
import type {ParamsOf, WrittenOf} from '../../api/operations/index.ts';
import {isPassword} from '../passwords.ts';
import {Refusal} from '../refusal.ts';
import type {SlowContext} from './handler.ts';

const defaultHours = 12;
/** Failed sign-ins in a row that lock a user out, and for how long (machine time). */
const mostFailures = 5;
const lockTime = 15 * 60_000;

/** What signing in works with: there is no user yet. */
export type SignInContext = Pick<SlowContext, 'store' | 'now' | 'transaction'>;

const wrong = (): never => {
	throw new Refusal('wrong-credentials', 'Wrong user or password');
};

const refuseLocked = (lockedUntil: number, now: number): void => {
	if (lockedUntil > now) {
		const minutes = Math.ceil((lockedUntil - now) / 60_000);
		throw new Refusal('locked', 'Account locked', `too many failed sign-ins; try again in ${minutes} min`);
	}
};

/** Exchanges credentials for a token. @throws Refusal `Wrong user or password`, `Account locked` */
export const signIn = async (
	{user, pass, hours = defaultHours}: ParamsOf<'login_user'>,
	{store: {users, tokens}, now, transaction}: SignInContext,
): Promise<WrittenOf<'login_user'>> => {
	const isRight = await isPassword(pass, users.find(user)?.password);
	// Looked up again: while the password was hashed, others may have failed.
	const known = users.find(user);
	if (!known) {
		return wrong();
	}
	refuseLocked(known.lockedUntil, now());
	if (!isRight) {
		const failures = known.failures + 1;
		const isLocked = failures >= mostFailures;
		transaction(() => users.setFailures(known.id, isLocked ? 0 : failures, isLocked ? now() + lockTime : 0));
		return wrong();
	}
	const {fullName, level} = users.get(known.id) ?? wrong();
	const token = transaction(() => {
		users.setFailures(known.id, 0, 0);
		return tokens.issue(known.id, hours);
	});
	return {token, fullName, level};
};
