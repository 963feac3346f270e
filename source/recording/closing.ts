/** Closes an hour: its rows become chunks, and those of the coarser tiers. Then what is too old, or too much, is removed. */
import {day, minute} from '../model/time.ts';
import {decodeChunk, encodeChunk} from './chunk.ts';
import {DamagedChunk} from './column.ts';
import {asideStream, type ChunkDatabase, fileNamed, fileOf, type StoredChunk} from './database.ts';
import type {Folder} from './folder.ts';
import {dateIn, daysAfter, gathered, gatheredEach} from './gather.ts';
import {fileStart, firstSeqOf, isOpenName, OpenRows} from './open-hour.ts';
import {type Row, type Tier, tiers} from './recording.ts';

/** For how long each tier is stored, in milliseconds, and the bytes of all files. */
export type Retention = Readonly<Record<Tier, number>> & {readonly bytes: number};

export type ClosingOptions = {
	/** Whether the hour of a file is over. */
	isOver: (name: string) => boolean;
	/** The time zone of the service's days; undefined for this machine's own. */
	zone: string | undefined;
	retention: Retention;
	now: number;
};

export const retentionDefaults: Retention = {
	polled: 7 * day,
	minute: 31 * day,
	hour: 400 * day,
	day: 2192 * day,
	bytes: 500_000_000,
};

/** What the chunks of a tier's file are sealed with. */
export const sealOf = (tier: Tier, stream: string): string => `${tier} ${stream}`;

/** Streams of repeated readings, which are summarised in coarser tiers. */
export const isGatheredStream = (stream: string): boolean => /^(?:figures|lists|outcomes)\//.test(stream);

/** Streams of which every row is read again and again; rows of others say what has changed, and lie beside those of hours. */
export const isPolled = (stream: string): boolean =>
	isGatheredStream(stream) || /^(?:graphs|alerts)\/|^reads$/.test(stream);

/** The row that was written last, whatever the clock showed. */
export const newestOf = (rows: readonly Row[]): Row | undefined =>
	rows.reduce<Row | undefined>((newest, row) => (newest && newest.seq > row.seq ? newest : row), undefined);

/** Rows of a stream as one chunk; undefined without any. @param key where its file has it: the number of its first row by default */
export const chunkOf = (tier: Tier, stream: string, rows: readonly Row[], key?: number): StoredChunk | undefined => {
	// A clock that was set back brings older rows later.
	const ordered = rows.toSorted((a, b) => a.at - b.at);
	const [first, last] = [ordered[0], ordered.at(-1)];
	return (
		first &&
		last && {
			stream,
			key: key ?? first.seq,
			from: first.at,
			to: last.at,
			lastSeq: newestOf(rows)?.seq ?? last.seq,
			rows: rows.length,
			bytes: encodeChunk(ordered, sealOf(tier, stream)),
		}
	);
};

const startOfDay = (at: number): number => Math.floor(at / day) * day;

const startOfMonth = (at: number): number => {
	const date = new Date(at);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

/** Chunks that wait to be written together, by file. */
class Batch {
	readonly #chunks = new Map<string, StoredChunk[]>();
	readonly #open = new Map<string, ChunkDatabase>();
	readonly #folder: Folder;
	readonly #now: number;

	constructor(folder: Folder, now: number) {
		this.#folder = folder;
		this.#now = now;
	}

	/** The rows of a chunk; undefined if it is damaged. */
	#rowsOf(tier: Tier, {bytes, stream}: StoredChunk): readonly Row[] | undefined {
		try {
			return decodeChunk(bytes, sealOf(tier, stream)).rows();
		} catch (error) {
			if (error instanceof DamagedChunk) {
				return undefined;
			}
			throw error;
		}
	}

	/** The rows of a stream that are stored for a period. Those of a damaged chunk stay beside the one that takes its place. */
	stored(tier: Tier, stream: string, key: number): readonly Row[] {
		const name = fileOf(tier, key);
		const chunk = this.#folder.names().includes(name) ? this.database(tier, key).one(stream, key) : undefined;
		const rows = chunk ? this.#rowsOf(tier, chunk) : [];
		if (chunk && !rows) {
			const aside = asideStream(stream, this.#now);
			this.#put(name, {...chunk, stream: aside});
			this.#folder.news.push(`${name} has lost rows of ${stream}: they are damaged, and stay in it as ${aside}`);
		}
		return rows ?? [];
	}

	/** The day of a stream that is under way. */
	newestDay(stream: string): Row | undefined {
		const chunks = this.#folder.names().flatMap(name => {
			const file = fileNamed(name);
			return file?.tier === 'day' ? (this.database('day', file.from).newest(stream) ?? []) : [];
		});
		const newest = chunks.toSorted((a, b) => a.lastSeq - b.lastSeq).at(-1);
		return newest && newestOf(this.#rowsOf('day', newest) ?? []);
	}

	database(tier: Tier, at: number): ChunkDatabase {
		const name = fileOf(tier, at);
		const database = this.#open.get(name) ?? this.#folder.toWrite(name);
		this.#open.set(name, database);
		return database;
	}

	add(tier: Tier, stream: string, rows: readonly Row[], key?: number): void {
		const chunk = chunkOf(tier, stream, rows, key);
		if (chunk) {
			this.#put(fileOf(tier, key ?? chunk.from), chunk);
		}
	}

	#put(name: string, chunk: StoredChunk): void {
		const chunks = this.#chunks.get(name) ?? [];
		this.#chunks.set(name, chunks);
		chunks.push(chunk);
	}

	write(): void {
		for (const [name, chunks] of this.#chunks) {
			const file = fileNamed(name);
			if (file) {
				this.database(file.tier, file.from).put(chunks);
			}
		}
	}

	close(): void {
		for (const database of this.#open.values()) {
			this.#folder.release(database);
		}
	}
}

