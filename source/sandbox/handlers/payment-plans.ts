/** Payment plans (section 4.2; shapes ours). Who may see an account may see its plans. */
import type {ParamsOf} from '../../wire/operations/index.ts';
import {mostPayments} from '../../wire/operations/payment-plans.ts';
import {holderOf} from '../rules/accounts.ts';
import {makePlan, split} from '../rules/plans.ts';
import type {Payments} from '../store/payments.ts';
import {invalidValue, missingParameter} from '../world/refusal.ts';
import {agreementPdf} from './agreement.ts';
import {agent, type Handlers, manager, slowly} from './handler.ts';
import {boundedAmount, comingDay, findOpenPlan, findPlan, originOf} from './money.ts';

const wrong = (name: string, detail: string): never => {
	throw invalidValue(name, detail);
};

/** Cents of each payment. @throws Refusal if they do not add up to the total, or there are too many or too few */
const amountsOf = (params: ParamsOf<'create_payment_plan'>): readonly number[] => {
	const {total_amount: total, frequency, amounts} = params;
	const count = params.number_of_payments ?? amounts?.length ?? (frequency === 'one-time' ? 1 : undefined);
	const name = amounts ? 'amounts' : 'number_of_payments';
	if (count === undefined) {
		throw missingParameter(name, 'or amounts');
	}
	if (frequency === 'one-time' && count !== 1) {
		return wrong(name, 'a one-time plan has one payment');
	}
	if (!amounts) {
		return total < count ? wrong(name, 'each payment must be at least 0.01') : split(total, count);
	}
	if (amounts.length !== count || count > mostPayments) {
		return wrong(name, count > mostPayments ? `must be at most ${mostPayments}` : `there must be ${count}`);
	}
	const sum = amounts.reduce((total, amount) => total + amount, 0);
	return sum === total ? amounts : wrong(name, 'must sum to total_amount');
};

const schedulesOf = (payments: Payments, planId: number) =>
	payments
		.ofPlan(planId)
		.map(({id, dueDate, amount, status}) => ({schedule_id: String(id), due_date: dueDate, amount, status}));

export const paymentPlans = {
	create_payment_plan: agent((params, context) => {
		const {world, store} = context;
		const {accountid, frequency, payment_method_token = ''} = params;
		const total = boundedAmount(params.total_amount, 'total_amount');
		const startDate = comingDay(params.start_date, 'start_date', world);
		const amounts = amountsOf(params);
		const {name} = holderOf(context, accountid);
		const agreed = {accountId: accountid, holder: name, total, startDate, frequency, token: payment_method_token};
		const planId = makePlan(context, {...agreed, amounts}, originOf(context));
		const {status} = findPlan(context, String(planId));
		return {plan_id: String(planId), status, schedules: schedulesOf(store.payments, planId)};
	}),
	agreement_details: agent(({plan_id}, context) => {
		const {id, total, status} = findPlan(context, plan_id);
		const {paid, nextDate} = context.store.payments.sums(id);
		return {plan: {total, paid, remaining: total - paid, next_payment_date: nextDate, status}};
	}),
	get_schedules: agent(({plan_id}, context) => ({
		schedules: schedulesOf(context.store.payments, findPlan(context, plan_id).id),
	})),
	cancel_payment_plan: manager(({plan_id, reason = ''}, context) => {
		const {world, user, store} = context;
		const {id} = findOpenPlan(context, plan_id);
		store.plans.change(id, {status: 'cancelled', cancelledBy: user.id, cancelledAt: world.now, reason});
		store.payments.cancelScheduled(id);
		return {status: 'cancelled'};
	}),
	get_agreement_doc: slowly('agent', async ({plan_id}, context) => {
		const plan = findPlan(context, plan_id);
		const bytes = await agreementPdf(context.world, plan, context.store.payments.agreed(plan.id));
		return {
			file_name: `agreement-${plan.id}.pdf`,
			content_type: 'application/pdf',
			content: Buffer.from(bytes).toString('base64'),
		};
	}),
} satisfies Partial<Handlers>;
