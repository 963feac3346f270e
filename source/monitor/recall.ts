/** What the audit tells of earlier runs: commands whose outcome nobody knows. */

import {endpoint} from '../api/endpoint.ts';
import {operations} from '../api/operations/index.ts';
import type {StatusWords} from '../model/campaign.ts';
import {type Command, isExpectedWord} from '../model/pending.ts';
import type {RecalledCommand} from '../model/recalled.ts';
import type {OperationType} from '../model/wire.ts';
import {readLine} from './audit-entry.ts';
import {lastLines} from './audit-read.ts';
import {type AuditRecord, createRecords, isUnsettled} from './audit-records.ts';
import {mayBeAlive} from './audit-who.ts';

/** Bytes at the end of the audit that are looked at. */
const looked = 1024 * 1024;

/** Commands that are told of at most, the latest. */
const told = 50;

/**
 * The commands at a service whose outcome nobody knows and whose process has ended, oldest first: by the end of the
 * audit, and of the one before it where it has just been put away (`.1`). None where the audit cannot be read.
 *
 * @param url the service's base address
 * @param own the words of the service
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
			for (const written of lastLines(one, looked)) {
				const {line} = readLine(written);
				if (line) {
					records.add(line);
				}
			}
		} catch {
			// What cannot be read cannot be written either, which is told where it matters.
		}
	}
	const service = endpoint(url).href;
	return records
		.all()
		.filter(record => record.url === service && isUnsettled(record, own) && !mayBeAlive(record, now))
		.slice(-told);
};

const isOperation = (type: string): type is OperationType => Object.hasOwn(operations, type);

/** A record as the model has it; ids below 0 are of earlier runs. */
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
		target: target ?? {kind: 'service', id: operation, name: operation},
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

/** The records as the model has them. */
export const recalledCommands = (records: readonly AuditRecord[]): RecalledCommand[] =>
	records.flatMap((record, index) => recalledOf(record, index) ?? []);
