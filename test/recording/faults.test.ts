/** What a disk, a kill or another version can do to a recording. */
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {afterEach, describe, expect, onTestFinished, test} from 'vitest';
import {asideIn, checkRecording} from '../../source/recording/checked.ts';
import {closeHours, prune, retentionDefaults} from '../../source/recording/closing.ts';
import {cutRecording} from '../../source/recording/cut.ts';
import {openToWrite} from '../../source/recording/database.ts';
import {diskFolder, type Folder, folderAt, memoryFolder} from '../../source/recording/folder.ts';
import {encodeBatch, fileStart} from '../../source/recording/open-hour.ts';
import {allTime, createReader} from '../../source/recording/reader.ts';
import type {Row} from '../../source/recording/recording.ts';
import {createWriter} from '../../source/recording/writer.ts';
import {openSqlite} from '../../source/system/sqlite.ts';
import {manualClock} from '../helpers/clock.ts';

const begin = Date.UTC(2026, 10, 26, 13, 50);
const hour = 3_600_000;

const temporaryFolder = (): string => {
	const path = mkdtempSync(join(tmpdir(), 'dialtop-recording-'));
	onTestFinished(() => rmSync(path, {recursive: true, force: true}));
	return path;
};

const stream = 'figures/1001';

/** Polls of a campaign, a minute apart. */
const rows = (count: number, from = begin): Row[] =>
	Array.from({length: count}, (_, index) => ({
		at: from + index * 60_000,
		seq: index + 1,
		values: {calledToday: 100 + index * 3, waiting: index % 4, status: index % 7 === 0 ? 'PAUSE' : 'PLAY'},
	}));

/** The file of an hour with these rows, a batch of three each. */
const openFile = (given: readonly Row[]): Buffer => {
	const batches: Buffer[] = [fileStart];
	for (let at = 0; at < given.length; at += 3) {
		batches.push(encodeBatch(given.slice(at, at + 3).map(row => ({...row, stream}))));
	}
	return Buffer.concat(batches);
};

const openName = '2026-11-26T13.1.open';

const close = (folder: Folder): void => {
	for (const _ of closeHours(folder, {isOver: () => true, zone: 'UTC', retention: retentionDefaults, now: begin})) {
		// Every step at once.
	}
};

const opened: {close(): unknown}[] = [];
afterEach(async () => {
	for (const one of opened.splice(0)) {
		await one.close();
	}
});

const start = (folder: Folder, wall = begin) => {
	const clock = manualClock({wall, mono: 1000});
	const said: string[] = [];
	const lost: number[] = [];
	const writer = createWriter({
		folder,
		clock,
		zone: 'UTC',
		retention: retentionDefaults,
		complain: text => said.push(text),
		onLost: since => lost.push(since),
	});
	opened.push(writer);
	const add = async (milliseconds = 5000): Promise<void> => {
		await clock.advance(milliseconds);
		writer.append(stream, clock.now().wall, {calledToday: Math.floor(clock.now().mono / 1000)});
		await writer.flush();
	};
	return {clock, said, lost, writer, add};
};

test('a kill at any moment loses no more than the last second', async () => {
	const path = temporaryFolder();
	const child = spawn(process.execPath, [new URL('writing.ts', import.meta.url).pathname, path]);
	const lines = createInterface(child.stdout);
	let last = 0;
	let at = 0;
	for await (const line of lines) {
		[last, at] = [Number(line), Date.now()];
		if (last === 230) {
			child.kill('SIGKILL');
			break;
		}
	}
	await once(child, 'exit');
	const reader = createReader(diskFolder(path));
	const read = reader.rows(stream, allTime).rows;
	expect(read.map(({values}) => values.calledToday)).toEqual(read.map((_, index) => index + 1));
	// A second, and as long again for a machine that is busy.
	expect(at - (read.at(-1)?.at ?? 0)).toBeLessThan(2000);
	expect(reader.damage).toEqual([]);
});

test('the open hour: of a flipped byte anywhere, one batch is lost and that is reported, and nothing is invented', () => {
	const given = rows(30);
	const whole = openFile(given);
	const path = temporaryFolder();
	// A last batch that claims to be longer than the file may be one that is being written.
	const lengthOfLast = openFile(given.slice(0, 27)).length + 4;
	for (let at = 0; at < whole.length; at += 5) {
		const flipped = Buffer.from(whole);
		flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
		writeFileSync(join(path, openName), flipped);
		const reader = createReader(diskFolder(path));
		const read = reader.rows(stream, allTime).rows;
		expect(read.length).toBe(at < fileStart.length ? 0 : 27);
		expect(reader.damage.length, `byte ${at}`).toBe(at >= lengthOfLast && at < lengthOfLast + 4 ? 0 : 1);
		for (const row of read) {
			expect(given[row.seq - 1]).toStrictEqual(row);
		}
		expect(checkRecording(diskFolder(path))[0]?.problems).not.toEqual([]);
	}
});

