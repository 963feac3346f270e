/** Payments, refunds and payment links (section 4.2; ours). Amounts in cents, world times; never a card number. */
import type {Database} from './database.ts';

export const paymentTables = `
	create table payments (
		id integer primary key,
		plan_id integer references plans,
		account_id text not null,
		amount integer not null check (amount > 0),
		agreed integer,
		refunded integer not null default 0 check (refunded between 0 and amount),
		due_date text not null,
		token text not null,
		status text not null default 'scheduled'
			check (status in ('scheduled', 'pending', 'succeeded', 'failed', 'refunded', 'cancelled')),
		tried_at integer,
		created_by integer not null references users,
		created_at integer not null
	) strict;
	create index payments_of_plan on payments (plan_id, due_date, id);
	create index payments_to_take on payments (status, due_date, id);
	create index payments_of_account on payments (account_id, status);
	create table refunds (
		id integer primary key,
		payment_id integer not null references payments,
		amount integer not null check (amount > 0),
		reason text not null,
		created_by integer not null references users,
		created_at integer not null
	) strict;
	create table payment_links (
		id text primary key,
		account_id text not null,
		amount integer check (amount > 0),
		due_date text not null,
		expiry_date text not null,
		send_by text not null,
		created_by integer not null references users,
		created_at integer not null,
		payment_id integer references payments
	) strict;
`;

/** `cancelled`: it was removed, or its plan was cancelled (ours). */
type PaymentStatus = 'scheduled' | 'pending' | 'succeeded' | 'failed' | 'refunded' | 'cancelled';

export type Payment = {
	id: number;
	/** Null for a payment outside of any plan. */
	planId: number | null;
	accountId: string;
	amount: number;
	refunded: number;
	/** `YYYY-MM-DD`. */
	dueDate: string;
	/** The payment method; empty if it is the plan's, or if there is none. */
	token: string;
	status: PaymentStatus;
};

/** Who created a record (a user's id), and when. */
export type Origin = {createdBy: number; createdAt: number};

/** `agreed`: it is part of the plan's original agreement. */
type NewPayment = Omit<Payment, 'id' | 'refunded' | 'status'> & Origin & {agreed?: boolean};

/** Totals of a plan's payments. */
type PlanSums = {
	/** Less refunds. */
	paid: number;
	pending: number;
	scheduled: number;
	/** The next scheduled due date; empty if there is none. */
	nextDate: string;
	/** Payments in any status. */
	count: number;
};

export type PaymentLink = {
	id: string;
	accountId: string;
	/** Null if the payer chooses it. */
	amount: number | null;
	dueDate: string;
	expiryDate: string;
	sendBy: string;
	/** The payment by this link; null if there is none. */
	paymentId: number | null;
} & Origin;

const columns = `payments.id, plan_id as planId, payments.account_id as accountId, amount, refunded, due_date as dueDate,
	payments.token, payments.status`;

