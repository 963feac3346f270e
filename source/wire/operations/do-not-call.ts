/** The do-not-call list (section 4.2; parameters and answers ours). */
import {ownAnswer} from '../answer.ts';
import {count, text} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';

/** `campaign_id` is empty if the number is barred from every campaign; several ids are separated by commas. */
const entry = {phone_number: text, campaign_id: text};

const target = {
	phone_number: p.required(p.withPhones(p.shaped('US phone number', /^[\d\s().+-]{10,25}$/, 'a US phone number'))),
	campaign_id: p.idNumber('campaign; when omitted, all that you may access'),
};

export const doNotCall = family('do-not-call', {
	add_dnc: {
		effect: 'write',
		summary: 'Adds a number to the do-not-call list.',
		params: target,
		answer: ownAnswer(entry),
	},
	delete_dnc: {
		effect: 'irreversible',
		summary: 'Removes a number from the do-not-call list.',
		params: target,
		answer: ownAnswer(entry),
	},
	get_dncs: {
		effect: 'read',
		summary: 'Lists do-not-call numbers, newest first.',
		params: {
			campaign_id: p.idNumber('only entries of this campaign'),
			query: p.shaped('part of a number', /^(?=.*\d)[\d\s().+-]{1,40}$/, 'digits of a number'),
			...p.pages(),
		},
		answer: ownAnswer({dncs: [{...entry, added_by: text, added_date: text}], total: count}),
	},
});
