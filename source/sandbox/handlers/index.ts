/** The handlers of the operations: one that is missing does not compile. */
import {accounts} from './accounts.ts';
import {campaigns} from './campaigns.ts';
import type {Handlers, SlowHandlers} from './handler.ts';
import {lists} from './lists.ts';
import {statistics} from './statistics.ts';

export const handlers: Partial<Handlers> = {...campaigns, ...accounts, ...lists, ...statistics};

export const slowHandlers: Partial<SlowHandlers> = {};
