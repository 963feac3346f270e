/** Users beside the first, for tests of who may do what. */
import {type smallService, testPassword, tokenOf} from './small-service.ts';

type Small = Pick<Awaited<ReturnType<typeof smallService>>, 'call' | 'handle' | 'service'>;

/** Signs a user in; what it returns calls operations as them. */
export const signedIn = ({handle, service}: Pick<Small, 'handle' | 'service'>, user: string) => {
	const token = tokenOf(service, user);
	return async (type: string, params: Record<string, unknown> = {}) =>
		(await handle({type, token, ...params})).response;
};

/** Adds a user and signs them in. */
export const withUser = async (
	small: Small,
	user: string,
	level: 'agent' | 'manager' | 'admin',
	campaigns?: readonly string[],
) => {
	const added = await small.call('add_user', {user, pass: testPassword, full_name: 'Ann Lee', level, campaigns});
	if (added.success !== 1) {
		throw new Error(String(added.error));
	}
	return signedIn(small, user);
};
