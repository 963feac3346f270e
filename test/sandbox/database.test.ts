/** The database's file: its owner, damage, and what a transaction leaves behind. */
import {copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type Database, type Format, openDatabase} from '../../source/sandbox/store/database.ts';
import {createStore, storeFormat} from '../../source/sandbox/store/store.ts';
import {minute} from '../../source/sandbox/world/time.ts';

const format: Format = {version: 2, tables: 'create table things (id integer primary key, name text not null) strict;'};

let folder: string;
let file: string;
const opened: Database[] = [];

const open = (with_: Format = format, at = file): Database => {
	const database = openDatabase(at, with_);
	opened.push(database);
	return database;
};

const close = (): void => {
	for (const database of opened.splice(0)) {
		database.close();
	}
};

const add = (database: Database, name: string): void => {
	database.run('insert into things (name) values (?)', name);
};

const names = (database: Database): unknown[] =>
	database.all<{name: string}>('select name from things order by id').map(({name}) => name);

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-database-'));
	file = join(folder, 'x.db');
});

afterEach(() => {
	close();
	rmSync(folder, {recursive: true});
});

test('a new file is its owner’s alone, and safe against a crash', () => {
	const database = open();
	add(database, 'a');
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600);
	expect(database.one('pragma journal_mode')).toEqual({journal_mode: 'wal'});
	expect(database.one('pragma synchronous')).toEqual({synchronous: 2});
	expect(database.one('pragma foreign_keys')).toEqual({foreign_keys: 1});
});

test('what was written is there the next time', () => {
	add(open(), 'a');
	close();
	expect(names(open())).toEqual(['a']);
});

describe('files that cannot be used', () => {
	test('one that is open already', () => {
		open();
		expect(() => open()).toThrow(`${file} is in use by another sandbox`);
	});

	test('a folder', () => {
		expect(() => open(format, folder)).toThrow(`${folder} is a folder; name a file`);
	});

	test('what is neither', () => {
		expect(() => open(format, '/dev/null')).toThrow('/dev/null is not a regular file; name a file');
	});

	test('one in a folder that is not there, or is no folder', () => {
		expect(() => open(format, join(folder, 'no', 'x.db'))).toThrow(`there is no folder ${join(folder, 'no')}`);
		writeFileSync(file, '');
		expect(() => open(format, join(file, 'x.db'))).toThrow(/there is no folder|cannot use/);
	});

	test('one that the disk does not take', () => {
		expect(() => open(format, join(folder, 'x'.repeat(300)))).toThrow(/cannot use .*: the name is too long/);
	});

	test.each([
		['text', 'Dear diary, today I '.repeat(100), /is not a database/],
		['a database of another program', undefined, /is a database of another program/],
	])('%s: refused, and left as it is', (_, text, reason) => {
		if (text === undefined) {
			const other = new DatabaseSync(file);
			other.exec('create table diary (day text); insert into diary values (1)');
			other.close();
		} else {
			writeFileSync(file, text);
		}
		const before = readFileSync(file);
		expect(() => open()).toThrow(reason);
		expect(readFileSync(file)).toEqual(before);
	});

	test('an empty database that another program has claimed', () => {
		const other = new DatabaseSync(file);
		other.exec('pragma application_id = 7');
		other.close();
		expect(() => open()).toThrow('is a database of another program');
	});

	const fill = (): number => {
		const database = open();
		for (let index = 0; index < 200; index++) {
			add(database, String(index).repeat(100));
		}
		close();
		return statSync(file).size;
	};

	test('one that was cut off', () => {
		truncateSync(file, fill() / 2);
		expect(() => open()).toThrow(/is damaged/);
	});

	test('one with a page overwritten', () => {
		const size = fill();
		const bytes = readFileSync(file);
		bytes.fill(0x5a, size - 4096, size - 2048);
		writeFileSync(file, bytes);
		expect(() => open()).toThrow(/is damaged/);
	});
});

