/** Payment plans (section 4.2; shapes ours). */
import {ownAnswer} from '../answer.ts';
import {id, money, text} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';

/** How often a plan is paid (ours); semimonthly is twice a month. */
export const frequencies = ['weekly', 'biweekly', 'semimonthly', 'monthly', 'one-time'] as const;

/** Most payments of a new plan (ours). */
export const mostPayments = 120;

/** A token of a payment method; card numbers are never sent. */
export const methodToken = (summary: string) => ({
	...p.shaped(`token of the payment method${summary}`, /^[\w.:-]{1,200}$/, 'a token of a payment method'),
	sensitive: 'secret' as const,
});

const plan = {plan_id: p.required(p.idNumber('plan'))};

/** By due date. A schedule is a payment, and its id is the payment's. */
const schedules = [{schedule_id: id, due_date: text, amount: money, status: text}];

export const paymentPlans = family('payment plans', {
	create_payment_plan: {
		effect: 'money',
		summary: 'Creates a payment plan.',
		params: {
			accountid: p.required(p.asId(p.text('account reference', 100))),
			total_amount: p.required(p.money('total amount')),
			start_date: p.required(p.date('date of the first payment')),
			frequency: p.required(p.choice('how often', frequencies)),
			number_of_payments: p.integer(
				'number of payments, of equal amounts; required unless amounts is sent or frequency is one-time',
				{
					min: 1,
					max: mostPayments,
				},
			),
			amounts: p.repeated('amount of each payment; they must add up to the total', p.money('amount')),
			payment_method_token: methodToken('; without it nothing is collected'),
		},
		answer: ownAnswer({plan_id: id, status: text, schedules}),
	},
	agreement_details: {
		effect: 'read',
		summary: "Returns a plan's total, paid and remaining amounts, and its next payment.",
		params: plan,
		answer: ownAnswer({
			plan: {total: money, paid: money, remaining: money, next_payment_date: text, status: text},
		}),
	},
	get_schedules: {
		effect: 'read',
		summary: 'Lists the payments of a plan.',
		params: plan,
		answer: ownAnswer({schedules}),
	},
	get_agreement_doc: {
		effect: 'read',
		summary: "Returns the plan's agreement as a document.",
		params: plan,
		answer: ownAnswer({file_name: text, content_type: text, content: text}),
	},
	cancel_payment_plan: {
		effect: 'irreversible',
		summary: 'Cancels a plan and its scheduled payments.',
		params: {...plan, reason: p.text('reason', 500)},
		answer: ownAnswer({status: text}),
	},
});
