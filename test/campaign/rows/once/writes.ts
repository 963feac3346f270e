/** Every write of the catalogue, with what is given for it and what confirms it. */
import {type OperationType, operations} from '../../../../source/wire/operations/index.ts';

/** A write as it is tried: each names a target of its own, so that none waits for another. */
export type Write = {
	type: OperationType;
	/** Its fields, by the names of the wire. */
	fields: Readonly<Record<string, string>>;
	/** What is typed to confirm it; a yes is enough without it. */
	typed?: string;
	/** True if a field is a secret, which no command line may show. */
	isSecret?: true;
};

/** The writes; `file` is what `upload_file` sends. */
export const writesWith = (file: string): Write[] => [
	{type: 'play_campaign', fields: {campaign_id: '1003'}},
	{type: 'pause_campaign', fields: {campaign_id: '1001'}},
	{type: 'stop_campaign', fields: {campaign_id: '1004'}, typed: 'Campaign 4'},
	{type: 'update_campaign', fields: {campaign_id: '1005', autodiallevel: '2.5'}},
	{
		type: 'dial_number',
		fields: {campaign_id: '1002', phone_number: '2125550123', callerid: '8005550100'},
		typed: '2125550123',
	},
	{type: 'add_account', fields: {'account[company_id]': '7', 'account[accountid]': 'A-1'}},
	{type: 'add_leads', fields: {campaign_id: '1006', phones: '2125580001'}},
	{type: 'change_status', fields: {list_id: '2001', status: 'N'}},
	{type: 'upload_file', fields: {file, list_id: '2003'}},
	{type: 'add_dnc', fields: {phone_number: '2125560001'}},
	{type: 'delete_dnc', fields: {phone_number: '2125560002'}, typed: '2125560002'},
	{type: 'add_ivr', fields: {name: 'Menu'}},
	{type: 'delete_ivr', fields: {ivr_id: '3'}, typed: '3'},
	{type: 'add_queue', fields: {name: 'Queue'}},
	{type: 'delete_queue', fields: {queue_id: '4'}, typed: '4'},
	{
		type: 'add_user',
		fields: {user: 'ann', pass: 'correct horse', full_name: 'Ann Lee', level: 'agent'},
		isSecret: true,
	},
	{
		type: 'change_password',
		fields: {old_pass: 'correct horse', new_pass: 'battery staple'},
		isSecret: true,
	},
	{type: 'update_profile', fields: {first_name: 'Ann'}},
	{type: 'set_notifications', fields: {event: 'drop_limit_reached', enabled: 'Y'}},
	{type: 'clear_notifications', fields: {'ids[0]': '5'}, typed: 'clear notifications'},
	{
		type: 'create_payment_plan',
		fields: {accountid: 'A-2', total_amount: '100.00', start_date: '2030-12-01', frequency: 'monthly'},
		typed: '100.00',
	},
	{type: 'cancel_payment_plan', fields: {plan_id: '7'}, typed: '7'},
	{type: 'add_payment', fields: {accountid: 'A-3', amount: '12.50', date: '2030-12-01'}, typed: '12.50'},
	{type: 'remove_payment', fields: {payment_id: '9'}, typed: '9'},
	{type: 'payment_refund', fields: {payment_id: '10', amount: '2.00'}, typed: '2.00'},
	{
		type: 'charge_customer',
		fields: {accountid: 'A-4', amount: '12.50', payment_method_token: 'tok_visa_4242'},
		typed: '12.50',
		isSecret: true,
	},
	{type: 'get_payment_link', fields: {accountid: 'A-5', amount: '12.50'}},
	{type: 'send_text_message', fields: {to: '2125550177', message: 'Hello'}, typed: '2125550177'},
];

/** The operations of the catalogue that change something. */
export const writingTypes: readonly OperationType[] = (Object.keys(operations) as OperationType[]).filter(
	type => !['read', 'session'].includes(operations[type].effect),
);
