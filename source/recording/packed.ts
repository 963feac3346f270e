/** A recording in one piece of bytes that is only read: the length of its head, its head as JSON in zstd, and the chunks of its files. */
import {zstdDecompressSync} from 'node:zlib';
import type {StoredChunk} from './database.ts';
import {type Folder, memoryFolder} from './folder.ts';

/** The files by name, each with its chunks, whose bytes follow in the same order. */
export type PackedHead = Record<string, (Omit<StoredChunk, 'bytes'> & {length: number})[]>;

/** Bytes of the head's length. */
export const packedLengthBytes = 4;

/** The folder of a packed recording; each file gets its chunks when it is first read. */
export const packedFolder = (bytes: Buffer): Folder => {
	let end = packedLengthBytes + bytes.readUInt32LE();
	const head = String(zstdDecompressSync(bytes.subarray(packedLengthBytes, end)));
	const chunks = new Map(
		Object.entries(JSON.parse(head) as PackedHead).map(([name, rows]): [string, StoredChunk[]] => [
			name,
			rows.map(({length, ...row}) => {
				end += length;
				return {...row, bytes: bytes.subarray(end - length, end)};
			}),
		]),
	);
	const names = [...chunks.keys()].toSorted();
	const memory = memoryFolder();
	return {
		...memory,
		names: () => names,
		size: name => (chunks.get(name) ?? []).reduce((sum, chunk) => sum + chunk.bytes.length, 0),
		toRead(name) {
			const known = memory.toRead(name);
			if (known) {
				return known;
			}
			const database = memory.toWrite(name);
			database.put(chunks.get(name) ?? []);
			return database;
		},
	};
};
