/** Whose money it is: an account that was added, or that of a seeded lead. */
import {findAccount} from '../rules/accounts.ts';
import {Refusal} from '../world/refusal.ts';
import type {Context} from './handler.ts';

/** An account's holder. */
export type Holder = {name: string; hasPhone: boolean; hasEmail: boolean};

/** The holder of an account. @throws Refusal `Account not found` */
export const holderOf = (context: Pick<Context, 'world' | 'store'>, accountId: string): Holder => {
	const account = findAccount(context, accountId);
	if (!account) {
		throw new Refusal('not-found', 'Account not found');
	}
	const {first_name = '', last_name = '', company_name = ''} = account.fields;
	return {
		name: `${first_name} ${last_name}`.trim() || company_name,
		hasPhone: account.phones.length > 0,
		hasEmail: account.emails.length > 0,
	};
};
