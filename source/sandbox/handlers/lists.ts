/** Calling lists and the results of calls (sections 2.4, 4.1 and 4.2). */
import type {ParamsOf} from '../../wire/operations/index.ts';
import {visitCalls, wholeSince} from '../rules/logged-calls.ts';
import type {LoggedCall} from '../world/call-log.ts';
import {listFiguresOf} from '../world/figures.ts';
import {userOf} from '../world/leads.ts';
import {invalidValue} from '../world/refusal.ts';
import type {List, World} from '../world/state.ts';
import {day, midnightAfter, second, stampText} from '../world/time.ts';
import {agent, type Context, type Handlers, manager, slowly} from './handler.ts';
import {callerIdOf, callTypeOf, campaignAndListOf, flagOf, leadIdOf, phoneOf, uniqueIdOf} from './logged-call.ts';
import {dayRangeOf, pageSpan} from './pages.ts';
import {searchLead} from './search.ts';

const listRow = (world: World, list: List) => ({
	id: list.id,
	name: list.name,
	campaignId: world.campaigns[list.campaign]?.id,
	campaignName: world.campaigns[list.campaign]?.name,
	status: list.active ? 'Y' : 'N',
	...listFiguresOf(world, list),
	changed: stampText(world, list.changedAt),
	lastCalled: list.lastCalledAt === 0 ? '' : stampText(world, list.lastCalledAt),
});

type Filters = ParamsOf<'get_campaign_lists'>;

/** Ages up to which a list counts as recently added, and as recently dialed (ours). */
const recentlyAdded = 7 * day;
const recentlyDialed = day;

/** Lists of a page, unless the request says otherwise (ours). */
const listsPerPage = 5000;

const passes = ({now}: World, list: List, {status, filter}: Filters): boolean => {
	const isOfStatus = status === undefined || list.active === (status === 'Y');
	const isAdded = filter !== 'RA' || list.createdAt > now - recentlyAdded;
	const isDialed = filter !== 'RD' || list.lastCalledAt > now - recentlyDialed;
	return isOfStatus && isAdded && isDialed;
};

const findLists = ({page, limit, ...filters}: Filters, {world, access}: Context) => {
	const {skip, most} = pageSpan({page, limit}, listsPerPage);
	const found = access
		.campaigns(filters.campaign_id)
		.flatMap(campaign => campaign.lists.flatMap(index => world.lists[index] ?? []))
		.filter(list => passes(world, list, filters))
		.toSorted((a, b) => b.createdAt - a.createdAt || b.index - a.index);
	return {records: found.slice(skip, skip + most).map(list => listRow(world, list)), total: found.length};
};

export const lists = {
	get_list: agent(({list_id}, {world, access}) => ({record: listRow(world, access.list(list_id))})),
	get_lists: agent(findLists),
	get_campaign_lists: agent(findLists),
	change_status: manager(({list_id, status}, {access, command}) => ({
		list_id: command('setListActive', access.list(list_id).id, status === 'Y').id,
		status,
	})),
	search_lead: slowly('agent', searchLead),
	get_results: slowly('manager', async ({campaign_id, list_id, page, limit, ...days}, context) => {
		const {world, access} = context;
		const campaign = access.campaign(campaign_id);
		const list = access.list(list_id);
		if (list && list.campaign !== campaign.index) {
			throw invalidValue('list_id', 'the list belongs to another campaign');
		}
		const {since, until} = dayRangeOf(world, days, 0);
		const {skip, most} = pageSpan({page, limit});
		const found: LoggedCall[] = [];
		let total = 0;
		const span = {campaigns: new Set([campaign.index]), since, until: midnightAfter(world, until)};
		const take = (call: LoggedCall): void => {
			const isWanted = list === undefined || campaignAndListOf(world, call).list === list;
			if (isWanted && ++total > skip && found.length < most) {
				found.push(call);
			}
		};
		// Oldest first: the calls to come are on later pages.
		await visitCalls(context, span, take, 'oldest');
		return {
			results: found.map(call => ({
				uniqueid: uniqueIdOf(call.number, call.startedAt),
				lead_id: leadIdOf(world, call),
				phone_number: phoneOf(world, call),
				status: call.status,
				call_date: stampText(world, call.startedAt),
				length_in_sec: Math.round(call.length / second),
				user: userOf(world, call.agent),
				caller_id: callerIdOf(world, call),
				call_type: callTypeOf(call),
				flag: flagOf(call),
			})),
			total,
			whole_since: wholeSince(context, since),
		};
	}),
} satisfies Partial<Handlers>;
