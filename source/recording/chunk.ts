/**
 * Rows of a stream as a chunk of bytes, and back exactly. Each column is written by itself: what did not change costs nothing,
 * numbers are differences, decimals are scaled to whole numbers where that is exact, and texts are numbers of a dictionary. A
 * checksum precedes the compressed bytes, so that a chunk that is torn or changed is never read.
 */
import {constants, crc32, zstdCompressSync, zstdDecompressSync} from 'node:zlib';
import {ByteReader, ByteWriter} from './bytes.ts';
import type {Row, Value, Values} from './recording.ts';

/** A chunk is not what was written. */
export class DamagedChunk extends Error {
	override readonly name = 'DamagedChunk';
}

const checksumBytes = 4;

const compression = {params: {[constants.ZSTD_c_compressionLevel]: 9}};

/** The decimals that a number may have to be scaled to a whole one. */
const mostDecimals = 6;
/** Differences of such whole numbers are exact. */
const largest = 2 ** 50;

const kinds = {scaled: 0, double: 1, text: 2} as const;

/** The decimals with which all of these are whole numbers exactly; undefined if there is no such number. */
const decimalsOf = (values: readonly number[]): number | undefined => {
	let decimals = 0;
	let scale = 1;
	for (const value of values) {
		for (;;) {
			const scaled = Math.round(value * scale);
			// -0 is no whole number.
			if (Math.abs(scaled) < largest && scaled / scale === value && !Object.is(value, -0)) {
				break;
			}
			if (decimals === mostDecimals) {
				return undefined;
			}
			scale = 10 ** ++decimals;
		}
	}
	return decimals;
};