describe('versions', () => {
	test.each([1, 3])('a file of version %i is refused, with what to do, and stays as it is', version => {
		add(open({...format, version}), 'a');
		close();
		const before = readFileSync(file);
		expect(() => open()).toThrow(
			`${file} was written by another version of dialtop (its format is ${version}, not 2); move it away or choose another file`,
		);
		expect(readFileSync(file)).toEqual(before);
		expect(names(open({...format, version}))).toEqual(['a']);
	});

	test('tables that cannot be made leave nothing behind', () => {
		const broken = {...format, tables: `${format.tables} nonsense;`};
		expect(() => open(broken)).toThrow(/cannot use .*syntax error/);
		const database = open();
		expect(names(database)).toEqual([]);
		expect(database.one('pragma user_version')).toEqual({user_version: 2});
	});
});

describe('transactions', () => {
	test('all of it, or nothing', () => {
		const database = open();
		expect(database.transaction(() => add(database, 'a'))).toBe(undefined);
		expect(() =>
			database.transaction(() => {
				add(database, 'b');
				throw new Error('no');
			}),
		).toThrow('no');
		expect(names(database)).toEqual(['a']);
	});

	test('a disk that is full: nothing, and all goes on once there is room', () => {
		const database = open();
		database.one('pragma max_page_count = 8');
		const long = 'x'.repeat(100_000);
		const full = {name: 'DiskError', code: 'disk-full', reason: 'the disk is full'};
		expect(() => database.transaction(() => add(database, long))).toThrow(expect.objectContaining(full));
		expect(() => add(database, long)).toThrow(expect.objectContaining(full));
		expect(names(database)).toEqual([]);
		database.one('pragma max_page_count = 1000');
		database.transaction(() => add(database, long));
		expect(names(database)).toEqual([long]);
	});

	test('a disk that is read-only: it says so, what was written stays, and reads go on', () => {
		const database = open();
		database.transaction(() => add(database, 'a'));
		database.one('pragma query_only = 1');
		for (const write of [() => add(database, 'b'), () => database.transaction(() => add(database, 'b'))]) {
			expect(write).toThrow(
				expect.objectContaining({
					name: 'DiskError',
					code: 'disk-read-only',
					reason: expect.stringContaining('read-only'),
				}),
			);
		}
		expect(names(database)).toEqual(['a']);
	});
});

test('a token goes on to open questions while the disk takes nothing', () => {
	let now = 0;
	const database = open(storeFormat);
	const {users, tokens} = createStore(database, () => now);
	const id = users.add({name: 'ann', fullName: 'Ann Lee', level: 'agent', campaigns: 'all', password: ''});
	const token = tokens.issue(id, 1);
	database.one('pragma query_only = 1');
	for (const minutes of [30, 45, 45]) {
		now += minutes * minute;
		expect(tokens.use(token)).toBe(id);
	}
	now += 61 * minute;
	expect(() => tokens.use(token)).toThrow('Token expired');
});

