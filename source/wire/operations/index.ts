/** The catalogue: every operation of the interface (sections 4.1 and 4.2) by its `type`. There is no second list. */
import type {AnyOperation, ParamsOfRow, ReadOfRow, WrittenOfRow} from '../operation.ts';
import type {Parameters} from '../parameters.ts';
import {accounts} from './accounts.ts';
import {authentication} from './authentication.ts';
import {campaigns} from './campaigns.ts';
import {doNotCall} from './do-not-call.ts';
import {ivrsAndQueues} from './ivrs-queues.ts';
import {lists} from './lists.ts';
import {messaging} from './messaging.ts';
import {notifications} from './notifications.ts';
import {paymentPlans} from './payment-plans.ts';
import {payments} from './payments.ts';
import {statistics} from './statistics.ts';
import {users} from './users.ts';

export const operations = {
	...authentication,
	...campaigns,
	...accounts,
	...lists,
	...doNotCall,
	...statistics,
	...ivrsAndQueues,
	...users,
	...notifications,
	...paymentPlans,
	...payments,
	...messaging,
};

/** The `type` of an operation. */
export type OperationType = keyof typeof operations;

/** The rows of an operation's parameters by which a client names them: the interface's, and the sandbox's own. */
export const namedRows = (type: OperationType): Parameters => {
	const {params, ours}: AnyOperation = operations[type];
	return ours ? {...params, ...ours} : params;
};

/** The rows of an operation's parameters, with those that the interface does not show. */
export const parameterRows = (type: OperationType): Parameters => {
	const {more}: AnyOperation = operations[type];
	return more ? {...namedRows(type), ...more} : namedRows(type);
};

/** The `type` of an operation that changes nothing at the service: a read, or signing in. */
export type HarmlessType = {
	[T in OperationType]: (typeof operations)[T]['effect'] extends 'read' | 'session' ? T : never;
}[OperationType];

/** The parameters of an operation, as a client gives them and a handler receives them. */
export type ParamsOf<T extends OperationType> = ParamsOfRow<(typeof operations)[T]>;

/** What a client reads from an operation's answer. */
export type AnswerOf<T extends OperationType> = ReadOfRow<(typeof operations)[T]>;

/** What a handler writes an operation's answer from. */
export type WrittenOf<T extends OperationType> = WrittenOfRow<(typeof operations)[T]>;

/** True for the `type` of an operation of the catalogue. */
export const isOperationType = (type: string): type is OperationType => Object.hasOwn(operations, type);
