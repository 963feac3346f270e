/** Finds whom a search means: leads and accounts by name, phone, account reference or email. */
import type {Account} from '../store/accounts.ts';
import type {WorldAndStore} from '../store/store.ts';
import {isDerived, leadOfAccountId, leadsOfPhone, holderName as nameOfLead, personOf} from '../world/leads.ts';
import {type Person, seededLeadOfPhone} from '../world/people.ts';
import type {World} from '../world/state.ts';
import {seededEmail, type Visible} from './accounts.ts';
import {takeTurns} from './turns.ts';

/** Fewer digits are searched in names and references only, not in numbers. */
const leastDigits = 3;

/** Free text over name, phone, account and email; and text in the name alone. */
export type Asked = {query?: string | undefined; name?: string | undefined};

export const nameOf = ({firstName, lastName}: Pick<Person, 'firstName' | 'lastName'>): string =>
	`${firstName} ${lastName}`.trim();

export const holderName = ({fields: {first_name = '', last_name = '', company_name = ''}}: Account): string =>
	`${first_name} ${last_name}`.trim() || company_name;

/** The digits of a query that can be a phone number, or a part of one, however written; without a leading +1 or 1. */
const phoneDigits = (query: string): string | undefined => {
	const digits = query.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
	return /^[\d\s().+-]+$/.test(query) && digits.length >= leastDigits ? digits : undefined;
};

/** What is asked for, ready to be compared. A seeded email repeats a name: it is compared only if the query has an @. */
const termsOf = ({query, name}: Asked) => {
	const text = query?.trim().toLowerCase() || undefined;
	return {
		name: name?.trim().toLowerCase() || undefined,
		text,
		digits: text === undefined ? undefined : phoneDigits(text),
		hasDigit: /\d/.test(text ?? ''),
		isEmail: text?.includes('@') ?? false,
	};
};

type Terms = ReturnType<typeof termsOf>;

const isNamed = ({name}: Terms, holder: string): boolean => name === undefined || holder.toLowerCase().includes(name);

const has = (text: string, part: string | undefined): boolean =>
	part !== undefined && text.toLowerCase().includes(part);

const matchesLead = (world: World, lead: number, terms: Terms): boolean => {
	const {text, digits, hasDigit, isEmail} = terms;
	// The name is quick to derive, the rest is not.
	const name = nameOf(nameOfLead(world, lead));
	if (!isNamed(terms, name)) {
		return false;
	}
	if (text === undefined || has(name, text) || (!hasDigit && !isEmail)) {
		return text === undefined || has(name, text);
	}
	const person = personOf(world, lead);
	return (
		has(person.phone, digits) ||
		has(person.accountId, text) ||
		(isEmail && isDerived(world, lead) && has(seededEmail(person, lead), text))
	);
};

/** Whether the account itself is meant, and not just one of its phones. */
const matchesAccount = (account: Account, terms: Terms): boolean => {
	const {text} = terms;
	const name = holderName(account);
	return (
		isNamed(terms, name) &&
		(text === undefined || has(name, text) || has(account.id, text) || account.emails.some(email => has(email, text)))
	);
};

const matchesPhone = (account: Account, terms: Terms): boolean =>
	isNamed(terms, holderName(account)) && account.phones.some(({number}) => has(number, terms.digits));

/** The only derived leads that a whole number, reference or email can mean; undefined if it may be any of them. */
const onlyDerived = (world: World, {text, digits}: Terms): Set<number> | undefined => {
	const email = /^[a-z]+\.[a-z]+\.(\d{1,9})@example\.com$/.exec(text ?? '');
	const candidates = [
		...(digits?.length === 10 ? [seededLeadOfPhone(world.seed, digits)] : []),
		...(/^\d{4}-\d{7,9}$/.test(text ?? '') ? [leadOfAccountId(world, text ?? '')] : []),
		...(email ? [Number(email[1]) - 1] : []),
	];
	return candidates.length === 0
		? undefined
		: new Set(candidates.filter((lead): lead is number => lead !== undefined && lead >= 0 && isDerived(world, lead)));
};

/** Most leads, and most accounts, without calls of one answer (ours). */
const accountLimit = 100;

/** What is known of a lead while a search goes on; `called` is meant too. */
const unknown = 0;
const other = 1;
const meant = 2;
const called = 3;

/** Whom a search means. Each lead is judged once, when it comes up. */
export type Holders = {
	/** Whether a call was to a lead that is meant, which counts as called from then on. */
	isCalled(lead: number): boolean;
	/** Whether the number of a test call is meant. */
	isTested(phone: string): boolean;
	/**
	 * Leads that are meant, do not count as called and pass a filter, and accounts that are meant and have no lead that is.
	 * At most a hundred of each (ours); `count` counts all.
	 */
	withoutCalls(passes: (lead: number) => boolean): Promise<{count: number; leads: number[]; accounts: Account[]}>;
};

/** Recognizes whom a search means. Stored accounts are read at once, other requests going first every few milliseconds. */
export const findHolders = async ({world, store}: WorldAndStore, asked: Asked, seen: Visible): Promise<Holders> => {
	const terms = termsOf(asked);
	const {leads} = world;
	const known = new Uint8Array(leads.count);
	const pause = takeTurns();

	const few = onlyDerived(world, terms);
	const mayBeMeant = (lead: number): boolean => few === undefined || few.has(lead) || leads.added.has(lead);
	const isMeant = (lead: number): boolean => {
		if (known[lead] === unknown) {
			known[lead] = mayBeMeant(lead) && matchesLead(world, lead, terms) ? meant : other;
		}
		return known[lead] === meant || known[lead] === called;
	};

	const leadsOf = ({id, phones}: Account): number[] => {
		const derived = leadOfAccountId(world, id);
		const added = phones
			.flatMap(({number}) => leadsOfPhone(world, number))
			.filter(lead => leads.added.get(lead)?.accountId === id);
		return derived === undefined ? added : [derived, ...added];
	};

	const accounts: Account[] = [];
	const theirs: number[] = [];
	let accountCount = 0;
	for (const account of store.accounts.all()) {
		const isWhole = matchesAccount(account, terms);
		if ((isWhole || matchesPhone(account, terms)) && seen.account(account.id)) {
			const own = leadsOf(account);
			if (isWhole) {
				theirs.push(...own);
				for (const lead of own) {
					known[lead] = meant;
				}
			}
			if (!own.some(isMeant) && ++accountCount <= accountLimit) {
				accounts.push(account);
			}
		}
		await pause();
	}

	return {
		isCalled(lead) {
			const isOne = isMeant(lead);
			if (isOne) {
				known[lead] = called;
			}
			return isOne;
		},
		isTested: phone => terms.name === undefined && has(phone, terms.digits),
		async withoutCalls(passes) {
			const found: number[] = [];
			let count = accountCount;
			let looked = 0;
			for (const lead of few ? new Set([...few, ...theirs, ...leads.added.keys()]) : known.keys()) {
				if (isMeant(lead) && known[lead] === meant && !world.retired.has(lead) && seen.lead(lead) && passes(lead)) {
					count++;
					if (found.length < accountLimit) {
						found.push(lead);
					}
				}
				if (++looked % 64 === 0) {
					await pause();
				}
			}
			return {count, leads: found, accounts};
		},
	};
};
