import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, describe, expect, onTestFinished, test} from 'vitest';
import {closeHours, retentionDefaults} from '../../source/recording/closing.ts';
import {openToRead, openToWrite} from '../../source/recording/database.ts';
import {diskFolder, type Folder, memoryFolder} from '../../source/recording/folder.ts';
import {encodeBatch, fileStart, openName} from '../../source/recording/open-hour.ts';
import {allTime, createReader} from '../../source/recording/reader.ts';
import type {Row} from '../../source/recording/recording.ts';
import {createWriter, type WriterOptions} from '../../source/recording/writer.ts';
import {manualClock} from '../helpers/clock.ts';
import {figuresAt} from './floor.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 10, 26, 13, 50);

const temporaryFolder = (): string => {
	const path = mkdtempSync(join(tmpdir(), 'dialtop-recording-'));
	onTestFinished(() => rmSync(path, {recursive: true, force: true}));
	return path;
};

const opened: {close(): unknown}[] = [];
afterEach(async () => {
	for (const one of opened.splice(0)) {
		await one.close();
	}
});

const start = (folder: Folder, given: Partial<WriterOptions> = {}) => {
	const clock = manualClock({wall: begin, mono: 1000});
	const said: string[] = [];
	const writer = createWriter({
		folder,
		clock,
		zone: 'UTC',
		retention: retentionDefaults,
		complain: text => said.push(text),
		onLost: () => undefined,
		...given,
	});
	opened.push(writer);
	return {clock, said, writer};
};

/** Polls two campaigns every five seconds for so long; returns what was appended. */
const poll = async (
	{clock, writer}: Pick<ReturnType<typeof start>, 'clock' | 'writer'>,
	milliseconds: number,
	from = 0,
): Promise<Map<string, Pick<Row, 'at' | 'values'>[]>> => {
	const rows = new Map<string, Pick<Row, 'at' | 'values'>[]>();
	for (let index = from; index < from + milliseconds / 5000; index++) {
		await clock.advance(5000);
		for (const campaign of [1, 2]) {
			const stream = `figures/${1000 + campaign}`;
			const row = {at: clock.now().wall, values: figuresAt(campaign, index)};
			writer.append(stream, row.at, row.values);
			rows.set(stream, [...(rows.get(stream) ?? []), row]);
		}
		// A disk takes its time, which this clock does not know.
		await writer.flush();
	}
	await writer.settled();
	return rows;
};

const plain = (rows: readonly Row[]) => rows.map(({at, values}) => ({at, values}));

describe.each([
	['in memory', () => memoryFolder()],
	['on the disk', () => diskFolder(temporaryFolder())],
])('a recording %s', (_, make) => {
	test('gives back every row, in closed hours and in the open one', async () => {
		const run = start(make());
		await run.writer.settled();
		const rows = await poll(run, 30 * minute);
		if (run.writer.reader.path === undefined) {
			await run.clock.advance(2000);
		}
		expect(rows.size).toBe(2);
		for (const [stream, given] of rows) {
			const read = run.writer.reader.rows(stream, allTime);
			expect(read.tier).toBe('polled');
			expect(plain(read.rows)).toStrictEqual(given);
			const middle = given[150];
			expect(run.writer.reader.last(stream, (middle?.at ?? 0) + 1)).toMatchObject(middle ?? {});
		}
		expect(run.writer.reader.damage).toEqual([]);
		expect(run.said).toEqual([]);
	});
});

