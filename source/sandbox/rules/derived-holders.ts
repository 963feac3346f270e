/** Which derived leads match a search, mostly by arithmetic: deriving a million people takes seconds. */
import {accountNumberOf, isDerived, leadOfAccountId, personOf} from '../world/leads.ts';
import {type LeadTest, type Person, seededLeadOfPhone, seededNames, seededNumbers} from '../world/people.ts';
import type {World} from '../world/state.ts';
import {seededEmail} from './accounts.ts';

/** What is searched, in lower case; `digits` are those of a number, or of a part of one. */
export type Terms = {name: string | undefined; text: string | undefined; digits: string | undefined};

export const nameOf = ({firstName, lastName}: Pick<Person, 'firstName' | 'lastName'>): string =>
	`${firstName} ${lastName}`.trim();

/** The only derived leads that can match a whole number, reference or email; undefined if any of them can. */
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
	let digits = number;
	for (let length = wanted.length; length <= numberLength || digits >= size / 10; length++) {
		if (digits % size === value) {
			return true;
		}
		digits = Math.floor(digits / 10);
	}
	return false;
};

/** A reference is a year, a dash and a number. */
const references = (world: World, text: string): LeadTest | undefined => {
	const [, before = '', tail] = /^(\d{0,9})(-\d{0,9})?$/.exec(text) ?? [undefined, '-'];
	const year = String(world.year);
	if (tail !== undefined) {
		const after = tail.slice(1);
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

/** Makes a check whether a derived lead matches; undefined if none does. */
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
