/** `dialtop log --follow`: prints what is added to the audit. */

import {statSync} from 'node:fs';
import {type AuditLine, readLine} from '../../audit/entry.ts';
import {type AuditRecord, linesFrom, recordOf, sizeOf} from '../../audit/read.ts';
import type {Out} from '../../cli/out.ts';
import {bareOf, type Format, objectOf, printedRows} from '../../cli/table.ts';
import {inLocale} from '../../cli/text.ts';
import {csvLine} from '../../present/csv-json.ts';
import {logColumns} from './columns.ts';
import {type Found, openHistory} from './history.ts';

/** Milliseconds between two reads of the file. */
const every = 250;

export type Following = {
	file: string;
	/** The offset of the first byte that was not read. */
	from: number;
	isWanted(record: AuditRecord): boolean;
	out: Out;
	format: Format;
	/** The records to print first. */
	first: Found;
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

/** Commands that are known of those that were printed; the lines of an older one are looked up in the file. */
const mostKnown = 1000;

/** Puts lines that are added together with those that the file holds before the byte `begin`. */
const createJoiner = (file: string) => {
	const known = new Map<string, readonly AuditLine[]>();
	const before = (id: string, begin: number): readonly AuditLine[] => {
		using history = openHistory(file);
		return history.linesOf(id, begin);
	};
	return (line: AuditLine, begin: number): AuditRecord | undefined => {
		const {id, kind} = line;
		const lines = [...(known.get(id) ?? (kind === 'intent' ? [] : before(id, begin))), line];
		known.delete(id);
		known.set(id, lines);
		const [oldest] = known.keys();
		if (known.size > mostKnown && oldest !== undefined) {
			known.delete(oldest);
		}
		return recordOf(lines);
	};
};

/**
 * Prints the first records, then those that are added, until output is closed. A record is printed again when it
 * changes.
 */
export const follow = async ({file, from, isWanted, out, format, first}: Following): Promise<void> => {
	const text = texts[format];
	if (format === 'json') {
		for (const record of first) {
			out.write(text(record));
		}
	} else if (format === 'csv' || first.count > 0) {
		await out.writeEach(printedRows({format, columns: logColumns, rows: first}));
	}
	const joined = createJoiner(file);
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
		const lines = linesFrom(file, at);
		const added: string[] = [];
		let next = lines.next();
		for (; !next.done; next = lines.next()) {
			added.push(next.value);
		}
		for (const written of added) {
			const {line} = readLine(written);
			const record = line && joined(line, at);
			if (record && isWanted(record)) {
				out.write(text(record));
			}
		}
		at = next.value;
	}
};
