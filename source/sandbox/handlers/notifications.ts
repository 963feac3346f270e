/** Notifications (section 4.2; shapes ours). */
import {stampText} from '../world/time.ts';
import {agent, type Handlers} from './handler.ts';
import {pageSpan} from './pages.ts';

export const notifications = {
	set_notifications: agent(({event, email, sms, enabled}, {store, user}) => {
		const isOn = enabled === undefined ? undefined : enabled === 'Y';
		store.notifications.set(user.id, event, {email, sms, enabled: isOn});
		return {settings: store.notifications.settings(user.id)};
	}),
	get_notifications: agent(({unread, ...page}, {world, store, user}) => {
		const which = unread === '1' ? 'uncleared' : 'all';
		return {
			notifications: store.notifications
				.list(user, which, pageSpan(page))
				.map(({id, event, message, time, isCleared}) => ({
					id: String(id),
					event,
					message,
					created: stampText(world, time),
					read: Number(isCleared),
				})),
			total: store.notifications.count(user, which),
		};
	}),
	clear_notifications: agent(({ids}, {store, user}) => ({cleared: store.notifications.clear(user, ids)})),
	get_notifications_settings: agent((_, {store, user}) => ({settings: store.notifications.settings(user.id)})),
} satisfies Partial<Handlers>;
