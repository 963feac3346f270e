/** The columns of `dialtop log`. */

import {statSync} from 'node:fs';
import {type AuditRecord, type createRecords, sizeOf} from '../../audit/read.ts';
import {mayBeAlive, userText} from '../../audit/who.ts';
import type {Out} from '../../cli/out.ts';
import {bareOf, type Column, type Format, objectOf, printedRows} from '../../cli/table.ts';
import {inLocale} from '../../cli/text.ts';
import {type AuditOutcome, laterWords, outcomeKinds} from '../../model/command-outcomes.ts';
import {csvLine} from '../../present/csv-json.ts';
import {dateAndTime, nothing, number} from '../../present/format.ts';

/** The outcome; without one the command is still under way, or its outcome is unknown. */
const outcomeOf = (record: AuditRecord): AuditOutcome | 'sending' =>
	record.outcome ?? (record.later === undefined && mayBeAlive(record, Date.now()) ? 'sending' : 'unknown');

const targetText = ({target}: AuditRecord): string =>
	target === null ? nothing : target.id === target.name ? target.id : `${target.name} (${target.id})`;

export const logColumns: readonly Column<AuditRecord>[] = [
	{name: 'time', of: ({at}) => at, text: ({at}) => dateAndTime(Date.parse(at))},
	{
		name: 'user',
		title: 'who',
		of: ({user}) => user,
		text: userText,
	},
	{name: 'sudo_user', isHidden: true, of: ({sudoUser}) => sudoUser},
	{name: 'service_user', isHidden: true, of: ({serviceUser}) => serviceUser},
	{name: 'host', isHidden: true, of: ({host}) => host},
	{name: 'tty', isHidden: true, of: ({tty}) => tty},
	{name: 'pid', isHidden: true, of: ({pid}) => pid},
	{name: 'profile', isHidden: true, of: ({profile}) => profile},
	{name: 'environment', of: ({environment}) => environment},
	{name: 'url', isHidden: true, of: ({url}) => url},
	{name: 'operation', of: ({operation}) => operation},
	{name: 'target', isHidden: true, of: ({target}) => target?.kind},
	{name: 'target_id', isHidden: true, of: ({target}) => target?.id},
	{name: 'target_name', title: 'target', of: ({target}) => target?.name, text: targetText},
	{
		name: 'outcome',
		of: outcomeOf,
		text: record => outcomeKinds[outcomeOf(record)].word,
		role: record => outcomeKinds[outcomeOf(record)].tone,
	},
	{name: 'ms', align: 'right', of: ({ms}) => ms, text: ({ms}) => number(ms)},
	{
		name: 'later',
		title: 'then',
		of: record => record.later,
		text: record => (record.later ? laterWords[record.later] : nothing),
	},
	{name: 'seen', isHidden: true, of: ({seen}) => seen},
	{name: 'reason', title: 'why', of: ({reason}) => reason},
	{
		name: 'params',
		isHidden: true,
		of: ({params}) => (params ? JSON.stringify(params) : undefined),
		json: ({params}) => params,
	},
	{name: 'id', isHidden: true, of: ({id}) => id},
];

/** Milliseconds between two reads of the file. */
const every = 250;

type Following = {
	file: string;
	/** The commands that were read. */
	records: ReturnType<typeof createRecords>;
	/** The offset of the first byte that was not read. */
	from: number;
	isWanted(record: AuditRecord): boolean;
	out: Out;
	format: Format;
	/** The records to print first. */
	first: readonly AuditRecord[];
};

const texts: Readonly<Record<Format, (record: AuditRecord) => string>> = {
	json: record => `${JSON.stringify(objectOf(logColumns, record))}\n`,
	csv: record => csvLine(bareOf(logColumns, record)),
	table: record =>
		inLocale(
			`${logColumns
				.filter(({isHidden}) => !isHidden)
				.map(({of, text}) => text?.(record) ?? of(record) ?? '')
				.join('  ')
				.trimEnd()}\n`,
		),
};

const inodeOf = (file: string): number => statSync(file, {throwIfNoEntry: false})?.ino ?? 0;

/**
 * Prints the first records, then those that are added, until output is closed. A record is printed again when it
 * changes.
 */
export const follow = async ({file, records, from, isWanted, out, format, first}: Following): Promise<void> => {
	const text = texts[format];
	if (format === 'json') {
		for (const record of first) {
			out.write(text(record));
		}
	} else if (format === 'csv' || first.length > 0) {
		await out.writeEach(printedRows({format, columns: logColumns, rows: first}));
	}
	let at = from;
	let inode = inodeOf(file);
	while (!out.isClosed()) {
		const {promise, resolve} = Promise.withResolvers<void>();
		const timer = setTimeout(resolve, every);
		await Promise.race([promise, out.closed]);
		clearTimeout(timer);
		const now = inodeOf(file);
		if (now !== inode || sizeOf(file) < at) {
			// The file was rotated.
			inode = now;
			at = 0;
		}
		const {changed, end} = records.addFile(file, at);
		for (const record of changed.values()) {
			if (isWanted(record)) {
				out.write(text(record));
			}
		}
		at = end;
	}
};
