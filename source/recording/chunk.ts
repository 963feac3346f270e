/**
 * Rows of a stream as a chunk of bytes, and back exactly. A checksum precedes the compressed bytes, so that a chunk that is
 * torn or changed is never read.
 */
import {constants, crc32, zstdCompressSync, zstdDecompressSync} from 'node:zlib';
import {ByteReader, ByteWriter} from './bytes.ts';
import {DamagedChunk} from './column.ts';
import {Columns, writeRows} from './columns.ts';
import {dictionary} from './dictionary.ts';
import type {Row} from './recording.ts';

const checksumBytes = 4;

/** A thread of its own closes hours: it has the time that so much compression takes. */
const level = 19;

/** Bytes behind their checksum. */
export const sealed = (bytes: Buffer, seal: string): Buffer => {
	const whole = Buffer.allocUnsafe(checksumBytes + bytes.length);
	whole.writeUInt32LE(crc32(bytes, crc32(seal)));
	bytes.copy(whole, checksumBytes);
	return whole;
};

/** The bytes that were sealed; undefined if they were changed, or sealed as something else. */
export const unsealed = (whole: Buffer, seal: string): Buffer | undefined => {
	const bytes = whole.subarray(checksumBytes);
	return whole.length > checksumBytes && whole.readUInt32LE() === crc32(bytes, crc32(seal)) ? bytes : undefined;
};

/**
 * The chunk of rows, oldest first. Times and sequence numbers are whole.
 *
 * @param seal what the chunk belongs to: it cannot be read as another's
 */
export const encodeChunk = (rows: readonly Row[], seal: string): Buffer => {
	const writer = new ByteWriter();
	writeRows(writer, rows);
	const bytes = zstdCompressSync(writer.bytes, {dictionary, params: {[constants.ZSTD_c_compressionLevel]: level}});
	return sealed(bytes, seal);
};

/** The rows of a chunk. @throws DamagedChunk if it is not what was written, or belongs to something else */
export const decodeChunk = (chunk: Uint8Array, seal: string): Columns => {
	const bytes = unsealed(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), seal);
	if (!bytes) {
		throw new DamagedChunk('its checksum is wrong');
	}
	try {
		return new Columns(new ByteReader(zstdDecompressSync(bytes, {dictionary}))).checked();
	} catch (error) {
		throw new DamagedChunk('it cannot be read', {cause: error});
	}
};