describe('damage to what is kept', () => {
	/** Replaces bytes of a file that SQLite itself finds no fault with. */
	const replace = (from: string, to: string, at = file): void => {
		const bytes = readFileSync(at);
		const offset = bytes.indexOf(from);
		expect(offset).toBeGreaterThan(0);
		bytes.write(to, offset);
		writeFileSync(at, bytes);
	};

	/** A copy of the file as a kill would leave it, with its log. */
	const crashCopy = (): string => {
		const copy = join(folder, 'copy.db');
		for (const part of ['', '-wal']) {
			copyFileSync(`${file}${part}`, `${copy}${part}`);
		}
		return copy;
	};

	test('rows that were inserted, changed, replaced and deleted are right when it is opened again', () => {
		const database = open();
		for (const name of ['a', 'b', 'c']) {
			add(database, name);
		}
		database.update('things', 1, {name: 'A'});
		database.run("insert or replace into things (id, name) values (2, 'B')");
		database.run("insert into things (id, name) values (2, 'x') on conflict (id) do update set name = 'BB'");
		database.run('delete from things where id = 3');
		expect(() =>
			database.transaction(() => {
				add(database, 'z');
				throw new Error('no');
			}),
		).toThrow('no');
		close();
		expect(names(open())).toEqual(['A', 'BB']);
	});

	test('a changed byte is noticed', () => {
		add(open(), 'Spring Collections');
		close();
		replace('Spring', 'Sprang');
		expect(() => open()).toThrow('is damaged (rows of things are not what was written); choose another file');
	});

	test('a changed byte in the log of a crash is reported, and not served', () => {
		const database = open();
		for (const name of ['first', 'second', 'third', 'fourth']) {
			add(database, name);
		}
		const copy = crashCopy();
		replace('second', 'sekond', `${copy}-wal`);
		const survivor = open(format, copy);
		expect(names(survivor)).toEqual(['first']);
		expect(survivor.loss).toBe(
			`${copy}-wal is incomplete or damaged: its last ${6 * (24 + 4096)} bytes are skipped, and the writes in them are lost`,
		);
	});

	test('a log that ends within a write is told, and all before it is there', () => {
		const database = open();
		add(database, 'first');
		add(database, 'second');
		const copy = crashCopy();
		truncateSync(`${copy}-wal`, statSync(`${copy}-wal`).size - 100);
		const cut = open(format, copy);
		expect(names(cut)).toEqual(['first']);
		expect(cut.loss).toContain('copy.db-wal is incomplete or damaged');
	});

	test('wherever a log is cut, that is told, unless it is between two writes', () => {
		const database = open();
		add(database, 'first');
		add(database, 'x'.repeat(20_000));
		add(database, 'third');
		const copy = crashCopy();
		const [bytes, log] = [readFileSync(copy), readFileSync(`${copy}-wal`)];
		const [header, frameHeader, frame] = [32, 24, 24 + 4096];
		const starts = Array.from({length: (log.length - header) / frame}, (_, index) => header + index * frame);
		// The size of the database stands in the frame that ends a write, else 0.
		const ends = starts.filter(at => log.readInt32BE(at + 4) !== 0).map(at => at + frame);
		expect(starts.length).toBeGreaterThan(ends.length);
		const cuts = starts.flatMap(at =>
			[0, 1, 7, 8, 15, 16, frameHeader - 1, frameHeader, frame - 1].map(part => at + part),
		);
		for (const at of [1, header - 1, ...cuts]) {
			writeFileSync(copy, bytes);
			writeFileSync(`${copy}-wal`, log.subarray(0, at));
			const {loss} = open(format, copy);
			expect([at, loss]).toEqual([at, ends.includes(at) ? undefined : expect.stringContaining('is incomplete')]);
			close();
		}
	});

	test.each([
		['that holds a row', true],
		['that holds the tables alone', false],
	])('a log %s, whose beginning is overwritten', (_, hasRow) => {
		const database = open();
		if (hasRow) {
			add(database, 'first');
		}
		const copy = crashCopy();
		const bytes = readFileSync(`${copy}-wal`);
		bytes.fill(0, 0, 16);
		writeFileSync(`${copy}-wal`, bytes);
		expect(open(format, copy).loss).toContain('copy.db-wal is incomplete or damaged');
	});

	test('a log that begins again at the size that SQLite chooses says nothing after a crash at any time', () => {
		const database = open();
		let before = 0;
		let copies = 0;
		for (let write = 0; write < 200; write++) {
			add(database, 'x'.repeat(64 * 1024));
			const {size} = statSync(`${file}-wal`);
			// The first write of a new log, and some others.
			if (size <= before || write % 40 === 0) {
				const survivor = openDatabase(crashCopy(), format);
				expect(survivor.loss).toBe(undefined);
				survivor.close();
				copies++;
			}
			before = size;
		}
		expect(copies).toBeGreaterThan(6);
	});

	test('a log that is whole says nothing, also after it began again', () => {
		const database = open();
		add(database, 'first');
		database.one('pragma wal_checkpoint(restart)');
		add(database, 'second');
		const survivor = open(format, crashCopy());
		expect(names(survivor)).toEqual(['first', 'second']);
		expect(survivor.loss).toBe(undefined);
	});
});
