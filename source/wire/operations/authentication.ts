/** Authentication (sections 4.1 and 5). */
import {fieldsAnswer} from '../answer.ts';
import {text, token} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';
import {field, record} from '../record.ts';

/** The interface does not name the token's field; these are tried in order. */
export const loginRecord = record({
	token: field(token, 'token', 'access_token', 'api_token', 'auth_token'),
	fullName: field(text, 'full_name'),
	level: field(text, 'level'),
});

export const authentication = family('authentication', {
	login_user: {
		effect: 'session',
		summary: 'Exchanges credentials for a token.',
		documented: true,
		params: {
			user: p.required(p.text('user name', 200)),
			pass: p.required(p.secret('password')),
			hours: p.integer('token lifetime in hours; 12 when omitted', {min: 1, max: 8760}),
		},
		answer: fieldsAnswer(loginRecord),
	},
});
