/** Text messages and content (section 4.2; parameters ours). */
import {openAnswer} from '../answer.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';

export const messaging = {
	send_text_message: operation({
		family: 'messaging',
		effect: 'irreversible',
		summary: 'Sends a text message to a person.',
		documented: false,
		params: {
			to: p.required(p.phone('number to text')),
			message: p.text('text', 1600),
			content_id: p.idNumber('prepared text'),
			from: p.text('number to send from', 40),
			campaign_id: p.idNumber('campaign'),
		},
		answer: openAnswer,
	}),
	retrieve_sent_messages: operation({
		family: 'messaging',
		effect: 'read',
		summary: 'Lists the messages sent.',
		documented: false,
		params: {
			campaign_id: p.idNumber('campaign'),
			from: p.date('from this day on'),
			to: p.date('up to this day'),
			page: p.integer('page', {min: 1}),
		},
		answer: openAnswer,
	}),
	get_content: operation({
		family: 'messaging',
		effect: 'read',
		summary: 'Lists prepared texts and recordings.',
		documented: false,
		params: {content_type: p.text('kind', 40)},
		answer: openAnswer,
	}),
};
