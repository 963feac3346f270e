/** search_lead: finds logged calls, and accounts that have none (sections 2.5 and 4.1). */
import type {ParamsOf, WrittenOf} from '../../wire/operations/index.ts';
import {counted} from '../../wire/words.ts';
import {visibleTo} from '../rules/accounts.ts';
import {nameOf} from '../rules/derived-holders.ts';
import {findHolders, type Holders, holderName} from '../rules/holders.ts';
import {visitCalls, wholeSince} from '../rules/logged-calls.ts';
import type {LoggedCall} from '../world/call-log.ts';
import {personOf, userOf} from '../world/leads.ts';
import type {World} from '../world/state.ts';
import {midnightAfter, parseDay} from '../world/time.ts';
import type {SlowContext} from './handler.ts';
import {callTypeOf, entryOf, entryOfAccount, entryOfLead, flagOf} from './logged-call.ts';
import {refuseReversed} from './pages.ts';

/** Most calls of one answer; the footer says how many there are (ours). */
const callLimit = 500;
/** Accounts without calls that the footer names. */
const namedLimit = 5;

type Filters = ParamsOf<'search_lead'>;

const equals = (text: string, other: string | undefined): boolean =>
	other === undefined || text.toLowerCase() === other.trim().toLowerCase();

const hasFlag = (flags: string, asked: string): boolean =>
	equals(flags, asked) || flags.split(' ').some(flag => equals(flag, asked));

/** World times between which calls are searched: from `since` (inclusive) to `until` (exclusive). */
const spanOf = (world: World, {search_date, from, to, days}: Filters): {since: number; until: number} => {
	const starts = [
		search_date === undefined ? 0 : parseDay(world, search_date),
		from === undefined ? 0 : parseDay(world, from),
		days === undefined ? 0 : midnightAfter(world, world.today, -days),
	];
	const ends = [search_date, to].flatMap(text =>
		text === undefined ? [] : [midnightAfter(world, parseDay(world, text))],
	);
	refuseReversed({from, to});
	return {since: Math.max(...starts), until: Math.min(Number.POSITIVE_INFINITY, ...ends)};
};

/** Returns a check of calls, which derives only what it needs. */
const callCheck = ({world}: SlowContext, filters: Filters, holders: Holders | undefined) => {
	const status = filters.status?.trim().toUpperCase();
	return (call: LoggedCall): boolean =>
		equals(callTypeOf(call), filters.call_type) &&
		// A call that an agent took too late counts as a drop.
		(status === undefined || call.status === status || (call.late && status === 'DROP')) &&
		(filters.flag === undefined || hasFlag(flagOf(call), filters.flag)) &&
		(holders === undefined ||
			(call.lead < 0 ? holders.isTested(call.testNumber ?? '') : holders.isCalled(call.lead))) &&
		(filters.username === undefined || equals(userOf(world, call.agent), filters.username));
};

const findCalls = async (
	context: SlowContext,
	filters: Filters,
	holders: Holders | undefined,
): Promise<{found: LoggedCall[]; count: number}> => {
	const isFound = callCheck(context, filters, holders);
	const campaigns = new Set(context.access.campaigns().map(({index}) => index));
	const found: LoggedCall[] = [];
	let count = 0;
	await visitCalls(context, {campaigns, ...spanOf(context.world, filters)}, call => {
		if (isFound(call) && ++count <= callLimit) {
			found.push(call);
		}
	});
	return {found, count};
};

/** Whether the search is for calls of some kind: accounts without calls do not match then. */
const isForCalls = ({status, flag, username, call_type}: Filters): boolean =>
	[status, flag, username, call_type].some(filter => filter !== undefined);

const isForDays = ({search_date, from, to, days}: Filters): boolean =>
	[search_date, from, to, days].some(filter => filter !== undefined);

type Uncalled = {count: number; isAll: boolean; names: string[]; entries: WrittenOf<'search_lead'>['entries']};

/** Leads and accounts without a logged call; if days are searched, those that were never called. */
const findUncalled = async ({world}: SlowContext, filters: Filters, holders: Holders): Promise<Uncalled> => {
	const isAsked = isForDays(filters) ? (lead: number) => world.leads.attempts[lead] === 0 : () => true;
	const {count, isAll, leads, firsts, accounts} = await holders.withoutCalls(isAsked);
	const people = firsts.slice(0, namedLimit).map(lead => personOf(world, lead));
	return {
		count,
		isAll,
		names: [
			...people.map(person => `${nameOf(person)} ${person.phone} (${person.accountId})`),
			...accounts.slice(0, namedLimit).map(account => `${holderName(account)} (${account.id})`),
		].slice(0, namedLimit),
		entries: [...leads.map(lead => entryOfLead(world, lead)), ...accounts.map(entryOfAccount)],
	};
};

/** From which day on the log is whole, if the search reaches back before it. */
const wholeness = (context: SlowContext, filters: Filters): string[] => {
	const day = wholeSince(context, spanOf(context.world, filters).since);
	return day === '' ? [] : [`the log is whole from ${day} on`];
};

export const searchLead = async (filters: Filters, context: SlowContext): Promise<WrittenOf<'search_lead'>> => {
	const {world, access} = context;
	const isForHolder = filters.query !== undefined || filters.name !== undefined;
	const holders = isForHolder ? await findHolders(context, filters, visibleTo(world, access)) : undefined;
	const {found, count} = await findCalls(context, filters, holders);
	const uncalled = holders && !isForCalls(filters) ? await findUncalled(context, filters, holders) : undefined;
	const footer = [
		count > found.length ? `the newest ${found.length} of ${counted(count, 'call')}` : counted(count, 'call'),
		...(uncalled && uncalled.count > 0
			? [
					`${uncalled.isAll ? '' : 'at least '}${counted(uncalled.count, 'account')} without a logged call: ${uncalled.names.join('; ')}`,
				]
			: []),
		...wholeness(context, filters),
	].join('; ');
	return {footer, entries: [...found.map(call => entryOf(world, call)), ...(uncalled?.entries ?? [])]};
};
