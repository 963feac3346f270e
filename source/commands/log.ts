/** `dialtop log`: the commands that were sent from here, by whom, and their outcomes. */

import {existsSync, statSync} from 'node:fs';
import {type AuditRecord, createRecords, sizeOf} from '../audit/read.ts';
import {mayBeAlive, userText} from '../audit/who.ts';
import {command, type FlagRows, stateVariable} from '../cli/command.ts';
import {type Out, say} from '../cli/out.ts';
import {bareOf, type Column, type Format, formatFlags, formatOf, objectOf, printedRows} from '../cli/table.ts';
import {inLocale} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {endings, exits} from '../config/exits.ts';
import {type AuditOutcome, auditOutcomes, laterWords, outcomeKinds} from '../model/command-outcomes.ts';
import {csvLine} from '../present/csv-json.ts';
import {dateAndTime, nothing, number} from '../present/format.ts';
import {readTime, timeForms} from '../present/time-expression.ts';
import {messageOf} from '../wire/causes.ts';
import {counted} from '../wire/words.ts';
import {auditFile} from './connect/open-service.ts';

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

/** The columns of a table of commands by these profiles: several are named, with their addresses. */
const tableColumns = (profiles: ReadonlySet<string>): readonly Column<AuditRecord>[] =>
	profiles.size < 2
		? logColumns
		: logColumns.map(column =>
				column.name === 'profile' || column.name === 'url' ? {...column, isHidden: false} : column,
			);

const profilesIn = (records: readonly AuditRecord[]): Set<string> => new Set(records.map(({profile}) => profile));

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

