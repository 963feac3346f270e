/** Finds the people who match a search: leads and accounts by name, phone, account reference or email. */
import {type AccountText, hasText, idOf, inEveryLine, isNamed, rowOf} from '../store/account-texts.ts';
import type {Account} from '../store/accounts.ts';
import type {WorldAndStore} from '../store/store.ts';
import {isDerived, leadsOfAccount, personOf} from '../world/leads.ts';
import {numbersWith} from '../world/people.ts';
import {derivedRanges, storedLeads, type Visible} from './accounts.ts';
import {derivedHolders, nameOf, onlyDerived, type Terms} from './derived-holders.ts';
import {takeTurns} from './turns.ts';

/** Fewer digits are searched in names and references only, not in numbers. */
const leastDigits = 3;

/** Free text over name, phone, account and email; and text in the name alone. */
export type Asked = {query?: string | undefined; name?: string | undefined};

export const holderName = ({fields: {first_name = '', last_name = '', company_name = ''}}: Account): string =>
	`${first_name} ${last_name}`.trim() || company_name;

/** The digits of a query that can be a phone number, or a part of one, however written; without a leading +1 or 1. */
const phoneDigits = (query: string): string | undefined => {
	const digits = query.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
	return /^[\d\s().+-]+$/.test(query) && digits.length >= leastDigits ? digits : undefined;
};

/** As it is compared: in lower case, without what separates the parts of an account's line. */
const plain = (text: string | undefined): string | undefined =>
	text
		?.replace(/[\t\n\f]/g, ' ')
		.trim()
		.toLowerCase() || undefined;

const termsOf = ({query, name}: Asked): Terms => {
	const text = plain(query);
	return {name: plain(name), text, digits: text === undefined ? undefined : phoneDigits(text)};
};

/** Most leads, and most accounts, without calls of one answer (ours). */
const accountLimit = 100;

/** Accounts without calls that are counted; of more, an answer says that there are at least so many (ours). */
const countLimit = 10_000;

/** Leads looked at before other requests may go first. */
const leadsPerTurn = 512;

/** What is known of a lead while a search goes on; `called` matches too. */
const other = 1;
const matching = 2;
const called = 3;

/** The people who match a search. */
export type Holders = {
	/** Whether a call was to a matching lead, which counts as called from then on. */
	isCalled(lead: number): boolean;
	/** Whether the number of a test call matches. */
	isTested(phone: string): boolean;
	/**
	 * Matching leads that do not count as called and pass a filter, and matching accounts without a matching lead.
	 * At most a hundred of each (ours). `count` counts the accounts of all of them that no call was to, unless there are too
	 * many (`isAll`), and `firsts` has the first lead of each.
	 */
	withoutCalls(
		passes: (lead: number) => boolean,
	): Promise<{count: number; isAll: boolean; leads: number[]; firsts: number[]; accounts: Account[]}>;
};

/**
 * Recognizes the people who match a search: stored accounts at once, unless there are too many, and each derived one when it comes up.
 * Other requests go first every few milliseconds.
 */
