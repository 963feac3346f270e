/** Payments, refunds, charges and links (section 4.2; parameters ours). */
import {openAnswer} from '../answer.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';

export const payments = {
	add_payment: operation({
		family: 'payments',
		effect: 'money',
		summary: 'Schedules a payment.',
		documented: false,
		params: {
			accountid: p.required(p.text("the account's reference", 100)),
			amount: p.required(p.money('amount')),
			date: p.required(p.date('day of the payment')),
			plan_id: p.idNumber('plan'),
		},
		answer: openAnswer,
	}),
	remove_payment: operation({
		family: 'payments',
		effect: 'irreversible',
		summary: 'Removes a scheduled payment.',
		documented: false,
		params: {payment_id: p.required(p.idNumber('payment'))},
		answer: openAnswer,
	}),
	payment_refund: operation({
		family: 'payments',
		effect: 'money',
		summary: 'Refunds a payment.',
		documented: false,
		params: {
			payment_id: p.required(p.idNumber('payment')),
			amount: p.money('amount; all of it when omitted'),
			reason: p.text('reason', 500),
		},
		answer: openAnswer,
	}),
	charge_customer: operation({
		family: 'payments',
		effect: 'money',
		summary: 'Charges a payment method now.',
		documented: false,
		params: {
			accountid: p.required(p.text("the account's reference", 100)),
			amount: p.required(p.money('amount')),
			payment_method_token: p.required(p.text('token of the payment method', 200)),
		},
		answer: openAnswer,
	}),
	// Named like a read, but it makes something and may reach a person: never sent twice.
	get_payment_link: operation({
		family: 'payments',
		effect: 'write',
		summary: 'Makes a link to pay by, and may send it.',
		documented: false,
		params: {
			accountid: p.required(p.text("the account's reference", 100)),
			amount: p.money('amount'),
			due_date: p.date('due'),
			expiry_date: p.date('last day of the link'),
			send_by: p.text('how it is sent', 40),
		},
		answer: openAnswer,
	}),
	get_payment_status: operation({
		family: 'payments',
		effect: 'read',
		summary: 'Tells how a payment or a link stands.',
		documented: false,
		params: {payment_id: p.idNumber('payment'), link_id: p.text('link', 100)},
		answer: openAnswer,
	}),
};
