/** Whose money it is: an account that was added, or that of a seeded lead. */
import {Refusal} from '../refusal.ts';
import {personOf} from '../world/leads.ts';
import {seededLeadOfAccountId} from '../world/people.ts';
import type {Context} from './handler.ts';

/** An account's holder. */
export type Holder = {name: string; hasPhone: boolean; hasEmail: boolean};

const seededHolder = ({world}: Pick<Context, 'world'>, accountId: string): Holder | undefined => {
	const lead = seededLeadOfAccountId(world.year, accountId);
	if (lead === undefined || lead < 0 || lead >= world.leads.seeded) {
		return undefined;
	}
	const {firstName, lastName} = personOf(world, lead);
	return {name: `${firstName} ${lastName}`, hasPhone: true, hasEmail: true};
};

/** The holder of an account. @throws Refusal `Account not found` */
export const holderOf = (context: Pick<Context, 'world' | 'store'>, accountId: string): Holder => {
	const account = context.store.accounts.find(accountId);
	if (account) {
		const {first_name = '', last_name = '', company_name = ''} = account.fields;
		return {
			name: `${first_name} ${last_name}`.trim() || company_name,
			hasPhone: account.phones.length > 0,
			hasEmail: account.emails.length > 0,
		};
	}
	const seeded = seededHolder(context, accountId);
	if (!seeded) {
		throw new Refusal('not-found', 'Account not found');
	}
	return seeded;
};