export const findHolders = async (sources: WorldAndStore, asked: Asked, seen: Visible): Promise<Holders> => {
	const {
		world,
		store: {accounts},
	} = sources;
	const terms = termsOf(asked);
	const {name, text, digits} = terms;
	const {leads, retired} = world;
	const pause = takeTurns();
	const few = onlyDerived(world, terms);
	const isDerivedMatch = derivedHolders(world, terms);

	const isHolder = (account: AccountText): boolean => name === undefined || isNamed(account, name);
	const hasTerms = (account: AccountText): boolean => text === undefined || hasText(account, text);
	const hasNumber = (lead: number): boolean =>
		digits !== undefined && !isDerived(world, lead) && personOf(world, lead).phone.includes(digits);

	/** If there are too many accounts: the derived leads among theirs. Each lead is then judged when it comes up. */
	let stored: ReadonlySet<number> | undefined;
	const known = new Uint8Array(leads.count);
	const judge = (lead: number): boolean => {
		const derived = isDerived(world, lead);
		if (derived && (few?.has(lead) ?? true) && isDerivedMatch?.(lead)) {
			return true;
		}
		const mayBeStored = stored && (!derived || stored.has(lead));
		const account = mayBeStored ? accounts.texts.of(personOf(world, lead).accountId) : undefined;
		return account !== undefined && isHolder(account) && (hasTerms(account) || hasNumber(lead));
	};
	const isMatch = (lead: number): boolean => {
		known[lead] ||= judge(lead) ? matching : other;
		return known[lead] !== other;
	};

	/** The leads of each matching account, and the rows of accounts without a matching lead. */
	const owned: number[][] = [];
	const rows: number[] = [];
	let room = countLimit;
	const take = (account: AccountText, isByText: boolean): void => {
		const own = leadsOfAccount(world, idOf(account));
		for (const lead of own) {
			if (isByText || hasNumber(lead)) {
				known[lead] = matching;
			}
		}
		if (own.some(lead => isMatch(lead) && !retired.has(lead))) {
			owned.push(own);
		} else {
			rows.push(rowOf(account));
		}
		// Those who were called are in the answer however many there are.
		if (own.every(lead => leads.attempts[lead] === 0)) {
			room--;
		}
	};
	const takeAll = async (pieces: Iterable<AccountText[]>, isByText: boolean): Promise<void> => {
		for (const piece of pieces) {
			for (const account of piece) {
				if (isHolder(account) && hasTerms(account) === isByText) {
					take(account, isByText);
				}
			}
			await pause();
			if (room <= 0) {
				stored ??= new Set(await storedLeads(sources, pause));
				return;
			}
		}
	};
	const isSeen = seen.stored(accounts);
	await takeAll(accounts.texts.withText(name ?? text ?? inEveryLine, isSeen), true);
	if (digits !== undefined) {
		await takeAll(accounts.texts.withNumber(numbersWith(digits), isSeen), false);
	}
	// The call log still has numbers that are no longer those of their accounts.
	for (const lead of retired) {
		if (hasNumber(lead) && (name === undefined || nameOf(personOf(world, lead)).toLowerCase().includes(name))) {
			known[lead] = matching;
		}
	}
	/** Ranges of derived leads to look at. */
	const ranges = () =>
		few ? [...few].map(lead => [lead, lead + 1] as const) : isDerivedMatch ? derivedRanges(world, seen, pause) : [];

	return {
		isCalled(lead) {
			const isOne = isMatch(lead);
			if (isOne) {
				known[lead] = called;
			}
			return isOne;
		},
		isTested: phone => name === undefined && digits !== undefined && phone.includes(digits),
		async withoutCalls(passes) {
			const isUncalled = (lead: number): boolean =>
				isMatch(lead) && known[lead] === matching && !retired.has(lead) && seen.lead(lead) && passes(lead);
			const found: number[] = [];
			const firsts: number[] = [];
			const ofAccounts = new Set<number>();
			let looked = 0;
			for (const own of owned) {
				const uncalled = own.filter(isUncalled);
				found.push(...uncalled);
				if (uncalled[0] !== undefined && own.every(lead => known[lead] !== called)) {
					firsts.push(uncalled[0]);
				}
				for (const lead of own) {
					ofAccounts.add(lead);
				}
				if (++looked % leadsPerTurn === 0) {
					await pause();
				}
			}
			const countOfStored = rows.length + firsts.length;
			let count = 0;
			for await (const [from, end] of ranges()) {
				for (let lead = from; lead < end && count < countLimit; lead++) {
					if (isUncalled(lead) && !ofAccounts.has(lead) && ++count <= accountLimit) {
						found.push(lead);
						firsts.push(lead);
					}
					if (++looked % leadsPerTurn === 0) {
						await pause();
					}
				}
			}
			const inOrder = (some: number[]): number[] => some.sort((a, b) => a - b).slice(0, accountLimit);
			return {
				count: countOfStored + count,
				isAll: stored === undefined && count < countLimit,
				leads: inOrder(found),
				firsts: inOrder(firsts),
				accounts: rows.slice(0, accountLimit).flatMap(row => accounts.at(row) ?? []),
			};
		},
	};
};
