/**
 * Reads the write-ahead log as SQLite does when it recovers (sqlite.org/fileformat2.html, section 4), before SQLite does:
 * from the first frame whose checksum is wrong on, SQLite leaves everything out without a word.
 */
import {existsSync, readFileSync} from 'node:fs';

/** What is wrong with a log: `torn` may be a write that a crash has cut short, `damaged` can't be. */
export type LogState = 'whole' | 'torn' | 'damaged';

const headerSize = 32;
const frameHeaderSize = 24;
const magic = 0x377f0682;

/** The checksum of whole pairs of words, going on from another one. */
const checksum = (bytes: DataView, from: number, to: number, isLittle: boolean, seed: readonly [number, number]) => {
	let [first, second] = seed;
	for (let at = from; at < to; at += 8) {
		first = (first + bytes.getUint32(at, isLittle) + second) | 0;
		second = (second + bytes.getUint32(at + 4, isLittle) + first) | 0;
	}
	return [first, second] as const;
};

/** Looks at the log of a database file that nobody has open. */
export const readLogState = (file: string): LogState => {
	const log = `${file}-wal`;
	if (!existsSync(log)) {
		return 'whole';
	}
	const buffer = readFileSync(log);
	const bytes = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
	if (buffer.length <= headerSize) {
		return buffer.length === 0 ? 'whole' : 'torn';
	}
	const word = (at: number): number => bytes.getInt32(at);
	const isSum = (at: number, [first, second]: readonly [number, number]): boolean =>
		word(at) === first && word(at + 4) === second;
	const isLittle = bytes.getUint32(0) === magic;
	const pageSize = bytes.getUint32(8);
	let sum = checksum(bytes, 0, headerSize - 8, isLittle, [0, 0]);
	if ((!isLittle && bytes.getUint32(0) !== magic + 1) || !isSum(headerSize - 8, sum) || pageSize < 512) {
		return 'damaged';
	}
	const frameSize = frameHeaderSize + pageSize;
	/** Frames of an older log may follow. Of the rest of a frame that is too short to tell, the frame before it tells. */
	const isOfThisLog = (at: number): boolean =>
		at + 16 <= buffer.length
			? word(at + 8) === word(16) && word(at + 12) === word(20)
			: at === headerSize || isOfThisLog(at - frameSize);
	// The size of the database after a transaction; 0 within one.
	const endsTransaction = (at: number): boolean => at + 8 <= buffer.length && word(at + 4) !== 0;
	let at = headerSize;
	/** Whether the whole frames end with a transaction. */
	let isEnded = true;
	for (; at + frameSize <= buffer.length; at += frameSize) {
		if (!isOfThisLog(at)) {
			break;
		}
		sum = checksum(bytes, at, at + 8, isLittle, sum);
		sum = checksum(bytes, at + frameHeaderSize, at + frameSize, isLittle, sum);
		if (!isSum(at + 16, sum)) {
			break;
		}
		isEnded = endsTransaction(at);
	}
	/** Frames after the whole ones that are of this log, and the transactions that end among them. */
	let [left, ends] = [0, 0];
	for (; at < buffer.length; at += frameSize) {
		if (isOfThisLog(at)) {
			left++;
			ends += endsTransaction(at) ? 1 : 0;
		}
	}
	return ends > 1 ? 'damaged' : left > 0 || !isEnded ? 'torn' : 'whole';
};
