/** Text messages and content (section 4.2; parameters and answers ours). */
import {ownAnswer} from '../answer.ts';
import {count, id, text} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';

/** The kinds of prepared content. */
export const contentKinds = ['text', 'recording'] as const;

export const messaging = family('messaging', {
	send_text_message: {
		effect: 'irreversible',
		summary: 'Sends a text message, your own or a prepared one.',
		params: {
			to: p.required(p.phone('number to text')),
			message: p.text('text; required unless content_id is sent', 1600),
			content_id: p.idNumber('prepared text, instead of message; its placeholders are filled for the number'),
			from: p.shaped(
				"number to send from; the campaign's caller ID when omitted",
				/^(?:\+[1-9]\d{6,14}|1?\d{10}|\d{5,6})$/,
				'a phone number or a short code of five or six digits',
			),
			campaign_id: p.idNumber('campaign'),
		},
		answer: ownAnswer({message_id: id, segments: count, status: text}),
	},
	retrieve_sent_messages: {
		effect: 'read',
		summary:
			'Lists text messages sent by you, by the service for you and by SMSB campaigns, newest first, with the replies.',
		params: {
			campaign_id: p.idNumber(
				'campaign; when omitted, all that you may access, and your own messages without a campaign',
			),
			from: p.date('from this day on'),
			to: p.date('up to this day'),
			...p.pages(),
		},
		answer: ownAnswer({
			messages: [
				{
					message_id: id,
					to: text,
					from: text,
					body: text,
					status: text,
					date_sent: text,
					segments: count,
					reply: text,
					date_replied: text,
				},
			],
			total: count,
			whole_since: text,
		}),
	},
	get_content: {
		effect: 'read',
		summary: 'Lists prepared texts and recordings.',
		params: {content_type: p.choice('kind; both when omitted', contentKinds)},
		answer: ownAnswer({contents: [{content_id: id, name: text, kind: text, body: text}]}),
	},
});
