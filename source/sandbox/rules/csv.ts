/** Reads CSV with any of three delimiters, quoted or not, with or without a byte order mark. */
import {isUtf8} from 'node:buffer';
import {Readable} from 'node:stream';
import {CsvError, parse} from 'csv-parse';
import {nextTurn} from './turns.ts';

/** The file cannot be read; the message says in which line and why. */
export class CsvProblem extends Error {
	override readonly name = 'CsvProblem';
}

/** Bytes read before other work gets its turn: a few milliseconds. */
const sliceSize = 16 * 1024;
/** Most characters of a row; a longer one usually has an unclosed quote. */
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
		await nextTurn();
		yield bytes.subarray(at, at + sliceSize);
	}
}

const reasons: Readonly<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
	CSV_MAX_RECORD_SIZE: 'the row is too long; perhaps a quote is not closed',
	CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
	INVALID_OPENING_QUOTE: 'there is a quote inside an unquoted cell',
};

/**
 * The rows of a file, without empty ones.
 *
 * @throws CsvProblem if the file is not text, or at the first line that is not CSV
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
