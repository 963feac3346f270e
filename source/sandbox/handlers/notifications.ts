/** Notifications (section 4.2; shapes ours). */
import {stampText} from '../world/time.ts';
import type {Handlers} from './handler.ts';

const perPage = 100;

export const notifications: Pick<
	Handlers,
	'set_notifications' | 'get_notifications' | 'clear_notifications' | 'get_notifications_settings'
> = {
	set_notifications({event, email, sms, enabled}, {store, user}) {
		const isOn = enabled === undefined ? undefined : enabled === 'Y';
		store.notifications.set(user.id, event, {email, sms, enabled: isOn});
		return {settings: store.notifications.settings(user.id)};
	},
	get_notifications: ({unread, page = 1}, {store, user}) => ({
		notifications: store.notifications
			.list(user, unread === '1' ? 'uncleared' : 'all', perPage, (page - 1) * perPage)
			.map(({id, event, message, time, isCleared}) => ({
				id: String(id),
				event,
				message,
				created: stampText(time),
				read: Number(isCleared),
			})),
	}),
	clear_notifications: ({ids}, {store, user}) => ({cleared: store.notifications.clear(user, ids)}),
	get_notifications_settings: (_, {store, user}) => ({settings: store.notifications.settings(user.id)}),
};
