/**
 * Rows of a stream as a chunk of bytes, and back exactly. Each column is written by itself: what did not change costs nothing,
 * numbers are differences, decimals are scaled to whole numbers where that is exact, and texts are numbers of a dictionary. A
 * checksum stands before the compressed bytes, so that a chunk that is torn or changed is never read.
 */
import {constants, crc32, zstdCompressSync, zstdDecompressSync} from 'node:zlib';
import {ByteReader, ByteWriter} from './bytes.ts';
import type {Row, Value, Values} from './recording.ts';

/** A chunk is not what was written. */
export class DamagedChunk extends Error {
	override readonly name = 'DamagedChunk';
}

const checksumBytes = 4;
const level = {params: {[constants.ZSTD_c_compressionLevel]: 9}};

/** The decimals that a number may have to be scaled to a whole one. */
const mostDecimals = 6;
/** Differences of such whole numbers are exact. */
const largest = 2 ** 50;

const kinds = {scaled: 0, double: 1, text: 2} as const;

/** The decimals with which all of these are whole numbers exactly; undefined if there are none such. */
const decimalsOf = (values: readonly number[]): number | undefined => {
	let decimals = 0;
	for (const value of values) {
		while (decimals <= mostDecimals) {
			const scaled = Math.round(value * 10 ** decimals);
			// -0 is no whole number.
			if (Math.abs(scaled) < largest && scaled / 10 ** decimals === value && !Object.is(value, -0)) {
				break;
			}
			decimals++;
		}
	}
	return decimals > mostDecimals ? undefined : decimals;
};

/** Writes values of which many equal the one before: how many do, then the next one that differs. */
const writeChanges = <T>(writer: ByteWriter, values: readonly T[], first: T, write: (value: T, before: T) => void) => {
	let before = first;
	let same = 0;
	for (const value of values) {
		if (Object.is(value, before)) {
			same++;
		} else {
			writer.unsigned(same);
			write(value, before);
			same = 0;
			before = value;
		}
	}
	writer.unsigned(same);
};

/** Reads `count` values, as they were written by {@link writeChanges}. */
const readChanges = <T>(reader: ByteReader, count: number, first: T, read: (before: T) => T): T[] => {
	const values: T[] = [];
	let value = first;
	for (;;) {
		const same = reader.unsigned();
		if (values.length + same > count) {
			throw new DamagedChunk('it has more values than rows');
		}
		for (let index = 0; index < same; index++) {
			values.push(value);
		}
		if (values.length === count) {
			return values;
		}
		value = read(value);
		values.push(value);
		if (values.length === count) {
			reader.unsigned();
			return values;
		}
	}
};

const writeNumbers = (writer: ByteWriter, values: readonly number[]): void => {
	const decimals = decimalsOf(values);
	if (decimals === undefined) {
		writer.unsigned(kinds.double);
		writeChanges(writer, values, 0, value => writer.double(value));
		return;
	}
	writer.unsigned(kinds.scaled);
	writer.unsigned(decimals);
	const scaled = values.map(value => Math.round(value * 10 ** decimals));
	writeChanges(writer, scaled, 0, (value, before) => writer.signed(value - before));
};

const writeTexts = (writer: ByteWriter, values: readonly string[]): void => {
	writer.unsigned(kinds.text);
	const dictionary = new Map<string, number>();
	for (const value of values) {
		if (!dictionary.has(value)) {
			dictionary.set(value, dictionary.size);
		}
	}
	writer.unsigned(dictionary.size);
	for (const text of dictionary.keys()) {
		writer.text(text);
	}
	writeChanges(
		writer,
		values.map(value => dictionary.get(value) ?? 0),
		0,
		value => writer.unsigned(value),
	);
};

const readColumn = (reader: ByteReader, count: number): readonly Value[] => {
	switch (reader.unsigned()) {
		case kinds.double:
			return readChanges(reader, count, 0, () => reader.double());
		case kinds.scaled: {
			const scale = 10 ** reader.unsigned();
			const scaled = readChanges(reader, count, 0, before => before + reader.signed());
			return scale === 1 ? scaled : scaled.map(value => value / scale);
		}
		case kinds.text: {
			const dictionary = Array.from({length: reader.unsigned()}, () => reader.text());
			return readChanges(reader, count, 0, () => reader.unsigned()).map(index => dictionary[index] ?? '');
		}
		default:
			throw new DamagedChunk('it has a column of another kind');
	}
};

/** Times and sequence numbers grow by much the same step: what is written is how far each is from it. */
const writeSteps = (writer: ByteWriter, values: readonly number[]): void => {
	const steps = values.map((value, index) => value - (values[index - 1] ?? value));
	const usual = steps.slice(1).toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
	writer.signed(values[0] ?? 0);
	writer.signed(usual);
	writeChanges(writer, steps.slice(1), usual, step => writer.signed(step - usual));
};

const readSteps = (reader: ByteReader, count: number): Float64Array => {
	const values = new Float64Array(count);
	values[0] = reader.signed();
	const usual = reader.signed();
	for (const [index, step] of readChanges(reader, count - 1, usual, () => usual + reader.signed()).entries()) {
		values[index + 1] = (values[index] ?? 0) + step;
	}
	return values;
};

