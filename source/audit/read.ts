/** Reads the audit back: the lines of its file, whatever it contains, and the commands that they record. */
import {closeSync, openSync, readSync, statSync} from 'node:fs';
import {StringDecoder} from 'node:string_decoder';
import type {StatusWords} from '../model/campaign.ts';
import type {AuditOutcome, Later} from '../model/command-outcomes.ts';
import {isExpectedWord, meaningOf} from '../model/pending.ts';
import {type AuditLine, type Common, readLine} from './entry.ts';

/** Bytes of one read. */
const piece = 64 * 1024;

/** Characters of a line at most; a longer one is cut, and then does not parse. */
const longest = 1024 * 1024;

/** Bytes of a file; 0 if there is no such file. */
export const sizeOf = (file: string): number => statSync(file, {throwIfNoEntry: false})?.size ?? 0;

/**
 * The lines of a file from a byte on, up to its end at the time of the call; none if there is no such file. Returns the
 * byte at which an unfinished last line begins; what there was of it is yielded too.
 *
 * @throws Error of the system if the file cannot be read
 */
export function* linesFrom(file: string, from = 0): Generator<string, number> {
	const size = sizeOf(file);
	if (size <= from) {
		return from;
	}
	const fd = openSync(file, 'r');
	try {
		const decoder = new StringDecoder('utf8');
		const buffer = Buffer.alloc(piece);
		let carried = '';
		let begins = from;
		for (let at = from; at < size; ) {
			const length = readSync(fd, buffer, 0, Math.min(piece, size - at), at);
			if (length === 0) {
				break;
			}
			const lastNewline = buffer.subarray(0, length).lastIndexOf(10);
			if (lastNewline !== -1) {
				begins = at + lastNewline + 1;
			}
			const lines = `${carried}${decoder.write(buffer.subarray(0, length))}`.split('\n');
			carried = (lines.pop() ?? '').slice(0, longest);
			yield* lines;
			at += length;
		}
		carried += decoder.end();
		if (carried !== '') {
			yield carried;
		}
		return begins;
	} finally {
		closeSync(fd);
	}
}

/** The lines of the last `bytes` of a file; the first of them, which may be cut, is skipped. */
export function* lastLines(file: string, bytes: number): Generator<string> {
	const from = Math.max(0, sizeOf(file) - bytes);
	const lines = linesFrom(file, from);
	if (from > 0) {
		lines.next();
	}
	yield* lines;
}

/** A command as the audit records it. */
export type AuditRecord = Common & {
	/** Undefined if the intent is in another file. */
	params: Readonly<Record<string, unknown>> | undefined;
	expected: string | undefined;
	/** Undefined if none was written: then the outcome is not known. */
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

/** Joins the lines of each command, in the order in which the commands began. */
export const createRecords = () => {
	const records = new Map<string, AuditRecord>();
	return {
		/** Adds a line to its record; returns the record as it is now. */
		add(line: AuditLine): AuditRecord {
			const record = joined(records.get(line.id) ?? begun(line), line);
			records.set(line.id, record);
			return record;
		},
		/** Adds the lines of a file from a byte on, as `linesFrom` reads them; returns what was read. */
		addFile(file: string, from = 0): {changed: ReadonlyMap<string, AuditRecord>; foreign: number; end: number} {
			const changed = new Map<string, AuditRecord>();
			let foreign = 0;
			const lines = linesFrom(file, from);
			let next = lines.next();
			for (; !next.done; next = lines.next()) {
				const {line, isWhole} = readLine(next.value);
				foreign += isWhole ? 0 : 1;
				if (line) {
					changed.set(line.id, this.add(line));
				}
			}
			return {changed, foreign, end: next.value};
		},
		all: (): AuditRecord[] => [...records.values()],
	};
};

/** Whether the failed observation settles the outcome: the service showed a word that is known to mean something else. */
const isRuledOut = ({expected, seen}: AuditRecord, own: StatusWords | undefined): boolean =>
	!isExpectedWord(expected) || (seen !== undefined && meaningOf(expected, seen, own) === 'other');

/**
 * True while it is not known whether the service carried it out, and nobody has set it aside.
 *
 * @param own the words of the service
 */
export const isUnsettled = (record: AuditRecord, own: StatusWords | undefined): boolean => {
	const {outcome, later} = record;
	const isOpen = later === undefined || (later === 'not-observed' && !isRuledOut(record, own));
	return (outcome === undefined || outcome === 'unknown') && isOpen;
};
