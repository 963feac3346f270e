/** Cuts a part of a recording into a single file, which can be given to others. */
import {rmSync} from 'node:fs';
import {decodeChunk, encodeChunk} from './chunk.ts';
import {isPolled, sealOf} from './closing.ts';
import {fileNamed, openToWrite, type StoredChunk} from './database.ts';
import type {Folder} from './folder.ts';
import {createReader} from './reader.ts';
import {type Period, type Row, type Tier, tiers} from './recording.ts';

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
 * Writes the rows of a period into a new file, and of streams of changes what was known when it began.
 *
 * @returns how many rows it holds
 * @throws Error if the file exists or cannot be written, DamagedChunk if a part cannot be read: then no file is left
 */
export const cutRecording = (folder: Folder, period: Period, file: string): number => {
	const reader = createReader(folder);
	const database = openToWrite(file, {isNew: true});
	let count = 0;
	try {
		for (const tier of tiers) {
			const chunks: StoredChunk[] = [];
			for (const {name} of folder
				.names()
				.flatMap(one => fileNamed(one) ?? [])
				.filter(one => one.tier === tier)) {
				for (const chunk of folder.toRead(name)?.all() ?? []) {
					chunks.push(...(chunk.from <= period.to && chunk.to >= period.from ? partOf(tier, chunk, period) : []));
				}
			}
			database.of(tier).put(chunks);
			count += chunks.reduce((sum, {rows}) => sum + rows, 0);
		}
		// Rows of hours that are not closed, and of changes the ones before.
		for (const stream of reader.streams()) {
			const tier = isPolled(stream) ? 'polled' : 'hour';
			const before = reader.last(stream, period.from - 1);
			const rows = reader.rows(stream, period, 'polled').rows;
			const known = database.of(tier).between(stream, period.from, period.to);
			const lastSeq = Math.max(0, ...known.map(chunk => chunk.lastSeq));
			const open = rows.filter(({seq}) => seq > lastSeq);
			const added = [
				...(before && !isPolled(stream) && stream !== 'marks' ? stored(tier, stream, [before], before.seq) : []),
				...stored(tier, stream, open, open[0]?.seq ?? 0),
			];
			database.of(tier).put(added);
			count += added.reduce((sum, chunk) => sum + chunk.rows, 0);
		}
		database.close();
		return count;
	} catch (error) {
		database.close();
		rmSync(file, {force: true});
		throw error;
	} finally {
		reader.close();
	}
};
