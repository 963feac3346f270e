/**
 * The file of the hour that is under way. It is only appended to: a batch of rows at a time, each with a mark to find it by, its
 * length, and its checksum. A batch that fails its checksum is skipped, and those after it are still read.
 */
import {ByteReader, ByteWriter} from './bytes.ts';
import {sealed, unsealed} from './chunk.ts';
import {Columns, type Wanted, writeRows} from './columns.ts';
import type {Row} from './recording.ts';

/** What every file begins with; another version begins otherwise. */
export const fileStart = Buffer.from('dialtop recording 2\n');

/** What every batch begins with. */
const batchStart = Buffer.from([0xd1, 0x1a, 0x17, 0x09]);
const headBytes = batchStart.length + 4;

const seal = 'open';
/** A row, and its stream. */
export type StreamRow = Row & {readonly stream: string};

/** The bytes of a batch of rows. */
export const encodeBatch = (rows: readonly StreamRow[]): Buffer => {
	const writer = new ByteWriter();
	const streams = [...new Set(rows.map(({stream}) => stream))];
	writer.unsigned(streams.length);
	for (const stream of streams) {
		writer.text(stream);
	}
	writer.unsigned(rows.length);
	for (const {stream} of rows) {
		writer.unsigned(streams.indexOf(stream));
	}
	// The rows of a second are too few to be compressed.
	writeRows(writer, rows);
	const chunk = sealed(writer.bytes, seal);
	// Not in Node's pool: in memory a batch is held for an hour.
	const batch = Buffer.allocUnsafeSlow(headBytes + chunk.length);
	batchStart.copy(batch);
	batch.writeUInt32LE(chunk.length, batchStart.length);
	chunk.copy(batch, headBytes);
	return batch;
};

/** The streams and rows of a batch; undefined if it was changed. */
const batchOf = (chunk: Buffer): {streams: string[]; columns: Columns} | undefined => {
	const bytes = unsealed(chunk, seal);
	if (!bytes) {
		return undefined;
	}
	const reader = new ByteReader(bytes);
	const names = Array.from({length: reader.unsigned()}, () => reader.text());
	const count = reader.unsigned();
	const streams = Array.from({length: count}, () => names[reader.unsigned()] ?? '');
	return {streams, columns: new Columns(reader)};
};

/** The stretches of bytes that look like batches, each with its end. */
function* batchesIn(
	bytes: Buffer,
	from: number,
): Generator<{start: number; end: number; chunk: Buffer}, void, boolean> {
	for (let at = from; ; ) {
		const start = bytes.indexOf(batchStart, at);
		if (start < 0 || start + headBytes > bytes.length) {
			return;
		}
		const end = start + headBytes + bytes.readUInt32LE(start + batchStart.length);
		const isWhole = end <= bytes.length && (yield {start, end, chunk: bytes.subarray(start + headBytes, end)});
		at = isWhole ? end : start + 1;
	}
}

/** Whether these bytes at the end of a file may be a batch that is being written: its beginning, and no more of it. */
const mayBeUnderWay = (bytes: Buffer): boolean => {
	const head = bytes.subarray(0, batchStart.length);
	return (
		head.equals(batchStart.subarray(0, head.length)) &&
		(bytes.length < headBytes || headBytes + bytes.readUInt32LE(batchStart.length) > bytes.length)
	);
};

/** Where the last whole batch of a file ends, and its last row; only that batch is decoded. */
export const tailOf = (bytes: Buffer): {end: number; at: number; seq: number} => {
	const batches = batchesIn(bytes, fileStart.length);
	let last: {end: number; chunk: Buffer} | undefined;
	for (let next = batches.next(); !next.done; ) {
		const isWhole = unsealed(next.value.chunk, seal) !== undefined;
		last = isWhole ? next.value : last;
		next = batches.next(isWhole);
	}
	const columns = last && batchOf(last.chunk)?.columns;
	return {end: last?.end ?? fileStart.length, at: columns?.at.at(-1) ?? 0, seq: columns?.seq.at(-1) ?? 0};
};

/** The rows of a file, which may grow. */
export class OpenRows {
	/** By stream: where its rows are. */
	readonly #streams = new Map<string, {columns: Columns; index: number}[]>();
	#end = 0;
	#damages = 0;
	#isEndDamaged = false;
	lastAt = 0;
	lastSeq = 0;
	firstAt = Number.POSITIVE_INFINITY;

	/** Where the last whole batch ends. */
	get end(): number {
		return this.#end;
	}

	/** Stretches of bytes that are no batch; at the end of the file a batch may be under way. */
	get damages(): number {
		return this.#damages + Number(this.#isEndDamaged);
	}

	/** True for the beginning of a file of this version. */
	static isOurs(bytes: Buffer): boolean {
		return bytes.subarray(0, fileStart.length).equals(fileStart);
	}

	/** Reads what was appended: the bytes from {@link end} on. */
	feed(bytes: Buffer): void {
		let whole = this.#end === 0 && OpenRows.isOurs(bytes) ? fileStart.length : 0;
		const batches = batchesIn(bytes, whole);
		for (let next = batches.next(); !next.done; ) {
			const {start, end, chunk} = next.value;
			const batch = batchOf(chunk);
			if (batch) {
				this.#damages += start > whole ? 1 : 0;
				this.#add(batch);
				whole = end;
			}
			next = batches.next(batch !== undefined);
		}
		this.#end += whole;
		this.#isEndDamaged = !mayBeUnderWay(bytes.subarray(whole));
	}

	#add({streams, columns}: {streams: readonly string[]; columns: Columns}): void {
		for (const [index, stream] of streams.entries()) {
			const rows = this.#streams.get(stream) ?? [];
			rows.push({columns, index});
			this.#streams.set(stream, rows);
		}
		this.firstAt = Math.min(this.firstAt, columns.at[0] ?? this.firstAt);
		this.lastAt = columns.at.at(-1) ?? this.lastAt;
		this.lastSeq = columns.seq.at(-1) ?? this.lastSeq;
	}

	get streams(): readonly string[] {
		return [...this.#streams.keys()];
	}

	/** The rows of a stream between two moments, oldest first. */
	rows(
		stream: string,
		from = Number.NEGATIVE_INFINITY,
		to = Number.POSITIVE_INFINITY,
		{names, isWanted}: Wanted = {},
	): Row[] {
		return (this.#streams.get(stream) ?? []).flatMap(({columns, index}) => {
			const at = columns.at[index] ?? 0;
			const isIn = at >= from && at <= to && (isWanted?.(name => columns.value(index, name)) ?? true);
			return isIn ? columns.row(index, names) : [];
		});
	}

	/** The newest row of a stream at a moment or before it. */
	last(stream: string, at: number): Row | undefined {
		const found = this.#streams.get(stream)?.findLast(({columns, index}) => (columns.at[index] ?? 0) <= at);
		return found?.columns.row(found.index);
	}
}

/** The name of the file of the hour that holds a moment; several of one hour differ in their first sequence number. */
export const openName = (at: number, seq: number): string => `${new Date(at).toISOString().slice(0, 13)}.${seq}.open`;

/** The sequence number in a file's name. */
export const firstSeqOf = (name: string): number => Number(name.split('.')[1]);

export const isOpenName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d\.\d+\.open$/.test(name);

/** Whether a file is of the hour that holds a moment. */
export const isOfHour = (name: string, at: number): boolean =>
	name.startsWith(`${new Date(at).toISOString().slice(0, 13)}.`);
