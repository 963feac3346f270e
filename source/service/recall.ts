/** Finds in the audit the commands of earlier runs whose outcome is not known. */

import {readLine} from '../audit/entry.ts';
import {type AuditRecord, createRecords, isUnsettled, lastLines} from '../audit/read.ts';
import {mayBeAlive} from '../audit/who.ts';
import type {StatusWords} from '../model/campaign.ts';
import {type Command, isExpectedWord, type RecalledCommand, type Target} from '../model/pending.ts';
import type {OperationType} from '../model/wire.ts';
import {endpoint} from '../wire/address.ts';
import {operations} from '../wire/operations/index.ts';
import {hidden} from '../wire/words.ts';

/** Bytes at the end of the audit that are read. */
const bytesRead = 1024 * 1024;

/** Commands recalled at most, the latest. */
const most = 50;

/**
 * The commands at a service whose outcome is not known and whose process has ended, oldest first; from the end of the
 * audit and of the file that was rotated before it (`.1`). Empty if the audit cannot be read.
 *
 * @param url the service's base address
 * @param own what the service's own status words mean
 */
export const unsettledRecords = (
	file: string,
	url: string,
	own?: StatusWords | undefined,
	now = Date.now(),
): AuditRecord[] => {
	const records = createRecords();
	for (const one of [`${file}.1`, file]) {
		try {
			for (const written of lastLines(one, bytesRead)) {
				const {line} = readLine(written);
				if (line) {
					records.add(line);
				}
			}
		} catch {
			// A file that cannot be read cannot be written either, and that is reported when a command is sent.
		}
	}
	const service = endpoint(url).href;
	return records
		.all()
		.filter(record => record.url === service && isUnsettled(record, own) && !mayBeAlive(record, now))
		.slice(-most);
};

const isOperation = (type: string): type is OperationType => Object.hasOwn(operations, type);

/** A target as the audit kept it. */
const recalledTarget = (target: Target): Target =>
	target.id.startsWith(hidden) ? {...target, endsIn: target.id.slice(hidden.length)} : target;

/** A record for the model; ids below 0 are of earlier runs. */
const recalledOf = (record: AuditRecord, index: number): RecalledCommand | undefined => {
	const {id, at, operation, target, verb, params = {}, expected, serviceUser, user, outcome, reason} = record;
	if (!isOperation(operation)) {
		return undefined;
	}
	const command: Command = {
		id: -1 - index,
		audit: id,
		operation,
		params,
		target: recalledTarget(target ?? {kind: 'service', id: operation, name: operation}),
		doing: verb,
		verb,
		expected: isExpectedWord(expected) ? expected : undefined,
		before: undefined,
		...(serviceUser === null ? {} : {by: serviceUser}),
	};
	const why = outcome === undefined ? 'which ended before an answer was known' : (reason ?? 'without an answer');
	return {
		command,
		askedAt: Date.parse(at),
		reason: `asked on ${at.slice(0, 10)} by ${user} in an earlier run, ${why}`,
	};
};

/** The records for the model; those of unknown operations are left out. */
export const recalledCommands = (records: readonly AuditRecord[]): RecalledCommand[] =>
	records.flatMap((record, index) => recalledOf(record, index) ?? []);
