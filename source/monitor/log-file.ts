/** A file that lines are added to, which never stops or slows the program: not by a full disk, not by a slow one. */
import {type BigIntStats, close, constants, fstat, open, openSync, stat, write} from 'node:fs';
import {promisify} from 'node:util';
import {messageOf} from '../api/causes.ts';

/** A file of lines. */
export type LogFile = {
	/** Adds a line, which ends in a newline; at once where nothing waits, and never by waiting. */
	write(line: string): void;
	/** Writes what waits, for a second at most. */
	close(): Promise<void>;
};

/** Bytes that may wait for a slow disk; what comes then is dropped. */
const backlog = 1024 * 1024;
/** How long the last lines may take, in milliseconds. */
const patience = 1000;
/** How often it is looked whether the file is still there, in milliseconds. */
const lookEvery = 1000;

// A pipe that nobody reads must not hold the program.
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOCTTY | constants.O_NONBLOCK;
const mode = 0o600;

const [closeFile, openFile, statFile, statPath] = [
	promisify(close),
	promisify(open),
	promisify(fstat),
	promisify(stat),
];
const writeBytes = promisify(write);

const isSame = (one: BigIntStats, other: BigIntStats | undefined): boolean =>
	other !== undefined && one.ino === other.ino && one.dev === other.dev;

/**
 * Opens a file for adding lines; a new one is the operator's alone (0600). One that was moved or removed while it was
 * written to is made anew under its name.
 *
 * @param complain told once of what hinders the writing
 * @throws Error where it cannot be opened
 */
export const openLogFile = (path: string, complain: (message: string) => void): LogFile => {
	let descriptor = openSync(path, flags, mode);
	let queue: Buffer[] = [];
	let waiting = 0;
	let writing: Promise<void> | undefined;
	let lookedAt = performance.now();
	let isSaid = false;
	/** Whether the last line may have been written in part: the next one begins a line of its own. */
	let isTorn = false;

	const say = (message: string): void => {
		if (!isSaid) {
			isSaid = true;
			complain(`${message}; the program goes on without`);
		}
	};

	/** Opens the file anew where another one or none stands under its name, as after its rotation. */
	const look = async (): Promise<void> => {
		if (performance.now() - lookedAt < lookEvery) {
			return;
		}
		lookedAt = performance.now();
		const there = await statPath(path, {bigint: true}).catch(() => undefined);
		if (!isSame(await statFile(descriptor, {bigint: true}), there)) {
			const fresh = await openFile(path, flags, mode);
			await closeFile(descriptor);
			descriptor = fresh;
			isTorn = false;
		}
	};

	const drain = async (): Promise<void> => {
		while (queue.length > 0) {
			const bytes = Buffer.concat(isTorn ? [Buffer.from('\n'), ...queue] : queue);
			queue = [];
			let done = 0;
			try {
				await look();
				while (done < bytes.length) {
					done += (await writeBytes(descriptor, bytes, done)).bytesWritten;
				}
				isTorn = false;
			} catch (error) {
				isTorn ||= done > 0;
				say(`the log ${path} cannot be written: ${messageOf(error)}`);
			}
			waiting = queue.reduce((sum, line) => sum + line.length, 0);
		}
		writing = undefined;
	};

	return {
		write(line) {
			const bytes = Buffer.from(line);
			if (waiting + bytes.length > backlog) {
				say(`the log ${path} is written too slowly, and lines are missing`);
				return;
			}
			queue.push(bytes);
			waiting += bytes.length;
			writing ??= drain();
		},
		async close() {
			let timer: NodeJS.Timeout | undefined;
			const late = new Promise<void>(resolve => {
				timer = setTimeout(resolve, patience);
			});
			await Promise.race([writing, late]);
			clearTimeout(timer);
			if (!writing) {
				await closeFile(descriptor).catch(() => undefined);
			}
		},
	};
};
