/** Reads all of a recording, and reports what is intact. */
import {messageOf} from '../wire/causes.ts';
import {decodeChunk} from './chunk.ts';
import {sealOf} from './closing.ts';
import {fileNamed} from './database.ts';
import {type Folder, readIn} from './folder.ts';
import {isOpenName, OpenRows} from './open-hour.ts';
import type {Tier} from './recording.ts';

/** The result for a file. */
export type CheckedFile = {
	name: string;
	tier: Tier | 'open';
	bytes: number;
	/** Rows that can be read. */
	rows: number;
	/** What cannot be read, a sentence each. */
	problems: readonly string[];
};

const checkChunks = (folder: Folder, name: string, tier: Tier): Omit<CheckedFile, 'name' | 'bytes'> => {
	let rows = 0;
	const problems: string[] = [];
	try {
		readIn(folder, name, database => {
			const problem = database.problem();
			if (problem !== undefined) {
				problems.push(`SQLite finds it damaged: ${problem}`);
			}
			for (const {stream, from, rows: count, bytes} of database.all()) {
				try {
					rows += decodeChunk(bytes, sealOf(tier, stream)).rows().length;
				} catch (error) {
					problems.push(
						`${count} rows of ${stream} from ${new Date(from).toISOString()} are lost: ${messageOf(error)}`,
					);
				}
			}
		});
	} catch (error) {
		problems.push(messageOf(error));
	}
	return {tier, rows, problems};
};

const checkOpen = (folder: Folder, name: string): Omit<CheckedFile, 'name' | 'bytes'> => {
	const bytes = folder.bytes(name, 0);
	if (!OpenRows.isOurs(bytes)) {
		return {tier: 'open', rows: 0, problems: ['it is damaged, or of another version of dialtop']};
	}
	const open = new OpenRows();
	open.feed(bytes);
	const torn = bytes.length - open.end;
	return {
		tier: 'open',
		rows: open.streams.reduce((sum, stream) => sum + open.rows(stream).length, 0),
		problems: [
			...(open.damages > 0 ? [`${open.damages} batches of it are lost`] : []),
			...(torn > 0 ? [`its last ${torn} bytes are no whole batch`] : []),
		],
	};
};

/** What each file of a recording holds, in their order; those that were put aside are named as such. */
export const checkRecording = (folder: Folder): CheckedFile[] =>
	folder.names().flatMap((name): CheckedFile[] => {
		const known = fileNamed(name);
		const bytes = folder.size(name);
		return known
			? [{name, bytes, ...checkChunks(folder, name, known.tier)}]
			: isOpenName(name)
				? [{name, bytes, ...checkOpen(folder, name)}]
				: [];
	});

/** Files that were put aside, since they were damaged or of another version. */
export const asideIn = (folder: Folder): readonly string[] =>
	folder.names().filter(name => /\.(?:corrupt|other-version)-[\dTZ-]+$/.test(name));
