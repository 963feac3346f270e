/** search_lead: finds logged calls, and accounts that were not called yet (sections 2.5 and 4.1). */

import type {ParamsOf, WrittenOf} from '../../api/operations/index.ts';
import {counted} from '../../api/words.ts';
import type {Access} from '../rules/access.ts';
import {type Visible, visibleTo} from '../rules/accounts.ts';
import {type LoggedCall, loggedCalls} from '../world/call-log.ts';
import {holderName, leadsOfPhone, personOf, userOf} from '../world/leads.ts';
import {type Person, seededLeadOfAccountId, tenDigits} from '../world/people.ts';
import type {World} from '../world/state.ts';
import {day, midnightOf, parseDay} from '../world/time.ts';
import {refuseReversed} from './day-range.ts';
import type {Context} from './handler.ts';
import {entryOf, flagOf, nameOf, phoneOf} from './logged-call.ts';

/** Most entries of one answer; the footer says how many there are (ours). */
const entryLimit = 500;
const accountLimit = 5;
/** Fewer digits are searched in names and references only, not in numbers. */
const leastDigits = 3;

type Filters = ParamsOf<'search_lead'>;

const includes = (text: string, part: string): boolean => text.toLowerCase().includes(part);
const equals = (text: string, other: string | undefined): boolean =>
	other === undefined || text.toLowerCase() === other.trim().toLowerCase();

const digitsOf = (query: string): string | undefined => {
	const digits = query.replace(/\D/g, '');
	return /^[\d\s().+-]+$/.test(query) && digits.length >= leastDigits ? digits : undefined;
};

type Matcher = {
	name(holder: Pick<Person, 'firstName' | 'lastName'>): boolean;
	/** False if neither a number nor a reference can match: deriving them for every call is slow. */
	hasDigits: boolean;
	number(phone: string): boolean;
	reference(accountId: string): boolean;
};

const matcherOf = (query: string): Matcher => {
	const part = query.trim().toLowerCase();
	const digits = digitsOf(query)?.replace(/^1(?=\d{10}$)/, '');
	return {
		name: holder => includes(nameOf(holder), part),
		hasDigits: /\d/.test(part),
		number: phone => digits !== undefined && phone.includes(digits),
		reference: accountId => includes(accountId, part),
	};
};

const matchesHolder = (
	matcher: Matcher,
	holder: Pick<Person, 'firstName' | 'lastName'>,
	numbers: string,
	accountId: string,
): boolean => matcher.name(holder) || matcher.number(numbers) || matcher.reference(accountId);

const matchesCall = (world: World, call: LoggedCall, matcher: Matcher): boolean => {
	if (call.lead < 0) {
		return matcher.hasDigits && matcher.number(phoneOf(world, call));
	}
	const isNamed = matcher.name(holderName(world, call.lead));
	if (isNamed || !matcher.hasDigits) {
		return isNamed;
	}
	const {phone, accountId} = personOf(world, call.lead);
	return matcher.number(phone) || matcher.reference(accountId);
};

/** World times between which calls are searched: from `since` (inclusive) to `until` (exclusive). */
const spanOf = (world: World, {search_date, from, to, days}: Filters): {since: number; until: number} => {
	const starts = [
		search_date === undefined ? 0 : parseDay(search_date),
		from === undefined ? 0 : parseDay(from),
		days === undefined ? 0 : midnightOf(world.now) - days * day,
	];
	const ends = [search_date, to].flatMap(text => (text === undefined ? [] : [parseDay(text) + day]));
	refuseReversed({from, to});
	return {since: Math.max(...starts), until: Math.min(Number.POSITIVE_INFINITY, ...ends)};
};

const findCalls = (
	world: World,
	access: Access,
	filters: Filters,
	matcher: Matcher | undefined,
): {found: LoggedCall[]; count: number} => {
	const {since, until} = spanOf(world, filters);
	const seen = new Set(access.campaigns().map(({index}) => index));
	const name = filters.name?.trim().toLowerCase();
	const found: LoggedCall[] = [];
	let count = 0;
	for (const call of loggedCalls(world.log)) {
		if (call.startedAt < since) {
			break;
		}
		if (
			call.startedAt < until &&
			seen.has(call.campaign) &&
			equals('outbound', filters.call_type) &&
			equals(call.status, filters.status) &&
			equals(userOf(world, call.agent), filters.username) &&
			equals(flagOf(world, call), filters.flag) &&
			(name === undefined || (call.lead >= 0 && includes(nameOf(holderName(world, call.lead)), name))) &&
			(matcher === undefined || matchesCall(world, call, matcher))
		) {
			count++;
			if (found.length < entryLimit) {
				found.push(call);
			}
		}
	}
	return {found, count};
};

/** Leads not called yet: seeded ones by whole number or reference, added ones by any part of these or of the name. */
const findUncalled = (world: World, seen: Visible, query: string, matcher: Matcher): string[] => {
	const {leads} = world;
	const isUncalled = (lead: number): boolean =>
		leads.attempts[lead] === 0 && !world.retired.has(lead) && seen.lead(lead);
	const phone = tenDigits(query);
	const byReference = seededLeadOfAccountId(world.year, query.trim());
	const seeded = [
		...(phone === undefined ? [] : leadsOfPhone(world, phone)),
		...(byReference !== undefined && byReference < leads.seeded ? [byReference] : []),
	].filter(isUncalled);
	const added: number[] = [];
	for (const [lead, person] of leads.added) {
		if (isUncalled(lead) && matchesHolder(matcher, person, person.phone, person.accountId)) {
			added.push(lead);
		}
	}
	return [...new Set([...seeded, ...added])]
		.map(lead => personOf(world, lead))
		.map(person => `${nameOf(person)} ${person.phone} (${person.accountId})`);
};

/** Accounts without a lead on any list. */
const findUnlisted = ({store}: Context, matcher: Matcher): string[] =>
	store.accounts
		.onNoList()
		.map(({id, fields: {first_name = '', last_name = ''}, phones}) => ({
			id,
			holder: {firstName: first_name, lastName: last_name},
			numbers: phones.map(({number}) => number).join(' '),
		}))
		.filter(({id, holder, numbers}) => matchesHolder(matcher, holder, numbers, id))
		.map(({id, holder}) => `${nameOf(holder)} (${id})`.trim());

export const searchLead = (filters: Filters, context: Context): WrittenOf<'search_lead'> => {
	const {world, access} = context;
	const {query} = filters;
	const matcher = query === undefined ? undefined : matcherOf(query);
	const {found, count} = findCalls(world, access, filters, matcher);
	const uncalled =
		query === undefined || !matcher
			? []
			: [...findUncalled(world, visibleTo(world, access), query, matcher), ...findUnlisted(context, matcher)];
	const shown = uncalled.slice(0, accountLimit).join('; ');
	const footer = [
		count > found.length ? `the newest ${found.length} of ${counted(count, 'call')}` : counted(count, 'call'),
		...(uncalled.length === 0 ? [] : [`${counted(uncalled.length, 'account')} not called yet: ${shown}`]),
	].join('; ');
	return {footer, entries: found.map(call => entryOf(world, call))};
};
