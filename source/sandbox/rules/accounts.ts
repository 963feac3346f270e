/** All accounts and their pages: those in the store, and those of seeded leads, which are derived until they are changed. */

import {inEveryLine, rowOf} from '../store/account-texts.ts';
import type {Account} from '../store/accounts.ts';
import type {Store} from '../store/store.ts';
import {addedBetween, below} from '../world/added-leads.ts';
import {hash, purpose} from '../world/draw.ts';
import {accountIdOf, isDerived, leadOfAccountId, leadsOfAccount, listOf, personOf} from '../world/leads.ts';
import {accountIdOfSeeded, type Person} from '../world/people.ts';
import {found, Refusal} from '../world/refusal.ts';
import type {World} from '../world/state.ts';
import {dayText} from '../world/time.ts';
import {offsetText} from '../world/zones.ts';
import type {Access} from './access.ts';
import {ownCompany} from './company.ts';
import {takeTurns} from './turns.ts';

/** Most phones, and most emails, of an account (ours). */
export const contactLimit = 100;

export type AccountSources = {world: World; store: Pick<Store, 'accounts'>};

/** The email of a seeded lead's account. */
export const seededEmail = ({firstName, lastName}: Pick<Person, 'firstName' | 'lastName'>, lead: number): string =>
	`${firstName}.${lastName}.${lead + 1}@example.com`.toLowerCase();

/** The account of a derived lead. */
export const seededAccount = (world: World, lead: number): Account => {
	const {firstName, lastName, phone, zone, accountId} = personOf(world, lead);
	const cents = 5000 + (hash(world.seed, lead, 0, purpose.balance) % 500_000);
	return {
		id: accountId,
		companyId: ownCompany,
		isListed: true,
		fields: {first_name: firstName, last_name: lastName, country: 'US', balance: (cents / 100).toFixed(2)},
		phones: [{number: phone, type: 'MOBILE', zone: offsetText(zone)}],
		emails: [seededEmail({firstName, lastName}, lead)],
	};
};

/** The accounts with these references that exist, by reference. */
export const findAccounts = (
	{world, store: {accounts}}: AccountSources,
	ids: readonly string[],
): Map<string, Account> => {
	const found = new Map(accounts.findAll(ids).map(account => [account.id, account]));
	for (const id of ids) {
		const lead = leadOfAccountId(world, id);
		if (lead !== undefined && !found.has(id)) {
			found.set(id, seededAccount(world, lead));
		}
	}
	return found;
};

/** The account with this reference. */
export const findAccount = (sources: AccountSources, id: string): Account | undefined =>
	findAccounts(sources, [id]).get(id);

/** The holder of an account; `phone` is the primary one, empty if there is none. */
export type Holder = {name: string; phone: string; hasEmail: boolean};

/** @throws Refusal `Account not found`, `Permission denied` */
export const holderOf = (sources: AccountSources & {access: Access}, accountId: string): Holder => {
	const account = found(findAccount(sources, accountId), 'Account');
	refuseUnseen(sources, accountId);
	const {first_name = '', last_name = '', company_name = ''} = account.fields;
	return {
		name: `${first_name} ${last_name}`.trim() || company_name,
		phone: account.phones[0]?.number ?? '',
		hasEmail: account.emails.length > 0,
	};
};

/** Which leads and accounts a user may see. */
export type Visible = {
	/** True if the user may see all of them. */
	everything: boolean;
	/** @param lead its index */
	lead(lead: number): boolean;
	/**
	 * False if all its leads are on lists of campaigns that the user may not see. An account on no list is seen by everyone
	 * who has a campaign.
	 */
	account(id: string): boolean;
	/** The same of stored accounts, by their rows, which is quick where there are many. */
	stored(accounts: Store['accounts']): (row: number) => boolean;
};

export const visibleTo = (world: World, access: Access): Visible => {
	const campaigns = new Set(access.campaigns().map(({index}) => index));
	if (campaigns.size === world.campaigns.length) {
		return {everything: true, lead: () => true, account: () => true, stored: () => () => true};
	}
	if (campaigns.size === 0) {
		return {everything: false, lead: () => false, account: () => false, stored: () => () => false};
	}
	const lists = world.lists.map(({campaign}) => campaigns.has(campaign));
	const isSeen = (lead: number): boolean => lists[listOf(world.leads, lead)] ?? false;
	/** The campaigns of an account's leads. */
	const groupOf = (id: string): string =>
		[...new Set(leadsOfAccount(world, id).map(lead => world.lists[listOf(world.leads, lead)]?.campaign))].sort().join();
	return {
		everything: false,
		lead: isSeen,
		account(id) {
			const own = leadsOfAccount(world, id);
			return own.length === 0 || own.some(isSeen);
		},
		stored({texts}) {
			const known = new Map<string, boolean>();
			return row => {
				const group = texts.groupOf(row, groupOf);
				const isGroupSeen =
					known.get(group) ?? (group === '' || group.split(',').some(campaign => campaigns.has(Number(campaign))));
				known.set(group, isGroupSeen);
				return isGroupSeen;
			};
		},
	};
};

