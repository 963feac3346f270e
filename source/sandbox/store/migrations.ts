/** Migrations of the database, in order. Never change a released one: append another. */
import {accountTables} from './accounts.ts';
import {callChunkChanges2} from './call-chunks.ts';
import {doNotCallTables} from './do-not-call.ts';
import {journalTables} from './journal.ts';
import {messageChanges2, messageTables} from './messages.ts';
import {notificationTables} from './notifications.ts';
import {paymentTables} from './payments.ts';
import {planTables} from './plans.ts';
import {switchboardTables} from './switchboard.ts';
import {tokenTables} from './tokens.ts';
import {uploadTables} from './uploads.ts';
import {userTables} from './users.ts';

/** The first creates the database; each further one leads to the next version. */
export const migrations: readonly string[] = [
	[
		journalTables,
		userTables,
		tokenTables,
		accountTables,
		uploadTables,
		doNotCallTables,
		messageTables,
		notificationTables,
		switchboardTables,
		planTables,
		paymentTables,
	].join('\n'),
	[callChunkChanges2, messageChanges2].join('\n'),
];
