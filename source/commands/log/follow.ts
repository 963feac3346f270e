/** `dialtop log --follow`: prints what is added to the audit. */

import {statSync} from 'node:fs';
import {csvOf} from '../../look/csv-json.ts';
import {readLine} from '../../monitor/audit-entry.ts';
import {type AuditRecord, type createRecords, linesFrom, sizeOf} from '../../monitor/audit-read.ts';
import type {Out} from '../frame/out.ts';
import {bareOf, type Format, objectOf, printRows} from '../frame/table.ts';
import {inLocale} from '../frame/text.ts';
import {logColumns} from './columns.ts';

/** Milliseconds between two reads of the file. */
const every = 250;

export type Following = {
	file: string;
	/** The offset of the first byte that was not read. */
	from: number;
	records: ReturnType<typeof createRecords>;
	isWanted(record: AuditRecord): boolean;
	out: Out;
	format: Format;
	/** The records to print first. */
	first: readonly AuditRecord[];
};

const texts: Readonly<Record<Format, (record: AuditRecord) => string>> = {
	json: record => `${JSON.stringify(objectOf(logColumns, record))}\n`,
	// The header was printed with the first rows.
	csv: record => csvOf({columns: [], rows: [bareOf(logColumns, record)]}).replace(/^\r?\n/, ''),
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
export const follow = async ({file, from, records, isWanted, out, format, first}: Following): Promise<void> => {
	const text = texts[format];
	if (format === 'json') {
		first.forEach(record => {
			out.write(text(record));
		});
	} else {
		printRows(out, {format, columns: logColumns, rows: first});
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
		const lines = linesFrom(file, at);
		const added: string[] = [];
		let next = lines.next();
		for (; !next.done; next = lines.next()) {
			added.push(next.value);
		}
		at = next.value;
		for (const written of added) {
			const {line} = readLine(written);
			if (!line) {
				continue;
			}
			const record = records.add(line);
			if (isWanted(record)) {
				out.write(text(record));
			}
		}
	}
};
