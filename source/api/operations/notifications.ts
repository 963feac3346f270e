/** Notifications (section 4.2; parameters ours). */
import {openAnswer} from '../answer.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';

export const notifications = {
	set_notifications: operation({
		family: 'notifications',
		effect: 'write',
		summary: 'Sets who is told of an event.',
		documented: false,
		params: {
			event: p.required(p.text('event', 100)),
			email: p.text('email address', 320),
			sms: p.text('phone number', 40),
			enabled: p.yesNo('on or off'),
		},
		answer: openAnswer,
	}),
	get_notifications: operation({
		family: 'notifications',
		effect: 'read',
		summary: 'Lists notifications.',
		documented: false,
		params: {unread: p.choice('1 only unread ones', ['0', '1']), page: p.integer('page', {min: 1})},
		answer: openAnswer,
	}),
	clear_notifications: operation({
		family: 'notifications',
		effect: 'irreversible',
		summary: 'Clears notifications.',
		documented: false,
		params: {ids: p.repeated('which; all when omitted', p.idNumber('notification'))},
		answer: openAnswer,
	}),
	get_notifications_settings: operation({
		family: 'notifications',
		effect: 'read',
		summary: 'Tells who is told of which event.',
		documented: false,
		params: {},
		answer: openAnswer,
	}),
};
