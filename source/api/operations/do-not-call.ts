/** The do-not-call list (section 4.2; parameters ours). */
import {openAnswer} from '../answer.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';

export const doNotCall = {
	add_dnc: operation({
		family: 'do-not-call',
		effect: 'write',
		summary: 'Adds a number to the do-not-call list.',
		documented: false,
		params: {
			phone_number: p.required(p.phone('phone number')),
			campaign_id: p.idNumber('campaign; every one when omitted'),
		},
		answer: openAnswer,
	}),
	delete_dnc: operation({
		family: 'do-not-call',
		effect: 'irreversible',
		summary: 'Takes a number off the do-not-call list.',
		documented: false,
		params: {
			phone_number: p.required(p.phone('phone number')),
			campaign_id: p.idNumber('campaign; every one when omitted'),
		},
		answer: openAnswer,
	}),
	get_dncs: operation({
		family: 'do-not-call',
		effect: 'read',
		summary: 'Lists do-not-call numbers.',
		documented: false,
		params: {
			campaign_id: p.idNumber('campaign'),
			query: p.text('part of a number', 40),
			page: p.integer('page', {min: 1}),
			limit: p.integer('numbers a page', {min: 1, max: 1000}),
		},
		answer: openAnswer,
	}),
};
