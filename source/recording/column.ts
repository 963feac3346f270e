/**
 * One column of rows as bytes. What did not change costs nothing, numbers are differences, decimals are scaled to whole numbers
 * where that is exact, and texts are numbers of a dictionary, or decimals where all of them are.
 */
import type {ByteReader, ByteWriter} from './bytes.ts';

/** A chunk is not what was written. */
export class DamagedChunk extends Error {
	override readonly name = 'DamagedChunk';
}

const kinds = {scaled: 0, double: 1, text: 2, decimal: 3} as const;

/** The decimals that a number may have to be scaled to a whole one. */
const mostDecimals = 6;
/** Differences of such whole numbers are exact. */
const largest = 2 ** 50;

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

/** Fills the array, from an index on, as it was written by {@link writeChanges}. */
const readChanges = (
	reader: ByteReader,
	values: Float64Array,
	first: number,
	read: (before: number) => number,
	from = 0,
): void => {
	let value = first;
	for (let at = from; ; ) {
		const same = reader.unsigned();
		if (same > values.length - at) {
			throw new DamagedChunk('it has more values than rows');
		}
		for (const end = at + same; at < end; at++) {
			values[at] = value;
		}
		if (at === values.length) {
			return;
		}
		value = read(value);
		values[at++] = value;
	}
};

export const writeNumbers = (writer: ByteWriter, values: readonly number[]): void => {
	const decimals = decimalsOf(values);
	if (decimals === undefined) {
		writer.unsigned(kinds.double);
		writeChanges(writer, values, 0, value => writer.double(value));
		return;
	}
	writer.unsigned(kinds.scaled);
	writeScaled(writer, values, decimals);
};

/** A decimal as a service writes it, without what another writing of the same number would have. */
const plainDecimal = /^-?(?:0|[1-9]\d{0,8})(?:\.(\d{1,6}))?$/;

/** The decimals with which all of these texts are numbers, and these numbers exactly these texts; undefined if they are not. */
const textDecimalsOf = (values: readonly string[]): number | undefined => {
	const decimals = plainDecimal.exec(values[0] ?? '')?.[1]?.length ?? 0;
	return values.every(value => plainDecimal.test(value) && Number(value).toFixed(decimals) === value)
		? decimals
		: undefined;
};

const writeScaled = (writer: ByteWriter, values: readonly number[], decimals: number): void => {
	writer.unsigned(decimals);
	const scale = 10 ** decimals;
	const scaled = scale === 1 ? values : values.map(value => Math.round(value * scale));
	writeChanges(writer, scaled, 0, (value, before) => writer.signed(value - before));
};

export const writeTexts = (writer: ByteWriter, values: readonly string[]): void => {
	const decimals = textDecimalsOf(values);
	if (decimals !== undefined) {
		writer.unsigned(kinds.decimal);
		writeScaled(writer, values.map(Number), decimals);
		return;
	}
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
export const writeSteps = (writer: ByteWriter, values: readonly number[]): void => {
	const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
	const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
	writer.signed(values[0] ?? 0);
	writer.signed(usual);
	writeChanges(writer, steps, usual, step => writer.signed(step - usual));
};

export const readSteps = (reader: ByteReader, count: number): Float64Array => {
	const values = new Float64Array(count);
	values[0] = reader.signed();
	const usual = reader.signed();
	readChanges(reader, values, usual, () => usual + reader.signed(), 1);
	for (let index = 1; index < count; index++) {
		values[index] = (values[index] ?? 0) + (values[index - 1] ?? 0);
	}
	return values;
};

/** In which rows a column has a value: how many rows in turn have none, and have one. */
export const writePresence = (writer: ByteWriter, indices: readonly number[], count: number): void => {
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
export type Column = {
	numbers: Float64Array;
	/** The text that a number is for; undefined for a column of numbers. */
	textOf: ((number: number) => string) | undefined;
	/** The value of each row, as an index from 1; undefined if every row has one. */
	positions: Uint32Array | undefined;
};

/** Reads in which rows a column has a value: calls `found` for each stretch of those that have one; returns how many do. */
const readPresence = (
	reader: ByteReader,
	count: number,
	found: (from: number, length: number) => void = () => undefined,
): number => {
	let present = 0;
	for (let at = 0; at < count; ) {
		at += reader.unsigned();
		const length = at < count ? reader.unsigned() : 0;
		if (at + length > count) {
			throw new DamagedChunk('it has more values than rows');
		}
		found(at, length);
		at += length;
		present += length;
	}
	return present;
};

/** Passes over a column. @throws DamagedChunk or DamagedBytes if it is none */
export const skipColumn = (reader: ByteReader, count: number): void => {
	const present = readPresence(reader, count);
	const skipChanges = (skip: () => void): void => {
		for (let at = 0; ; at++) {
			at += reader.unsigned();
			if (at > present) {
				throw new DamagedChunk('it has more values than rows');
			}
			if (at === present) {
				return;
			}
			skip();
		}
	};
	switch (reader.unsigned()) {
		case kinds.double:
			skipChanges(() => reader.skipDouble());
			break;
		case kinds.scaled:
		case kinds.decimal:
			reader.skipNumbers(1);
			skipChanges(() => reader.skipNumbers(1));
			break;
		case kinds.text:
			for (let left = reader.unsigned(); left > 0; left--) {
				reader.skipText();
			}
			skipChanges(() => reader.skipNumbers(1));
			break;
		default:
			throw new DamagedChunk('it has a column of another kind');
	}
};

/** Reads a column of so many rows. @throws DamagedChunk or DamagedBytes if it is none */
export const readColumn = (reader: ByteReader, count: number): Column => {
	let positions: Uint32Array | undefined;
	let present = 0;
	readPresence(reader, count, (from, length) => {
		if (length < count) {
			positions ??= new Uint32Array(count);
			for (let at = from; at < from + length; at++) {
				positions[at] = ++present;
			}
		} else {
			present = count;
		}
	});
	const numbers = new Float64Array(present);
	const kind = reader.unsigned();
	switch (kind) {
		case kinds.double:
			readChanges(reader, numbers, 0, () => reader.double());
			return {numbers, textOf: undefined, positions};
		case kinds.scaled:
		case kinds.decimal: {
			const decimals = reader.unsigned();
			const scale = 10 ** decimals;
			readChanges(reader, numbers, 0, before => before + reader.signed());
			for (let index = 0; scale !== 1 && index < present; index++) {
				numbers[index] = (numbers[index] ?? 0) / scale;
			}
			return {numbers, textOf: kind === kinds.decimal ? number => number.toFixed(decimals) : undefined, positions};
		}
		case kinds.text: {
			const texts = Array.from({length: reader.unsigned()}, () => reader.text());
			readChanges(reader, numbers, 0, () => reader.unsigned());
			return {numbers, textOf: number => texts[number] ?? '', positions};
		}
		default:
			throw new DamagedChunk('it has a column of another kind');
	}
};