/** Adds an hour's rows to those of its day. What an earlier try has added of this hour is replaced. */
const addToDay = (batch: Batch, stream: string, rows: readonly Row[], hour: readonly Row[] = rows): void => {
	const [first, last] = [hour[0], hour.at(-1)];
	if (first && last) {
		const key = startOfDay(first.at);
		const others = batch.stored('hour', stream, key).filter(({seq}) => seq < first.seq || seq > last.seq);
		// A clock that was set back may have put later rows before earlier ones.
		const all = [...others, ...rows].toSorted((a, b) => a.at - b.at || a.seq - b.seq);
		batch.add('hour', stream, all, key);
	}
};

/** Adds the hour to the day that is under way, or begins one. */
const addDay = (batch: Batch, stream: string, rows: readonly Row[], dateOf: (at: number) => string): void => {
	const byMonth = Map.groupBy(daysAfter(batch.newestDay(stream), rows, dateOf), ({at, values}) =>
		startOfMonth(Number(values.since ?? at)),
	);
	for (const [month, days] of byMonth) {
		const known = batch.stored('day', stream, month);
		const others = known.filter(({values}) => days.every(({values: {since}}) => since !== values.since));
		batch.add('day', stream, [...others, ...days], month);
	}
};

/** Closes an hour. */
function* closeHour(folder: Folder, name: string, {zone, now}: ClosingOptions): Generator<void> {
	const bytes = folder.bytes(name, 0);
	if (!OpenRows.isOurs(bytes)) {
		// One that was torn while it was begun holds nothing.
		if (bytes.length < fileStart.length) {
			folder.remove(name);
		} else {
			folder.setAside(name, 'other-version');
		}
		return;
	}
	const open = new OpenRows();
	open.feed(bytes);
	if (open.damages > 0) {
		folder.news.push(`${name} was damaged: what was whole in it is stored`);
	}
	const dateOf = dateIn(zone);
	const batch = new Batch(folder, now);
	try {
		for (const stream of open.streams) {
			const rows = open.rows(stream);
			if (isPolled(stream)) {
				batch.add('polled', stream, rows);
			} else {
				// A day of them takes a third of the bytes of its hours.
				addToDay(batch, stream, rows);
			}
			yield;
			if (isGatheredStream(stream)) {
				batch.add('minute', stream, gatheredEach(rows, minute));
				yield;
				addToDay(batch, stream, [gathered(rows) ?? []].flat(), rows);
			}
			if (stream.startsWith('figures/')) {
				addDay(batch, stream, rows, dateOf);
			}
			if (stream === 'marks') {
				batch.add(
					'day',
					stream,
					rows.filter(({values}) => values.kind === 'command'),
				);
			}
			yield;
		}
		batch.write();
	} finally {
		batch.close();
	}
	folder.remove(name);
}

/** The files of periods that ended too long ago; then the oldest ones of the finest tier, until the others fit. */
const removable = (folder: Folder, retention: Retention, now: number): readonly string[] => {
	const files = folder.names().flatMap(name => fileNamed(name) ?? []);
	const old = files.filter(({tier, to}) => to < now - retention[tier]);
	const young = files
		.filter(file => !old.includes(file))
		.toSorted((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier) || a.from - b.from);
	let bytes = folder.path === undefined ? 0 : young.reduce((sum, {name}) => sum + folder.size(name), 0);
	const excess = young.filter(({name, to}) => {
		const isRemoved = bytes > retention.bytes && to < now;
		bytes -= isRemoved ? folder.size(name) : 0;
		return isRemoved;
	});
	return [...old, ...excess].map(({name}) => name);
};

/** Files that a clock which is ahead would have removed. */
export const heldBack = (folder: Folder, retention: Retention, now: number, ahead: number): readonly string[] => {
	const removed = removable(folder, retention, now);
	return removable(folder, retention, ahead).filter(name => !removed.includes(name));
};

/** Removes what is too old, and what is too much; returns the names of the files. */
export const prune = (folder: Folder, retention: Retention, now: number): readonly string[] => {
	const removed = removable(folder, retention, now);
	for (const name of removed) {
		folder.remove(name);
	}
	return removed;
};

/** Prunes, and closes the hours that are over. It stops after each step, so that a program with a screen can go on in between. */
export function* closeHours(folder: Folder, options: ClosingOptions): Generator<void> {
	// First: a disk may be full of what is too old.
	prune(folder, options.retention, options.now);
	// In the order in which they were written, which is another one if a clock was set back: a day goes on where the last hour ended.
	const over = folder.names().filter(name => isOpenName(name) && options.isOver(name));
	for (const name of over.toSorted((a, b) => firstSeqOf(a) - firstSeqOf(b))) {
		yield* closeHour(folder, name, options);
	}
}
