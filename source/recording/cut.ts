/** Cuts a part of a recording into a single file, which can be given to others. */
import {rmSync} from 'node:fs';
import {decodeChunk, encodeChunk} from './chunk.ts';
import {isGatheredStream, isPolled, sealOf} from './closing.ts';
import {type ChunkDatabase, fileNamed, isAside, NothingYet, openToWrite, type StoredChunk} from './database.ts';
import type {Folder} from './folder.ts';
import {createReader} from './reader.ts';
import {type Period, type Recording, type Row, type Tier, tiers} from './recording.ts';

const stored = (tier: Tier, stream: string, rows: readonly Row[], key: number): StoredChunk[] => {
	const [first, last] = [rows[0], rows.at(-1)];
	return first && last
		? [
				{
					stream,
					key,
					from: first.at,
					to: last.at,
					lastSeq: last.seq,
					rows: rows.length,
					bytes: encodeChunk(rows, sealOf(tier, stream)),
				},
			]
		: [];
};

/** The part of a chunk that lies in a period. */
const partOf = (tier: Tier, chunk: StoredChunk, {from, to}: Period): StoredChunk[] => {
	if (chunk.from >= from && chunk.to <= to) {
		return [chunk];
	}
	const columns = decodeChunk(chunk.bytes, sealOf(tier, chunk.stream));
	const rows = columns.rows(columns.until(from - 1), columns.until(to));
	return stored(tier, chunk.stream, rows, chunk.key);
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

/** The chunks of a file; none of one that is being made. */
const chunksOf = (folder: Folder, name: string): StoredChunk[] => {
	let database: ChunkDatabase | undefined;
	try {
		database = folder.toRead(name);
		return [...(database?.all() ?? [])];
	} catch (error) {
		if (error instanceof NothingYet) {
			return [];
		}
		throw error;
	} finally {
		if (database) {
			folder.release(database);
		}
	}
};

/** For streams of changes, the row that was known when a period began. */
const knownBefore = (reader: Recording, stream: string, {from}: Period): Row | undefined =>
	isPolled(stream) || stream === 'marks' ? undefined : reader.last(stream, from - 1);

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
				const rows = reader.rows(stream, period, tier === own ? 'polled' : tier).rows;
				const chunks = [
					...(before && tier === own ? stored(tier, stream, [before], before.seq) : []),
					...stored(tier, stream, rows, rows[0]?.seq ?? 0),
				];
				database.of(tier).put(chunks);
				count += chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
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
	try {
		return written(file, database => {
			let count = 0;
			for (const tier of tiers) {
				const chunks: StoredChunk[] = [];
				for (const {name} of folder
					.names()
					.flatMap(one => fileNamed(one) ?? [])
					.filter(one => one.tier === tier)) {
					for (const chunk of chunksOf(folder, name)) {
						chunks.push(
							...(!isAside(chunk.stream) && chunk.from <= period.to && chunk.to >= period.from
								? partOf(tier, chunk, period)
								: []),
						);
					}
				}
				database.of(tier).put(chunks);
				count += chunks.reduce((sum, {rows}) => sum + rows, 0);
			}
			// Rows of hours that are not closed, and of changes the ones before.
			for (const stream of reader.streams()) {
				const tier = isPolled(stream) ? 'polled' : 'hour';
				const before = knownBefore(reader, stream, period);
				const rows = reader.rows(stream, period, 'polled').rows;
				const known = database.of(tier).between(stream, period.from, period.to);
				const lastSeq = Math.max(0, ...known.map(chunk => chunk.lastSeq));
				const open = rows.filter(({seq}) => seq > lastSeq);
				const added = [
					...(before ? stored(tier, stream, [before], before.seq) : []),
					...stored(tier, stream, open, open[0]?.seq ?? 0),
				];
				database.of(tier).put(added);
				count += added.reduce((sum, chunk) => sum + chunk.rows, 0);
			}
			return count;
		});
	} finally {
		reader.close();
	}
};