test('coarser rows hold exact counts, and least, mean and most of gauges', async () => {
	const run = start(memoryFolder());
	await run.writer.settled();
	const given = (await poll(run, 75 * minute)).get('figures/1002') ?? [];
	await run.clock.advance(2000);
	const {rows} = run.writer.reader.rows('figures/1002', allTime, 'minute');
	expect(rows.reduce((sum, {values}) => sum + Number(values.polls), 0)).toBe(given.length);
	for (const row of rows) {
		const own = given.filter(({at}) => Math.floor(at / minute) === Math.floor(row.at / minute));
		const waiting = own.map(({values}) => Number(values.waiting));
		const {values} = row;
		expect(values.calledToday).toBe(own.at(-1)?.values.calledToday);
		expect(values['waiting.min'] ?? values.waiting).toBe(Math.min(...waiting));
		expect(values['waiting.max'] ?? values.waiting).toBe(Math.max(...waiting));
		expect(values['waiting.mean'] ?? values.waiting).toBeCloseTo(
			Math.round((10 * waiting.reduce((sum, one) => sum + one, 0)) / waiting.length) / 10,
			6,
		);
	}
	const hours = run.writer.reader.rows('figures/1002', allTime, 'hour').rows;
	expect(hours.map(({values}) => values.polls)).toEqual([119, 720, 61]);
	const [today, ...others] = run.writer.reader.days('1002', allTime);
	expect(others).toEqual([]);
	expect(today).toMatchObject({date: '2026-11-26', values: {calledToday: given.at(-1)?.values.calledToday}});
	expect(today?.values.polls).toBe(given.length);
});

test('a day ends where its totals fall, and not at a correction', async () => {
	const run = start(memoryFolder());
	await run.writer.settled();
	const totals = [1000, 1500, 1499, 1600, 3, 5, 900];
	for (const calledToday of totals) {
		await run.clock.advance(30 * minute);
		run.writer.append('figures/7', run.clock.now().wall, {calledToday});
		await run.writer.flush();
		await run.clock.advance(1000);
	}
	const days = run.writer.reader.days('7', allTime);
	expect(days.map(({values}) => values.calledToday)).toEqual([1600, 900]);
});

test('files are their owner’s alone, and those of an hour that is over become chunks', async () => {
	const path = temporaryFolder();
	const run = start(diskFolder(path));
	await run.writer.settled();
	await poll(run, 11 * minute);
	expect(readdirSync(path)).toEqual(
		expect.arrayContaining(['day-2026.db', 'hour-2026-11.db', 'lock', 'minute-2026-11-26.db', 'polled-2026-11-26.db']),
	);
	expect(readdirSync(path).filter(name => name.endsWith('.open'))).toHaveLength(1);
	for (const name of readdirSync(path)) {
		expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
	}
	expect(statSync(path).mode & 0o777).toBe(0o700);
});

test('a writer that is closed while an hour is being closed leaves the folder to the next', async () => {
	const path = temporaryFolder();
	const first = start(diskFolder(path));
	await first.writer.settled();
	await poll(first, minute);
	await first.writer.close();
	const second = start(diskFolder(path), {clock: manualClock({wall: begin + 70 * minute, mono: 1})});
	second.writer.append('figures/1001', begin + 70 * minute, figuresAt(1, 840));
	await second.writer.flush();
	await second.writer.close();
	let isStill = false;
	void second.writer.settled().then(() => {
		isStill = true;
	});
	await new Promise(resolve => {
		setImmediate(resolve);
	});
	expect(isStill).toBe(true);
	const third = start(diskFolder(path), {clock: manualClock({wall: begin + 71 * minute, mono: 1})});
	third.writer.append('figures/1001', begin + 71 * minute, figuresAt(1, 852));
	await third.writer.flush();
	await third.writer.settled();
	expect(third.writer.reader.rows('figures/1001', allTime).rows).toHaveLength(14);
	expect([...second.said, ...third.said]).toEqual([]);
});

test('a second program does not record beside the first, and takes over from it', async () => {
	const path = temporaryFolder();
	const first = start(diskFolder(path));
	await first.writer.settled();
	await poll(first, minute);
	// The lock of this process is as good as another's.
	const second = start(diskFolder(path));
	await second.writer.settled();
	await poll(second, minute);
	expect(second.writer.missed).toBe(0);
	expect(createReader(diskFolder(path)).rows('figures/1001', allTime).rows).toHaveLength(12);
	await first.writer.close();
	await second.clock.advance(31_000);
	await second.writer.settled();
	await poll(second, minute);
	expect(createReader(diskFolder(path)).rows('figures/1001', allTime).rows).toHaveLength(24);
});

