/** Payments, refunds, charges and links (section 4.2; shapes ours). */
import * as z from 'zod';
import {ownAnswer} from '../answer.ts';
import {id, money, text} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';
import {methodToken} from './payment-plans.ts';

const account = {accountid: p.required(p.asId(p.text("the account's reference", 100)))};

export const payments = family('payments', {
	add_payment: {
		effect: 'money',
		summary: 'Schedules a payment.',
		params: {
			...account,
			amount: p.required(p.money('amount')),
			date: p.required(p.date('day of the payment')),
			plan_id: p.idNumber(
				'plan that it counts towards; what it is more than the open part, its last payments are less',
			),
			payment_method_token: methodToken('; a plan goes on with it'),
		},
		answer: ownAnswer(z.object({payment_id: id, status: text})),
	},
	remove_payment: {
		effect: 'irreversible',
		summary: 'Removes a scheduled payment.',
		params: {payment_id: p.required(p.idNumber('payment'))},
		answer: ownAnswer(z.object({payment_id: id, status: text})),
	},
	payment_refund: {
		effect: 'money',
		summary: 'Refunds a payment.',
		params: {
			payment_id: p.required(p.idNumber('payment')),
			amount: p.money('amount; all that is left of it when omitted'),
			reason: p.text('reason', 500),
		},
		answer: ownAnswer(z.object({refund_id: id, amount: money, status: text})),
	},
	charge_customer: {
		effect: 'money',
		summary: 'Charges a payment method now.',
		params: {
			...account,
			amount: p.required(p.money('amount')),
			payment_method_token: p.required(methodToken('')),
		},
		answer: ownAnswer(z.object({payment_id: id, status: text, last4: text})),
	},
	// Named like a read, but it makes something and may reach a person: never sent twice.
	get_payment_link: {
		effect: 'write',
		summary: 'Makes a link to pay by, and may send it.',
		params: {
			...account,
			amount: p.money('amount; whoever pays chooses it when omitted'),
			due_date: p.date('due'),
			expiry_date: p.date('last day of the link; in 30 days when omitted'),
			send_by: p.choice('how it is sent', ['none', 'sms', 'email']),
		},
		answer: ownAnswer(z.object({link_id: id, url: text, expiry_date: text})),
	},
	get_payment_status: {
		effect: 'read',
		summary: 'Tells how a payment or a link stands.',
		params: {payment_id: p.idNumber('payment'), link_id: p.asId(p.text('link', 100))},
		answer: ownAnswer(z.object({status: text, amount: money.optional(), refunded: money})),
	},
});
