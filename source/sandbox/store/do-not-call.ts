/** Who put a number on the do-not-call list, and when (section 4.2; ours). Which numbers are barred, the world knows. */
import type {Database} from './database.ts';

export const doNotCallTables = '';

/** What is kept of them. */
export type DoNotCall = Record<never, never>;

/** Those of a database. */
export const createDoNotCall = (_database: Database): DoNotCall => ({});
