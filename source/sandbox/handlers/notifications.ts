/** Notifications (section 4.2; shapes ours). */
import {stampText} from '../world/time.ts';
import type {Handlers} from './handler.ts';

const perPage = 100;

export const notifications = {
	set_notifications: {
		level: 'agent',
		run({event, email, sms, enabled}, {store, user}) {
			const isOn = enabled === undefined ? undefined : enabled === 'Y';
			store.notifications.set(user.id, event, {email, sms, enabled: isOn});
			return {settings: store.notifications.settings(user.id)};
		},
	},
	get_notifications: {
		level: 'agent',
		run: ({unread, page = 1}, {world, store, user}) => ({
			notifications: store.notifications
				.list(user, unread === '1' ? 'uncleared' : 'all', perPage, (page - 1) * perPage)
				.map(({id, event, message, time, isCleared}) => ({
					id: String(id),
					event,
					message,
					created: stampText(world, time),
					read: Number(isCleared),
				})),
		}),
	},
	clear_notifications: {
		level: 'agent',
		run: ({ids}, {store, user}) => ({cleared: store.notifications.clear(user, ids)}),
	},
	get_notifications_settings: {
		level: 'agent',
		run: (_, {store, user}) => ({settings: store.notifications.settings(user.id)}),
	},
} satisfies Partial<Handlers>;
