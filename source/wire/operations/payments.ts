/** Payments, refunds, charges and links (section 4.2; shapes ours). */
import {optional, ownAnswer} from '../answer.ts';
import {id, money, text} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';
import {methodToken} from './payment-plans.ts';

const account = {accountid: p.required(p.asId(p.text('account reference', 100)))};

export const payments = family('payments', {
	add_payment: {
		effect: 'money',
		summary: 'Schedules a payment, at most what the account owes.',
		params: {
			...account,
			amount: p.required(p.money('amount')),
			date: p.required(p.date('payment date')),
			plan_id: p.idNumber(
				"plan it counts towards; the plan's last payments shrink so that no more than its total is scheduled",
			),
			payment_method_token: methodToken('; a plan uses it from then on'),
		},
		answer: ownAnswer({payment_id: id, status: text}),
	},
	remove_payment: {
		effect: 'irreversible',
		summary: 'Removes a scheduled payment.',
		params: {payment_id: p.required(p.idNumber('payment'))},
		answer: ownAnswer({payment_id: id, status: text}),
	},
	payment_refund: {
		effect: 'money',
		summary: 'Refunds a payment.',
		params: {
			payment_id: p.required(p.idNumber('payment')),
			amount: p.money('amount; all that remains when omitted'),
			reason: p.text('reason', 500),
		},
		answer: ownAnswer({refund_id: id, amount: money, status: text}),
	},
	charge_customer: {
		effect: 'money',
		summary: 'Charges a payment method now, at most what the account owes.',
		params: {
			...account,
			amount: p.required(p.money('amount')),
			payment_method_token: p.required(methodToken('')),
		},
		answer: ownAnswer({payment_id: id, status: text, last4: text}),
	},
	// Named like a read, but it creates a link and may send it to a person: never sent twice.
	get_payment_link: {
		effect: 'write',
		summary: 'Creates a payment link, and sends it if asked to.',
		params: {
			...account,
			amount: p.money('amount; chosen by the payer when omitted'),
			due_date: p.date('due date'),
			expiry_date: p.date('last day the link is valid; when omitted, 30 days from now, or due_date if that is later'),
			send_by: p.choice('how it is sent; none when omitted', ['none', 'sms', 'email']),
		},
		answer: ownAnswer({link_id: id, url: text, expiry_date: text}),
	},
	get_payment_status: {
		effect: 'read',
		summary: 'Returns the status of a payment or a link.',
		params: {
			payment_id: p.idNumber('payment; required unless link_id is sent'),
			link_id: p.asId(p.text('link', 100)),
		},
		answer: ownAnswer({status: text, amount: optional(money), refunded: money}),
	},
});