test('a run goes on in the file of its hour behind the last whole batch, and marks the gap', async () => {
	const path = temporaryFolder();
	const first = start(diskFolder(path));
	await first.writer.settled();
	await poll(first, minute);
	await first.writer.close();
	const [name = ''] = readdirSync(path).filter(one => one.endsWith('.open'));
	const whole = readFileSync(join(path, name));
	writeFileSync(join(path, name), Buffer.concat([whole, whole.subarray(20, 90)]));
	const second = start(diskFolder(path), {clock: manualClock({wall: begin + 5 * minute, mono: 1})});
	second.writer.append('figures/1001', begin + 5 * minute, figuresAt(1, 60));
	await second.writer.flush();
	const {reader} = second.writer;
	expect(readdirSync(path).filter(one => one.endsWith('.open'))).toEqual([name]);
	expect(reader.rows('figures/1001', allTime).rows).toHaveLength(13);
	expect(reader.gaps(allTime)).toEqual([{from: begin + minute, to: begin + 5 * minute}]);
	expect(reader.marks(allTime).map(({kind}) => kind)).toEqual(['start', 'start', 'gap']);
	expect(reader.damage).toEqual([]);
	const seqs = reader.rows('figures/1001', allTime).rows.map(({seq}) => seq);
	expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
});

test('a clock that is set back begins a new part, and a small step is held', async () => {
	const run = start(memoryFolder());
	await run.writer.settled();
	await poll(run, minute);
	run.clock.setWall(-1500);
	await poll(run, minute, 12);
	run.clock.setWall(-20 * minute);
	await poll(run, minute, 24);
	const {rows} = run.writer.reader.rows('figures/1001', allTime);
	expect(rows).toHaveLength(36);
	expect(rows.map(({at}) => at)).toEqual(rows.map(({at}) => at).toSorted((a, b) => a - b));
	expect(new Set(rows.map(({seq}) => seq)).size).toBe(36);
	expect(run.writer.reader.marks(allTime, {kinds: ['clock']})).toMatchObject([{since: begin + 2 * minute - 1500}]);
});

test('a row that comes late is no clock that was set back', async () => {
	const {clock, writer} = start(memoryFolder());
	await writer.settled();
	await clock.advance(10_000);
	writer.append('link', begin + 10_000, {kind: 'live'});
	// The program was held up for five seconds after this answer came.
	writer.append('figures/1', begin + 5000, {calledToday: 3});
	await writer.flush();
	expect(writer.reader.marks(allTime, {kinds: ['clock']})).toEqual([]);
	expect(writer.reader.rows('figures/1', allTime).rows).toMatchObject([{at: begin + 10_000, values: {calledToday: 3}}]);
});

test.each([
	['in memory', () => memoryFolder()],
	['on the disk', () => diskFolder(temporaryFolder())],
])('counts are exact in every tier %s where the clock is set back across hours', async (_, make) => {
	const run = start(make());
	await run.writer.settled();
	await run.writer.flush();
	let polled = 0;
	for (const back of [0, 40 * minute, 0, 3 * 60 * minute, 0]) {
		run.clock.setWall(-back);
		await poll(run, 15 * minute, polled);
		polled += 180;
	}
	if (run.writer.reader.path === undefined) {
		await run.clock.advance(2000);
	}
	const {reader} = run.writer;
	const sum = (rows: readonly {values: Row['values']}[]): number =>
		rows.reduce((total, {values}) => total + Number(values.polls), 0);
	for (const tier of ['minute', 'hour'] as const) {
		const {rows} = reader.rows('figures/1001', allTime, tier);
		expect(sum(rows)).toBe(polled);
		expect(rows.map(({at}) => at)).toEqual(rows.map(({at}) => at).toSorted((a, b) => a - b));
	}
	const days = reader.days('1001', allTime);
	expect(days).toHaveLength(1);
	expect(sum(days)).toBe(polled);
	expect(days[0]?.values.calledToday).toBe(figuresAt(1, polled - 1).calledToday);
});

