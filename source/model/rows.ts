/** A table of numbers that grows at its end. It is never changed in place: a longer table shares its memory with the one before. */

/** Memory for rows. Tables that grew out of one another share it, and only the longest of them may write behind its last row. */
class Memory {
	readonly values: Float64Array;
	#used: number;

	constructor(values: Float64Array, used: number) {
		this.values = values;
		this.#used = used;
	}

	/** Takes the numbers from an end on; false if another table has taken them, or too little memory is free. */
	take(end: number, count: number): boolean {
		if (end !== this.#used || end + count > this.values.length) {
			return false;
		}
		this.#used = end + count;
		return true;
	}
}

/** Rows that a copy has room for beside those that it begins with: a part of these, and a few. */
const spare = {part: 0.125, rows: 2};

/** Rows of the same columns, oldest first; a number that is not known is NaN. */
export class Rows<Name extends string> {
	readonly columns: readonly Name[];
	readonly length: number;
	readonly #memory: Memory;
	readonly #first: number;

	private constructor(columns: readonly Name[], memory: Memory, first: number, length: number) {
		this.columns = columns;
		this.length = length;
		this.#memory = memory;
		this.#first = first;
	}

	/** A table without rows. */
	static of<N extends string>(columns: readonly N[]): Rows<N> {
		return new Rows(columns, new Memory(new Float64Array(), 0), 0, 0);
	}

	/** A number of the row at an index, NaN beyond the ends; `column` is the index of its column. */
	get(row: number, column: number): number {
		const at = row >= 0 && row < this.length ? this.#first + row * this.columns.length + column : -1;
		return this.#memory.values[at] ?? Number.NaN;
	}

	/** The numbers of the row at an index that are known. */
	row(row: number): Partial<Record<Name, number>> {
		const numbers: Partial<Record<Name, number>> = {};
		for (const [column, name] of this.columns.entries()) {
			const value = this.get(row, column);
			if (!Number.isNaN(value)) {
				numbers[name] = value;
			}
		}
		return numbers;
	}

	/** The index of the last row whose number in a column is at most this; -1 if there is none. */
	findLast(column: number, most: number): number {
		let row = this.length - 1;
		while (row >= 0 && !(this.get(row, column) <= most)) {
			row--;
		}
		return row;
	}

	/**
	 * The table with one row more, in the order of its columns.
	 *
	 * @param since the index of the first row to keep
	 */
	with(numbers: readonly number[], since = 0): Rows<Name> {
		const width = this.columns.length;
		const first = this.#first + since * width;
		const end = this.#first + this.length * width;
		const length = this.length - since + 1;
		if (this.#memory.take(end, width)) {
			this.#memory.values.set(numbers, end);
			return new Rows(this.columns, this.#memory, first, length);
		}
		const room = length + spare.rows + Math.floor(length * spare.part);
		const values = new Float64Array(room * width);
		values.set(this.#memory.values.subarray(first, end));
		values.set(numbers, end - first);
		return new Rows(this.columns, new Memory(values, end - first + width), 0, length);
	}
}
