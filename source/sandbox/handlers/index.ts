/** The handlers of all operations; a missing one does not compile. */
import {accounts} from './accounts.ts';
import {campaigns} from './campaigns.ts';
import {doNotCall} from './do-not-call.ts';
import type {Handlers} from './handler.ts';
import {ivrsAndQueues} from './ivrs-queues.ts';
import {lists} from './lists.ts';
import {messaging} from './messaging.ts';
import {notifications} from './notifications.ts';
import {paymentPlans} from './payment-plans.ts';
import {payments} from './payments.ts';
import {statistics, usage} from './statistics.ts';
import {uploads} from './uploads.ts';
import {users} from './users.ts';

export const handlers: Handlers = {
	...campaigns,
	...accounts,
	...lists,
	...statistics,
	...doNotCall,
	...usage,
	...ivrsAndQueues,
	...users,
	...notifications,
	...paymentPlans,
	...payments,
	...messaging,
	...uploads,
};
