/** What the service keeps in the database beside the world. */
import type {World} from '../world/state.ts';
import {type Accounts, createAccounts} from './accounts.ts';
import {type CallChunks, createCallChunks} from './call-chunks.ts';
import type {Database} from './database.ts';
import {createDoNotCall, type DoNotCall} from './do-not-call.ts';
import {createMessages, type Messages} from './messages.ts';
import {createNotifications, type Notifications} from './notifications.ts';
import {createPayments, type Payments} from './payments.ts';
import {createPlans, type Plans} from './plans.ts';
import {createSwitchboard, type Switchboard} from './switchboard.ts';
import {createTokens, type Tokens} from './tokens.ts';
import {createUploads, type Uploads} from './uploads.ts';
import {createUsers, type Users} from './users.ts';

/** The store: one member for each kind of record. */
export type Store = {
	users: Users;
	tokens: Tokens;
	accounts: Accounts;
	uploads: Uploads;
	callChunks: CallChunks;
	doNotCall: DoNotCall;
	messages: Messages;
	notifications: Notifications;
	switchboard: Switchboard;
	plans: Plans;
	payments: Payments;
};

/** What handlers and the rules below them work on. */
export type WorldAndStore = {world: World; store: Store};

/** @param now the machine's time in milliseconds */
export const createStore = (database: Database, now: () => number): Store => ({
	users: createUsers(database),
	tokens: createTokens(database, now),
	accounts: createAccounts(database),
	uploads: createUploads(database),
	callChunks: createCallChunks(database),
	doNotCall: createDoNotCall(database),
	messages: createMessages(database),
	notifications: createNotifications(database),
	switchboard: createSwitchboard(database),
	plans: createPlans(database),
	payments: createPayments(database),
});