test('the open hour: a batch that is only begun is no damage, and an end of zeros is, also once the hour is closed', () => {
	const path = temporaryFolder();
	const whole = openFile(rows(30));
	for (let cut = openFile(rows(27)).length; cut <= whole.length; cut++) {
		writeFileSync(join(path, openName), whole.subarray(0, cut));
		const reader = createReader(diskFolder(path));
		expect(reader.rows(stream, allTime).rows.length).toBe(cut === whole.length ? 30 : 27);
		expect(reader.damage).toEqual([]);
	}
	writeFileSync(join(path, openName), Buffer.concat([openFile(rows(24)), Buffer.alloc(900)]));
	const folder = diskFolder(path);
	const reader = createReader(folder);
	expect(reader.rows(stream, allTime).rows).toHaveLength(24);
	expect(reader.damage).toEqual([expect.stringContaining(`${openName} is damaged`)]);
	close(folder);
	expect(folder.news).toEqual([`${openName} was damaged: what was whole in it is stored`]);
});

test('the open hour in memory: what was appended is read without a copy of the whole', async () => {
	const folder = memoryFolder();
	const appender = await folder.append(openName, 0);
	await appender.write(fileStart);
	let from = fileStart.length;
	for (const row of rows(20)) {
		const batch = encodeBatch([{...row, stream}]);
		await appender.write(batch);
		const read = folder.bytes(openName, from);
		expect(read).toEqual(batch);
		// A reader holds all of the memory that its bytes lie in.
		expect(read.buffer.byteLength).toBe(batch.length);
		from += batch.length;
	}
	expect(folder.bytes(openName, 0)).toHaveLength(from);
	expect(folder.bytes(openName, from - 1)).toHaveLength(1);
	expect(folder.bytes(openName, from)).toHaveLength(0);
});

test('closed hours: of a flipped byte anywhere, no row is read that was not written, and a loss is reported', () => {
	const given = rows(60, Date.UTC(2026, 10, 26, 13));
	const path = temporaryFolder();
	const folder = diskFolder(path);
	writeFileSync(join(path, openName), openFile(given));
	close(folder);
	const name = 'polled-2026-11-26.db';
	const whole = readFileSync(join(path, name));
	let losses = 0;
	// Most of a file of one chunk is empty pages: bytes of those that are not are flipped.
	const filled = [...whole.keys()].filter(at => whole[at] !== 0);
	for (let index = 0; index < filled.length; index += Math.ceil(filled.length / 300)) {
		const flipped = Buffer.from(whole);
		const at = filled[index] ?? 0;
		flipped[at] = (flipped[at] ?? 0) ^ (1 << (index % 8));
		writeFileSync(join(path, name), flipped);
		const reader = createReader(diskFolder(path));
		const read = reader.rows(stream, allTime, 'polled').rows;
		const isLess = read.length < given.length;
		losses += Number(isLess);
		expect(!isLess || reader.damage.length > 0, `byte ${at}`).toBe(true);
		for (const row of read) {
			expect(given[row.seq - 1]).toStrictEqual(row);
		}
		reader.close();
	}
	expect(losses).toBeGreaterThan(50);
});

test('a damaged file is renamed, a new one begun, and neither is written over', () => {
	const path = temporaryFolder();
	const damaged = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(40_000, 7)]);
	writeFileSync(join(path, 'polled-2026-11-26.db'), damaged);
	writeFileSync(join(path, openName), openFile(rows(10)));
	const folder = diskFolder(path, {now: () => begin});
	close(folder);
	expect(asideIn(folder)).toEqual(['polled-2026-11-26.db.corrupt-20261126T135000Z']);
	expect(folder.news).toEqual([
		expect.stringContaining('is damaged: it is polled-2026-11-26.db.corrupt-20261126T135000Z now'),
	]);
	expect(readFileSync(join(path, asideIn(folder)[0] ?? ''))).toEqual(damaged);
	expect(createReader(folder).rows(stream, allTime).rows).toEqual(rows(10));
});

