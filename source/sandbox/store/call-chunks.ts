/** The chunks of the call log whose calls have all ended. */
import type {Chunk} from '../world/call-log.ts';
import type {Database} from './database.ts';

/** `first` and `last` are the world times of the first and the last call of a chunk. */
export const callChunkTables = `
	create table call_chunks (
		number integer primary key,
		first integer not null,
		last integer not null,
		cells blob not null,
		test_numbers text not null
	) strict;
	create index call_chunk_times on call_chunks (number, first, last);
`;

/** A chunk without its calls. */
type ChunkTimes = {number: number; first: number; last: number};

type ChunkRow = {number: number; cells: Uint8Array; test_numbers: string};

const chunkOf = ({number, cells, test_numbers}: ChunkRow): Chunk => ({
	number,
	cells: new Int32Array(cells.buffer, cells.byteOffset, cells.byteLength / Int32Array.BYTES_PER_ELEMENT),
	unfinished: 0,
	testNumbers: new Map(JSON.parse(test_numbers)),
});

export const createCallChunks = (database: Database) => ({
	/** Adds a chunk or, after a replay, replaces it by itself. */
	put({number, cells, testNumbers}: Chunk, {first, last}: Omit<ChunkTimes, 'number'>): void {
		const row = {number, first, last, cells, testNumbers: JSON.stringify([...testNumbers])};
		database.insert('call_chunks', row, 'replace');
	},
	/** Those with calls placed from `since` (inclusive) to `until` (exclusive), newest first. */
	between: (since: number, until: number): number[] =>
		database
			.all<{number: number}>(
				'select number from call_chunks where last >= ? and first < ? order by number desc',
				since,
				until,
			)
			.map(({number}) => number),
	read(number: number): Chunk | undefined {
		const row = database.one<ChunkRow>('select number, cells, test_numbers from call_chunks where number = ?', number);
		return row && chunkOf(row);
	},
	oldest: (): ChunkTimes | undefined =>
		database.one<ChunkTimes>('select number, first, last from call_chunks order by number limit 1'),
	/** Removes at most `most` chunks that end before a time, or before another time and below a number, oldest first. */
	removeBefore(last: number, crowded: {number: number; last: number}, most: number): void {
		database.run(
			`delete from call_chunks where number in (
				select number from call_chunks where last < ? or (number < ? and last < ?) order by number limit ?
			)`,
			last,
			crowded.number,
			crowded.last,
			most,
		);
	},
});
