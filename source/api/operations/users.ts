/** Users, passwords, profiles, permissions (section 4.2; parameters ours). */
import {openAnswer} from '../answer.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';

export const users = {
	add_user: operation({
		family: 'users',
		effect: 'write',
		summary: 'Adds a user.',
		documented: false,
		params: {
			user: p.required(p.text('user name', 200)),
			pass: p.required(p.secret('password')),
			full_name: p.required(p.text('full name', 200)),
			level: p.required(p.choice('level', ['agent', 'manager', 'admin'])),
			email: p.text('email address', 320),
			campaigns: p.repeated('campaigns the user may access', p.idNumber('campaign')),
		},
		answer: openAnswer,
	}),
	change_password: operation({
		family: 'users',
		effect: 'write',
		summary: 'Changes your password.',
		documented: false,
		params: {old_pass: p.required(p.secret('present password')), new_pass: p.required(p.secret('new password'))},
		answer: openAnswer,
	}),
	get_profile: operation({
		family: 'users',
		effect: 'read',
		summary: 'Returns your profile.',
		documented: false,
		params: {},
		answer: openAnswer,
	}),
	update_profile: operation({
		family: 'users',
		effect: 'write',
		summary: 'Changes your profile.',
		documented: false,
		params: {
			first_name: p.text('first name', 100),
			last_name: p.text('last name', 100),
			email: p.text('email address', 320),
			mobile_number: p.text('mobile number', 40),
			time_zone: p.text('time zone', 60),
		},
		answer: openAnswer,
	}),
	check_permission: operation({
		family: 'users',
		effect: 'read',
		summary: 'Tells whether you may do something.',
		documented: false,
		params: {permission: p.required(p.text('permission', 100)), campaign_id: p.idNumber('campaign')},
		answer: openAnswer,
	}),
};
