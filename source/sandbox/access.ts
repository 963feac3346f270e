/** What a user may do: which operations, by level, and to which campaigns. All of it is ours. */
import type {OperationType} from '../api/operations/index.ts';
import {Refusal} from './refusal.ts';
import {type Level, levels, type User} from './store/users.ts';
import {findCampaign, findList} from './world/commands.ts';
import type {Campaign, List, World} from './world/state.ts';

/** The lowest level that may carry an operation out. login_user needs none. */
export const leastLevels: Record<Exclude<OperationType, 'login_user'>, Level> = {
	play_campaign: 'manager',
	pause_campaign: 'manager',
	stop_campaign: 'manager',
	get_campaigns: 'agent',
	get_campaign_settings: 'agent',
	update_campaign: 'manager',
	dial_number: 'manager',
	add_account: 'agent',
	fetch_accounts: 'agent',
	add_leads: 'manager',
	get_list: 'agent',
	get_lists: 'agent',
	change_status: 'manager',
	search_lead: 'agent',
	get_campaign_lists: 'agent',
	upload_file: 'manager',
	get_results: 'manager',
	add_dnc: 'agent',
	delete_dnc: 'manager',
	get_dncs: 'agent',
	get_dashboard_stats: 'agent',
	campaign_summary: 'manager',
	get_all_stats: 'agent',
	get_graph_data: 'agent',
	get_campaign_stats: 'agent',
	get_all_graphs: 'agent',
	get_usage: 'admin',
	list_ivrs: 'agent',
	add_ivr: 'admin',
	delete_ivr: 'admin',
	get_queues: 'agent',
	add_queue: 'admin',
	delete_queue: 'admin',
	add_user: 'admin',
	change_password: 'agent',
	get_profile: 'agent',
	update_profile: 'agent',
	check_permission: 'agent',
	set_notifications: 'agent',
	get_notifications: 'agent',
	clear_notifications: 'agent',
	get_notifications_settings: 'agent',
	create_payment_plan: 'agent',
	agreement_details: 'agent',
	get_schedules: 'agent',
	get_agreement_doc: 'agent',
	cancel_payment_plan: 'manager',
	add_payment: 'agent',
	remove_payment: 'manager',
	payment_refund: 'manager',
	charge_customer: 'agent',
	get_payment_link: 'agent',
	get_payment_status: 'agent',
	send_text_message: 'agent',
	retrieve_sent_messages: 'agent',
	get_content: 'agent',
};

/** Whether a level suffices for an operation. */
export const mayCarryOut = (level: Level, type: OperationType): boolean =>
	type === 'login_user' || levels.indexOf(level) >= levels.indexOf(leastLevels[type]);

/** The part of the world that a user may see. */
export type Access = {
	/** Whether a campaign is in it. */
	sees(campaign: Campaign): boolean;
	/** The campaigns that are in it, in the order of their making. */
	campaigns(): Campaign[];
	/** @throws Refusal `Campaign not found`, `Permission denied` */
	campaign(id: string): Campaign;
	/** @throws Refusal `List not found`, `Permission denied` */
	list(id: string): List;
};

const denied = (): never => {
	throw new Refusal('permission-denied', 'Permission denied');
};

/** What a user may see of a world. */
export const accessOf = (world: World, {campaigns}: Pick<User, 'campaigns'>): Access => {
	const sees = ({id}: Campaign): boolean => campaigns === 'all' || campaigns.has(id);
	return {
		sees,
		campaigns: () => world.campaigns.filter(sees),
		campaign(id) {
			const campaign = findCampaign(world, id);
			return sees(campaign) ? campaign : denied();
		},
		list(id) {
			const list = findList(world, id);
			const campaign = world.campaigns[list.campaign];
			return campaign && sees(campaign) ? list : denied();
		},
	};
};
