/** Calling lists, lead search, uploads and results (sections 2.4, 2.5, 4.1 and 4.2; most answers ours). */
import * as z from 'zod';
import {ownAnswer, recordAnswer, recordsAnswer} from '../answer.ts';
import {callDate, count, id, text, twoDecimals} from '../codecs.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';
import {field, record} from '../record.ts';
import {searchAnswer} from '../search.ts';

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
	percentComplete: field(twoDecimals, 'percentage_complete', 'progress'),
	changed: field(text, 'list_changedate', 'changed'),
	lastCalled: field(text, 'list_lastcalldate', 'last_called'),
});

const listFilters = {
	campaign_id: p.idNumber('campaign'),
	status: p.choice('Y active, N inactive', ['Y', 'N']),
	filter: p.choice('RA recently added, RD recently dialed', ['RA', 'RD']),
};

export const lists = {
	get_list: operation({
		family: 'lists',
		effect: 'read',
		summary: 'Returns one list with its campaign, status, counts and progress.',
		documented: true,
		params: {list_id: p.required(p.idNumber('list'))},
		answer: recordAnswer('list', listRecord),
	}),
	get_lists: operation({
		family: 'lists',
		effect: 'read',
		summary: 'Lists calling lists, newest first.',
		documented: true,
		params: listFilters,
		answer: recordsAnswer('lists', listRecord),
	}),
	change_status: operation({
		family: 'lists',
		effect: 'write',
		summary: 'Turns a list on or off for dialing.',
		documented: true,
		params: {
			list_id: p.required(p.idNumber('list')),
			status: p.required(p.choice('Y on, N off', ['Y', 'N'])),
		},
		answer: ownAnswer(z.object({list_id: id, status: text})),
	}),
	search_lead: operation({
		family: 'lists',
		effect: 'read',
		summary: 'Searches accounts and the call log.',
		documented: true,
		params: {
			query: p.withPhones(p.text('free text over name, phone or account', 200)),
			search_date: p.date('calls of this day'),
			from: p.date('calls from this day on'),
			to: p.date('calls up to this day'),
			days: p.integer('days to look back', {min: 0, max: 10_000}),
			call_type: p.text('for example inbound or outbound', 40),
			username: p.text('agent', 200),
			name: p.text("holder's name", 200),
			flag: p.text('flag', 40),
			status: p.text('call status, such as DROP', 40),
		},
		answer: searchAnswer,
	}),
	get_campaign_lists: operation({
		family: 'lists',
		effect: 'read',
		summary: "Lists a campaign's calling lists.",
		documented: false,
		params: listFilters,
		answer: recordsAnswer('lists', listRecord),
	}),
	upload_file: operation({
		family: 'lists',
		effect: 'write',
		summary: 'Uploads a file of leads into a list.',
		documented: false,
		params: {
			file: p.required(p.file('CSV of leads, 100,000 rows at most')),
			list_id: p.idNumber('list; a new one is made for the campaign when omitted'),
			campaign_id: p.idNumber('campaign to add to'),
			format_id: p.choice(
				'standard (the default): the first line names the columns phone_number, first_name, last_name, account_id, ' +
					'email, time_zone; plain: no such line, and the columns are phone, first name, last name, account',
				['standard', 'plain'],
			),
			dup_check: p.choice(
				'where a number may not be yet: on the list (the default), in the campaign, anywhere; NONE checks nothing',
				['LIST', 'CAMPAIGN', 'SYSTEM', 'NONE'],
			),
		},
		answer: ownAnswer(
			z.object({
				upload_id: id,
				list_id: id,
				total: count,
				inserted: count,
				duplicates: count,
				invalid: count,
				dnc: count,
			}),
		),
	}),
	get_results: operation({
		family: 'lists',
		effect: 'read',
		summary: 'Returns the results of calls, newest first, 100 a page; of the calls that the log still holds.',
		documented: false,
		params: {
			campaign_id: p.required(p.idNumber('campaign')),
			list_id: p.idNumber('list'),
			from: p.date('from this day on'),
			to: p.date('up to this day'),
			page: p.integer('page; the first when omitted', {min: 1, max: 1_000_000}),
		},
		answer: ownAnswer(
			z.object({
				results: z.array(
					z.object({
						lead_id: text,
						phone_number: text,
						status: text,
						call_date: callDate,
						length_in_sec: count,
						user: text,
						caller_id: text,
						flag: text,
					}),
				),
			}),
		),
	}),
};
