/** Calling lists, lead search, uploads and results (sections 2.4, 2.5, 4.1 and 4.2; most answers ours). */
import {type AnswerCodec, optional, ownAnswer, pagedAnswer, readRecords, recordAnswer, wireFields} from '../answer.ts';
import {callDate, count, id, rate, text} from '../codecs.ts';
import {findRecords} from '../find-records.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';
import {field, type RecordOf, record} from '../record.ts';
import {safeText} from '../text.ts';

/** A calling list; the interface does not show its fields, so the names are ours. */
export const listRecord = record({
	id: field(id, 'list_id', 'id'),
	name: field(text, 'list_name', 'name'),
	campaignId: field(id, 'campaign_id', 'campaign'),
	campaignName: field(text, 'campaign_name'),
	status: field(text, 'status', 'list_status', 'active'),
	totalLeads: field(count, 'total_leads', 'leads', 'total'),
	newLeads: field(count, 'new_leads', 'new'),
	calledLeads: field(count, 'called_leads', 'called'),
	remainingLeads: field(count, 'remaining_leads', 'remaining'),
	percentComplete: field(rate, 'percentage_complete', 'progress'),
	changed: field(text, 'list_changedate', 'changed'),
	lastCalled: field(text, 'list_lastcalldate', 'last_called'),
});

/** An entry of the call log: an item of all_log_search. */
export const callLogRecord = record({
	uniqueId: field(id, 'uniqueid'),
	leadId: field(text, 'lead_id'),
	listId: field(id, 'list_id'),
	date: field(callDate, 'call_date'),
	fullName: field(text, 'full_name'),
	status: field(text, 'status'),
	callType: field(text, 'call_type'),
	campaignId: field(id, 'campaign_id'),
	flag: field(text, 'flag'),
	phoneNumber: field(text, 'phone_number'),
	campaignName: field(text, 'campaign_name'),
	listName: field(text, 'list_name'),
});

/** An entry of the call log. `date` has no time zone: never compute an age from it. */
export type CallLogEntry = RecordOf<(typeof callLogRecord)['fields']>;

/** What search_lead found; `entries` is undefined if the service sent no array: that is "no data", not "none found". */
export type SearchResult = {entries: CallLogEntry[] | undefined; footer: string};

/** Every field of an entry, empty: an entry of an account that was not called has no id and no date. */
const blank = Object.fromEntries(Object.values(callLogRecord.fields).map(({wire: [name]}) => [name, '']));

/** Reads and writes search_lead's answer. */
const searchAnswer: AnswerCodec<
	SearchResult,
	{entries: Parameters<(typeof callLogRecord)['encode']>[0][]; footer: string}
> = {
	fields: ['footer', ...wireFields(callLogRecord, 'all_log_search[].')],
	given: true,
	decode(envelope, resolve) {
		const found = findRecords(envelope, 'all_log_search');
		return {
			entries: found && readRecords('calls', callLogRecord, found, resolve),
			footer: typeof envelope.response.footer === 'string' ? safeText(envelope.response.footer) : '',
		};
	},
	encode: ({entries, footer}) => ({
		footer,
		all_log_search: entries.map(entry => ({...blank, ...callLogRecord.encode(entry)})),
	}),
};

const listFilters = {
	campaign_id: p.idNumber('campaign; all when omitted'),
	status: p.given('4.1', p.choice('Y active, N inactive', ['Y', 'N'])),
	filter: p.given('4.1', p.choice('RA recently added, RD recently dialed', ['RA', 'RD'])),
};

/** Enough for all lists except on the largest floors: a client that knows no pages must miss none. */
const listPages = p.pages({usual: 5000, most: 5000});

export const lists = family('lists', {
	get_list: {
		effect: 'read',
		summary: 'Returns one list with its campaign, status, counts and progress.',
		documented: true,
		params: {list_id: p.required(p.idNumber('list'))},
		answer: recordAnswer('list', listRecord),
	},
	get_lists: {
		effect: 'read',
		summary: 'Lists calling lists, newest first.',
		documented: true,
		params: listFilters,
		ours: listPages,
		answer: pagedAnswer('lists', listRecord),
	},
	change_status: {
		effect: 'write',
		summary: 'Turns a list on or off for dialing.',
		documented: true,
		params: {
			list_id: p.required(p.idNumber('list')),
			status: p.required(p.given('4.1', p.choice('Y on, N off', ['Y', 'N']))),
		},
		answer: ownAnswer({list_id: id, status: text}),
	},
	search_lead: {
		effect: 'read',
		summary: 'Searches accounts and the call log.',
		documented: true,
		params: {
			query: p.withPhones(p.text('text to find in names, phones and accounts', 200)),
			search_date: p.given('4.1', p.date('calls of this day')),
			from: p.given('4.1', p.date('calls from this day on')),
			to: p.given('4.1', p.date('calls up to this day')),
			days: p.integer('days to look back', {min: 0, max: 10_000}),
			call_type: p.text('for example inbound or outbound', 40),
			username: p.text('agent', 200),
			name: p.text("holder's name", 200),
			flag: p.text('flag', 40),
			status: p.text('call status, such as DROP', 40),
		},
		answer: searchAnswer,
	},
	get_campaign_lists: {
		effect: 'read',
		summary: "Lists a campaign's calling lists.",
		params: {...listFilters, ...listPages},
		answer: pagedAnswer('lists', listRecord),
	},
	upload_file: {
		effect: 'write',
		summary: 'Uploads a file of leads into a list.',
		params: {
			file: p.required(p.file('CSV file of leads, at most 100,000 rows')),
			list_id: p.idNumber('list; when omitted, a new one is created for the campaign'),
			campaign_id: p.idNumber('campaign to add to; required unless list_id is sent'),
			format_id: p.choice(
				'standard (the default): the first line names the columns phone_number, first_name, last_name, account_id, ' +
					'email, time_zone, phone_type, middle_initial, and the fields of an account as add_leads takes them; plain: no header line; the columns are phone, first name, last name, account',
				['standard', 'plain'],
			),
			dup_check: p.choice(
				'where to look for duplicates: the list (the default), the campaign or everywhere; NONE checks nothing',
				['LIST', 'CAMPAIGN', 'SYSTEM', 'NONE'],
			),
		},
		answer: ownAnswer({
			upload_id: id,
			list_id: optional(id),
			total: count,
			inserted: count,
			duplicates: count,
			invalid: count,
			dnc: count,
			ignored_columns: [text],
		}),
	},
	get_results: {
		effect: 'read',
		summary:
			'Returns the results of the calls in the log, oldest first, so that a page holds the same calls while dialing goes on.',
		params: {
			campaign_id: p.required(p.idNumber('campaign')),
			list_id: p.idNumber('list; all of the campaign when omitted'),
			from: p.date('from this day on'),
			to: p.date('up to this day'),
			...p.pages(),
		},
		answer: ownAnswer({
			results: [
				{
					uniqueid: text,
					lead_id: text,
					phone_number: text,
					status: text,
					call_date: callDate,
					length_in_sec: count,
					user: text,
					caller_id: text,
					call_type: text,
					flag: text,
				},
			],
			total: count,
			whole_since: text,
		}),
	},
});
