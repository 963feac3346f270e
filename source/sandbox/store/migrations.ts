/** The versions of the database, in order. One that was released is never changed: another is added behind it. */
import {accountTables} from './accounts.ts';
import {journalTables} from './journal.ts';
import {tokenTables} from './tokens.ts';
import {userTables} from './users.ts';

/** What brings a database from each version to the next; the first makes it. */
export const migrations: readonly string[] = [[journalTables, userTables, tokenTables, accountTables].join('\n')];