test('a damaged chunk that rows are added to is set aside beside them, and never written over', () => {
	const path = temporaryFolder();
	const folder = diskFolder(path, {now: () => begin});
	writeFileSync(join(path, openName), openFile(rows(10)));
	close(folder);
	const damaged = new Map<string, Uint8Array>();
	for (const name of ['hour-2026-11.db', 'day-2026.db']) {
		const database = openSqlite(join(path, name), {});
		const bytes = Buffer.from(database.prepare('select bytes from chunks').get()?.bytes as Uint8Array);
		bytes[20] = (bytes[20] ?? 0) ^ 1;
		database.prepare('update chunks set bytes = ?').run(bytes);
		database.close();
		damaged.set(name, bytes);
	}
	const later = rows(10, begin + hour).map(row => ({...row, seq: row.seq + 10}));
	writeFileSync(join(path, '2026-11-26T14.11.open'), openFile(later));
	close(folder);
	const aside = `corrupt-20261126T135000Z ${stream}`;
	expect(folder.news).toEqual(
		[...damaged.keys()].map(name => expect.stringContaining(`${name} has lost rows of ${stream}`)),
	);
	for (const [name, bytes] of damaged) {
		const chunks = [...(folder.toRead(name)?.all() ?? [])];
		expect(chunks.map(chunk => chunk.stream)).toEqual([aside, stream]);
		expect(Buffer.from(chunks[0]?.bytes ?? [])).toEqual(bytes);
	}
	const reader = createReader(folder, 'UTC');
	expect(reader.rows(stream, allTime, 'hour').rows.map(({at}) => at)).toEqual([later[9]?.at]);
	expect(reader.streams()).toEqual([stream]);
	expect(checkRecording(folder).flatMap(({problems}) => problems)).toEqual([
		expect.stringContaining(aside),
		expect.stringContaining(aside),
	]);
});

test('a file of another version is put aside as it is, by the writer alone', () => {
	const path = temporaryFolder();
	const name = 'polled-2026-11-26.db';
	openToWrite(join(path, name), {}).close();
	const other = openSqlite(join(path, name), {});
	other.exec('pragma user_version = 3');
	other.close();
	const before = readFileSync(join(path, name));
	const reader = createReader(diskFolder(path));
	expect(reader.rows(stream, allTime).rows).toEqual([]);
	expect(reader.damage).toEqual([expect.stringContaining('has the format 3 of another version of dialtop, not 2')]);
	expect(readFileSync(join(path, name))).toEqual(before);
	reader.close();
	writeFileSync(join(path, openName), openFile(rows(10)));
	const folder = diskFolder(path, {now: () => begin});
	close(folder);
	expect(readFileSync(join(path, `${name}.other-version-20261126T135000Z`))).toEqual(before);
	expect(createReader(folder).rows(stream, allTime).rows).toEqual(rows(10));
});

test('an hour that was closed halfway is closed once', () => {
	const path = temporaryFolder();
	const folder = diskFolder(path);
	const given = rows(10);
	for (let time = 0; time < 2; time++) {
		writeFileSync(join(path, openName), openFile(given));
		close(folder);
	}
	const reader = createReader(folder, 'UTC');
	expect(reader.rows(stream, allTime).rows).toEqual(given);
	expect(reader.rows(stream, allTime, 'hour').rows.map(({values}) => values.polls)).toEqual([10]);
	expect(reader.days('1001', allTime).map(({values}) => values.polls)).toEqual([10]);
});

test.each([
	['on a disk of this machine', 'ext4', 'wal'],
	['on another machine’s', 'nfs4', 'delete'],
])('%s, the journal is as safe as it can be', (_, kind, journal) => {
	const path = temporaryFolder();
	writeFileSync(join(path, 'mountinfo'), `30 1 0:40 / / rw - ${kind} x rw\n`);
	openToWrite(join(path, 'x.db'), {mountinfo: join(path, 'mountinfo')}).close();
	const database = openSqlite(join(path, 'x.db'), {});
	expect(database.prepare('pragma journal_mode').get()).toEqual({journal_mode: journal});
	database.close();
});

