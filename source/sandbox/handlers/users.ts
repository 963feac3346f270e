/** Sign-in (sections 4.1 and 5; the lock is ours), users, passwords, profiles, permissions (section 4.2; shapes ours). */

import {timeZoneOf} from '../../wire/calling-hours.ts';
import {isOperationType, type ParamsOf, type WrittenOf} from '../../wire/operations/index.ts';
import {hashPassword, isPassword, refuseGuessable} from '../rules/passwords.ts';
import {findCampaign} from '../world/commands.ts';
import {invalidValue, Refusal} from '../world/refusal.ts';
import {agent, type Context, type Handlers, type SlowContext, slowly} from './handler.ts';

const profileOf = ({store: {users}, user}: Context) => {
	const profile = users.profile(user.id) ?? {
		first_name: '',
		last_name: '',
		email: '',
		mobile_number: '',
		time_zone: '',
	};
	return {profile: {user: user.name, full_name: user.fullName, level: user.level, ...profile}};
};

/** The canonical spelling of a time zone. @throws Refusal */
const timeZoneIn = (text: string): string => {
	const zone = timeZoneOf(text);
	if (zone === undefined) {
		throw invalidValue('time_zone', 'must be a time zone such as America/New_York');
	}
	return zone;
};

export const users = {
	get_profile: agent((_, context) => profileOf(context)),
	update_profile: agent(({time_zone, ...changes}, context) => {
		context.store.users.setProfile(context.user.id, {...changes, time_zone: time_zone && timeZoneIn(time_zone)});
		return profileOf(context);
	}),
	check_permission: agent(({permission, campaign_id}, {world, may, access}) => {
		if (!isOperationType(permission)) {
			throw invalidValue('permission', 'must be the type of an operation');
		}
		const isSeen = campaign_id === undefined || access.sees(findCampaign(world, campaign_id));
		return {allowed: isSeen && may(permission) ? 1 : 0};
	}),
	add_user: slowly(
		'admin',
		async ({user: name, pass, full_name, level, email, campaigns}, {store, user, access, transaction}) => {
			const refuseTaken = (): void => {
				if (store.users.has(name)) {
					throw new Refusal('wrong-state', 'User already exists');
				}
			};
			refuseTaken();
			refuseGuessable('pass', pass, {user: name});
			// A user cannot grant campaigns that they may not see themselves.
			const given = new Set(campaigns?.map(id => access.campaign(id).id));
			const allowed = level === 'admin' && campaigns === undefined ? user.campaigns : given;
			const password = await hashPassword(pass);
			const id = transaction(() => {
				refuseTaken();
				return store.users.add({name, fullName: full_name, level, campaigns: allowed, password, email});
			});
			return {user_id: String(id)};
		},
	),
	change_password: slowly('agent', async ({old_pass, new_pass}, context) => {
		const {store, user, token, transaction} = context;
		const known = await authenticate(user.name, old_pass, context);
		const refuseChanged = (): void => {
			if (!known || store.users.credentials(user.name)?.password !== known.password) {
				throw new Refusal('wrong-credentials', 'Wrong password');
			}
		};
		refuseChanged();
		refuseGuessable('new_pass', new_pass, {user: user.name, old: old_pass});
		const password = await hashPassword(new_pass);
		transaction(() => {
			refuseChanged();
			store.users.setPassword(user.id, password);
			store.tokens.revoke(user.id, token);
		});
		return {};
	}),
} satisfies Partial<Handlers>;

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
