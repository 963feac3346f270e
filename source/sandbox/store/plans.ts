/** Payment plans (section 4.2; ours). Money in cents. */
import type {Database} from './database.ts';

export const planTables = '';

/** What is kept of them. */
export type Plans = Record<never, never>;

/** Those of a database. */
export const createPlans = (_database: Database): Plans => ({});
