/** login_user (sections 4.1 and 5). */
import {Refusal} from '../refusal.ts';
import type {Handlers} from './handler.ts';

const defaultHours = 12;

export const authentication: Pick<Handlers, 'login_user'> = {
	login_user({user, pass, hours = defaultHours}, {users, tokens}) {
		const known = users.verify(user, pass);
		if (!known) {
			throw new Refusal('wrong-credentials', 'Wrong user or password');
		}
		return {token: tokens.issue(known, hours), fullName: known.fullName, level: known.level};
	},
};
