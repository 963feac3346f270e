/**
 * The commands of an audit of any length, read from its end to its beginning. The outcome of a command comes first then,
 * and the command is complete at its intent: of the complete ones only the places of their lines are stored.
 */
import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import {type AuditLine, readLine} from '../../audit/entry.ts';
import {type AuditRecord, recordOf} from '../../audit/read.ts';

/** Bytes of one read. */
const piece = 64 * 1024;

/** Bytes of a line at most; a longer one is cut, and then does not parse. */
const longest = 1024 * 1024;

const newline = 10;

/** The bytes that a line takes up, without its newline. */
type Place = readonly [begin: number, end: number];

/** The lines before a byte and their places, the last line first. */
function* linesBack(fd: number, end: number): Generator<{place: Place; text: string}, void> {
	const buffer = Buffer.alloc(piece);
	const none = Buffer.alloc(0);
	/** The part of the present line that was read so far, and where the line ends. */
	let [rest, lineEnd] = [none, end];
	for (let until = end; until > 0; ) {
		const from = Math.max(0, until - piece);
		const bytes = buffer.subarray(0, readSync(fd, buffer, 0, until - from, from));
		let stop = bytes.length;
		for (let at = bytes.lastIndexOf(newline); at !== -1; at = bytes.subarray(0, at).lastIndexOf(newline)) {
			const begin = from + at + 1;
			// A newline at the very end begins no line.
			if (begin < end) {
				const line = Buffer.concat([bytes.subarray(at + 1, stop), rest]);
				yield {place: [begin, lineEnd], text: line.toString('utf8', 0, longest)};
			}
			[rest, lineEnd, stop] = [none, begin - 1, at];
		}
		rest = Buffer.concat([bytes.subarray(0, stop), rest]).subarray(0, longest);
		until = from;
	}
	if (end > 0) {
		yield {place: [0, lineEnd], text: rest.toString()};
	}
}

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
	/** The newest `most` commands that are wanted, by the places of their first lines. */
	find(isWanted: (record: AuditRecord) => boolean, most: number): Found;
	/** The lines of a command before a byte, oldest first. */
	linesOf(id: string, before: number): AuditLine[];
};

/** Opens an audit. Use with `using`. @throws Error of the system if it cannot be read */
export const openHistory = (file: string): History => {
	const fd = openSync(file, 'r');
	const {size} = fstatSync(fd);
	const last = linesBack(fd, size).next().value;

	const lineAt = ([begin, end]: Place): AuditLine | undefined => {
		const bytes = Buffer.alloc(end - begin);
		readSync(fd, bytes, 0, bytes.length, begin);
		return readLine(bytes.toString()).line;
	};

	return {
		end: last?.place[1] === size ? last.place[0] : size,
		find(isWanted, most) {
			/** The commands whose intents have not been read yet: their lines and the places of these, the last first. */
			const open = new Map<string, {lines: AuditLine[]; places: Place[]}>();
			const found: Place[][] = [];
			const addWanted = ({lines, places}: {lines: AuditLine[]; places: Place[]}): void => {
				const record = recordOf(lines.toReversed());
				if (record && isWanted(record)) {
					found.push(places.toReversed());
				}
			};
			let foreign = 0;
			for (const {place, text} of linesBack(fd, size)) {
				const {line, isWhole} = readLine(text);
				foreign += isWhole ? 0 : 1;
				if (!line) {
					continue;
				}
				const command = open.get(line.id) ?? {lines: [], places: []};
				command.lines.push(line);
				command.places.push(place);
				if (line.kind !== 'intent') {
					open.set(line.id, command);
					continue;
				}
				open.delete(line.id);
				if (found.length < most) {
					addWanted(command);
				}
				// A line without its intent may be of a command that is newer than all before.
				if (found.length === most && open.size === 0) {
					break;
				}
			}
			// The intents of these are in another file.
			for (const command of open.values()) {
				addWanted(command);
			}
			const firstByte = ([first]: readonly Place[]): number => first?.[0] ?? 0;
			const newest = found.toSorted((one, other) => firstByte(one) - firstByte(other)).slice(-most);
			return {
				count: newest.length,
				foreign,
				*[Symbol.iterator]() {
					for (const places of newest) {
						const record = recordOf(places.flatMap(place => lineAt(place) ?? []));
						if (record) {
							yield record;
						}
					}
				},
			};
		},
		linesOf(id, before) {
			const lines: AuditLine[] = [];
			for (const {text} of linesBack(fd, before)) {
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
