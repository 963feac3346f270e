/** The answer of search_lead (sections 2.5 and 4.1). */
import {type AnswerCodec, wireFields} from './answer.ts';
import {callDate, id, text} from './codecs.ts';
import {findRecords} from './envelope.ts';
import {field, type RecordOf, record} from './record.ts';
import {safeText} from './text.ts';

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

/** Every field of an entry, empty: an entry of an account that was not called has no id and no date. */
const blank = Object.fromEntries(Object.values(callLogRecord.fields).map(({wire: [name]}) => [name, '']));

/** What search_lead found; `entries` is missing where the service sent no array ("no data", not "none found"). */
export type SearchResult = {entries: CallLogEntry[] | undefined; footer: string};

/** Reads and writes search_lead's answer. */
export const searchAnswer: AnswerCodec<
	SearchResult,
	{entries: Parameters<(typeof callLogRecord)['encode']>[0][]; footer: string}
> = {
	fields: ['footer', ...wireFields(callLogRecord, 'all_log_search[].')],
	given: true,
	decode: envelope => ({
		entries: findRecords(envelope, 'all_log_search')?.flatMap(wire => callLogRecord.decode(wire) ?? []),
		footer: typeof envelope.response.footer === 'string' ? safeText(envelope.response.footer) : '',
	}),
	encode: ({entries, footer}) => ({
		footer,
		all_log_search: entries.map(entry => ({...blank, ...callLogRecord.encode(entry)})),
	}),
};
