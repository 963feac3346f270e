/** The handlers of the operations that this sandbox carries out; the others are refused by name. */
import {accounts} from './accounts.ts';
import {authentication} from './authentication.ts';
import {campaigns} from './campaigns.ts';
import type {Handlers} from './handler.ts';
import {lists} from './lists.ts';
import {statistics} from './statistics.ts';

export const handlers: Partial<Handlers> = {...authentication, ...campaigns, ...accounts, ...lists, ...statistics};
