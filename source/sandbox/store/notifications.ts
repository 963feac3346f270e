/** Notifications and who is told of what (section 4.2; ours). */
import type {Database} from './database.ts';

export const notificationTables = '';

/** What people can be told of. */
export const notificationEvents = ['drop_limit_reached', 'list_exhausted', 'payment_failed'] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** The notifications. */
export type Notifications = {
	/**
	 * Tells whoever wants to be told. `key` names what has happened: the same told again changes nothing. `time` is the
	 * world's, `campaign` an id, empty where it is about none.
	 */
	raise(what: {event: NotificationEvent; key: string; message: string; campaign: string; time: number}): void;
};

/** Those of a database. */
export const createNotifications = (_database: Database): Notifications => ({raise: () => undefined});
