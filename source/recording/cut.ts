/** Cuts a part of a recording into a single file, which can be given to others. */
import {rmSync} from 'node:fs';
import {decodeChunk} from './chunk.ts';
import {chunkOf, isGatheredStream, isPolled, sealOf} from './closing.ts';
import {type ChunkDatabase, fileNamed, isAside, openToWrite, type StoredChunk} from './database.ts';
import {type Folder, readIn} from './folder.ts';
import {createReader} from './reader.ts';
import {forecastStream, type Period, type Recording, type Row, type Tier, tiers} from './recording.ts';

/** The part of a chunk that lies in a period. */
const partOf = (tier: Tier, chunk: StoredChunk, {from, to}: Period): StoredChunk[] => {
	if (chunk.from >= from && chunk.to <= to) {
		return [chunk];
	}
	const columns = decodeChunk(chunk.bytes, sealOf(tier, chunk.stream));
	const rows = columns.rows(columns.until(from - 1), columns.until(to));
	const part = chunkOf(tier, chunk.stream, rows, chunk.key);
	return part ? [part] : [];
};

/**
 * Makes a new file of chunks and lets `fill` write it.
 *
 * @returns what `fill` returns
 * @throws Error if the file exists or cannot be written, or what `fill` throws: then no file remains
 */
const written = (file: string, fill: (database: ChunkDatabase) => number): number => {
	const database = openToWrite(file, {isNew: true});
	try {
		const count = fill(database);
		database.close();
		return count;
	} catch (error) {
		database.close();
		rmSync(file, {force: true});
		throw error;
	}
};

/** For streams of changes, the row that was known when a period began. */
const knownBefore = (reader: Recording, stream: string, {from}: Period): Row | undefined =>
	isPolled(stream) || stream === 'marks' || stream === forecastStream ? undefined : reader.last(stream, from - 1);

/** Rows of a stream as chunks, and the row before them as one of its own. */
const chunksOf = (tier: Tier, stream: string, before: Row | undefined, rows: readonly Row[]): StoredChunk[] =>
	[before ? [before] : [], rows].flatMap(some => chunkOf(tier, stream, some) ?? []);

const rowsIn = (chunks: readonly StoredChunk[]): number => chunks.reduce((sum, {rows}) => sum + rows, 0);

/**
 * The same as {@link cutRecording} of a recording whose rows have other times than its files.
 *
 * @returns how many rows it holds
 * @throws Error if the file exists or cannot be written: then no file remains
 */
export const cutRows = (reader: Recording, period: Period, file: string): number =>
	written(file, database => {
		let count = 0;
		for (const stream of reader.streams()) {
			const before = knownBefore(reader, stream, period);
			const own: Tier = isPolled(stream) ? 'polled' : 'hour';
			for (const tier of isGatheredStream(stream) ? tiers : [own]) {
				const {rows} = reader.rows(stream, period, tier === own ? 'polled' : tier);
				const chunks = chunksOf(tier, stream, tier === own ? before : undefined, rows);
				database.of(tier).put(chunks);
				count += rowsIn(chunks);
			}
		}
		return count;
	});

/**
 * Writes the rows of a period into a new file, and of streams of changes what was known when it began.
 *
 * @returns how many rows it holds
 * @throws Error if the file exists or cannot be written, DamagedChunk if a part cannot be read: then no file remains
 */
export const cutRecording = (folder: Folder, period: Period, file: string): number => {
	const reader = createReader(folder);
	const isWithin = ({stream, from, to}: StoredChunk): boolean =>
		!isAside(stream) && from <= period.to && to >= period.from;
	try {
		return written(file, database => {
			let count = 0;
			for (const tier of tiers) {
				const files = folder.names().filter(name => fileNamed(name)?.tier === tier);
				const chunks = files.flatMap(
					name =>
						readIn(folder, name, database =>
							[...database.all()].filter(isWithin).flatMap(chunk => partOf(tier, chunk, period)),
						) ?? [],
				);
				database.of(tier).put(chunks);
				count += rowsIn(chunks);
			}
			// Rows of hours that are not closed, and of changes the ones before.
			for (const stream of reader.streams()) {
				const tier = isPolled(stream) ? 'polled' : 'hour';
				const before = knownBefore(reader, stream, period);
				const {rows} = reader.rows(stream, period, 'polled');
				const known = database.of(tier).between(stream, period.from, period.to);
				const lastSeq = Math.max(0, ...known.map(chunk => chunk.lastSeq));
				const open = rows.filter(({seq}) => seq > lastSeq);
				const added = chunksOf(tier, stream, before, open);
				database.of(tier).put(added);
				count += rowsIn(added);
			}
			return count;
		});
	} finally {
		reader.close();
	}
};
