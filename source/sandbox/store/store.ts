/** What the service stores in the database besides the world: the tables, and a member of the store for each. */
import type {World} from '../world/state.ts';
import {accountTables, createAccounts} from './accounts.ts';
import {callChunkTables, createCallChunks} from './call-chunks.ts';
import type {Database, Format} from './database.ts';
import {createDoNotCall, doNotCallTables} from './do-not-call.ts';
import {journalTables} from './journal.ts';
import {createMessages, messageTables} from './messages.ts';
import {createMovements, movementTables} from './movements.ts';
import {createNotifications, notificationTables} from './notifications.ts';
import {createPayments, paymentTables} from './payments.ts';
import {createPlans, planTables} from './plans.ts';
import {createTokens, tokenTables} from './tokens.ts';
import {createUploads, uploadTables} from './uploads.ts';
import {createUsers, userTables} from './users.ts';

/**
 * What a file of the database holds. Raise the version with every change of the tables, of the world's types or of its
 * commands: a file of another version is refused.
 */
export const storeFormat: Format = {
	version: 10,
	tables: [
		journalTables,
		userTables,
		tokenTables,
		accountTables,
		uploadTables,
		callChunkTables,
		doNotCallTables,
		messageTables,
		notificationTables,
		planTables,
		paymentTables,
		movementTables,
	].join('\n'),
};

/** @param now the machine's time in milliseconds */
export const createStore = (database: Database, now: () => number) => ({
	users: createUsers(database),
	tokens: createTokens(database, now),
	accounts: createAccounts(database),
	uploads: createUploads(database),
	callChunks: createCallChunks(database),
	doNotCall: createDoNotCall(database),
	messages: createMessages(database),
	notifications: createNotifications(database),
	plans: createPlans(database),
	payments: createPayments(database),
	movements: createMovements(database),
});

export type Store = ReturnType<typeof createStore>;

/** What handlers and the rules below them work on. */
export type WorldAndStore = {world: World; store: Store};
