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

/** A call of `row_sum` with every column of a table, each with a prefix. */
const callFor = (connection: DatabaseSync, table: string, prefix = ''): string =>
	`row_sum(${connection
		.prepare('select name from pragma_table_info(?)')
		.all(table)
		.map(({name}) => `${prefix}"${name}"`)
		.join(', ')})`;

/** The sum of a table's rows as they are: exclusive or, so that their order is nothing. */
const rowsOf = (connection: DatabaseSync, table: string): number => {
	let sum = 0n;
	for (const {row} of connection.prepare(`select ${callFor(connection, table)} as row from "${table}"`).iterate()) {
		sum ^= BigInt(Number(row));
	}
	return Number(sum);
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
				const [before, after] = [callFor(connection, name, 'old.'), callFor(connection, name, 'new.')];
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
