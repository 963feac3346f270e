/** Rows of a stream by their columns. */
import type {ByteReader, ByteWriter} from './bytes.ts';
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

/** The columns by the name of their values: one of numbers, one of texts, or both. */
type Named = ReadonlyMap<string, readonly (() => Column)[]>;

const valueIn = (columns: readonly (() => Column)[] = [], index: number): Value | undefined => {
	for (const read of columns) {
		const {numbers, textOf, positions} = read();
		const number = numbers[positions ? (positions[index] ?? 0) - 1 : index];
		if (number !== undefined) {
			return textOf ? textOf(number) : number;
		}
	}
	return undefined;
};

/** Rows by their columns, each of which is read when a value of it is first asked for. */
export class Columns {
	readonly at: Float64Array;
	readonly seq: Float64Array;
	readonly #reader: ByteReader;
	#columns: Named | undefined;

	constructor(reader: ByteReader) {
		const count = reader.unsigned();
		this.at = count === 0 ? new Float64Array() : readSteps(reader, count);
		this.seq = count === 0 ? new Float64Array() : readSteps(reader, count);
		this.#reader = reader;
	}

	get length(): number {
		return this.at.length;
	}

	/** Finds all columns, so that nothing is damaged that is asked for later. @throws DamagedChunk or DamagedBytes */
	checked(): this {
		this.#all();
		return this;
	}

	#all(): Named {
		if (!this.#columns) {
			const columns = new Map<string, (() => Column)[]>();
			while (!this.#reader.isAtEnd) {
				const name = this.#reader.text();
				const {position} = this.#reader;
				skipColumn(this.#reader, this.length);
				let column: Column | undefined;
				const read = (): Column => {
					column ??= readColumn(this.#reader.from(position), this.length);
					return column;
				};
				columns.set(name, [...(columns.get(name) ?? []), read]);
			}
			this.#columns = columns;
		}
		return this.#columns;
	}

	/** A value of a row. */
	value(index: number, name: string): Value | undefined {
		return valueIn(this.#all().get(name), index);
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

	#values(index: number, names: Iterable<string> = this.#all().keys()): Values {
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
