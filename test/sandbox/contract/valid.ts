/** For every operation a call that succeeds, with what it needs beforehand. */

import {dayText} from '../../../source/sandbox/world/time.ts';
import type {OperationType} from '../../../source/wire/operations/index.ts';
import type {ContractService} from './service.ts';

type Params = Record<string, unknown>;

/** The parameters of a valid call; created anew each time, since a call may use up what it names. */
type Case = (service: ContractService) => Params | Promise<Params>;

let last = 0;
/** Names and numbers that were not used before. */
const fresh = (): string => String(++last).padStart(4, '0');

const campaign = {campaign_id: '1001'};
const list = {list_id: '50001'};
const playing: Case = async ({send, token}) => {
	await send({type: 'play_campaign', token, ...campaign});
	return campaign;
};
const paused: Case = async service => {
	await playing(service);
	await service.need('pause_campaign', campaign);
	return campaign;
};

const today = ({world}: ContractService): string => dayText(world, world.now);

const account = async ({need}: ContractService): Promise<string> =>
	String(
		(
			await need('add_account', {
				account: {company_id: '1', first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', balance: '250'},
				phones: [{phone_number: `212555${fresh()}`, phone_type: 'MOBILE', time_zone: '-5.00'}],
			})
		).accountid,
	);

const plan = async (service: ContractService): Promise<string> =>
	String(
		(
			await service.need('create_payment_plan', {
				accountid: await account(service),
				total_amount: '100.00',
				start_date: today(service),
				frequency: 'monthly',
				number_of_payments: '3',
				payment_method_token: 'tok_visa_4242',
			})
		).plan_id,
	);

const scheduled = async (service: ContractService): Promise<string> =>
	String(
		(
			await service.need('add_payment', {
				accountid: await account(service),
				amount: '12.50',
				date: today(service),
			})
		).payment_id,
	);

const charged = async (service: ContractService): Promise<string> =>
	String(
		(
			await service.need('charge_customer', {
				accountid: await account(service),
				amount: '12.50',
				payment_method_token: 'tok_visa_4242',
			})
		).payment_id,
	);

const barred = async ({need}: ContractService): Promise<Params> => {
	const phone_number = `212556${fresh()}`;
	await need('add_dnc', {phone_number});
	return {phone_number};
};

/** The calls; a missing one does not compile. */
export const validCalls: Record<Exclude<OperationType, 'login_user'>, Case> = {
	play_campaign: async service => paused(service),
	pause_campaign: playing,
	stop_campaign: playing,
	get_campaigns: () => ({}),
	get_campaign_settings: () => campaign,
	update_campaign: () => ({
		...campaign,
		autodiallevel: '2.5',
		amd: 'Y',
		dial_method: 'PREDICTIVE',
		campaign_recording: 'NEVER',
	}),
	dial_number: () => ({...campaign, phone_number: '+12125550123', callerid: '8005550100'}),
	add_account: async service => ({
		account: {
			company_id: '1',
			accountid: await account(service),
			first_name: 'Ann',
			state: 'NY',
			balance: '120.55',
			birthday: '1980-02-29',
			custom20: 'x',
		},
		accounts_leads: list,
		phones: [{phone_number: `212557${fresh()}`, phone_type: 'HOME', time_zone: '-6.00'}],
		emails: ['ann@example.com', 'lee@example.com'],
	}),
	fetch_accounts: async service => {
		await account(service);
		return {company_id: '1', all_phones: '1', all_emails: '1'};
	},
	add_leads: () => ({
		...campaign,
		phones: `212558${fresh()}, 3125550123`,
		emails: 'ann@example.com',
		first_name: 'Ann',
	}),
	get_list: () => list,
	get_lists: () => ({...campaign, status: 'Y'}),
	change_status: () => ({...list, status: 'N'}),
	search_lead: service => ({query: 'a', from: today(service), days: '1'}),
	get_campaign_lists: () => campaign,
	upload_file: () => ({
		...list,
		file: {name: 'leads.csv', bytes: new TextEncoder().encode(`phone_number,first_name\n212559${fresh()},Ann\n`)},
	}),
	get_results: service => ({...campaign, from: today(service), page: '1'}),
	add_dnc: () => ({phone_number: `212556${fresh()}`, ...campaign}),
	delete_dnc: barred,
	get_dncs: async service => {
		await barred(service);
		return {query: '212', page: '1', limit: '10'};
	},
	get_dashboard_stats: () => campaign,
	campaign_summary: service => ({...campaign, from: today(service), to: today(service)}),
	get_all_stats: service => ({date: today(service)}),
	get_graph_data: () => ({...campaign, graph: 'calls_graph_data', interval: '300'}),
	get_campaign_stats: () => campaign,
	get_all_graphs: () => campaign,
	get_usage: service => ({from: today(service), to: today(service), ...campaign}),
	list_ivrs: () => ({}),
	add_ivr: () => ({name: `Menu ${fresh()}`, prompt: 'Press 1.', options: [{key: '1', action: 'hangup'}]}),
	delete_ivr: async ({need}) => ({ivr_id: (await need('add_ivr', {name: `Menu ${fresh()}`})).ivr_id}),
	get_queues: () => ({}),
	add_queue: () => ({name: `Queue ${fresh()}`, strategy: 'longest-idle', max_wait: '60'}),
	delete_queue: async ({need}) => ({queue_id: (await need('add_queue', {name: `Queue ${fresh()}`})).queue_id}),
	add_user: () => ({
		user: `user${fresh()}`,
		pass: 'correct horse',
		full_name: 'Ann Lee',
		level: 'agent',
		email: 'ann@example.com',
		campaigns: ['1001'],
	}),
	change_password({resetPassword}) {
		resetPassword();
		return {old_pass: 'correct horse', new_pass: 'battery staple'};
	},
	get_profile: () => ({}),
	update_profile: () => ({first_name: 'Ann', email: 'ann@example.com', time_zone: 'America/New_York'}),
	check_permission: () => ({permission: 'pause_campaign', ...campaign}),
	set_notifications: () => ({event: 'drop_limit_reached', email: 'ann@example.com', enabled: 'Y'}),
	get_notifications: () => ({page: '1'}),
	clear_notifications: () => ({}),
	get_notifications_settings: () => ({}),
	create_payment_plan: async service => ({
		accountid: await account(service),
		total_amount: '100.00',
		start_date: today(service),
		frequency: 'monthly',
		number_of_payments: '3',
	}),
	agreement_details: async service => ({plan_id: await plan(service)}),
	get_schedules: async service => ({plan_id: await plan(service)}),
	get_agreement_doc: async service => ({plan_id: await plan(service)}),
	cancel_payment_plan: async service => ({plan_id: await plan(service), reason: 'asked to'}),
	add_payment: async service => ({accountid: await account(service), amount: '12.50', date: today(service)}),
	remove_payment: async service => ({payment_id: await scheduled(service)}),
	payment_refund: async service => ({payment_id: await charged(service), amount: '2.50', reason: 'goodwill'}),
	charge_customer: async service => ({
		accountid: await account(service),
		amount: '12.50',
		payment_method_token: 'tok_visa_4242',
	}),
	get_payment_link: async service => ({accountid: await account(service), amount: '12.50'}),
	get_payment_status: async service => ({payment_id: await charged(service)}),
	send_text_message: () => ({to: '+12125550123', message: 'Your balance is due.', ...campaign}),
	retrieve_sent_messages: async ({need}) => {
		await need('send_text_message', {to: '2125550124', message: 'Hello'});
		return {page: '1'};
	},
	get_content: () => ({content_type: 'text'}),
};
