/** Finds whom a search means: leads and accounts by name, phone, account reference or email. */
import {type AccountText, hasText, idOf, inEveryLine, isNamed, placeOf} from '../store/account-texts.ts';
import type {Account} from '../store/accounts.ts';
import type {WorldAndStore} from '../store/store.ts';
import {accountNumberOf, isDerived, leadOfAccountId, leadsOfAccount, personOf} from '../world/leads.ts';
import {
	type LeadTest,
	numbersWith,
	type Person,
	seededLeadOfPhone,
	seededNames,
	seededNumbers,
} from '../world/people.ts';
import type {World} from '../world/state.ts';
import {derivedRanges, seededEmail, storedLeads, type Visible} from './accounts.ts';
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

/** What is known of a lead while a search goes on; `called` is meant too. */
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
	 * At most a hundred of each (ours). `count` counts the accounts of all of them that no call was to, unless there are too
	 * many (`isAll`), and `firsts` has the first lead of each.
	 */
	withoutCalls(
		passes: (lead: number) => boolean,
	): Promise<{count: number; isAll: boolean; leads: number[]; firsts: number[]; accounts: Account[]}>;
};

/**
 * Recognizes whom a search means: stored accounts at once, unless there are too many, and each derived one when it comes up.
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
	const isDerivedMeant = derivedHolders(world, terms);

	const isHolder = (account: AccountText): boolean => name === undefined || isNamed(account, name);
	const hasTerms = (account: AccountText): boolean => text === undefined || hasText(account, text);
	const hasNumber = (lead: number): boolean =>
		digits !== undefined && !isDerived(world, lead) && personOf(world, lead).phone.includes(digits);

	/** If there are too many accounts: the derived leads among theirs. Each lead is then judged when it comes up. */
	let stored: ReadonlySet<number> | undefined;
	const known = new Uint8Array(leads.count);
	const judge = (lead: number): boolean => {
		const derived = isDerived(world, lead);
		if (derived && (few?.has(lead) ?? true) && isDerivedMeant?.(lead)) {
			return true;
		}
		const mayBeStored = stored && (!derived || stored.has(lead));
		const account = mayBeStored ? accounts.texts.of(personOf(world, lead).accountId) : undefined;
		return account !== undefined && isHolder(account) && (hasTerms(account) || hasNumber(lead));
	};
	const isMeant = (lead: number): boolean => {
		known[lead] ||= judge(lead) ? meant : other;
		return known[lead] !== other;
	};

	/** The leads of each account that is meant, and the rows of accounts without a lead that is. */
	const owned: number[][] = [];
	const rows: number[] = [];
	let room = countLimit;
	const take = (account: AccountText, isByText: boolean): void => {
		const own = leadsOfAccount(world, idOf(account));
		for (const lead of own) {
			if (isByText || hasNumber(lead)) {
				known[lead] = meant;
			}
		}
		if (own.some(lead => isMeant(lead) && !retired.has(lead))) {
			owned.push(own);
		} else {
			rows.push(placeOf(account));
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
			known[lead] = meant;
		}
	}
	/** Ranges of derived leads to look at. */
	const ranges = () =>
		few ? [...few].map(lead => [lead, lead + 1] as const) : isDerivedMeant ? derivedRanges(world, seen, pause) : [];

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
			const isUncalled = (lead: number): boolean =>
				isMeant(lead) && known[lead] === meant && !retired.has(lead) && seen.lead(lead) && passes(lead);
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

/** What is searched, in lower case; `digits` are those of a number, or of a part of one. */
export type Terms = {name: string | undefined; text: string | undefined; digits: string | undefined};

export const nameOf = ({firstName, lastName}: Pick<Person, 'firstName' | 'lastName'>): string =>
	`${firstName} ${lastName}`.trim();

/** The only derived leads that a whole number, reference or email can mean; undefined if it may be any of them. */
export const onlyDerived = (world: World, {text, digits}: Terms): Set<number> | undefined => {
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

const names = ({seed, leads: {changed}}: World, part: string): LeadTest | undefined => {
	const isSeeded = seededNames(seed, part);
	return changed.size === 0
		? isSeeded
		: lead => {
				const person = changed.get(lead);
				return person ? nameOf(person).toLowerCase().includes(part) : isSeeded?.(lead) === true;
			};
};

/** Fewest digits of the number in a reference. */
const numberLength = 7;

/** Whether a number holds some digits; one with too few digits begins with zeros. */
const holds = (number: number, wanted: string): boolean => {
	const size = 10 ** wanted.length;
	const value = Number(wanted);
	let rest = number;
	for (let length = wanted.length; length <= numberLength || rest >= size / 10; length++) {
		if (rest % size === value) {
			return true;
		}
		rest = Math.floor(rest / 10);
	}
	return false;
};

/** A reference is a year, a dash and a number. */
const references = (world: World, text: string): LeadTest | undefined => {
	const [, before = '', rest] = /^(\d{0,9})(-\d{0,9})?$/.exec(text) ?? [undefined, '-'];
	const year = String(world.year);
	if (rest !== undefined) {
		const after = rest.slice(1);
		const isStart = (lead: number): boolean =>
			String(accountNumberOf(world, lead) + 1)
				.padStart(numberLength, '0')
				.startsWith(after);
		return year.endsWith(before) ? isStart : undefined;
	}
	if (before === '-') {
		return undefined;
	}
	return year.includes(before) ? () => true : lead => holds(accountNumberOf(world, lead) + 1, before);
};

/** A seeded email repeats the name and ends with the number of the lead: it is compared only with what has an @. */
const emails = (world: World, text: string): LeadTest | undefined => {
	const [, local = '', domain] = /^([^@]*)@(.*)$/.exec(text) ?? [];
	if (domain === undefined || !'example.com'.startsWith(domain)) {
		return undefined;
	}
	const [, holder, number] = /^(?:(.*)\.)?(\d+)$/.exec(local) ?? [];
	if (number === undefined) {
		return local === '' ? () => true : undefined;
	}
	const isNumber = (lead: number): boolean => String(lead + 1).endsWith(number);
	return holder === undefined
		? isNumber
		: lead => isNumber(lead) && seededEmail(personOf(world, lead), lead).includes(text);
};

const any = (tests: readonly (LeadTest | undefined)[]): LeadTest | undefined => {
	const [first, second, ...others] = tests.filter(test => test !== undefined);
	if (!first || !second) {
		return first;
	}
	return lead => first(lead) || second(lead) || others.some(test => test(lead));
};

/** Tells which derived leads are meant; undefined if none is. */
export const derivedHolders = (world: World, {name, text, digits}: Terms): LeadTest | undefined => {
	const isNamed = name === undefined ? () => true : names(world, name);
	const hasText =
		text === undefined
			? () => true
			: any([
					names(world, text),
					digits === undefined ? undefined : seededNumbers(world.seed, digits),
					references(world, text),
					emails(world, text),
				]);
	return isNamed && hasText && (lead => isNamed(lead) && hasText(lead));
};