const texts: Readonly<Record<Format, (record: AuditRecord, columns: readonly Column<AuditRecord>[]) => string>> = {
	json: record => `${JSON.stringify(objectOf(logColumns, record))}\n`,
	csv: record => csvLine(bareOf(logColumns, record)),
	table: (record, columns) =>
		inLocale(
			`${columns
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
const follow = async ({file, records, from, isWanted, out, format, first}: Following): Promise<void> => {
	const text = texts[format];
	const profiles = profilesIn(first);
	if (format === 'json') {
		for (const record of first) {
			out.write(text(record, logColumns));
		}
	} else if (format === 'csv' || first.length > 0) {
		await out.writeEach(printedRows({format, columns: tableColumns(profiles), rows: first}));
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
				profiles.add(record.profile);
				out.write(text(record, tableColumns(profiles)));
			}
		}
		at = end;
	}
};

const flags = {
	since: {type: 'string', value: 'TIME', about: `only since this time: ${timeForms}`},
	until: {type: 'string', value: 'TIME', about: 'only until this time; a day counts whole'},
	user: {type: 'string', value: 'NAME', about: 'only by this user of this machine, of sudo or of the service'},
	operation: {type: 'string', value: 'TYPE', about: 'only this operation, or verb (pause)', completes: 'operation'},
	outcome: {
		type: 'string',
		value: 'NAME',
		about: 'only with this outcome',
		choices: auditOutcomes,
	},
	target: {type: 'string', value: 'TEXT', about: 'only on a target with this id, or this text in its name'},
	profile: {type: 'string', short: 'p', value: 'NAME', about: 'only by this profile', completes: 'profile'},
	last: {type: 'number', short: 'n', value: 'N', about: 'only the last N', least: 1, most: 1_000_000, whole: true},
	follow: {type: 'boolean', short: 'f', about: 'keep printing new commands until stopped; with --json one a line'},
	file: {
		type: 'string',
		value: 'FILE',
		about: 'read this audit instead of your own, such as an archived one',
		completes: 'file',
	},
	...formatFlags,
} as const satisfies FlagRows;

/** What a record has to match; undefined matches everything. */
export type LogFilter = {
	since?: string | undefined;
	until?: string | undefined;
	/** The user of this machine, behind sudo, or at the service. */
	user?: string | undefined;
	/** The operation or its verb: `pause`. */
	operation?: string | undefined;
	outcome?: AuditOutcome | undefined;
	/** The target's id or a part of its name. */
	target?: string | undefined;
	profile?: string | undefined;
};

/**
 * Reads a time, in the time zone of this machine.
 *
 * @param isEnd whether a day without a time means its end
 * @returns milliseconds since 1970
 * @throws UsageError naming `flag`
 */
export const momentOf = (text: string, flag: string, now: number, isEnd = false): number => {
	const read = readTime(text, {now, zone: undefined});
	if (!read) {
		throw new UsageError(`${flag} must be a time such as ${timeForms}, not "${text}"`);
	}
	return isEnd ? read.until : read.from;
};

/** The filter as a function. @throws UsageError if a time cannot be read */
export const filterOf = (
	{since, until, user, operation, outcome, target, profile}: LogFilter,
	now: number,
): ((record: AuditRecord) => boolean) => {
	const from = since === undefined ? Number.NEGATIVE_INFINITY : momentOf(since, '--since', now);
	const to = until === undefined ? Number.POSITIVE_INFINITY : momentOf(until, '--until', now, true);
	const part = target?.toLowerCase();
	return record => {
		const at = Date.parse(record.at);
		return (
			at >= from &&
			at < to &&
			(user === undefined || [record.user, record.sudoUser, record.serviceUser].includes(user)) &&
			(operation === undefined || record.operation === operation || record.verb === operation) &&
			// A record without an outcome is unknown.
			(outcome === undefined || (record.outcome ?? 'unknown') === outcome) &&
			(part === undefined ||
				record.target?.id.toLowerCase() === part ||
				record.target?.name.toLowerCase().includes(part) === true) &&
			(profile === undefined || record.profile === profile)
		);
	};
};

/** Rows that --follow prints first without --last. */
const followed = 10;

/** Reads the commands of an audit; none if there is none yet. @throws UsageError */
const readRecords = (file: string, isGiven: boolean) => {
	if (isGiven && !existsSync(file)) {
		throw new UsageError(`there is no file ${file}`);
	}
	const records = createRecords();
	try {
		return {records, ...records.addFile(file)};
	} catch (error) {
		throw new UsageError(`the audit cannot be read: ${messageOf(error)}`);
	}
};

/** `dialtop log`. */
export const logCommand = command({
	name: 'log',
	summary: 'show which commands were sent from here, by whom, and their outcomes',
	details: [
		'Every command, from the monitor or the command line, is written to the audit before it is sent, and again when its outcome is known. Secrets are omitted, and only the last four digits of phone numbers are stored.',
		'Each record names the profile and the address that the command went to; the table shows them where the commands of several profiles are in it.',
		'UNKNOWN is a command without an outcome: the program was ended, or no answer came. It may have been carried out or not.',
	],
	flags,
	environment: [stateVariable],
	exits: [['0', 'done'], ['2', 'wrong usage, or the audit cannot be read'], ...endings],
	examples: [
		['dialtop log --since 2h', 'the last two hours'],
		['dialtop log --outcome unknown', 'what may have been carried out or not'],
		['dialtop log --since 2026-03-01 --until 2026-03-31 --csv > march.csv', 'a month, for a spreadsheet'],
		['dialtop log --follow --json | jq .operation', 'as it happens'],
	],
	async run({flags: given, out}) {
		const format = formatOf(given);
		const isWanted = filterOf(given, Date.now());
		const file = given.file ?? auditFile(process.env);
		const {records, foreign, end} = readRecords(file, given.file !== undefined);
		const last = given.last ?? (given.follow ? followed : Number.POSITIVE_INFINITY);
		const found = records.all().filter(isWanted).slice(-last);
		if (foreign > 0) {
			say(`${file}: skipped ${counted(foreign, 'line')} cut short or not written by dialtop`);
		}
		if (given.follow) {
			await follow({file, records, from: end, isWanted, out, format, first: found});
		} else if (format === 'table' && found.length === 0) {
			say(`no matching records in ${file}`);
		} else {
			await out.writeEach(printedRows({format, columns: tableColumns(profilesIn(found)), rows: found}));
		}
		return exits.done;
	},
});
