/** Notifications (section 4.2; parameters and answers ours). */
import {ownAnswer} from '../answer.ts';
import {count, id, text, yesNo} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';

/** The events that users can be notified of. */
export const notificationEvents = ['drop_limit_reached', 'list_exhausted', 'payment_failed'] as const;

const settingsAnswer = ownAnswer({settings: [{event: text, email: text, sms: text, enabled: yesNo}]});

export const notifications = family('notifications', {
	set_notifications: {
		effect: 'write',
		summary:
			'Sets whether and where you are notified of an event; changes only what you send. An empty address or number is ' +
			'cleared.',
		params: p.filled({
			event: p.required(p.choice('event', notificationEvents)),
			email: p.clearable(p.email('email address')),
			sms: p.clearable(p.phone('phone number')),
			enabled: p.yesNo('on or off'),
		}),
		answer: settingsAnswer,
	},
	get_notifications: {
		effect: 'read',
		summary: 'Lists your notifications, newest first, without clearing them.',
		params: {
			unread: p.choice('1 lists only those you have not cleared', ['0', '1']),
			...p.pages(),
		},
		answer: ownAnswer({notifications: [{id, event: text, message: text, created: text, read: count}], total: count}),
	},
	clear_notifications: {
		effect: 'irreversible',
		summary: 'Clears your notifications: they count as read.',
		params: {ids: p.repeated('notifications; all when omitted', p.idNumber('notification'))},
		answer: ownAnswer({cleared: count}),
	},
	get_notifications_settings: {
		effect: 'read',
		summary: 'Shows for each event whether and where you are notified.',
		params: {},
		answer: settingsAnswer,
	},
});
