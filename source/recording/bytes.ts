/** Bytes written and read one after another: numbers in as few bytes as they need (LEB128), and texts. */

/** The bytes end within a value, or are not a valid value. */
export class DamagedBytes extends Error {
	override readonly name = 'DamagedBytes';
}

/** Whole numbers are written by steps of seven bits; beyond 2^31 by division, since bits of numbers are 32. */
const small = 2 ** 31;

export class ByteWriter {
	#bytes = Buffer.allocUnsafe(4096);
	#size = 0;

	#room(count: number): void {
		if (this.#size + count > this.#bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#size + count));
			this.#bytes.copy(larger, 0, 0, this.#size);
			this.#bytes = larger;
		}
	}

	/** A whole number from 0 to 2^53. */
	unsigned(value: number): void {
		this.#room(8);
		let remaining = value;
		while (remaining >= small) {
			this.#bytes[this.#size++] = (remaining % 128) + 128;
			remaining = Math.floor(remaining / 128);
		}
		while (remaining >= 128) {
			this.#bytes[this.#size++] = (remaining & 127) | 128;
			remaining >>>= 7;
		}
		this.#bytes[this.#size++] = remaining;
	}

	/** A whole number from -2^52 to 2^52: those near 0 take one byte (zigzag). */
	signed(value: number): void {
		this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
	}

	double(value: number): void {
		this.#room(8);
		this.#size = this.#bytes.writeDoubleLE(value, this.#size);
	}

	text(value: string): void {
		// UTF-16 keeps a lone half of a pair, which UTF-8 would replace.
		const isPlain = value.isWellFormed();
		const encoded = Buffer.from(value, isPlain ? 'utf8' : 'utf16le');
		this.unsigned(encoded.length * 2 + (isPlain ? 0 : 1));
		this.#room(encoded.length);
		this.#size += encoded.copy(this.#bytes, this.#size);
	}

	/** What was written so far. */
	get bytes(): Buffer {
		return this.#bytes.subarray(0, this.#size);
	}
}

export class ByteReader {
	readonly #bytes: Buffer;
	#at: number;

	/** @param at where to begin */
	constructor(bytes: Buffer, at = 0) {
		this.#bytes = bytes;
		this.#at = at;
	}

	/** How many bytes were read. */
	get position(): number {
		return this.#at;
	}

	/** A reader of the same bytes from a position on. */
	from(position: number): ByteReader {
		return new ByteReader(this.#bytes, position);
	}

	get isAtEnd(): boolean {
		return this.#at >= this.#bytes.length;
	}

	/** @throws DamagedBytes */
	unsigned(): number {
		const first = this.#bytes[this.#at] ?? 128;
		if (first < 128) {
			this.#at++;
			return first;
		}
		let value = 0;
		let scale = 1;
		for (;;) {
			const byte = this.#bytes[this.#at++];
			if (byte === undefined || scale > 2 ** 56) {
				throw new DamagedBytes('a number has no end');
			}
			value += (byte & 127) * scale;
			if (byte < 128) {
				return value;
			}
			scale *= 128;
		}
	}

	/** @throws DamagedBytes */
	signed(): number {
		const value = this.unsigned();
		return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
	}

	/** @throws DamagedBytes */
	double(): number {
		return this.#take(8).readDoubleLE();
	}

	/** @throws DamagedBytes */
	text(): string {
		const length = this.unsigned();
		return this.#take(Math.floor(length / 2)).toString(length % 2 === 0 ? 'utf8' : 'utf16le');
	}

	/** Passes over so many whole numbers. @throws DamagedBytes */
	skipNumbers(count: number): void {
		for (let left = count; left > 0; ) {
			const byte = this.#bytes[this.#at++];
			if (byte === undefined) {
				throw new DamagedBytes('a number has no end');
			}
			left -= byte < 128 ? 1 : 0;
		}
	}

	/** @throws DamagedBytes */
	skipDouble(): void {
		this.#take(8);
	}

	/** @throws DamagedBytes */
	skipText(): void {
		this.#take(Math.floor(this.unsigned() / 2));
	}

	#take(count: number): Buffer {
		const taken = this.#bytes.subarray(this.#at, this.#at + count);
		if (taken.length < count) {
			throw new DamagedBytes('the bytes end too early');
		}
		this.#at += count;
		return taken;
	}
}
