/**
 * Accounts as the service knows them: those that were added, and those of seeded leads, which are derived as long as
 * nobody changes them.
 */
import type {Access} from './access.ts';
import type {Account} from './store/accounts.ts';
import type {Store} from './store/store.ts';
import {hash, purpose} from './world/draw.ts';
import {listOf, personOf} from './world/leads.ts';
import {accountIdOfSeeded, seededLeadOfAccountId} from './world/people.ts';
import type {World} from './world/state.ts';
import {offsetText} from './world/zones.ts';

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

/** The account with this reference. */
export const findAccount = ({world, store: {accounts}}: Known, id: string): Account | undefined => {
	const lead = seededLeadOf(world, id);
	return accounts.find(id) ?? (lead === undefined ? undefined : seededAccount(world, lead));
};

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
	const runs = companyId === ownCompany ? leads.runs.filter(({first}) => seen.lead(first)) : [];
	for (const {first} of runs) {
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
 * Makes references for accounts that come without one: the year and a number (section 2.3), which goes on from those of
 * the seeded leads and is never given twice.
 *
 * @param work is given what makes the next one
 */
export const withNewIds = <T>({world, store: {accounts}}: Known, work: (next: () => string) => T): T => {
	const year = new Date(world.now).getUTCFullYear();
	const before = accounts.lastNumber();
	let last = before;
	const next = (): string => {
		for (;;) {
			const id = accountIdOfSeeded(year, world.leads.seeded + last++);
			if (!accounts.has(id)) {
				return id;
			}
		}
	};
	const result = work(next);
	if (last > before) {
		accounts.setLastNumber(last);
	}
	return result;
};