/** Writes values of which many equal the one before: how many do, then the next one that differs. */
const writeChanges = (
	writer: ByteWriter,
	values: readonly number[],
	first: number,
	write: (value: number, before: number) => void,
) => {
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

/** Fills the array as it was written by {@link writeChanges}. */
const readChanges = <A extends Float64Array>(
	reader: ByteReader,
	values: A,
	first: number,
	read: (before: number) => number,
): A => {
	let value = first;
	for (let at = 0; ; ) {
		const same = reader.unsigned();
		if (same > values.length - at) {
			throw new DamagedChunk('it has more values than rows');
		}
		for (const end = at + same; at < end; at++) {
			values[at] = value;
		}
		if (at === values.length) {
			return values;
		}
		value = read(value);
		values[at++] = value;
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
	const scale = 10 ** decimals;
	const scaled = scale === 1 ? values : values.map(value => Math.round(value * scale));
	writeChanges(writer, scaled, 0, (value, before) => writer.signed(value - before));
};

const writeTexts = (writer: ByteWriter, values: readonly string[]): void => {
	writer.unsigned(kinds.text);
	const dictionary = new Map<string, number>();
	const indices = values.map(value => {
		const index = dictionary.get(value) ?? dictionary.size;
		dictionary.set(value, index);
		return index;
	});
	writer.unsigned(dictionary.size);
	for (const text of dictionary.keys()) {
		writer.text(text);
	}
	writeChanges(writer, indices, 0, value => writer.unsigned(value));
};

/** Times and sequence numbers grow by much the same step: what is written is how far each is from it. */
const writeSteps = (writer: ByteWriter, values: readonly number[]): void => {
	const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
	const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
	writer.signed(values[0] ?? 0);
	writer.signed(usual);
	writeChanges(writer, steps, usual, step => writer.signed(step - usual));
};

const readSteps = (reader: ByteReader, count: number): Float64Array => {
	const values = new Float64Array(count);
	values[0] = reader.signed();
	const usual = reader.signed();
	readChanges(reader, values.subarray(1), usual, () => usual + reader.signed());
	for (let index = 1; index < count; index++) {
		values[index] = (values[index] ?? 0) + (values[index - 1] ?? 0);
	}
	return values;
};

/** In which rows a column has a value: how many rows in turn have none, and have one. */
const writePresence = (writer: ByteWriter, indices: readonly number[], count: number): void => {
	let end = 0;
	for (let at = 0; at < indices.length; ) {
		const from = indices[at] ?? 0;
		let length = 1;
		while (indices[at + length] === from + length) {
			length++;
		}
		writer.unsigned(from - end);
		writer.unsigned(length);
		end = from + length;
		at += length;
	}
	if (end < count) {
		writer.unsigned(count - end);
	}
};

/** A column as read: its values in turn, and the row of each. */
type Column = {
	name: string;
	numbers: Float64Array;
	/** Texts, of which the numbers are indices; undefined for a column of numbers. */
	dictionary: readonly string[] | undefined;
	/** The value of each row, as an index from 1; undefined if every row has one. */
	positions: Uint32Array | undefined;
};

const readPresence = (reader: ByteReader, count: number): {present: number; positions: Uint32Array | undefined} => {
	let present = 0;
	let positions: Uint32Array | undefined;
	for (let at = 0; at < count; ) {
		const absent = reader.unsigned();
		const length = at + absent < count ? reader.unsigned() : 0;
		if (at + absent + length > count) {
			throw new DamagedChunk('it has more values than rows');
		}
		if (at === 0 && absent === 0 && length === count) {
			return {present: count, positions: undefined};
		}
		positions ??= new Uint32Array(count);
		at += absent;
		for (let index = 0; index < length; index++) {
			positions[at++] = ++present;
		}
	}
	return {present, positions};
};

const readColumn = (reader: ByteReader, count: number): Column => {
	const name = reader.text();
	const {present, positions} = readPresence(reader, count);
	const numbers = new Float64Array(present);
	switch (reader.unsigned()) {
		case kinds.double:
			readChanges(reader, numbers, 0, () => reader.double());
			return {name, numbers, dictionary: undefined, positions};
		case kinds.scaled: {
			const scale = 10 ** reader.unsigned();
			readChanges(reader, numbers, 0, before => before + reader.signed());
			for (let index = 0; scale !== 1 && index < present; index++) {
				numbers[index] = (numbers[index] ?? 0) / scale;
			}
			return {name, numbers, dictionary: undefined, positions};
		}
		case kinds.text: {
			const dictionary = Array.from({length: reader.unsigned()}, () => reader.text());
			readChanges(reader, numbers, 0, () => reader.unsigned());
			return {name, numbers, dictionary, positions};
		}
		default:
			throw new DamagedChunk('it has a column of another kind');
	}
};

/** Rows by their columns, which are read when the first row is asked for. */
export class Columns {
	readonly at: Float64Array;
	readonly seq: Float64Array;
	readonly #reader: ByteReader;
	#columns: Column[] | undefined;

	constructor(reader: ByteReader) {
		const count = reader.unsigned();
		this.at = count === 0 ? new Float64Array() : readSteps(reader, count);
		this.seq = count === 0 ? new Float64Array() : readSteps(reader, count);
		this.#reader = reader;
	}

	get length(): number {
		return this.at.length;
	}

	get columns(): readonly Column[] {
		if (!this.#columns) {
			this.#columns = [];
			while (!this.#reader.isAtEnd) {
				this.#columns.push(readColumn(this.#reader, this.length));
			}
		}
		return this.#columns;
	}

	row(index: number): Row {
		const values: Record<string, Value> = {};
		for (const {name, numbers, dictionary, positions} of this.columns) {
			const number = numbers[positions ? (positions[index] ?? 0) - 1 : index];
			if (number !== undefined) {
				const value = dictionary ? (dictionary[number] ?? '') : number;
				if (name === '__proto__') {
					Object.defineProperty(values, name, {value, enumerable: true, configurable: true, writable: true});
				} else {
					values[name] = value;
				}
			}
		}
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

/** Numbers and texts of a column, each with the indices of their rows. */
type Gathered = {numbers: number[]; numberRows: number[]; texts: string[]; textRows: number[]};

const columnsOf = (rows: readonly Row[]): Map<string, Gathered> => {
	const columns = new Map<string, Gathered>();
	for (const [index, {values}] of rows.entries()) {
		for (const name of Object.keys(values)) {
			const value = values[name as keyof Values];
			let column = columns.get(name);
			if (!column) {
				column = {numbers: [], numberRows: [], texts: [], textRows: []};
				columns.set(name, column);
			}
			if (typeof value === 'number') {
				column.numbers.push(value);
				column.numberRows.push(index);
			} else {
				column.texts.push(String(value));
				column.textRows.push(index);
			}
		}
	}
	return columns;
};

/** Writes rows by their columns. */
export const writeRows = (writer: ByteWriter, rows: readonly Row[]): void => {
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
	for (const [name, {numbers, numberRows, texts, textRows}] of columnsOf(rows)) {
		if (numbers.length > 0) {
			writer.text(name);
			writePresence(writer, numberRows, rows.length);
			writeNumbers(writer, numbers);
		}
		if (texts.length > 0) {
			writer.text(name);
			writePresence(writer, textRows, rows.length);
			writeTexts(writer, texts);
		}
	}
};

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
	return sealed(zstdCompressSync(writer.bytes, compression), seal);
};

/** The rows of a chunk. @throws DamagedChunk if it is not what was written, or belongs to something else */
export const decodeChunk = (chunk: Uint8Array, seal: string): Columns => {
	const bytes = unsealed(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), seal);
	if (!bytes) {
		throw new DamagedChunk('its checksum is wrong');
	}
	try {
		return new Columns(new ByteReader(zstdDecompressSync(bytes)));
	} catch (error) {
		throw new DamagedChunk('it cannot be read', {cause: error});
	}
};
