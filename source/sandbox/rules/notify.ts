/** Raises notifications, and texts them to the users who have set a number for the event (section 4.2; ours). */
import type {NewNotification} from '../store/notifications.ts';
import type {WorldAndStore} from '../store/store.ts';
import {sendText} from './texts.ts';

/** Does nothing if a notification with its `key` was raised before. */
export const notify = (context: WorldAndStore, notification: NewNotification): void => {
	const {notifications} = context.store;
	if (notifications.raise(notification)) {
		for (const {user, sms} of notifications.textedTo(notification)) {
			sendText(context, {to: sms, body: notification.message, userId: user});
		}
	}
};
