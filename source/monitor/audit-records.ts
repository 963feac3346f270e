/** The audit's lines put together: a record a command, with what came of it. */
import type {StatusWords} from '../model/campaign.ts';
import {isExpectedWord, meaningOf} from '../model/pending.ts';
import type {AuditLine, AuditOutcome, Common, Later} from './audit-entry.ts';

/** A command as the audit tells of it. */
export type AuditRecord = Common & {
	/** Undefined if the intent stands in another file. */
	params: Readonly<Record<string, unknown>> | undefined;
	expected: string | undefined;
	/** Undefined if none was written: it is not known either. */
	outcome: AuditOutcome | undefined;
	reason: string | undefined;
	/** Milliseconds of the request. */
	ms: number | undefined;
	/** What was found out or decided afterwards, and what the service showed then. */
	later: Later | undefined;
	seen: string | undefined;
};

const commonOf = (line: AuditLine): Common => {
	const {at, id, user, sudoUser, host, tty, pid, started, profile, environment, url, serviceUser} = line;
	const {operation, effect, target, verb} = line;
	const who = {user, ...(sudoUser === undefined ? {} : {sudoUser}), host, tty, pid, started};
	return {at, id, ...who, profile, environment, url, serviceUser, operation, effect, target, verb};
};

const begun = (line: AuditLine): AuditRecord => ({
	...commonOf(line),
	params: undefined,
	expected: undefined,
	outcome: undefined,
	reason: undefined,
	ms: undefined,
	later: undefined,
	seen: undefined,
});

const joined = (record: AuditRecord, line: AuditLine): AuditRecord => {
	switch (line.kind) {
		case 'intent':
			return {...record, ...commonOf(line), params: line.params, expected: line.expected};
		case 'outcome':
			return {...record, outcome: line.outcome, reason: line.reason, ms: line.ms};
		default:
			return {...record, later: line.kind, seen: line.seen};
	}
};

/** Puts lines together, in the order in which their commands were begun. */
export const createRecords = () => {
	const records = new Map<string, AuditRecord>();
	return {
		/** Adds a line to its record; returns the record as it is now. */
		add(line: AuditLine): AuditRecord {
			const record = joined(records.get(line.id) ?? begun(line), line);
			records.set(line.id, record);
			return record;
		},
		all: (): AuditRecord[] => [...records.values()],
	};
};

/** Whether looking for it in vain has told something: the service showed a word that is known to mean something else. */
const isRuledOut = ({expected, seen}: AuditRecord, own: StatusWords | undefined): boolean =>
	!isExpectedWord(expected) || (seen !== undefined && meaningOf(expected, seen, own) === 'other');

/**
 * True while nobody knows whether the service has carried it out, and nobody has said that this need not be known.
 *
 * @param own the words of the service
 */
export const isUnsettled = (record: AuditRecord, own: StatusWords | undefined): boolean => {
	const {outcome, later} = record;
	const isOpen = later === undefined || (later === 'not-observed' && !isRuledOut(record, own));
	return (outcome === undefined || outcome === 'unknown') && isOpen;
};
