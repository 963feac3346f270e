/** Rows of a stream by their columns. */
import {ByteReader, type ByteWriter} from './bytes.ts';
import {
	type Column,
	readColumn,
	readSteps,
	skipColumn,
	writeNumbers,
	writePresence,
	writeSteps,
	writeTexts,
} from './column.ts';
import type {Row, Value, Values} from './recording.ts';

/** Which rows are read, and of these which values; all without. */
export type Wanted = {
	names?: readonly string[] | undefined;
	isWanted?: (value: (name: string) => Value | undefined) => boolean;
};

/** A column that was found, and may be read later. */
type Found = {name: string; read: () => Column};

/** The names of values, and the columns of each: one of numbers, one of texts, or both. */
type Layout = {names: readonly string[]; columns: ReadonlyMap<string, readonly number[]>};

/** Reads a value of a column, by its number. */
type ReadValue = (column: number, index: number) => Value | undefined;

const numberAt = ({numbers, positions}: Column, index: number): number | undefined =>
	numbers[positions ? (positions[index] ?? 0) - 1 : index];

/** Each column is read when a value of it is first asked for. */
const readLater = (found: readonly Found[]): ReadValue => {
	const columns: (Column | undefined)[] = [];
	return (column, index) => {
		columns[column] ??= found[column]?.read();
		const own = columns[column];
		const number = own && numberAt(own, index);
		return number === undefined ? undefined : (own?.textOf?.(number) ?? number);
	};
};

/** All columns of a few rows are read into one array: an hour has thousands of them, each of which takes 20 kB as objects of its own. */
const readAtOnce = (found: readonly Found[], rows: number): ReadValue => {
	// With holes, so that its numbers are stored as they are, eight bytes each.
	const numbers: (number | undefined)[] = [];
	numbers.length = found.length * rows;
	const texts = new Map<number, NonNullable<Column['textOf']>>();
	found.forEach(({read}, column) => {
		const own = read();
		for (let index = 0; index < rows; index++) {
			const number = numberAt(own, index);
			if (number !== undefined) {
				numbers[column * rows + index] = number;
			}
		}
		if (own.textOf) {
			texts.set(column, own.textOf);
		}
	});
	return (column, index) => {
		const number = numbers[column * rows + index];
		return number === undefined ? undefined : (texts.get(column)?.(number) ?? number);
	};
};

/** Batch after batch has the same layout. */
const layouts = new Map<string, Layout>();
const mostLayouts = 100;

const layoutOf = (found: readonly Found[]): Layout => {
	const names = found.map(({name}) => name);
	const key = JSON.stringify(names);
	let layout = layouts.get(key);
	if (!layout) {
		const columns = Map.groupBy(names.keys(), column => names[column] ?? '');
		layout = {names: [...columns.keys()], columns};
		if (layouts.size >= mostLayouts) {
			layouts.clear();
		}
		layouts.set(key, layout);
	}
	return layout;
};

/** So many rows are few: those of a second. */
const fewRows = 32;

/** Rows by their columns, which are read when values of them are first asked for. */
export class Columns {
	readonly at: Float64Array;
	readonly seq: Float64Array;
	/** The bytes of its columns until these are found; those of a few rows are not held any longer then. */
	#columns: ByteReader | {layout: Layout; read: ReadValue};

	constructor(reader: ByteReader) {
		const count = reader.unsigned();
		this.at = count === 0 ? new Float64Array() : readSteps(reader, count);
		this.seq = count === 0 ? new Float64Array() : readSteps(reader, count);
		this.#columns = reader;
	}

	get length(): number {
		return this.at.length;
	}

	/** Finds all columns, so that nothing is damaged that is asked for later. @throws DamagedChunk or DamagedBytes */
	checked(): this {
		this.#found();
		return this;
	}

	#found(): {layout: Layout; read: ReadValue} {
		if (this.#columns instanceof ByteReader) {
			const reader = this.#columns;
			const found: Found[] = [];
			while (!reader.isAtEnd) {
				const name = reader.text();
				const {position} = reader;
				skipColumn(reader, this.length);
				found.push({name, read: () => readColumn(reader.from(position), this.length)});
			}
			const read = this.length > fewRows ? readLater(found) : readAtOnce(found, this.length);
			this.#columns = {layout: layoutOf(found), read};
		}
		return this.#columns;
	}

	/** A value of a row. */
	value(index: number, name: string): Value | undefined {
		const {layout, read} = this.#found();
		for (const column of layout.columns.get(name) ?? []) {
			const value = read(column, index);
			if (value !== undefined) {
				return value;
			}
		}
		return undefined;
	}

	/**
	 * A row, whose values are read when they are first asked for.
	 *
	 * @param names which values it is to have; all without
	 */
	row(index: number, names?: readonly string[]): Row {
		let values: Values | undefined;
		const read = (): Values => {
			values ??= this.#values(index, names);
			return values;
		};
		return {
			at: this.at[index] ?? 0,
			seq: this.seq[index] ?? 0,
			get values() {
				return read();
			},
		};
	}

	#values(index: number, names = this.#found().layout.names): Values {
		const values: Record<string, Value> = {};
		for (const name of names) {
			const value = this.value(index, name);
			if (value === undefined) {
				continue;
			}
			if (name === '__proto__') {
				Object.defineProperty(values, name, {value, enumerable: true, configurable: true, writable: true});
			} else {
				values[name] = value;
			}
		}
		return values;
	}

	rows(from = 0, to = this.length, {names, isWanted}: Wanted = {}): Row[] {
		const rows: Row[] = [];
		for (let index = from; index < to; index++) {
			if (isWanted?.(name => this.value(index, name)) ?? true) {
				rows.push(this.row(index, names));
			}
		}
		return rows;
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
