/**
 * Checksums of the rows of every table, stored in the file beside them. SQLite finds damage to its own structures only; a
 * byte that has changed in a stored value is found by these when the file is opened.
 */
import {hash} from 'node:crypto';
import type {DatabaseSync} from 'node:sqlite';

/** Hexadecimal digits of a row's sum. */
const digits = 8;

type Value = string | number | bigint | Uint8Array | null;

/** Each value with its kind and length, so that nothing can move from one to the next. */
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

/** A call of `row_sum` with every column of a table, each after a prefix. */
const rowSum = (connection: DatabaseSync, table: string, prefix = ''): string =>
	`row_sum(${connection
		.prepare('select name from pragma_table_info(?)')
		.all(table)
		.map(({name}) => `${prefix}"${name}"`)
		.join(', ')})`;

/** Rows that one statement adds up: Node frees what it hands to JavaScript only when a statement returns. */
const rowsAtOnce = 4096;

/** The sum of a table's rows. No row is made an object, since there may be a million. */
const sumOfRows = (connection: DatabaseSync, table: string): bigint => {
	const next = connection.prepare(
		`select sum(${rowSum(connection, table)}) as sum, max(row) as last
		from (select rowid as row, * from "${table}" where rowid > ? order by rowid limit ${rowsAtOnce})`,
	);
	let total = 0n;
	for (let last: unknown = -1; ; ) {
		const rows = next.get(Number(last));
		if (!rows || rows.last === null) {
			return total;
		}
		total += BigInt(Number(rows.sum));
		last = rows.last;
	}
};

/** The sums of one open file; its tables have rowids. */
export type Sums = {
	/** The first table whose rows are not those that were written; undefined if all are. */
	wrong(): string | undefined;
	/** Takes the rows as they are for right. */
	renew(): void;
	/** Keeps the sums up to date from now on. */
	follow(): void;
};

/** Prepares a connection for sums. */
export const sumsOf = (connection: DatabaseSync): Sums => {
	connection.function('row_sum', {varargs: true, deterministic: true}, sumOf);
	return {
		wrong() {
			const read = connection.prepare('select name, sum from sums');
			read.setReadBigInts(true);
			const stored = new Map(read.all().map(({name, sum}) => [name, sum]));
			return namesOf(connection).find(name => stored.get(name) !== sumOfRows(connection, name));
		},
		renew() {
			connection.exec('create table if not exists sums (name text primary key not null, sum integer not null) strict');
			const put = connection.prepare('insert or replace into sums (name, sum) values (?, ?)');
			for (const name of namesOf(connection)) {
				put.run(name, sumOfRows(connection, name));
			}
		},
		follow() {
			// Without this, a row that another one replaces ends without a trigger.
			connection.exec('pragma recursive_triggers = on');
			for (const name of namesOf(connection)) {
				const added = `+ ${rowSum(connection, name, 'new.')}`;
				const removed = `- ${rowSum(connection, name, 'old.')}`;
				for (const [event, change] of [
					['insert', added],
					['update', `${added} ${removed}`],
					['delete', removed],
				]) {
					connection.exec(
						`create temp trigger "sum_${event}_${name}" after ${event} on main."${name}" begin
							update sums set sum = sum ${change} where name = '${name}';
						end`,
					);
				}
			}
		},
	};
};
