/** Payment plans (section 4.2; parameters ours). */
import {openAnswer} from '../answer.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';

export const paymentPlans = {
	create_payment_plan: operation({
		family: 'payment plans',
		effect: 'money',
		summary: 'Creates a plan of payments.',
		documented: false,
		params: {
			accountid: p.required(p.text("the account's reference", 100)),
			total_amount: p.required(p.money('total')),
			start_date: p.required(p.date('first payment')),
			frequency: p.required(p.text('how often', 40)),
			number_of_payments: p.integer('payments', {min: 1}),
			amounts: p.repeated('amount of each payment', p.money('amount')),
			payment_method_token: p.text('token of the payment method', 200),
		},
		answer: openAnswer,
	}),
	agreement_details: operation({
		family: 'payment plans',
		effect: 'read',
		summary: 'Returns a plan: total, paid, remaining, next payment.',
		documented: false,
		params: {plan_id: p.required(p.idNumber('plan'))},
		answer: openAnswer,
	}),
	get_schedules: operation({
		family: 'payment plans',
		effect: 'read',
		summary: 'Lists the payments of a plan.',
		documented: false,
		params: {plan_id: p.required(p.idNumber('plan'))},
		answer: openAnswer,
	}),
	get_agreement_doc: operation({
		family: 'payment plans',
		effect: 'read',
		summary: "Returns the plan's agreement as a document.",
		documented: false,
		params: {plan_id: p.required(p.idNumber('plan'))},
		answer: openAnswer,
	}),
	cancel_payment_plan: operation({
		family: 'payment plans',
		effect: 'irreversible',
		summary: 'Cancels a plan.',
		documented: false,
		params: {plan_id: p.required(p.idNumber('plan')), reason: p.text('reason', 500)},
		answer: openAnswer,
	}),
};
