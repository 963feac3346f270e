/** Calling lists and the results of calls (sections 2.4, 4.1 and 4.2). */
import {loggedCalls} from '../world/call-log.ts';
import {listFiguresOf} from '../world/figures.ts';
import {userOf} from '../world/leads.ts';
import type {List, World} from '../world/state.ts';
import {day, parseDay, second, stampText} from '../world/time.ts';
import type {Context, Handlers} from './handler.ts';
import {leadIdOf, phoneOf, placeOf} from './logged-call.ts';
import {searchLead} from './search.ts';

const listRow = (world: World, list: List) => ({
	id: list.id,
	name: list.name,
	campaignId: world.campaigns[list.campaign]?.id,
	campaignName: world.campaigns[list.campaign]?.name,
	status: list.active ? 'Y' : 'N',
	...listFiguresOf(world, list),
	changed: stampText(list.changedAt),
	lastCalled: list.lastCalledAt === 0 ? '' : stampText(list.lastCalledAt),
});

type Filters = {campaign_id?: string | undefined; status?: 'Y' | 'N' | undefined; filter?: 'RA' | 'RD' | undefined};

/** How long a list counts as recently added, and as recently dialed (ours). */
const recentlyAdded = 7 * day;
const recentlyDialed = day;

const findLists = ({world, access}: Context, {campaign_id, status, filter}: Filters): List[] => {
	const campaign = campaign_id === undefined ? undefined : access.campaign(campaign_id);
	const seen = new Set(access.campaigns().map(({index}) => index));
	const isSeen = (list: List): boolean => seen.has(list.campaign);
	const found = world.lists
		.filter(list => (campaign === undefined ? isSeen(list) : list.campaign === campaign.index))
		.filter(list => status === undefined || list.active === (status === 'Y'))
		.toSorted((a, b) => b.createdAt - a.createdAt || b.index - a.index);
	if (filter === 'RA') {
		return found.filter(({createdAt}) => createdAt > world.now - recentlyAdded);
	}
	return filter === 'RD'
		? found
				.filter(({lastCalledAt}) => lastCalledAt > world.now - recentlyDialed)
				.toSorted((a, b) => b.lastCalledAt - a.lastCalledAt)
		: found;
};

const resultsPerPage = 100;

export const lists: Pick<
	Handlers,
	'get_list' | 'get_lists' | 'get_campaign_lists' | 'change_status' | 'search_lead' | 'get_results'
> = {
	get_list: ({list_id}, {world, access}) => ({record: listRow(world, access.list(list_id))}),
	get_lists: (filters, context) => ({
		records: findLists(context, filters).map(list => listRow(context.world, list)),
	}),
	get_campaign_lists: (filters, context) => ({
		records: findLists(context, filters).map(list => listRow(context.world, list)),
	}),
	change_status: ({list_id, status}, {access, give}) => ({
		list_id: give('setListActive', access.list(list_id).id, status === 'Y').id,
		status,
	}),
	search_lead: searchLead,
	get_results({campaign_id, list_id, from, to, page = 1}, {world, access}) {
		const campaign = access.campaign(campaign_id);
		const list = list_id === undefined ? undefined : access.list(list_id);
		const since = from === undefined ? 0 : parseDay(from);
		const until = to === undefined ? Number.POSITIVE_INFINITY : parseDay(to) + day;
		const calls = [...loggedCalls(world.log)]
			.filter(call => call.campaign === campaign.index && call.startedAt >= since && call.startedAt < until)
			.filter(call => list === undefined || placeOf(world, call).list === list)
			.slice((page - 1) * resultsPerPage, page * resultsPerPage);
		return {
			results: calls.map(call => ({
				lead_id: leadIdOf(world, call),
				phone_number: phoneOf(world, call),
				status: call.status,
				call_date: stampText(call.startedAt),
				length_in_sec: String(Math.round(call.length / second)),
				user: userOf(world, call.agent),
			})),
		};
	},
};
