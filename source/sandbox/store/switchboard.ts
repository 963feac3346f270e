/** IVRs and queues (section 4.2; ours). */
import type {Database} from './database.ts';

export const switchboardTables = '';

/** What is kept of them. */
export type Switchboard = Record<never, never>;

/** Those of a database. */
export const createSwitchboard = (_database: Database): Switchboard => ({});
