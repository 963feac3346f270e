/** Everything that the service keeps beside the world. */
import {type Accounts, createAccounts} from './accounts.ts';
import type {Database} from './database.ts';
import {createTokens, type Tokens} from './tokens.ts';
import {createUsers, type Users} from './users.ts';

/** The store, by what is kept. */
export type Store = {users: Users; tokens: Tokens; accounts: Accounts};

/** The store of a database; `now` is the machine's time in milliseconds. */
export const createStore = (database: Database, now: () => number): Store => ({
	users: createUsers(database),
	tokens: createTokens(database, now),
	accounts: createAccounts(database),
});
