/** The state of the test service: a few campaigns and lists, changed by commands as section 3 of the interface says. */

/** What a campaign does. */
export type DialingState = 'dialing' | 'paused' | 'stopped';

/**
 * A campaign; `figures` are fields of its dashboard that a test wants otherwise, `word` is the status that both places
 * show instead of the one for its state.
 */
export type OtherCampaign = {
	id: string;
	name: string;
	state: DialingState;
	word?: string;
	figures: Record<string, unknown>;
	settings: Record<string, string>;
};

/** A calling list; `fields` are fields of its record that a test wants otherwise. */
export type OtherList = {
	id: string;
	name: string;
	campaignId: string;
	active: boolean;
	fields: Record<string, unknown>;
};

/** An entry of the call log, as section 2.5 writes it. */
export type OtherCall = Record<string, string>;

/** All that the service knows; tests may change it at any time. */
export type OtherState = {campaigns: OtherCampaign[]; lists: OtherList[]; calls: OtherCall[]; tokens: Set<string>};

const names = ['Spring Renewals', 'Autumn Collections', 'Winter Reminders'];
const states: DialingState[] = ['dialing', 'paused', 'stopped'];

/** Makes `count` campaigns with two lists each, the ids from `firstId` on. */
export const createState = (count: number, firstId: string): OtherState => {
	const campaigns = Array.from({length: count}, (_, index): OtherCampaign => {
		const name = names[index] ?? `Campaign ${index + 1}`;
		return {
			id: String(BigInt(firstId) + BigInt(index)),
			name,
			state: states[index % states.length] ?? 'stopped',
			figures: {},
			settings: {dial_method: 'RATIO', autodiallevel: '2.40', amd: 'Y', number_of_lines: '30'},
		};
	});
	const lists = campaigns.flatMap(({id, name}, index) =>
		[true, false].map((active, place): OtherList => {
			const listId = String(BigInt(firstId) + 1000n + BigInt(index * 2 + place));
			return {id: listId, name: `${name} ${active ? 'A' : 'B'}`, campaignId: id, active, fields: {}};
		}),
	);
	const calls = campaigns.slice(0, 2).map(
		({id, name}, index): OtherCall => ({
			uniqueid: `1767000000.${index + 1}`,
			lead_id: `${index + 1} (5550100${index})`,
			list_id: lists[index * 2]?.id ?? '',
			call_date: `03/31/26 0${index + 1}:15 PM`,
			full_name: index === 0 ? 'Ada Moss' : 'Ben Hale',
			status: index === 0 ? 'DROP' : 'INCALL',
			call_type: 'OUTBOUND',
			campaign_id: id,
			flag: '',
			phone_number: `5550100${index}`,
			campaign_name: name,
			list_name: `${name} A`,
		}),
	);
	return {campaigns, lists, calls, tokens: new Set()};
};

/** What an operation answers: parts to be put into a shape, or the service's refusal. */
export type Result =
	| {kind: 'token'; token: string}
	| {kind: 'campaigns'; campaigns: OtherCampaign[]}
	| {kind: 'dashboard'; campaign: OtherCampaign}
	| {kind: 'lists'; lists: OtherList[]}
	| {kind: 'list'; list: OtherList}
	| {kind: 'settings'; campaign: OtherCampaign}
	| {kind: 'calls'; calls: OtherCall[]}
	| {kind: 'done'}
	| {kind: 'refused'; error: string};

const reads = new Set(['campaign_summary', 'check_permission', 'agreement_details']);

/** True for an operation that changes something; get_payment_link makes a link, whatever its name. */
export const isCommand = (type: string): boolean =>
	type === 'get_payment_link' ||
	(type !== 'login_user' && !/^(?:get|fetch|search|list|retrieve)_/.test(type) && !reads.has(type));

const targetNames = [
	'campaign_id',
	'list_id',
	'payment_id',
	'plan_id',
	'accountid',
	'phone_number',
	'to',
	'account[accountid]',
];

/** What a request is about: the first of its fields that names something. */
export const targetOf = (fields: Record<string, string>): string =>
	targetNames.map(name => fields[name]).find(value => value !== undefined) ?? '';

const refused = (error: string): Result => ({kind: 'refused', error});

/** Carries out one operation whose token has been checked. */
export const perform = (state: OtherState, type: string, fields: Record<string, string>): Result => {
	const campaign = state.campaigns.find(({id}) => id === fields.campaign_id);
	const list = state.lists.find(({id}) => id === fields.list_id);
	switch (type) {
		case 'get_campaigns':
			return {kind: 'campaigns', campaigns: state.campaigns};
		case 'get_dashboard_stats':
			return campaign ? {kind: 'dashboard', campaign} : refused('No such campaign');
		case 'get_lists': {
			const found = state.lists.filter(
				({campaignId, active}) =>
					(fields.campaign_id === undefined || fields.campaign_id === campaignId) &&
					(fields.status === undefined || (fields.status === 'Y') === active),
			);
			return {kind: 'lists', lists: found};
		}
		case 'get_list':
			return list ? {kind: 'list', list} : refused('No such list');
		case 'change_status':
			if (!list) {
				return refused('No such list');
			}
			list.active = fields.status === 'Y';
			return {kind: 'done'};
		case 'play_campaign':
		case 'pause_campaign':
		case 'stop_campaign':
			if (!campaign) {
				return refused('No such campaign');
			}
			if (type === 'pause_campaign' && campaign.state !== 'dialing') {
				return refused('Campaign is not running');
			}
			campaign.state = {play_campaign: 'dialing', pause_campaign: 'paused', stop_campaign: 'stopped'}[
				type
			] as DialingState;
			return {kind: 'done'};
		case 'get_campaign_settings':
			return campaign ? {kind: 'settings', campaign} : refused('No such campaign');
		case 'update_campaign':
			if (!campaign) {
				return refused('No such campaign');
			}
			for (const name of Object.keys(campaign.settings)) {
				campaign.settings[name] = fields[name] ?? campaign.settings[name] ?? '';
			}
			return {kind: 'done'};
		case 'search_lead': {
			const query = (fields.query ?? '').toLowerCase();
			const calls = state.calls.filter(call => Object.values(call).some(value => value.toLowerCase().includes(query)));
			return {kind: 'calls', calls};
		}
		default:
			return {kind: 'done'};
	}
};
