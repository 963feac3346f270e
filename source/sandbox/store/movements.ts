/** The ledger of accounts: every change of what one owes (ours). Amounts in cents, world times. */
import type {Database} from './database.ts';

export const movementTables = `
	create table movements (
		id integer primary key,
		account_id text not null,
		kind text not null check (kind in ('adjustment', 'payment', 'refund')),
		amount integer not null,
		balance integer not null,
		payment_id integer references payments,
		time integer not null
	) strict;
	create index movements_of_account on movements (account_id, id);
`;

/** A change of what an account owes. */
export type Movement = {
	accountId: string;
	/** `adjustment`: add_account has set another balance. */
	kind: 'adjustment' | 'payment' | 'refund';
	/** Negative if less is owed. */
	amount: number;
	/** What is owed afterwards. */
	balance: number;
	/** Null for an adjustment. */
	paymentId: number | null;
	time: number;
};

export const createMovements = (database: Database) => ({
	add(movement: Movement): void {
		database.insert('movements', movement);
	},
	/** Oldest first. */
	ofAccount: (accountId: string): Movement[] =>
		database.all(
			`select account_id as accountId, kind, amount, balance, payment_id as paymentId, time
			from movements where account_id = ? order by id`,
			accountId,
		),
});
