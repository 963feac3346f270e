/** Whom the answers to a complaint are of: one person, or several to choose from. */
import {type Complaint, entryNumber, type Subject} from './complaint.ts';
import type {CallLogEntry} from './wire.ts';

/** What an entry is for the count: a call to the person, one from them, a text, or a lead that was never called. */
export type EntryKind = 'call' | 'inbound' | 'text' | 'none';

/** One of several people that were found, with what the service returned of them. */
export type Person = {
	key: string;
	name: string | undefined;
	numbers: readonly string[];
	calls: number;
	newest: string | undefined;
	/** True for a name with all its numbers, which may be several people. */
	isSeveral: boolean;
};

const plainName = (name: string | undefined): string => name?.trim().replace(/\s+/g, ' ').toLowerCase() ?? '';

/** The dial methods of campaigns, as far as they are known. */
export type DialMethods = ReadonlyMap<string | undefined, string>;

/** What an entry is. */
export const kindOf = (entry: CallLogEntry, methods: DialMethods): EntryKind =>
	!entry.uniqueId && !entry.date
		? 'none'
		: entry.callType?.trim().toLowerCase().startsWith('in')
			? 'inbound'
			: methods.get(entry.campaignId)?.toUpperCase() === 'SMSB'
				? 'text'
				: 'call';

/** The entries of all answers; a call that came in two of them, or twice in one, is one call. */
export const entriesOf = ({results}: Complaint): CallLogEntry[] => {
	const known = new Set<string | undefined>();
	return results
		.flatMap(({entries}) => entries ?? [])
		.filter(({uniqueId}) => {
			const isNew = !uniqueId || !known.has(uniqueId);
			known.add(uniqueId);
			return isNew;
		});
};

/** Whether an entry is of the subject. Only the service knows what words match. */
export const isOf = (subject: Subject, entry: CallLogEntry): boolean => {
	const number = entryNumber(entry);
	switch (subject.kind) {
		case 'number':
			return number === subject.number;
		case 'words':
			return true;
		case 'account':
			return number !== undefined && subject.numbers.includes(number)
				? true
				: subject.name !== undefined && plainName(entry.fullName) === plainName(subject.name);
		case 'person':
			return (
				plainName(entry.fullName) === plainName(subject.name) &&
				(number === undefined ? subject.numbers.length === 0 : subject.numbers.includes(number))
			);
	}
};

/** The people of an answer to words, those with the most calls first; a name with several numbers is also each of them. */
export const peopleOf = (complaint: Complaint): readonly Person[] => {
	const isNumber = complaint.subject.kind === 'number';
	if (complaint.subject.kind !== 'words' && !isNumber) {
		return [];
	}
	const entries = entriesOf(complaint);
	const {subject} = complaint;
	// The digits match no number, but the service found something: an account with this reference.
	if (isNumber && (entries.length === 0 || entries.some(entry => isOf(subject, entry)))) {
		return [];
	}
	const byName = Map.groupBy(entries, ({fullName}) => plainName(fullName));
	const people = [...byName.entries()].flatMap(([plain, own]): Person[] => {
		const personOf = (some: readonly CallLogEntry[], numbers: readonly string[], isSeveral: boolean): Person => {
			const dates = some.flatMap(({date}) => date ?? []).toSorted();
			return {
				key: `${plain} ${numbers.join()}`,
				name: own[0]?.fullName,
				numbers,
				calls: some.filter(entry => kindOf(entry, new Map()) !== 'none').length,
				newest: dates.at(-1),
				isSeveral,
			};
		};
		const byNumber = Map.groupBy(own, entryNumber);
		const numbers = [...byNumber.keys()].filter(number => number !== undefined);
		const each = numbers.map(number => personOf(byNumber.get(number) ?? [], [number], false));
		return numbers.length === 1 ? each : [personOf(own, numbers, numbers.length > 0), ...each];
	});
	return people.toSorted((one, other) => other.calls - one.calls || other.numbers.length - one.numbers.length);
};

/**
 * Whom a complaint is about once its answer is there: itself, the only person that words found, or undefined while one of
 * several must be chosen. An account is one person, whatever its numbers.
 */
export const subjectFound = (complaint: Complaint): Subject | undefined => {
	const people = peopleOf(complaint);
	const [first, ...others] = people;
	const {subject} = complaint;
	if (!first) {
		return subject;
	}
	const isOneName = others.every(({name}) => plainName(name) === plainName(first.name));
	const isReference = subject.kind === 'number' || (subject.kind === 'words' && /\d/.test(subject.text));
	const isOne = others.length === 0 || (isOneName && isReference);
	return isOne ? {kind: 'person', name: first.name, numbers: first.numbers} : undefined;
};
