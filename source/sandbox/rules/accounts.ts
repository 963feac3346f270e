/**
 * Accounts as the service knows them: those that were added, and those of seeded leads, which are derived as long as
 * nobody changes them.
 */

import type {Account} from '../store/accounts.ts';
import type {Store} from '../store/store.ts';
import {hash, purpose} from '../world/draw.ts';
import {listOf, personOf} from '../world/leads.ts';
import {accountIdOfSeeded, seededLeadOfAccountId} from '../world/people.ts';
import type {World} from '../world/state.ts';
import {offsetText} from '../world/zones.ts';
import type {Access} from './access.ts';

/** The company that the seeded leads belong to, and accounts that come without one. */
export const ownCompany = 1;

/** Phones, and emails, of an account at most (ours). */
export const contactLimit = 100;

type Known = {world: World; store: Pick<Store, 'accounts'>};

const seededAccount = (world: World, lead: number): Account => {
	const {firstName, lastName, phone, zone, accountId} = personOf(world, lead);
	const cents = 5000 + (hash(world.seed, lead, 0, purpose.balance) % 500_000);
	return {
		id: accountId,
		companyId: ownCompany,
		isListed: true,
		fields: {first_name: firstName, last_name: lastName, country: 'US', balance: (cents / 100).toFixed(2)},
		phones: [{number: phone, type: 'MOBILE', zone: offsetText(zone)}],
		emails: [`${firstName}.${lastName}.${lead + 1}@example.com`.toLowerCase()],
	};
};

const seededLeadOf = ({year, leads}: World, id: string): number | undefined => {
	const lead = seededLeadOfAccountId(year, id);
	return lead !== undefined && lead < leads.seeded ? lead : undefined;
};

/** The accounts with these references, as far as there are any. */
export const findAccounts = ({world, store: {accounts}}: Known, ids: readonly string[]): Map<string, Account> => {
	const found = new Map(accounts.findAll(ids).map(account => [account.id, account]));
	for (const id of ids) {
		const lead = seededLeadOf(world, id);
		if (lead !== undefined && !found.has(id)) {
			found.set(id, seededAccount(world, lead));
		}
	}
	return found;
};

/** The account with this reference. */
export const findAccount = (known: Known, id: string): Account | undefined => findAccounts(known, [id]).get(id);

/** What a user may see. */
export type Seen = {
	/** By its index. */
	lead(lead: number): boolean;
	/** All but those that are on lists of other people's campaigns alone. */
	account(id: string): boolean;
};

/** What a user may see of the leads and accounts. */
export const seenOf = (world: World, access: Access): Seen => {
	const campaigns = new Set(access.campaigns().map(({index}) => index));
	if (campaigns.size === world.campaigns.length) {
		return {lead: () => true, account: () => true};
	}
	const lists = world.lists.map(({campaign}) => campaigns.has(campaign));
	const isSeen = (lead: number): boolean => lists[listOf(world.leads, lead)] ?? false;
	const seen = new Set<string>();
	const hidden = new Set<string>();
	for (const [lead, {accountId}] of world.leads.added) {
		(isSeen(lead) ? seen : hidden).add(accountId);
	}
	return {
		lead: isSeen,
		account(id) {
			const lead = seededLeadOf(world, id);
			return seen.has(id) || (lead === undefined ? !hidden.has(id) : isSeen(lead));
		},
	};
};

function* everyAccountOf({world, store: {accounts}}: Known, companyId: number, seen: Seen): Generator<Account> {
	for (const account of accounts.ofCompany(companyId)) {
		if (seen.account(account.id)) {
			yield account;
		}
	}
	const {leads, year} = world;
	const runs = companyId === ownCompany ? leads.runs.filter(first => seen.lead(first)) : [];
	for (const first of runs) {
		const list = listOf(leads, first);
		for (let lead = first; lead < leads.seeded && listOf(leads, lead) === list; lead++) {
			if (!accounts.has(accountIdOfSeeded(year, lead))) {
				yield seededAccount(world, lead);
			}
		}
	}
}

/** The accounts of a company: those that were added or changed, newest first, then the seeded ones; `most` at most. */
export const accountsOf = (known: Known, companyId: number, seen: Seen, most: number): Account[] => {
	const found: Account[] = [];
	for (const account of everyAccountOf(known, companyId, seen)) {
		if (found.push(account) === most) {
			break;
		}
	}
	return found;
};

/**
 * References for accounts that come without one: the year and a number (section 2.3), which goes on from those of the
 * seeded leads and is never given twice.
 */
export const newAccountIds = ({world, store: {accounts}}: Known, count: number): string[] => {
	const year = new Date(world.now).getUTCFullYear();
	let last = accounts.lastNumber();
	let ids: string[] = [];
	while (ids.length < count) {
		const next = Array.from({length: count - ids.length}, () => accountIdOfSeeded(year, world.leads.seeded + last++));
		const taken = new Set(accounts.findAll(next).map(({id}) => id));
		ids = ids.concat(next.filter(id => !taken.has(id)));
	}
	accounts.setLastNumber(last);
	return ids;
};
