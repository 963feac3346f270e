/**
 * Whether a call was a conversation, and the calls within the seven days after one (12 CFR 1006.14(b)(2)(i)(B)). The service
 * reports of a call only its status, of which the interface shows DROP and INCALL (section 2.5): the other words are ours.
 */
import type {EntryKind} from './complaint-people.ts';

/** Statuses of calls in which somebody talked with the person. */
const talks = [
	'INCALL',
	'SALE',
	'REFUSED',
	'DONOTCALL',
	'CALLBACK',
	'CALLBK',
	'COMPLETE',
	'COMPLETED',
	'TRANSFER',
	'XFER',
	'PROMISE',
];

/** Statuses of those in which nobody did: nobody answered, a machine or a recording did, or somebody else. */
const silent = [
	...['NEW', 'RINGING', 'WAITING', 'QUEUE', 'IVR', 'NOANSWER', 'NO ANSWER', 'NA', 'BUSY', 'BADNUMBER', 'DISCONNECTED'],
	...[
		'MACHINE',
		'AMD',
		'VOICEMAIL',
		'MESSAGE',
		'MISDETECTED',
		'DROP',
		'HANGUP',
		'ABANDON',
		'WRONGNUMBER',
		'WRONG NUMBER',
	],
	...['SENT', 'UNDELIVERED', 'OPTOUT'],
];

const isTalk = new Map([
	...talks.map(status => [status, true] as const),
	...silent.map(status => [status, false] as const),
]);

/** A call with its day. */
type DatedCall = {kind: EntryKind; when: string | undefined; entry: {status?: string | undefined}};

/** What is known of conversations with the person. */
export type Talk = {
	/** The last one, the seven days that begin with its day, and the calls after it in them. */
	last: {when: string; status: string; from: string; to: string; calls: number} | undefined;
	/** Calls that came within the seven days of any conversation before them. */
	after: number;
	/** Statuses that may or may not mean a conversation; empty for a call without a status. */
	unknown: readonly string[];
};

const statusOf = ({entry}: DatedCall): string => entry.status?.trim().toUpperCase() ?? '';

/**
 * The conversations among some calls.
 *
 * @param calls newest first, those without a date last
 * @param endOf the last of the seven days that begin with a day
 */
export const talkIn = (calls: readonly DatedCall[], endOf: (day: string) => string): Talk => {
	let last: Talk['last'];
	let [before, after, since]: [string | undefined, number, number] = [undefined, 0, 0];
	const unknown = new Set<string>();
	for (const call of calls.toReversed()) {
		const {kind, when} = call;
		if (kind === 'text' || kind === 'none' || when === undefined) {
			continue;
		}
		const day = when.slice(0, 10);
		if (kind === 'call' && before !== undefined && day <= before) {
			after++;
			since++;
		}
		const status = statusOf(call);
		const talked = isTalk.get(status);
		if (talked) {
			before = endOf(day);
			since = 0;
			last = {when, status, from: day, to: before, calls: 0};
		} else if (talked === undefined) {
			unknown.add(status);
		}
	}
	return {last: last && {...last, calls: since}, after, unknown: [...unknown]};
};
