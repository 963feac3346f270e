import {Readable} from 'node:stream';

/**
 * The input stream handed to Ink, on which nothing ever arrives: all keys go through `keys` to the one router. Ink needs
 * a terminal there all the same, to let text fields show their cursor.
 */
export class InkStdin extends Readable {
	readonly isTTY = true;

	setRawMode(): this {
		return this;
	}

	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}

	override _read(): void {
		// Nothing to give.
	}
}
