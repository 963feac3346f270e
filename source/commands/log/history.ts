/**
 * The commands of an audit of any length, read from its end to its beginning. The outcome of a command comes first then, and
 * it is whole at its intent: only what is not whole yet is kept, and of the rest where its lines begin.
 */
import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import {type AuditLine, readLine} from '../../audit/entry.ts';
import {type AuditRecord, recordOf} from '../../audit/read.ts';

/** Bytes of one read. */
const piece = 64 * 1024;

/** Bytes of a line at most; a longer one is cut, and then does not parse. */
const longest = 1024 * 1024;

const newline = 10;

/** Reads a line by the byte at which it begins; what is around it is at hand for the next one. */
const lineReader = (fd: number): ((begin: number) => string) => {
	const held = Buffer.alloc(piece);
	let [from, length] = [0, 0];
	const hold = (at: number): void => {
		from = at;
		length = readSync(fd, held, 0, piece, at);
	};
	const endOf = (begin: number): number => held.subarray(0, length).indexOf(newline, begin - from);
	return begin => {
		if (begin < from || begin >= from + length) {
			hold(Math.floor(begin / piece) * piece);
		}
		if (endOf(begin) === -1) {
			hold(begin);
		}
		const end = endOf(begin);
		if (end !== -1 || length < piece) {
			return held.toString('utf8', begin - from, end === -1 ? length : end);
		}
		const long = Buffer.alloc(longest);
		const read = long.subarray(0, readSync(fd, long, 0, longest, begin));
		const ends = read.indexOf(newline);
		return read.toString('utf8', 0, ends === -1 ? read.length : ends);
	};
};

/** The bytes at which the lines before `end` begin, the last line first. */
function* beginningsBack(fd: number, end: number): Generator<number, void> {
	const held = Buffer.alloc(piece);
	// A newline at the very end begins no line.
	for (let until = end - 1; until > 0; ) {
		const from = Math.max(0, until - piece);
		const bytes = held.subarray(0, readSync(fd, held, 0, until - from, from));
		for (let at = bytes.lastIndexOf(newline); at !== -1; at = at === 0 ? -1 : bytes.lastIndexOf(newline, at - 1)) {
			yield from + at + 1;
		}
		until = from;
	}
	if (end > 0) {
		yield 0;
	}
}

/** Numbers of one kind, a million in eight megabytes: an array of them would be copied as it grows, within the heap. */
const createNumbers = () => {
	const pieces: Float64Array[] = [];
	let length = 0;
	return {
		push(value: number): void {
			const at = length++ % piece;
			if (at === 0) {
				pieces.push(new Float64Array(piece));
			}
			(pieces.at(-1) as Float64Array)[at] = value;
		},
		/** From the last one to the first. */
		*back(): Generator<number> {
			for (let at = length - 1; at >= 0; at--) {
				yield (pieces[Math.floor(at / piece)] as Float64Array)[at % piece] as number;
			}
		},
	};
};

/** What was found, oldest first; each pass over it reads the file again. */
export type Found = Iterable<AuditRecord> & {
	count: number;
	/** Lines that were read and that dialtop did not write whole. */
	foreign: number;
};

/** An audit that is open for reading, as long as it was when it was opened. */
export type History = Disposable & {
	/** The byte at which an unfinished last line begins, else the end. */
	end: number;
	/** The newest `most` commands that are wanted. One whose intent is in another file stands where its first line does. */
	find(isWanted: (record: AuditRecord) => boolean, most: number): Found;
	/** The lines of a command before a byte, oldest first. */
	linesOf(id: string, before: number): AuditLine[];
};

/** Opens an audit. Use with `using`. @throws Error of the system if it cannot be read */
export const openHistory = (file: string): History => {
	const fd = openSync(file, 'r');
	const {size} = fstatSync(fd);
	const lineAt = lineReader(fd);

	const recordAt = (begins: readonly number[]): AuditRecord | undefined =>
		recordOf(begins.flatMap(begin => readLine(lineAt(begin)).line ?? []));

	const endOf = (): number => {
		const last = Buffer.alloc(1);
		const isFinished = size === 0 || (readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === newline);
		return isFinished ? size : (beginningsBack(fd, size).next().value ?? 0);
	};

	return {
		end: endOf(),
		find(isWanted, most) {
			/** Those without their intent so far: their lines, the last first. */
			const open = new Map<string, {lines: AuditLine[]; begins: number[]}>();
			/** Where the lines of each command begin, its last line first; that of its intent is less than 0. */
			const marks = createNumbers();
			const isWantedOf = (lines: readonly AuditLine[]): boolean => {
				const record = recordOf(lines.toReversed());
				return record !== undefined && isWanted(record);
			};
			let [whole, foreign] = [0, 0];
			for (const begin of beginningsBack(fd, size)) {
				const {line, isWhole} = readLine(lineAt(begin));
				foreign += isWhole ? 0 : 1;
				if (!line) {
					continue;
				}
				const {lines, begins} = open.get(line.id) ?? {lines: [], begins: []};
				lines.push(line);
				begins.push(begin);
				if (line.kind !== 'intent') {
					open.set(line.id, {lines, begins});
					continue;
				}
				open.delete(line.id);
				if (whole < most && isWantedOf(lines)) {
					whole++;
					for (const one of begins) {
						marks.push(one === begin ? -1 - begin : one);
					}
				}
				// A line without its intent may be of one that is newer than all before.
				if (whole === most && open.size === 0) {
					break;
				}
			}
			const orphans = [...open.values()].filter(({lines}) => isWantedOf(lines)).map(({begins}) => begins.reverse());
			orphans.sort(([one = 0], [other = 0]) => one - other);

			/** Where the lines of each found command begin, oldest first. */
			function* found(): Generator<readonly number[]> {
				let orphan = 0;
				let begins: number[] = [];
				for (const mark of marks.back()) {
					if (mark >= 0) {
						begins.push(mark);
						continue;
					}
					if (begins.length > 0) {
						yield begins;
					}
					begins = [-1 - mark];
					for (; (orphans[orphan]?.[0] ?? size) < -1 - mark; orphan++) {
						yield orphans[orphan] ?? [];
					}
				}
				if (begins.length > 0) {
					yield begins;
				}
				yield* orphans.slice(orphan);
			}

			const all = whole + orphans.length;
			return {
				count: Math.min(all, most),
				foreign,
				*[Symbol.iterator]() {
					let left = all;
					for (const begins of found()) {
						const record = left-- <= most && recordAt(begins);
						if (record) {
							yield record;
						}
					}
				},
			};
		},
		linesOf(id, before) {
			const lines: AuditLine[] = [];
			for (const begin of beginningsBack(fd, before)) {
				const text = lineAt(begin);
				const {line} = text.includes(id) ? readLine(text) : {};
				if (line?.id === id) {
					lines.push(line);
					if (line.kind === 'intent') {
						break;
					}
				}
			}
			return lines.reverse();
		},
		[Symbol.dispose]() {
			closeSync(fd);
		},
	};
};
