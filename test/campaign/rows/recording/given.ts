/** What a recording was given, and whether it gives back that and nothing else. */
import {isDeepStrictEqual} from 'node:util';
import {retentionDefaults} from '../../../../source/recording/closing.ts';
import {diskFolder} from '../../../../source/recording/folder.ts';
import {allTime, createReader} from '../../../../source/recording/reader.ts';
import type {Recording, Row, Values} from '../../../../source/recording/recording.ts';
import {createWriter, type Writer, type WriterOptions} from '../../../../source/recording/writer.ts';
import {manualClock} from '../../../helpers/clock.ts';
import {figuresAt} from '../../../recording/floor.ts';

/** Milliseconds. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** When most trials begin. */
export const begin = Date.UTC(2026, 10, 26, 13, 50);

/** Rows by their stream and number. */
export type Given = Map<string, Map<number, Pick<Row, 'at' | 'values'>>>;

export const streamOf = (campaign: number): string => `figures/${campaign}`;

/** The figures of a poll, with what tells it from all others. */
export const pollOf = (campaign: number, n: number, writer = 'only'): Values => ({
	...figuresAt(campaign, n),
	n,
	writer,
});

export const give = (given: Given, stream: string, at: number, values: Values): void => {
	const rows = given.get(stream) ?? new Map();
	rows.set(Number(values.n), {at, values});
	given.set(stream, rows);
};

/** Milliseconds by which a row may be later than it was given: a small step back of a clock is held. */
const held = 2000;

/** Reads all rows as polled: the numbers of those that were found, and what is wrong with others. */
export const judge = (reader: Recording, given: Given): {found: Map<string, Set<number>>; wrong: string[]} => {
	const found = new Map<string, Set<number>>();
	const wrong: string[] = [];
	const seqs = new Set<number>();
	for (const stream of new Set([...given.keys(), ...reader.streams('figures/')])) {
		const numbers = new Set<number>();
		found.set(stream, numbers);
		let before = Number.NEGATIVE_INFINITY;
		for (const {at, seq, values} of reader.rows(stream, allTime, 'polled').rows) {
			const row = given.get(stream)?.get(Number(values.n));
			if (!row || at < row.at || at > row.at + held || !isDeepStrictEqual({...values}, {...row.values})) {
				wrong.push(`${stream} reads what was never written: ${JSON.stringify({at, seq, n: values.n})}`);
			}
			if (numbers.has(Number(values.n)) || seqs.has(seq)) {
				wrong.push(`${stream} has row ${values.n} (${seq}) twice`);
			}
			if (at < before) {
				wrong.push(`${stream} has row ${values.n} before an older one`);
			}
			before = at;
			seqs.add(seq);
			numbers.add(Number(values.n));
		}
	}
	return {found, wrong};
};

/** Whether each poll of a stream is counted once in each coarser tier; says what is wrong. */
export const miscounted = (reader: Recording, stream: string, polls: number): string[] => {
	const campaign = stream.slice('figures/'.length);
	const counts = {
		minute: reader.rows(stream, allTime, 'minute').rows,
		hour: reader.rows(stream, allTime, 'hour').rows,
		day: reader.days(campaign, allTime),
	};
	return Object.entries(counts).flatMap(([tier, rows]) => {
		const sum = rows.reduce((total, {values}) => total + Number(values.polls), 0);
		return sum === polls ? [] : `${stream} has ${sum} polls in its ${tier}s, not ${polls}`;
	});
};

/** Reads the recording of a folder, closed afterwards. */
export const readFrom = <T>(path: string, use: (reader: Recording) => T): T => {
	const reader = createReader(diskFolder(path), 'UTC');
	try {
		return use(reader);
	} finally {
		reader.close();
	}
};

/** A writer by a clock in the trial's hands, and what it said. */
export const startWriter = async (options: Pick<WriterOptions, 'folder'> & Partial<WriterOptions>, wall = begin) => {
	const clock = manualClock({wall, mono: 1000});
	const said: string[] = [];
	const writer: Writer = createWriter({
		clock,
		zone: 'UTC',
		retention: retentionDefaults,
		complain: text => said.push(text),
		onLost: () => undefined,
		...options,
	});
	await writer.settled();
	// What it marks is on the disk before the clock moves: a disk takes its time, which this clock does not know.
	await writer.flush();
	return {clock, said, writer};
};

/** Closes all hours of a folder that are over: a writer that begins later does. */
export const closeAll = async (path: string, wall: number): Promise<string[]> => {
	const {writer, said} = await startWriter({folder: diskFolder(path)}, wall);
	await writer.settled();
	await writer.close();
	return said;
};
