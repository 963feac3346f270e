/** Pages of all accounts: those in the store, newest first, then those of derived leads that are not stored. */

import {inEveryLine, placeOf} from '../store/account-texts.ts';
import type {Account} from '../store/accounts.ts';
import {addedBetween} from '../world/added-leads.ts';
import {below} from '../world/ascending.ts';
import {accountIdOf, isDerived, leadOfAccountId} from '../world/leads.ts';
import type {World} from '../world/state.ts';
import {type AccountSources, seededAccount, type Visible} from './accounts.ts';
import {takeTurns} from './turns.ts';

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
	const places: number[] = [];
	for (const piece of accounts.texts.withText(inEveryLine, seen.stored(accounts))) {
		places.push(...piece.map(placeOf));
		await pause();
	}
	const page = places.toReversed().slice(skip, skip + most);
	return {found: page.flatMap(place => accounts.at(place) ?? []), count: places.length};
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
		// A file of leads is a run of its own.
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
		// The lead at which the page begins or goes on: those that are stored have had their turn.
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
