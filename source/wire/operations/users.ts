/** Users, passwords, profiles, permissions (section 4.2; parameters and answers ours). */
import {ownAnswer} from '../answer.ts';
import {count, id, text} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';

/** Fewest characters of a new password. */
const leastPassword = 8;

const profileAnswer = ownAnswer({
	profile: {
		user: text,
		full_name: text,
		level: text,
		first_name: text,
		last_name: text,
		email: text,
		mobile_number: text,
		time_zone: text,
	},
});

export const users = family('users', {
	add_user: {
		effect: 'write',
		summary: 'Adds a user.',
		params: {
			user: p.required(
				p.shaped(
					'user name',
					/^[a-z][a-z0-9._-]{1,39}$/,
					'2 to 40 lower-case letters, digits, dots, dashes or underscores, starting with a letter',
				),
			),
			pass: p.required(p.secret('password', leastPassword)),
			full_name: p.required(p.text('full name', 200)),
			level: p.required(p.choice('what the user may do', ['agent', 'manager', 'admin'])),
			email: p.email('email address'),
			campaigns: p.repeated(
				'campaigns that the user may access; none when omitted (for an admin, all that you may access)',
				p.idNumber('campaign'),
			),
		},
		answer: ownAnswer({user_id: id}),
	},
	change_password: {
		effect: 'write',
		summary: 'Changes your password and revokes all your other tokens.',
		params: {
			old_pass: p.required(p.secret('current password')),
			new_pass: p.required(p.secret('new password', leastPassword)),
		},
		answer: ownAnswer({}),
	},
	get_profile: {
		effect: 'read',
		summary: 'Returns your profile.',
		params: {},
		answer: profileAnswer,
	},
	update_profile: {
		effect: 'write',
		summary: 'Changes the profile fields you send and leaves the others; empty ones are cleared.',
		params: {
			first_name: p.clearable(p.text('first name', 100)),
			last_name: p.clearable(p.text('last name', 100)),
			email: p.clearable(p.email('email address')),
			mobile_number: p.clearable(p.phone('mobile number')),
			time_zone: p.clearable(
				p.shaped('IANA time zone', /^[A-Za-z][\w+/-]{1,59}$/, 'a time zone such as America/New_York'),
			),
		},
		answer: profileAnswer,
	},
	check_permission: {
		effect: 'read',
		summary: 'Tells whether you may use an operation, in general or on one campaign.',
		params: {
			permission: p.required(p.text('type of the operation', 100)),
			campaign_id: p.idNumber('campaign'),
		},
		answer: ownAnswer({allowed: count}),
	},
});
