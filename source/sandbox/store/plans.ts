/** Payment plans (section 4.2; ours). Amounts in cents, world times. */
import type {ParamsOf} from '../../wire/operations/index.ts';
import type {Database} from './database.ts';

export const planTables = `
	create table plans (
		id integer primary key,
		account_id text not null,
		holder text not null,
		total integer not null check (total > 0),
		start_date text not null,
		frequency text not null,
		token text not null,
		status text not null default 'active' check (status in ('active', 'paused', 'completed', 'cancelled')),
		created_by integer not null references users,
		created_at integer not null,
		cancelled_by integer references users,
		cancelled_at integer,
		reason text not null default ''
	) strict;
`;

/** How often a plan is paid. */
export type Frequency = ParamsOf<'create_payment_plan'>['frequency'];

/** Cancelled is final; completed is, unless something is refunded. */
type PlanStatus = 'active' | 'paused' | 'completed' | 'cancelled';

/** `holder` is the account holder's name at the time of the agreement; `token` may be empty. */
export type Plan = {
	id: number;
	accountId: string;
	holder: string;
	total: number;
	/** `YYYY-MM-DD`. */
	startDate: string;
	frequency: Frequency;
	token: string;
	status: PlanStatus;
	createdBy: number;
	createdAt: number;
};

/** What may change of a plan; `token` is the payment method of future collections. */
type PlanChanges = {
	status?: PlanStatus;
	token?: string;
	cancelledBy?: number;
	cancelledAt?: number;
	reason?: string;
};

export const createPlans = (database: Database) => ({
	/** Returns its id. */
	add: (plan: Omit<Plan, 'id' | 'status'>): number => database.insert('plans', plan),
	find: (id: number): Plan | undefined =>
		database.one(
			`select id, account_id as accountId, holder, total, start_date as startDate, frequency, token, status,
				created_by as createdBy, created_at as createdAt
			from plans where id = ?`,
			id,
		),
	change: (id: number, changes: PlanChanges): void => database.update('plans', id, changes),
});
