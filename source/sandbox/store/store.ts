/** What the service keeps in the database: its tables, and beside the world one member of the store for each. */
import type {World} from '../world/state.ts';
import {accountTextChanges4} from './account-texts.ts';
import {accountTables, createAccounts} from './accounts.ts';
import {callChunkChanges2, createCallChunks} from './call-chunks.ts';
import type {Database} from './database.ts';
import {createDoNotCall, doNotCallChanges2, doNotCallTables} from './do-not-call.ts';
import {journalTables} from './journal.ts';
import {createMessages, messageChanges2, messageTables} from './messages.ts';
import {createMovements, movementTables2} from './movements.ts';
import {createNotifications, notificationChanges2, notificationTables} from './notifications.ts';
import {createPayments, paymentChanges2, paymentTables} from './payments.ts';
import {createPlans, planChanges2, planTables} from './plans.ts';
import {sumTables} from './sums.ts';
import {switchboardTables} from './switchboard.ts';
import {createTokens, tokenTables} from './tokens.ts';
import {createUploads, uploadTables} from './uploads.ts';
import {createUsers, userTables} from './users.ts';

/**
 * The migrations of the database: the first creates it, each further one leads to the next version. Never change a
 * released one: append another.
 */
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
	[
		callChunkChanges2,
		doNotCallChanges2,
		messageChanges2,
		notificationChanges2,
		movementTables2,
		paymentChanges2,
		planChanges2,
	].join('\n'),
	sumTables,
	accountTextChanges4,
];

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