describe('a disk that cannot be written', () => {
	test('a full one stops the recording, says so once, and it goes on where there is room', async ({skip}) => {
		const path = temporaryFolder();
		if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m,mode=0700', 'none', path]).status !== 0) {
			skip('a file system can be mounted by root only');
		}
		onTestFinished(() => {
			spawnSync('umount', [path]);
		});
		const {writer, said, lost, clock, add} = start(diskFolder(path), begin - 45 * 60_000);
		await writer.settled();
		await add();
		const filler = join(path, 'filler');
		expect(() => writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024))).toThrow('ENOSPC');
		// What is left of a page may still take some.
		for (let poll = 0; poll < 400 && writer.missed === 0; poll++) {
			await add();
		}
		expect(said).toEqual(['The recording has stopped: the disk is full']);
		await add();
		await add();
		const {missed} = writer;
		expect(missed).toBe(3);
		truncateSync(filler);
		await clock.advance(31_000);
		await writer.settled();
		await add();
		expect(said).toEqual([expect.any(String), expect.stringMatching(/^The recording goes on; \d+ rows were missed$/)]);
		expect(lost).toHaveLength(1);
		const {reader} = writer;
		expect(reader.gaps(allTime)).toHaveLength(1);
		expect(reader.last(stream, Number.MAX_SAFE_INTEGER)?.at).toBe(clock.now().wall);
		expect(writer.missed).toBe(0);
		expect(reader.damage).toEqual([]);
	});

	test('a read-only one is reported, and costs nothing', async ({skip}) => {
		const path = temporaryFolder();
		if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'none', path]).status !== 0) {
			skip('a file system can be mounted by root only');
		}
		onTestFinished(() => {
			spawnSync('umount', [path]);
		});
		const {writer, said, add} = start(diskFolder(join(path, 'recording')));
		await writer.settled();
		await add();
		await add();
		expect(said).toEqual([expect.stringContaining('The recording has stopped: ')]);
		expect(writer.missed).toBe(2);
	});

	test('a stalled one holds nothing up: rows are counted until it answers', async () => {
		const memory = memoryFolder();
		let answer: (() => void) | undefined;
		const stalling: Folder = {
			...memory,
			async append(name, size) {
				const appender = await memory.append(name, size);
				return {
					...appender,
					async write(bytes) {
						await new Promise<void>(resolve => {
							answer = resolve;
						});
						await appender.write(bytes);
					},
				};
			},
		};
		const {writer, said, clock} = start(stalling);
		// The program did not run for a minute: that is not the disk's.
		await clock.advance(1000);
		writer.append(stream, clock.now().wall, {calledToday: 0});
		await clock.advance(1000);
		await clock.advance(60_000);
		writer.append(stream, clock.now().wall, {calledToday: 0});
		expect(said).toEqual([]);
		for (let poll = 0; poll < 30; poll++) {
			await clock.advance(1000);
			writer.append(stream, clock.now().wall, {calledToday: poll});
		}
		expect(said).toEqual(['The recording has stopped: the disk does not answer']);
		expect(writer.missed).toBeGreaterThan(15);
		for (let time = 0; time < 5; time++) {
			answer?.();
			await clock.advance(0);
		}
		expect(said.at(-1)).toMatch(/^The recording goes on; \d+ rows were missed$/);
		answer?.();
	});
});

test('files of periods that are over for too long are removed, then the oldest polls until the rest fits', () => {
	const path = temporaryFolder();
	const folder = diskFolder(path);
	for (let day = 0; day < 12; day++) {
		writeFileSync(join(path, openName), openFile(rows(5, begin - day * 24 * hour)));
		close(folder);
	}
	const now = begin + hour;
	prune(folder, retentionDefaults, now);
	const polled = () => folder.names().filter(name => name.startsWith('polled'));
	expect(polled()).toHaveLength(8);
	expect(folder.names().filter(name => name.startsWith('minute'))).toHaveLength(12);
	const bytes = folder.names().reduce((sum, name) => sum + folder.size(name), 0);
	prune(folder, {...retentionDefaults, bytes: bytes - 1}, now);
	expect(polled()).toHaveLength(7);
	expect(polled()).toContain('polled-2026-11-26.db');
});

test('a part that was cut is read as the whole is', () => {
	const path = temporaryFolder();
	const folder = diskFolder(path);
	writeFileSync(join(path, openName), openFile(rows(40)));
	close(folder);
	const file = join(temporaryFolder(), 'part.dialtop');
	const period = {from: begin + 5 * 60_000, to: begin + 20 * 60_000};
	const count = cutRecording(folder, period, file);
	copyFileSync(file, `${file}.copy`);
	const reader = createReader(folderAt(`${file}.copy`), 'UTC');
	expect(reader.rows(stream, allTime).rows).toEqual(rows(40).slice(5, 21));
	expect(reader.rows(stream, allTime, 'minute').rows).toHaveLength(16);
	expect(count).toBeGreaterThan(16);
	expect(checkRecording(folderAt(file)).flatMap(({problems}) => problems)).toEqual([]);
	expect(readdirSync(join(file, '..'))).toHaveLength(2);
	expect(() => cutRecording(folder, period, file)).toThrow('EEXIST');
	expect(readFileSync(file)).toEqual(readFileSync(`${file}.copy`));
});

test('a part is cut while the file of another period is being made', () => {
	const path = temporaryFolder();
	const folder = diskFolder(path);
	writeFileSync(join(path, openName), openFile(rows(40)));
	close(folder);
	writeFileSync(join(path, 'hour-2026-12.db'), '');
	const file = join(temporaryFolder(), 'part.dialtop');
	expect(cutRecording(folder, {from: begin, to: begin + 20 * 60_000}, file)).toBeGreaterThan(16);
});