/** The id of the campaign that an account's first lead belongs to; empty if it has none. */
export const campaignOfAccount = (world: World, id: string): string => {
	const {leads, lists, campaigns} = world;
	const [lead] = leadsOfAccount(world, id);
	return lead === undefined ? '' : (campaigns[lists[listOf(leads, lead)]?.campaign ?? -1]?.id ?? '');
};

/** @throws Refusal `Permission denied` if the user may not see the account */
export const refuseUnseen = ({world, access}: {world: World; access: Access}, accountId: string): void => {
	if (!visibleTo(world, access).account(accountId)) {
		throw new Refusal('permission-denied', 'Permission denied');
	}
};

/**
 * New references for accounts added without one: the year and a number (section 2.3), counting on from the seeded leads
 * and never used twice.
 */
export const newAccountIds = ({world, store: {accounts}}: AccountSources, count: number): string[] => {
	const year = Number(dayText(world, world.now).slice(0, 4));
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

type Pause = ReturnType<typeof takeTurns>;

/** Leads or accounts between two looks at the clock. */
const pieceOfWork = 64;

type Span = {skip: number; most: number};

/** The stored accounts of a page, and how many there are on all pages. */
const storedPage = async (
	{accounts}: AccountSources['store'],
	seen: Visible,
	{skip, most}: Span,
	pause: Pause,
): Promise<{found: Account[]; count: number}> => {
	if (seen.everything) {
		return {found: accounts.list(most, skip), count: accounts.count()};
	}
	const rows: number[] = [];
	for (const piece of accounts.texts.withText(inEveryLine, seen.stored(accounts))) {
		rows.push(...piece.map(rowOf));
		await pause();
	}
	const page = rows.toReversed().slice(skip, skip + most);
	return {found: page.flatMap(row => accounts.at(row) ?? []), count: rows.length};
};

/** Leads whose references have seven digits; those of the others have more. */
const sevenDigits = 9_999_999;

/** The derived leads whose accounts are stored, ascending. */
export const storedLeads = async ({world, store: {accounts}}: AccountSources, pause: Pause): Promise<number[]> => {
	const {seeded, count} = world.leads;
	const found: number[] = [];
	let looked = 0;
	// References of as many digits sort as their numbers do.
	for (const [first, end] of [
		[0, Math.min(seeded, sevenDigits)],
		[sevenDigits, seeded],
		[seeded, count],
	] as const) {
		for (const id of first < end ? accounts.idsBetween(accountIdOf(world, first), accountIdOf(world, end - 1)) : []) {
			const lead = leadOfAccountId(world, id);
			if (lead !== undefined) {
				found.push(lead);
			}
			if (++looked % pieceOfWork === 0) {
				await pause();
			}
		}
	}
	return found.sort((a, b) => a - b);
};

/** Ranges of lead indices whose accounts are derived, in the order of the leads. */
export async function* derivedRanges(
	world: World,
	seen: Visible,
	pause: Pause,
): AsyncGenerator<readonly [from: number, end: number]> {
	const {runs, seeded, count} = world.leads;
	for (const [run, first] of runs.entries()) {
		const end = runs[run + 1] ?? count;
		// Each file of leads forms a run.
		if (!seen.lead(first) || addedBetween(world.leads.added, first, end) === end - first) {
			continue;
		}
		let from = first;
		// Of the leads that came later, some were added.
		for (let lead = Math.max(first, seeded); lead < end; lead++) {
			if (!isDerived(world, lead)) {
				if (from < lead) {
					yield [from, lead];
				}
				from = lead + 1;
			}
			if (lead % pieceOfWork === 0) {
				await pause();
			}
		}
		yield [from, end];
	}
}

/** A page of the accounts that a user may see, and how many they are. */
export const pageOfAccounts = async (
	sources: AccountSources,
	seen: Visible,
	{skip, most}: Span,
): Promise<{accounts: Account[]; total: number}> => {
	const {world} = sources;
	const pause = takeTurns();
	const {found, count} = await storedPage(sources.store, seen, {skip, most}, pause);
	const stored = await storedLeads(sources, pause);
	let total = count;
	for await (const [from, end] of derivedRanges(world, seen, pause)) {
		let next = below(stored, from);
		const leads = end - from - (below(stored, end) - next);
		// The lead at which the page begins or goes on: those that are stored came before.
		let lead = from + Math.max(0, skip - total);
		for (; lead < end && found.length < most; lead++) {
			while (stored[next] !== undefined && (stored[next] ?? 0) <= lead) {
				next++;
				lead++;
			}
			if (lead < end) {
				found.push(seededAccount(world, lead));
			}
		}
		total += leads;
	}
	return {accounts: found, total};
};