/** In which rows a column has a value: how many in turn have none, and have one. */
const writePresence = (writer: ByteWriter, rows: readonly Row[], has: (row: Row) => boolean): void => {
	let isPresent = false;
	let run = 0;
	for (const row of rows) {
		if (has(row) !== isPresent) {
			writer.unsigned(run);
			isPresent = !isPresent;
			run = 0;
		}
		run++;
	}
	writer.unsigned(run);
};

/** Runs of rows that have a value: the first of each, and how many they are. */
const readPresence = (reader: ByteReader, count: number): {from: number; length: number}[] => {
	const runs: {from: number; length: number}[] = [];
	let at = 0;
	for (let isPresent = false; at < count || runs.length === 0; isPresent = !isPresent) {
		const length = reader.unsigned();
		if (isPresent) {
			runs.push({from: at, length});
		}
		at += length;
		if (!isPresent && at >= count) {
			break;
		}
	}
	if (at !== count) {
		throw new DamagedChunk('it has more values than rows');
	}
	return runs;
};

/** Rows by their columns; a row is made when it is asked for. */
export class Columns {
	readonly at: Float64Array;
	readonly seq: Float64Array;
	readonly #columns: readonly (readonly [name: string, values: readonly (Value | undefined)[]])[];

	constructor(
		at: Float64Array,
		seq: Float64Array,
		columns: readonly (readonly [name: string, values: readonly (Value | undefined)[]])[],
	) {
		this.at = at;
		this.seq = seq;
		this.#columns = columns;
	}

	get length(): number {
		return this.at.length;
	}

	row(index: number): Row {
		// A service may name a setting `__proto__`.
		const values: Values = Object.fromEntries(
			this.#columns.flatMap(([name, column]) => {
				const value = column[index];
				return value === undefined ? [] : [[name, value]];
			}),
		);
		return {at: this.at[index] ?? 0, seq: this.seq[index] ?? 0, values};
	}

	rows(from = 0, to = this.length): Row[] {
		return Array.from({length: Math.max(0, to - from)}, (_, index) => this.row(from + index));
	}

	/** How many rows are at a moment or before it. */
	until(at: number): number {
		let [low, high] = [0, this.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.at[middle] ?? 0) <= at) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}
}

/** The chunk of rows, oldest first. Times and sequence numbers are whole. */
export const encodeChunk = (rows: readonly Row[]): Buffer => {
	const writer = new ByteWriter();
	writer.unsigned(rows.length);
	if (rows.length > 0) {
		writeSteps(
			writer,
			rows.map(({at}) => at),
		);
		writeSteps(
			writer,
			rows.map(({seq}) => seq),
		);
	}
	for (const name of new Set(rows.flatMap(({values}) => Object.keys(values)))) {
		for (const type of ['number', 'string'] as const) {
			const has = ({values}: Row): boolean => Object.hasOwn(values, name) && typeof values[name] === type;
			const values = rows.flatMap(row => (has(row) ? [row.values[name] as Value] : []));
			if (values.length > 0) {
				writer.text(name);
				writePresence(writer, rows, has);
				if (type === 'number') {
					writeNumbers(writer, values as number[]);
				} else {
					writeTexts(writer, values as string[]);
				}
			}
		}
	}
	const stored = zstdCompressSync(writer.bytes, level);
	const chunk = Buffer.allocUnsafe(checksumBytes + stored.length);
	chunk.writeUInt32LE(crc32(stored));
	stored.copy(chunk, checksumBytes);
	return chunk;
};

const decode = (reader: ByteReader): Columns => {
	const count = reader.unsigned();
	if (count === 0) {
		return new Columns(new Float64Array(), new Float64Array(), []);
	}
	const [at, seq] = [readSteps(reader, count), readSteps(reader, count)];
	const columns = new Map<string, (Value | undefined)[]>();
	while (!reader.isAtEnd) {
		const name = reader.text();
		const runs = readPresence(reader, count);
		const values = readColumn(
			reader,
			runs.reduce((sum, {length}) => sum + length, 0),
		);
		const column = columns.get(name) ?? new Array<Value | undefined>(count).fill(undefined);
		columns.set(name, column);
		let next = 0;
		for (const {from, length} of runs) {
			for (let index = from; index < from + length; index++) {
				column[index] = values[next++];
			}
		}
	}
	return new Columns(at, seq, [...columns]);
};

/** The rows of a chunk. @throws DamagedChunk */
export const decodeChunk = (chunk: Uint8Array): Columns => {
	const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
	if (bytes.length <= checksumBytes || bytes.readUInt32LE() !== crc32(bytes.subarray(checksumBytes))) {
		throw new DamagedChunk('its checksum is wrong');
	}
	try {
		return decode(new ByteReader(zstdDecompressSync(bytes.subarray(checksumBytes))));
	} catch (error) {
		throw error instanceof DamagedChunk ? error : new DamagedChunk('it cannot be read', {cause: error});
	}
};