test('hours are closed in the order in which they were written', async () => {
	const folder = diskFolder(temporaryFolder());
	// The clock was set back an hour, and then the program was killed.
	for (const [hours, first] of [
		[1, 1],
		[0, 900],
		[0, 1000],
	] as const) {
		const at = begin + hours * 60 * minute;
		const appender = await folder.append(openName(at, first), 0);
		const rows = Array.from({length: 50}, (_, index) => ({
			stream: 'figures/1001',
			at: at + index * 1000,
			seq: first + index,
			values: figuresAt(1, first + index),
		}));
		await appender.write(Buffer.concat([fileStart, encodeBatch(rows)]));
		await appender.close();
	}
	for (const _ of closeHours(folder, {isOver: () => true, zone: 'UTC', retention: retentionDefaults, now: begin})) {
		// Nothing else is to be done.
	}
	const reader = createReader(folder, 'UTC');
	expect(reader.days('1001', allTime)).toMatchObject([
		{values: {polls: 150, calledToday: figuresAt(1, 1049).calledToday}},
	]);
	reader.close();
});

test('a disk that is full while a file is begun leaves no file open', async () => {
	const folder = diskFolder(temporaryFolder());
	const full = Object.assign(new Error('no room'), {code: 'ENOSPC'});
	let closed = 0;
	const run = start({
		...folder,
		append: async () => ({
			write: async () => {
				throw full;
			},
			close: async () => {
				closed++;
			},
		}),
	});
	await run.writer.settled();
	await run.writer.flush();
	expect(run.said).toEqual(['The recording has stopped: the disk is full']);
	expect(closed).toBe(1);
});

test('a file of chunks is read as empty until it has its tables', () => {
	const path = temporaryFolder();
	writeFileSync(join(path, 'polled-2026-11-26.db'), '');
	const reader = createReader(diskFolder(path));
	expect(reader.rows('figures/1001', allTime).rows).toEqual([]);
	expect(reader.damage).toEqual([]);
	reader.close();
});

test('a write-ahead log stays small while a screen reads the file', () => {
	const file = join(temporaryFolder(), 'polled-2026-11-26.db');
	const bytes = new Uint8Array(20_000);
	const write = (from: number): void => {
		const database = openToWrite(file, {});
		const chunks = Array.from({length: 20}, (_, index) => ({
			stream: `figures/${index}`,
			key: from,
			from,
			to: from,
			lastSeq: from,
			rows: 1,
			bytes,
		}));
		database.put(chunks);
		database.close();
	};
	write(0);
	const reader = openToRead(file);
	for (let hour = 1; hour <= 40; hour++) {
		write(hour);
		expect(reader.between('figures/3', hour, hour)).toHaveLength(1);
	}
	expect(statSync(`${file}-wal`).size).toBeLessThan(2_500_000);
	reader.close();
});

test('no write-ahead log is used on the disk of another machine, behind a link either', () => {
	const path = temporaryFolder();
	mkdirSync(join(path, 'remote'));
	symlinkSync(join(path, 'remote'), join(path, 'link'));
	writeFileSync(join(path, 'mountinfo'), `31 22 0:30 / ${join(path, 'remote')} rw - nfs4 server:/home rw\n`);
	openToWrite(join(path, 'link', 'day-2026.db'), {mountinfo: join(path, 'mountinfo')}).close();
	expect([...readFileSync(join(path, 'link', 'day-2026.db')).subarray(18, 20)]).toEqual([1, 1]);
});

test('a file of chunks that has lost its end is not read, and is renamed by the next writer', async () => {
	const path = temporaryFolder();
	const first = start(diskFolder(path));
	await first.writer.settled();
	await poll(first, 11 * minute);
	await first.writer.close();
	const file = join(path, 'minute-2026-11-26.db');
	truncateSync(file, statSync(file).size - 100);
	const reader = createReader(diskFolder(path));
	reader.rows('figures/1001', allTime, 'minute');
	expect(reader.damage).toEqual([`${file} cannot be read: its end is missing`]);
	reader.close();
	const second = start(diskFolder(path), {clock: manualClock({wall: begin + 70 * minute, mono: 1})});
	await second.writer.settled();
	expect(second.said).toEqual([expect.stringMatching(/^\S+minute-2026-11-26\.db is damaged: it is \S+\.corrupt-/)]);
});

