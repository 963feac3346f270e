/** Finds whom a search means: leads and accounts by name, phone, account reference or email. */
import {type AccountText, inEveryLine} from '../store/account-texts.ts';
import type {Account} from '../store/accounts.ts';
import type {WorldAndStore} from '../store/store.ts';
import {isDerived, leadsOfAccount, personOf} from '../world/leads.ts';
import type {Visible} from './accounts.ts';
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

/** Whether the account itself is meant, just one of its phones, or neither. */
const judge = (account: AccountText, {name, text, digits}: Terms): 'account' | 'phone' | undefined => {
	if (name !== undefined && !account.isNamed(name)) {
		return undefined;
	}
	if (text === undefined || account.has(text)) {
		return 'account';
	}
	return digits !== undefined && account.hasDigits(digits) ? 'phone' : undefined;
};

/** Most leads, and most accounts, without calls of one answer (ours). */
const accountLimit = 100;

/** Leads looked at before other requests may go first. */
const leadsPerTurn = 512;

/** What is known of a lead while a search goes on; `called` is meant too. */
const unknown = 0;
const other = 1;
const meant = 2;
const called = 3;

/** Whom a search means. */
export type Holders = {
	/** Whether a call was to a lead that is meant, which counts as called from then on. */
	isCalled(lead: number): boolean;
	/** Whether the number of a test call is meant. */
	isTested(phone: string): boolean;
	/**
	 * Leads that are meant, do not count as called and pass a filter, and accounts that are meant and have no lead that is.
	 * At most a hundred of each (ours). `count` counts the accounts of all of them that no call was to, and `firsts` has
	 * the first lead of each.
	 */
	withoutCalls(
		passes: (lead: number) => boolean,
	): Promise<{count: number; leads: number[]; firsts: number[]; accounts: Account[]}>;
};

/**
 * Recognizes whom a search means: added leads by their accounts, at once, and each derived one when it comes up. Other
 * requests go first every few milliseconds.
 */
export const findHolders = async ({world, store}: WorldAndStore, asked: Asked, seen: Visible): Promise<Holders> => {
	const terms = termsOf(asked);
	const {name, text, digits} = terms;
	const {leads} = world;
	const pause = takeTurns();
	const few = onlyDerived(world, terms);
	const isDerivedMeant = derivedHolders(world, terms);

	const known = new Uint8Array(leads.count);
	for (const lead of leads.added.leads.subarray(0, leads.added.count)) {
		known[lead] = other;
	}
	const isMeant = (lead: number): boolean => {
		if (known[lead] === unknown) {
			known[lead] = (few === undefined || few.has(lead)) && isDerivedMeant?.(lead) ? meant : other;
		}
		return known[lead] === meant || known[lead] === called;
	};
	/** Leads that are meant by their accounts. */
	const theirs: number[] = [];
	const mark = (lead: number): void => {
		known[lead] = meant;
		theirs.push(lead);
	};
	const hasNumber = (lead: number): boolean =>
		digits !== undefined && !isDerived(world, lead) && personOf(world, lead).phone.includes(digits);

	const places: number[] = [];
	let accountCount = 0;
	const take = (account: AccountText): void => {
		const judged = judge(account, terms);
		if (judged === undefined || !seen.account(account.id)) {
			return;
		}
		const own = leadsOfAccount(world, account.id);
		for (const lead of own) {
			if (judged === 'account' || hasNumber(lead)) {
				mark(lead);
			}
		}
		const isByLead = own.some(lead => isMeant(lead) && !world.retired.has(lead));
		if (!isByLead && ++accountCount <= accountLimit) {
			places.push(account.place);
		}
	};
	await store.accounts.texts.visit(name ?? text ?? inEveryLine, take, pause);
	if (name === undefined && digits !== undefined && digits !== text) {
		// Whoever has the text itself was taken before.
		await store.accounts.texts.visit(digits, account => !account.has(text ?? '') && take(account), pause);
	}
	// The call log keeps numbers that are no longer their accounts'.
	for (const lead of world.retired) {
		if (hasNumber(lead) && (name === undefined || nameOf(personOf(world, lead)).toLowerCase().includes(name))) {
			mark(lead);
		}
	}
	/** Leads to look at, ascending. */
	const candidates = (): Iterable<number> =>
		few || !isDerivedMeant ? new Set([...(few ?? []), ...theirs].toSorted((a, b) => a - b)) : known.keys();

	return {
		isCalled(lead) {
			const isOne = isMeant(lead);
			if (isOne) {
				known[lead] = called;
			}
			return isOne;
		},
		isTested: phone => name === undefined && digits !== undefined && phone.includes(digits),
		async withoutCalls(passes) {
			const found: number[] = [];
			const firsts: number[] = [];
			let count = accountCount;
			let looked = 0;
			const ofAccounts = new Set(theirs);
			const isUncalled = (lead: number): boolean =>
				isMeant(lead) && known[lead] === meant && !world.retired.has(lead) && seen.lead(lead) && passes(lead);
			/** Whether an account is counted with this one of its leads: the first, unless another was called. */
			const counts = (lead: number): boolean => {
				if (!ofAccounts.has(lead)) {
					return true;
				}
				const all = leadsOfAccount(world, personOf(world, lead).accountId);
				return all.find(isUncalled) === lead && all.every(one => known[one] !== called);
			};
			for (const lead of candidates()) {
				if (isUncalled(lead)) {
					if (counts(lead) && ++count - accountCount <= accountLimit) {
						firsts.push(lead);
					}
					if (found.length < accountLimit) {
						found.push(lead);
					}
				}
				if (++looked % leadsPerTurn === 0) {
					await pause();
				}
			}
			return {count, leads: found, firsts, accounts: places.flatMap(place => store.accounts.at(place) ?? [])};
		},
	};
};
