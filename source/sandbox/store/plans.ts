/** Payment plans (section 4.2; ours). Amounts in cents, world times. */
import type {ParamsOf} from '../../api/operations/index.ts';
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

/** Completed and cancelled are final. */
export type PlanStatus = 'active' | 'paused' | 'completed' | 'cancelled';

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

export type Plans = {
	/** Returns its id. */
	add(plan: Omit<Plan, 'id' | 'status'>): number;
	find(id: number): Plan | undefined;
	setStatus(id: number, status: 'active' | 'paused' | 'completed'): void;
	/** Sets the payment method of future collections. */
	setToken(id: number, token: string): void;
	cancel(id: number, by: number, at: number, reason: string): void;
};

export const createPlans = (database: Database): Plans => ({
	add: ({accountId, holder, total, startDate, frequency, token, createdBy, createdAt}) =>
		database.run(
			`insert into plans (account_id, holder, total, start_date, frequency, token, created_by, created_at)
			values (?, ?, ?, ?, ?, ?, ?, ?)`,
			accountId,
			holder,
			total,
			startDate,
			frequency,
			token,
			createdBy,
			createdAt,
		).id,
	find: id =>
		database.one<Plan>(
			`select id, account_id as accountId, holder, total, start_date as startDate, frequency, token, status,
				created_by as createdBy, created_at as createdAt
			from plans where id = ?`,
			id,
		),
	setStatus(id, status) {
		database.run('update plans set status = ? where id = ?', status, id);
	},
	setToken(id, token) {
		database.run('update plans set token = ? where id = ?', token, id);
	},
	cancel(id, by, at, reason) {
		database.run(
			`update plans set status = 'cancelled', cancelled_by = ?, cancelled_at = ?, reason = ? where id = ?`,
			by,
			at,
			reason,
			id,
		);
	},
});
