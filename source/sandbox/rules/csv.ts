/** CSV as people send it: any of three delimiters, quotes, a byte order mark or none; read a slice at a time. */
import {isUtf8} from 'node:buffer';
import {Readable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {CsvError, parse} from 'csv-parse';

/** The file cannot be read; the message says where and why. */
export class CsvProblem extends Error {
	override readonly name = 'CsvProblem';
}

/** Bytes read between two looks at what else there is to do: a few milliseconds' worth. */
const sliceSize = 32 * 1024;
/** Characters of a row at most: what is longer is a quote that was not closed. */
const rowLimit = 16 * 1024;

const delimiters = [',', ';', '\t'] as const;

/** The delimiter that is most frequent in the first line. */
const delimiterOf = (bytes: Uint8Array): string => {
	const [line = ''] = new TextDecoder().decode(bytes.subarray(0, rowLimit)).split(/[\r\n]/, 1);
	const bare = line.replace(/"[^"]*"/g, '');
	const count = (delimiter: string): number => bare.split(delimiter).length;
	return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
};

async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += sliceSize) {
		await setImmediate();
		yield bytes.subarray(at, at + sliceSize);
	}
}

const reasons: Readonly<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
	CSV_MAX_RECORD_SIZE: 'the row is too long; perhaps a quote is not closed',
	CSV_INVALID_CLOSING_QUOTE: 'something stands behind a closing quote',
	INVALID_OPENING_QUOTE: 'a quote stands inside a cell that does not begin with one',
};

/**
 * The rows of a file, but for those in which every cell is empty.
 *
 * @throws CsvProblem for what is not text, and for the first line that is not CSV
 */
export async function* readRows(bytes: Uint8Array): AsyncGenerator<string[]> {
	if (!isUtf8(bytes) || bytes.includes(0)) {
		throw new CsvProblem('it is not text in UTF-8');
	}
	let line = 0;
	const parser = parse({
		bom: true,
		delimiter: delimiterOf(bytes),
		trim: true,
		relax_column_count: true,
		max_record_size: rowLimit,
		on_record(row: string[], {lines}) {
			line = lines;
			return row.some(cell => cell !== '') ? row : null;
		},
	});
	try {
		yield* Readable.from(slicesOf(bytes)).pipe(parser);
	} catch (error) {
		throw error instanceof CsvError
			? new CsvProblem(`line ${line + 1}: ${reasons[error.code] ?? 'it is not CSV'}`)
			: error;
	}
}
