/** How a campaign's calls ended (campaign_summary). Section 4.2 names it only: names and shape are ours, and read tolerantly. */
import {count, text} from './codecs.ts';
import type {Envelope} from './envelope.ts';
import {findRecords, namedRecords} from './find-records.ts';
import {field, record} from './record.ts';

const outcome = record({
	status: field(text, 'status', 'disposition', 'outcome', 'result', 'name'),
	count: field(count, 'count', 'calls', 'total'),
});

const due = record({callbacksDue: field(count, 'callbacks_due', 'due_callbacks', 'callback_due')});

/** The most statuses that are read. */
const mostStatuses = 100;

/** How the calls of a day ended. */
export type CallOutcomes = {
	/** By the service's own words; undefined if it reports none. */
	statuses: readonly {status: string; count: number}[] | undefined;
	/** People who wait to be called back; undefined if it does not report them. */
	callbacksDue: number | undefined;
};

/** Reads them; rows that cannot be read are skipped. */
export const callOutcomes = (envelope: Envelope): CallOutcomes => {
	const rows = (findRecords(envelope, 'statuses') ?? []).slice(0, mostStatuses).flatMap(wire => {
		const {status, count: calls} = outcome.decode(wire) ?? {};
		return status && calls !== undefined ? [{status, count: calls}] : [];
	});
	const [summary] = namedRecords(envelope, 'summary', true) ?? [];
	return {
		statuses: rows.length > 0 ? rows : undefined,
		callbacksDue: due.decode(summary)?.callbacksDue ?? due.decode(envelope.response)?.callbacksDue,
	};
};
