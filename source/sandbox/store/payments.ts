/** Payments, refunds and links to pay by (section 4.2; ours). Money in cents; no card number is ever kept. */
import type {Database} from './database.ts';

export const paymentTables = '';

/** What is kept of them. */
export type Payments = Record<never, never>;

/** Those of a database. */
export const createPayments = (_database: Database): Payments => ({});
