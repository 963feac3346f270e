/** The row of a recording that was written last, whatever the clock showed. */
import {fileNamed} from './database.ts';
import {type Folder, readIn} from './folder.ts';
import {firstSeqOf, isOpenName, tailOf} from './open-hour.ts';

type Newest = {at: number; seq: number};

/** The files of the hours that are not closed, in the order in which they were begun: where each ends, and its last row. */
export const openTails = (folder: Folder): (Newest & {name: string; end: number})[] =>
	folder
		.names()
		.filter(isOpenName)
		.toSorted((a, b) => firstSeqOf(a) - firstSeqOf(b))
		.map(name => ({name, ...tailOf(folder.bytes(name, 0))}));

/** The newest row of the closed hours. A clock that was ahead has left files of later periods with older rows. */
const newestClosed = (folder: Folder): Newest | undefined =>
	folder
		.names()
		.filter(name => ['polled', 'hour'].includes(fileNamed(name)?.tier ?? ''))
		.flatMap(name => {
			try {
				return readIn(folder, name, database => database.newestRow()) ?? [];
			} catch {
				// The thread that closes hours reports its own errors.
				return [];
			}
		})
		.toSorted((a, b) => a.seq - b.seq)
		.at(-1);

/** When the newest row was written, and its sequence number; undefined if nothing is recorded. */
export const newestRow = (folder: Folder, tails = openTails(folder)): Newest | undefined =>
	tails.findLast(({at}) => at > 0) ?? newestClosed(folder);
