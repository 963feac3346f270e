/**
 * Sums of the rows of every table, kept in the file beside them. SQLite finds damage to its own structures only; a byte that
 * has changed in what it keeps is found by these when the file is opened.
 */
import {hash} from 'node:crypto';
import type {DatabaseSync} from 'node:sqlite';

/** The table of the sums, for a migration. */
export const sumTables = `
	create table sums (
		name text primary key,
		sum integer not null
	) strict, without rowid;
`;

/** Hexadecimal digits of a row's sum: more bits would not be whole numbers in JavaScript. */
const digits = 13;

type Value = string | number | bigint | Uint8Array | null;

/** Values are told apart by kind and length, so that nothing can move from one to the next. */
const textOf = (value: Value): string => {
	if (value instanceof Uint8Array) {
		return `b${value.length}:${hash('sha256', value)}`;
	}
	return value === null ? 'n' : typeof value === 'string' ? `t${value.length}:${value}` : `i${value}`;
};

const sumOf = (...values: Value[]): number =>
	Number.parseInt(hash('sha256', values.map(textOf).join('|')).slice(0, digits), 16);

const namesOf = (connection: DatabaseSync): string[] =>
	connection
		.prepare("select name from sqlite_schema where type = 'table' and name <> 'sums' and name not like 'sqlite_%'")
		.all()
		.map(({name}) => String(name));

/** A call of a function with every column of a table, each with a prefix. */
const callFor = (connection: DatabaseSync, name: 'row_sum' | 'sum_of_rows', table: string, prefix = ''): string =>
	`${name}(${connection
		.prepare('select name from pragma_table_info(?)')
		.all(table)
		.map(column => `${prefix}"${column.name}"`)
		.join(', ')})`;

/** A sum has more bits than JavaScript's operators take: its halves are kept apart. */
const half = 2 ** 26;

/** Adds the aggregate `sum_of_rows`: exclusive or, so that the order of rows is nothing. */
const addAggregate = (connection: DatabaseSync): void => {
	let [high, low] = [0, 0];
	connection.aggregate('sum_of_rows', {
		varargs: true,
		start() {
			[high, low] = [0, 0];
			return 0;
		},
		step(_, ...values) {
			const sum = sumOf(...values);
			high ^= Math.floor(sum / half);
			low ^= sum % half;
			return 0;
		},
		result: () => high * half + low,
	});
};

/** Rows that one statement sums: Node frees what it hands to JavaScript only when a statement returns. */
const rowsPerPiece = 4096;

/** The sum of a table's rows as they are. No row is made an object, since there may be a million. */
const rowsOf = (connection: DatabaseSync, table: string): number => {
	const all = `select ${callFor(connection, 'sum_of_rows', table)} as sum from "${table}"`;
	if (connection.prepare('select wr from pragma_table_list where name = ?').get(table)?.wr === 1) {
		return Number(connection.prepare(all).get()?.sum);
	}
	const lastOfPiece = connection.prepare(
		`select max(rowid) as last from (select rowid from "${table}" where rowid > ? order by rowid limit ?)`,
	);
	const piece = connection.prepare(`${all} where rowid > ? and rowid <= ?`);
	let sum = 0n;
	for (let after = Number.MIN_SAFE_INTEGER; ; ) {
		const last = lastOfPiece.get(after, rowsPerPiece)?.last ?? null;
		if (last === null) {
			return Number(sum);
		}
		sum ^= BigInt(Number(piece.get(after, last)?.sum));
		after = Number(last);
	}
};

/** SQLite has no exclusive or. */
const adding = (rows: readonly string[], table: string): string =>
	rows
		.map(
			row =>
				`update sums set sum = (select (sum | row) - (sum & row) from (select ${row} as row)) where name = '${table}';`,
		)
		.join(' ');

/** The sums of one open file. */
export type Sums = {
	/** The first table whose rows are not those that were written; undefined if all are. */
	wrong(): string | undefined;
	/** Takes the rows as they are for right: after a migration, which may have rewritten them. */
	renew(): void;
	/** Keeps the sums up to date from now on. */
	follow(): void;
};

/** Prepares a connection for sums. */
export const sumsOf = (connection: DatabaseSync): Sums => {
	connection.function('row_sum', {varargs: true, deterministic: true}, sumOf);
	addAggregate(connection);
	const hasSums = (): boolean =>
		connection.prepare("select 1 from sqlite_schema where type = 'table' and name = 'sums'").get() !== undefined;
	return {
		wrong() {
			if (!hasSums()) {
				return undefined;
			}
			const kept = new Map(
				connection
					.prepare('select name, sum from sums')
					.all()
					.map(({name, sum}) => [name, sum]),
			);
			return namesOf(connection).find(name => kept.get(name) !== rowsOf(connection, name));
		},
		renew() {
			if (hasSums()) {
				const put = connection.prepare('insert or replace into sums (name, sum) values (?, ?)');
				connection.exec('delete from sums');
				for (const name of namesOf(connection)) {
					put.run(name, rowsOf(connection, name));
				}
			}
		},
		follow() {
			if (!hasSums()) {
				return;
			}
			// Without this, a row that another one replaces ends without a trigger.
			connection.exec('pragma recursive_triggers = on');
			for (const name of namesOf(connection)) {
				const [before, after] = [
					callFor(connection, 'row_sum', name, 'old.'),
					callFor(connection, 'row_sum', name, 'new.'),
				];
				for (const [event, rows] of Object.entries({
					insert: [after],
					update: [before, after],
					delete: [before],
				})) {
					connection.exec(
						`create temp trigger "sum_${event}_${name}" after ${event} on main."${name}" begin ${adding(rows, name)} end`,
					);
				}
			}
		},
	};
};
