/** Text messages that were sent, and prepared contents (section 4.2; ours). */
import type {Database} from './database.ts';

export const messageTables = '';

/** What is kept of them. */
export type Messages = Record<never, never>;

/** Those of a database. */
export const createMessages = (_database: Database): Messages => ({});