describe('a clock that is far ahead', () => {
	const day = 24 * 60 * minute;
	const years = 5 * 365 * day;
	const chunks = (path: string) => readdirSync(path).filter(name => name.endsWith('.db'));

	/** A recording of two hours, in chunks. */
	const recorded = async (path: string) => {
		const run = start(diskFolder(path));
		await run.writer.settled();
		await poll(run, 11 * minute);
		return run;
	};

	/** How many polls of that morning are stored. */
	const morning = (path: string): number => {
		const reader = createReader(diskFolder(path), 'UTC');
		const {rows} = reader.rows('figures/1001', {from: begin, to: begin + 11 * minute}, 'polled');
		reader.close();
		return rows.length;
	};

	test('for a moment removes nothing, in the run that sees it and at a start', async () => {
		const path = temporaryFolder();
		const run = await recorded(path);
		const before = morning(path);
		expect(before).toBeGreaterThan(100);
		run.clock.setWall(years);
		await poll(run, minute);
		await run.writer.settled();
		expect(morning(path)).toBe(before);
		expect(run.said).toEqual([expect.stringContaining('is 1825 days ahead of what was recorded last')]);
		run.clock.setWall(-years);
		await poll(run, minute);
		await run.writer.close();
		const wrong = start(diskFolder(path), {clock: manualClock({wall: begin + years, mono: 1})});
		await wrong.writer.settled();
		expect(morning(path)).toBeGreaterThanOrEqual(before);
		expect(wrong.said).toHaveLength(1);
		await wrong.writer.close();
	});

	test('is believed once it has been so for hours', async () => {
		const path = temporaryFolder();
		const run = await recorded(path);
		run.clock.setWall(40 * day);
		await poll(run, minute);
		expect(chunks(path)).toContain('polled-2026-11-26.db');
		for (let hours = 0; hours < 7; hours++) {
			await run.clock.advance(60 * minute);
			await poll(run, 5000);
		}
		expect(chunks(path)).not.toContain('polled-2026-11-26.db');
		expect(chunks(path)).not.toContain('minute-2026-11-26.db');
		expect(run.said).toHaveLength(1);
	});

	test('by a weekend without dialtop is believed at once, by a longer time it is doubted', async () => {
		const path = temporaryFolder();
		await (await recorded(path)).writer.close();
		const monday = start(diskFolder(path), {clock: manualClock({wall: begin + 3.6 * day, mono: 1})});
		await monday.writer.settled();
		await monday.writer.close();
		const next = start(diskFolder(path), {clock: manualClock({wall: begin + 8.5 * day, mono: 1})});
		await next.writer.settled();
		expect([...monday.said, ...next.said].filter(text => text.includes('clock'))).toEqual([
			expect.stringContaining('4 days ahead'),
		]);
		expect(chunks(path)).toContain('polled-2026-11-26.db');
	});
});

describe('a folder on another machine', () => {
	const mountOf = (kind: string, point: string): string => {
		const mountinfo = join(temporaryFolder(), 'mountinfo');
		writeFileSync(
			mountinfo,
			`22 1 8:1 / / rw - ext4 /dev/root rw\n31 22 0:30 / ${point} rw - ${kind} server:/home rw\n`,
		);
		return mountinfo;
	};

	test.each(['nfs4', 'cifs', '9p', 'fuse.sshfs'])(
		'on %s is named at the start, once, also behind a link',
		async kind => {
			const point = temporaryFolder();
			const link = join(temporaryFolder(), 'link');
			symlinkSync(point, link);
			const folder = diskFolder(join(link, 'recording'), {mountinfo: mountOf(kind, point)});
			const run = start(folder);
			await run.writer.settled();
			await poll(run, 2 * minute);
			// The disk is away for a while, and the recording begins again.
			rmSync(join(point, 'recording'), {recursive: true});
			await poll(run, 11 * minute);
			await run.writer.settled();
			expect(run.said.filter(text => text.includes('another machine'))).toEqual([
				`The recording lies on ${kind}, on another machine: it is written without a write-ahead log`,
			]);
		},
	);

	test('of this machine is not', async () => {
		const path = temporaryFolder();
		const run = start(diskFolder(join(path, 'recording'), {mountinfo: mountOf('ext4', path)}));
		await run.writer.settled();
		expect(run.said).toEqual([]);
	});
});