export const createPayments = (database: Database) => ({
	/** Returns its id. */
	add: ({agreed = false, ...payment}: NewPayment): number =>
		database.insert('payments', {...payment, agreed: agreed ? payment.amount : null}),
	find: (id: number): Payment | undefined => database.one(`select ${columns} from payments where id = ?`, id),
	/** By due date. */
	ofPlan: (planId: number): Payment[] =>
		database.all(`select ${columns} from payments where plan_id = ? order by due_date, id`, planId),
	/** The payments of the original agreement, by due date, whatever happened to them since. */
	agreed: (planId: number): {dueDate: string; amount: number}[] =>
		database.all(
			`select due_date as dueDate, agreed as amount from payments
			where plan_id = ? and agreed is not null order by due_date, id`,
			planId,
		),
	sums: (planId: number): PlanSums =>
		database.one<PlanSums>(
			`select
				coalesce(sum(amount - refunded) filter (where status in ('succeeded', 'refunded')), 0) as paid,
				coalesce(sum(amount) filter (where status = 'pending'), 0) as pending,
				coalesce(sum(amount) filter (where status = 'scheduled'), 0) as scheduled,
				coalesce(min(due_date) filter (where status = 'scheduled'), '') as nextDate,
				count(*) as count
			from payments where plan_id = ?`,
			planId,
		) ?? {paid: 0, pending: 0, scheduled: 0, nextDate: '', count: 0},
	/** The statuses of the payments of a plan that were last attempted, newest first. */
	lastTried: (planId: number, most: number): PaymentStatus[] =>
		database
			.all<{status: PaymentStatus}>(
				`select status from payments where plan_id = ? and tried_at is not null
				order by tried_at desc, due_date desc, id desc limit ?`,
				planId,
				most,
			)
			.map(({status}) => status),
	/**
	 * The first of the scheduled payments that can be taken on a day: due by then, of active plans or none, of one account or
	 * all, with a payment method; `token` is the plan's if it has none itself.
	 */
	due: (day: string, most = Number.MAX_SAFE_INTEGER, accountId?: string): Payment[] =>
		database
			.all<Payment & {planToken: string | null}>(
				`select ${columns}, plans.token as planToken
				from payments left join plans on plans.id = plan_id
				where payments.status = 'scheduled' and due_date <= ? and coalesce(plans.status, 'active') = 'active'
					and (payments.token <> '' or coalesce(plans.token, '') <> '')
					${accountId === undefined ? '' : 'and payments.account_id = ?'}
				order by due_date, payments.id limit ?`,
				day,
				...(accountId === undefined ? [] : [accountId]),
				most,
			)
			.map(({planToken, ...payment}) => ({...payment, token: payment.token || (planToken ?? '')})),
	/** Cents of an account that are pending. */
	pendingOf: (accountId: string): number =>
		database.value<number>(`select sum(amount) from payments where account_id = ? and status = 'pending'`, accountId) ??
		0,
	/**
	 * Cents that an account has agreed to pay and that are neither paid nor pending: what remains of its open plans (except the
	 * one with the id `besides`), and its scheduled payments outside of plans.
	 */
	plannedOf: (accountId: string, besides?: number): number =>
		database.value<number>(
			`select sum(planned) from (
				select plans.total - coalesce(sum(amount - refunded)
					filter (where payments.status in ('succeeded', 'refunded', 'pending')), 0) as planned
				from payments join plans on plans.id = plan_id
				where payments.account_id = ?1 and plans.status in ('active', 'paused') and plans.id is not ?2
				group by plans.id
				union all
				select amount from payments where account_id = ?1 and plan_id is null and status = 'scheduled'
			)`,
			accountId,
			besides ?? null,
		) ?? 0,
	/** Those that were attempted before `time` and are still pending. */
	pendingSince: (time: number): Payment[] =>
		database.all(
			`select ${columns} from payments where status = 'pending' and tried_at < ? order by due_date, id`,
			time,
		),
	/** `triedAt` is the time of the attempt that led to the status. */
	change: (id: number, changes: {status?: PaymentStatus; triedAt?: number; amount?: number}): void =>
		database.update('payments', id, changes),
	cancelScheduled(planId: number): void {
		database.run(`update payments set status = 'cancelled' where plan_id = ? and status = 'scheduled'`, planId);
	},
	/** Returns the refund's id. */
	refund(paymentId: number, amount: number, reason: string, origin: Origin): number {
		database.run(
			`update payments set refunded = refunded + ?1, status = iif(refunded + ?1 = amount, 'refunded', status)
			where id = ?2`,
			amount,
			paymentId,
		);
		return database.insert('refunds', {paymentId, amount, reason, ...origin});
	},
	/** Returns its number. */
	addLink: (link: Omit<PaymentLink, 'paymentId'>): number => database.insert('payment_links', link),
	/** By its id or its number. */
	findLink: (link: string | number): PaymentLink | undefined =>
		database.one(
			`select id, account_id as accountId, amount, due_date as dueDate, expiry_date as expiryDate, send_by as sendBy,
				payment_id as paymentId, created_by as createdBy, created_at as createdAt
			from payment_links where ${typeof link === 'number' ? 'rowid' : 'id'} = ?`,
			link,
		),
	markPaid(linkId: string, paymentId: number): void {
		database.run('update payment_links set payment_id = ? where id = ?', paymentId, linkId);
	},
});

export type Payments = ReturnType<typeof createPayments>;
