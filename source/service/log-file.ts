/** A file that lines are appended to without ever waiting: a full or slow disk costs lines, not time. */
import {type BigIntStats, close, constants, fstat, open, openSync, stat, write} from 'node:fs';
import {promisify} from 'node:util';
import {messageOf} from '../wire/causes.ts';
import type {Exchange} from '../wire/client/exchange.ts';

/** A file of lines. */
export type LogFile = {
	/** Queues a line, which ends in a newline. */
	write(line: string): void;
	/** Writes the queue, for a second at most. */
	close(): Promise<void>;
};

/** Bytes that may wait for a slow disk; further lines are dropped. */
const backlog = 1024 * 1024;
/** Milliseconds for the last lines. */
const patience = 1000;
/** Milliseconds between checks that the file is still there. */
const lookEvery = 1000;

// O_NONBLOCK: a pipe that nobody reads must not hold the program.
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
 * Opens a file for appending; a new one is the operator's alone (0600). If it is moved or removed while it is open, a new
 * one is made under its name.
 *
 * @param complain called once, with what keeps it from being written
 * @throws Error if it cannot be opened
 */
export const openLogFile = (path: string, complain: (message: string) => void): LogFile => {
	let descriptor = openSync(path, flags, mode);
	let queue: Buffer[] = [];
	let waiting = 0;
	let writing: Promise<void> | undefined;
	let lookedAt = performance.now();
	let isReported = false;
	/** Whether the last line may have been written in part: the next one begins a line of its own. */
	let isTorn = false;

	const say = (message: string): void => {
		if (!isReported) {
			isReported = true;
			complain(`${message}; the program goes on without`);
		}
	};

	/** Opens the file again if its name now belongs to another file or none, as after a rotation. */
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

/** The log of the requests. */
export type RequestLog = {
	/** Adds a line for a request that has ended; never throws and never waits. */
	write(host: string, exchange: Exchange): void;
	/** Writes what waits, for a second at most. */
	close(): Promise<void>;
};

/**
 * Opens the log; a new file is the operator's alone (0600), one that is there is added to.
 *
 * @param complain called once, with what keeps it from being written
 * @throws Error with the reason, if the file cannot be opened
 */
export const openRequestLog = async (path: string, complain: (message: string) => void): Promise<RequestLog> => {
	const file = openLogFile(path, complain);
	const {default: pino} = await import('pino');
	const lines = pino({base: null, timestamp: false, formatters: {level: level => ({level})}}, file);
	return {
		write(host, {outcome, milliseconds, ids, rules, ...fields}) {
			const line = {
				// When it was sent, not when it ended.
				time: new Date(Date.now() - milliseconds).toISOString(),
				host,
				...fields,
				outcome,
				milliseconds: Math.round(milliseconds * 10) / 10,
				...ids,
				...(rules && {rules: Object.fromEntries(rules)}),
			};
			if (outcome === 'done') {
				lines.info(line);
			} else {
				lines.warn(line);
			}
		},
		close: file.close,
	};
};
