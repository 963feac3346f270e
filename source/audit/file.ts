/** Appends whole lines to the audit's file; resolves after fsync. */
import {closeSync, fstatSync, fsync, readSync, write} from 'node:fs';
import {promisify} from 'node:util';
import {codeOf, messageOf, whyUnwritten} from '../wire/causes.ts';

/** The audit cannot be written: what is wrong, with which file, and what to do. */
export class AuditFailure extends Error {
	override readonly name = 'AuditFailure';
	/** What to do about it; empty if the message says it. */
	readonly advice: string;

	constructor(message: string, advice = '', options: {cause?: unknown} = {}) {
		super(message, options);
		this.advice = advice;
	}
}

const newline = 10;

const writing = promisify(write);
const syncing = promisify(fsync);

const room = 'Make room there, then try again.';
const rights = 'See to it that you may write it, then try again.';

const folder = 'Make the folder, for its owner alone.';

const adviceOn: Readonly<Record<string, string>> = {
	ENOSPC: room,
	EDQUOT: room,
	EFBIG: room,
	EACCES: rights,
	EPERM: rights,
	EROFS: rights,
	EISDIR: 'Move it away, then try again.',
	ENOENT: folder,
	ENOTDIR: folder,
	EIO: 'See to the disk.',
};

const failure = (file: string, error: unknown): AuditFailure => {
	const code = codeOf(error) ?? '';
	const reason = whyUnwritten[code] ?? messageOf(error);
	// What checks the file names it itself.
	const named = reason.includes(file) ? reason : `${file}: ${reason}`;
	return new AuditFailure(`the audit cannot be written: ${named}`, adviceOn[code], {cause: error});
};

export type AuditFile = {
	/** Appends a line in one write; resolves after fsync. @throws AuditFailure */
	append(line: string): Promise<void>;
	/** Why the file cannot be opened now; undefined if it can. */
	problem(): AuditFailure | undefined;
	/** Resolves once every append has ended. */
	idle(): Promise<void>;
};

/** True if the file ends within a line, as a full disk or a killed process leaves it. */
const isTorn = (fd: number, size: number): boolean => {
	const last = Buffer.alloc(1);
	return size > 0 && (readSync(fd, last, 0, 1, size - 1) !== 1 || last[0] !== newline);
};

/**
 * Appends lines to `file`, which is opened for each, so that logrotate may rename it.
 *
 * @param open opens it for reading and appending, for its owner alone; makes it if it is missing, throws if it is unsafe
 */
export const createAuditFile = (file: string, open: () => number): AuditFile => {
	let last: Promise<void> = Promise.resolve();

	const append = async (line: string): Promise<void> => {
		let fd: number | undefined;
		try {
			fd = open();
			const {size} = fstatSync(fd);
			const bytes = Buffer.from(`${isTorn(fd, size) ? '\n' : ''}${line}\n`);
			const {bytesWritten} = await writing(fd, bytes, 0, bytes.length, null);
			if (bytesWritten < bytes.length) {
				throw Object.assign(new Error('a part of the line was written'), {code: 'ENOSPC'});
			}
			await syncing(fd);
		} catch (error) {
			throw failure(file, error);
		} finally {
			if (fd !== undefined) {
				closeSync(fd);
			}
		}
	};

	return {
		append(line) {
			// One at a time: each checks how the file ends after the one before.
			const mine = last.then(() => append(line));
			last = mine.catch(() => undefined);
			return mine;
		},
		problem() {
			try {
				closeSync(open());
				return undefined;
			} catch (error) {
				return failure(file, error);
			}
		},
		idle: () => last,
	};
};
