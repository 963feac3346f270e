/** A complaint ("you call me all the time"): whom it is about, what the service was asked, and what it answered. */
import {type Account, holderOf} from './account.ts';
import type {Barring} from './barring.ts';
import type {Failure} from './loaded.ts';
import {numberKey, typedNumber} from './phone-number.ts';
import type {Moment} from './time.ts';
import type {CallLogEntry, SearchResult} from './wire.ts';

/** Whom a complaint is about. Numbers are keys of {@link numberKey}. */
export type Subject =
	| {kind: 'number'; number: string}
	/** A name, an account or a part of a number, as it was typed. */
	| {kind: 'words'; text: string}
	| {kind: 'account'; id: string | undefined; name: string | undefined; numbers: readonly string[]}
	/** One of the people that words matched: the calls to this name at these numbers. */
	| {kind: 'person'; name: string | undefined; numbers: readonly string[]};

/** What was typed, as it is understood. */
export const subjectTyped = (text: string): Subject => {
	const number = typedNumber(text);
	return number === undefined ? {kind: 'words', text: text.trim()} : {kind: 'number', number};
};

/** The number of an entry; some services send it only behind the lead's. */
export const entryNumber = ({phoneNumber, leadId}: CallLogEntry): string | undefined =>
	numberKey(phoneNumber) ?? numberKey(leadId?.match(/\(([^)]*)\)/)?.[1]);

/** The subject of an entry: its number, else its holder; undefined if it has neither. */
export const subjectOfEntry = (entry: CallLogEntry): Subject | undefined => {
	const number = entryNumber(entry);
	const name = entry.fullName?.trim();
	return number !== undefined ? {kind: 'number', number} : name ? {kind: 'words', text: name} : undefined;
};

/** The values that are there, each once. */
export const distinct = (values: readonly (string | undefined)[]): string[] => [
	...new Set(values.filter(value => value !== undefined)),
];

/** The subject of an account: its reference, with all its numbers. */
export const subjectOfAccount = (account: Account): Subject => ({
	kind: 'account',
	id: account.id,
	name: holderOf(account),
	numbers: distinct([account.phone, ...(account.phones ?? []).map(({number}) => number)].map(numberKey)),
});

/** The queries of search_lead that find a subject, a request each. */
export const queriesOf = (subject: Subject): readonly string[] => {
	switch (subject.kind) {
		case 'number':
			return [subject.number.replace('+', '')];
		case 'words':
			return [subject.text];
		case 'account':
			return subject.id === undefined ? subject.numbers.map(number => number.replace('+', '')) : [subject.id];
		case 'person':
			return subject.numbers.length === 0 && subject.name !== undefined
				? [subject.name]
				: subject.numbers.map(number => number.replace('+', ''));
	}
};

/** The numbers that a subject names. */
export const numbersOf = (subject: Subject): readonly string[] =>
	subject.kind === 'number' ? [subject.number] : subject.kind === 'words' ? [] : subject.numbers;

/** Numbers of one complaint whose do-not-call state is asked for. */
export const mostBarrings = 5;

/** A complaint: what was asked, and what has come so far. Never changed in place. */
export type Complaint = {
	subject: Subject;
	/** How many days back was asked for; undefined for all that the service has. */
	days: number | undefined;
	askedAt: Moment;
	/** How many searches there are; it is answered once there are as many results. */
	searches: number;
	results: readonly SearchResult[];
	failure: Failure | undefined;
	/** What is known of the do-not-call list, by number; a number that is not here was not asked for yet. */
	barrings: ReadonlyMap<string, Barring>;
	/** The complaint in which this person was chosen among several. */
	chosenFrom: Complaint | undefined;
};

/** Whether every search was answered. */
export const isAnswered = ({results, searches, failure}: Complaint): boolean =>
	failure === undefined && results.length >= searches;

/** The messages about the complaint on screen. `askedAt` is that of the complaint: answers to another are dropped. */
export type ComplaintMessage =
	| {type: 'complaint-asked'; subject: Subject; chosenFrom?: Complaint; now: Moment}
	| {type: 'complaint-answered'; askedAt: Moment; result: SearchResult}
	| {type: 'complaint-failed'; askedAt: Moment; failure: Failure}
	/** One of several people was chosen, whose calls have come already. */
	| {type: 'complaint-chosen'; subject: Subject}
	/** Undefined while it is read again. */
	| {type: 'barring-read'; number: string; barring: Barring | undefined}
	/** Goes back to those to choose from, or leaves the complaint. */
	| {type: 'complaint-left'};

/** A complaint that was just asked about. */
export const newComplaint = (subject: Subject, askedAt: Moment, days?: number): Complaint => ({
	subject,
	days,
	askedAt,
	searches: queriesOf(subject).length,
	results: [],
	failure: undefined,
	barrings: new Map(),
	chosenFrom: undefined,
});

const withBarring = (
	barrings: Complaint['barrings'],
	number: string,
	barring: Barring | undefined,
): Complaint['barrings'] => {
	const next = new Map(barrings);
	if (barring) {
		next.set(number, barring);
	} else {
		next.delete(number);
	}
	return next;
};

/** The complaint after a message. */
export const complaintAfter = (complaint: Complaint | undefined, message: ComplaintMessage): Complaint | undefined => {
	if (message.type === 'complaint-asked') {
		return {...newComplaint(message.subject, message.now), chosenFrom: message.chosenFrom};
	}
	if (!complaint) {
		return complaint;
	}
	switch (message.type) {
		case 'complaint-answered':
			return message.askedAt === complaint.askedAt && !isAnswered(complaint)
				? {...complaint, results: [...complaint.results, message.result]}
				: complaint;
		case 'complaint-failed':
			return message.askedAt === complaint.askedAt ? {...complaint, failure: message.failure} : complaint;
		case 'complaint-chosen':
			return {...complaint, subject: message.subject, chosenFrom: complaint};
		case 'barring-read':
			return {...complaint, barrings: withBarring(complaint.barrings, message.number, message.barring)};
		case 'complaint-left':
			return complaint.chosenFrom;
	}
};
