/** Writes a recording: rows go to the file of their hour a second later, and hours that are over are closed. */

import {join} from 'node:path';
import {Worker} from 'node:worker_threads';
import {hour, type Moment} from '../model/time.ts';
import type {Clock} from '../system/clock.ts';
import {holdLock} from '../system/lock.ts';
import {codeOf, messageOf, whyUnwritten} from '../wire/causes.ts';
import {closeHours, heldBack, type Retention} from './closing.ts';
import type {Appender, Folder} from './folder.ts';
import {newestRow, openTails} from './newest.ts';
import {
	encodeBatch,
	fileStart,
	firstSeqOf,
	isOfHour,
	isOpenName,
	OpenRows,
	openName,
	type StreamRow,
} from './open-hour.ts';
import {createReader, valuesOfMark} from './reader.ts';
import type {Mark, Recording, RecordingWriter, Row, Values} from './recording.ts';
import {createTrustedTime, doubtText, type TrustedTime} from './trusted-time.ts';
import type {ClosingEnd, ClosingTask} from './worker.ts';

export type WriterOptions = {
	folder: Folder;
	clock: Clock;
	/** The time zone of the service's days; undefined for this machine's own. */
	zone?: string | undefined;
	retention: Retention;
	/** Whether the group may read what is written. */
	isShared?: boolean;
	/** Shows the operator a message, once. */
	complain(text: string): void;
	/** The rows since a moment are not on the disk: rows of streams of changes must be written again. */
	onLost(since: number): void;
};

/** Milliseconds. */
const writeEvery = 1000;
const retryAfter = 30_000;
/** If a write takes longer, the disk has stalled. */
const stalledAfter = 10_000;
/** Between two rows no more than this counts as the disk's: longer, and the program itself did not run. */
const mostBetween = 5000;
/** By how much a clock may go back without a new part: it is held until it has caught up. */
const steppedBack = 2000;
/** Without a row for so long, nothing was recorded. */
const gapFrom = 60_000;
/** Between two slices of closing an hour in memory. */
const sliceEvery = 20;

const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './recording-worker.js', import.meta.url);

/** The file that rows go to, and where it ends. */
type Current = {name: string; appender: Appender};

/** Rows that wait, and the part that they belong to: a clock that is set back begins a new one. */
type Waiting = Omit<StreamRow, 'seq'> & {part: number};

const whyOf = (error: unknown): string => whyUnwritten[codeOf(error) ?? ''] ?? messageOf(error);

class Writer implements RecordingWriter {
	readonly reader: Recording;
	missed = 0;
	readonly #options: WriterOptions;
	readonly #run: number;
	#waiting: Waiting[] = [];
	#part = 0;
	#lastAt = 0;
	#lastSeq = 0;
	#current: (Current & {part: number; hour: number}) | undefined;
	#release: (() => void) | undefined;
	#trustedTime: (now: Moment) => TrustedTime;
	/** Whether a clock that is doubted was reported. */
	#hasDoubted = false;
	/** Why nothing is written now; undefined while it is. */
	#trouble: string | undefined;
	#troubleSince = 0;
	/** Whether the file can be written; until then rows wait. */
	#isOpen = false;
	/** Another program records. */
	#isElsewhere = false;
	#isClosed = false;
	/** The writes, one after another. */
	#writes: Promise<void> = Promise.resolve();
	/** When the one under way began, or the last row came since then, by the monotonic clock. */
	#busySince: number | undefined;
	/** How long the disk has not answered, while the program ran: up to the last row. */
	#busyFor = 0;
	#cancelWrite: (() => void) | undefined;
	#cancelRetry: (() => void) | undefined;
	#closing: {end: Promise<void>; stop(): void} | undefined;

	constructor(options: WriterOptions) {
		this.#options = options;
		const now = options.clock.now();
		this.#run = Math.floor(now.wall);
		this.#trustedTime = createTrustedTime(undefined, now);
		this.reader = createReader(options.folder, options.zone);
		this.#start();
	}

	#start(): void {
		this.#writes = this.#writes.then(() => this.#begin()).catch(error => this.#stop(whyOf(error)));
	}

	append(stream: string, at: number, values: Values): void {
		if (this.#busySince !== undefined) {
			const now = this.#options.clock.now().mono;
			this.#busyFor += Math.min(now - this.#busySince, mostBetween);
			this.#busySince = now;
		}
		if (this.#trouble === undefined && this.#busyFor > stalledAfter) {
			this.#stop('the disk does not answer');
		}
		if (this.#trouble !== undefined) {
			this.missed++;
			return;
		}
		if (this.#isElsewhere || this.#isClosed) {
			return;
		}
		const whole = Math.floor(at);
		const back = this.#lastAt - steppedBack;
		// A row may be late itself, where the program was held up after an answer came.
		if (whole < back && this.#options.clock.now().wall < back) {
			const since = this.#lastAt;
			this.#part++;
			this.#lastAt = whole;
			this.#mark({kind: 'clock', since, text: 'the clock was set back'});
		}
		this.#push(stream, whole, values);
	}

	#push(stream: string, at: number, values: Values): void {
		this.#lastAt = Math.max(this.#lastAt, at);
		this.#waiting.push({stream, at: this.#lastAt, values, part: this.#part});
		this.#cancelWrite ??= this.#options.clock.after(writeEvery, () => void this.flush());
	}

	#mark(mark: Omit<Mark, 'at' | 'seq' | 'run'>): void {
		this.#push('marks', this.#lastAt, valuesOfMark({...mark, run: this.#run}));
	}

	/** Writes the waiting rows; resolves once the system has them or has failed to take them. */
	flush(): Promise<void> {
		this.#cancelWrite?.();
		this.#cancelWrite = undefined;
		this.#writes = this.#writes.then(async () => {
			this.#busySince = this.#options.clock.now().mono;
			await this.#write();
			this.#busySince = undefined;
			this.#busyFor = 0;
		});
		return this.#writes;
	}

	async #write(): Promise<void> {
		while (this.#waiting.length > 0 && this.#isOpen) {
			const [first] = this.#waiting;
			const [part, hourOf] = [first?.part ?? 0, Math.floor((first?.at ?? 0) / hour)];
			const count = this.#waiting.findIndex(row => row.part !== part || Math.floor(row.at / hour) !== hourOf);
			const rows = this.#waiting
				.splice(0, count < 0 ? this.#waiting.length : count)
				.map(({stream, at, values}) => ({stream, at, values, seq: ++this.#lastSeq}));
			try {
				const current = await this.#fileFor(rows[0], part, hourOf);
				await current.appender.write(encodeBatch(rows));
			} catch (error) {
				this.missed += rows.length;
				this.#stop(whyOf(error));
				return;
			}
			if (this.#trouble !== undefined) {
				// It had only stalled.
				this.#resume();
			}
		}
	}

	/** The file that rows of a part and an hour go to; the one before is closed. */
	async #fileFor(first: Row | undefined, part: number, hourOf: number): Promise<Current> {
		const {folder} = this.#options;
		const known = this.#current;
		if (known && known.part === part && known.hour === hourOf) {
			return known;
		}
		this.#current = undefined;
		await known?.appender.close();
		const name = openName(first?.at ?? 0, first?.seq ?? 0);
		const appender = await folder.append(name, 0);
		try {
			await appender.write(fileStart);
		} catch (error) {
			await appender.close();
			throw error;
		}
		this.#current = {name, appender, part, hour: hourOf};
		this.#closeHours();
		return this.#current;
	}

	/** Stops until the disk can be written again. */
	#stop(why: string): void {
		if (this.#trouble === undefined) {
			this.#trouble = why;
			this.#troubleSince = this.#lastAt;
			this.#options.complain(`The recording has stopped: ${why}`);
		}
		this.missed += this.#waiting.length;
		this.#waiting = [];
		this.#retryLater(() => {
			this.#writes = this.#writes.then(() => this.#retry());
		});
	}

	#retryLater(retry: () => void): void {
		this.#cancelRetry?.();
		this.#cancelRetry = this.#options.clock.after(retryAfter, retry);
	}

	async #retry(): Promise<void> {
		if (this.#isClosed || this.#trouble === undefined) {
			return;
		}
		try {
			if (!this.#isOpen) {
				await this.#begin();
				return;
			}
			const {wall} = this.#options.clock.now();
			await this.#current?.appender.close().catch(() => undefined);
			this.#current = undefined;
			await this.#fileFor({at: wall, seq: this.#lastSeq + 1, values: {}}, ++this.#part, Math.floor(wall / hour));
			this.#resume();
		} catch (error) {
			this.#stop(whyOf(error));
		}
	}

	#resume(): void {
		const why = this.#trouble;
		this.#trouble = undefined;
		this.#lastAt = Math.max(this.#lastAt, Math.floor(this.#options.clock.now().wall));
		this.#mark({kind: 'gap', since: this.#troubleSince, text: `${why}: ${this.missed} rows were missed`});
		this.#options.complain(`The recording goes on; ${this.missed} rows were missed`);
		this.missed = 0;
		this.#options.onLost(this.#troubleSince);
	}

	/** Takes the lock, and goes on where the last run ended; tries again while another program records. */
	async #begin(): Promise<void> {
		const {folder, clock, complain} = this.#options;
		folder.prepare();
		if (folder.path !== undefined && !this.#release) {
			const held = holdLock(join(folder.path, 'lock'));
			if (typeof held === 'string') {
				this.#isElsewhere = true;
				this.#waiting = [];
				this.#retryLater(() => this.#start());
				return;
			}
			this.#release = held;
			const network = folder.network();
			if (network !== undefined && this.#lastSeq === 0) {
				complain(`The recording lies on ${network}, on another machine: it is written without a write-ahead log`);
			}
		}
		const wasElsewhere = this.#isElsewhere;
		this.#isElsewhere = false;
		const now = Math.floor(clock.now().wall);
		const tails = openTails(folder);
		const newest = tails.at(-1);
		const stored = newestRow(folder, tails);
		this.#trustedTime = createTrustedTime(stored?.at, clock.now());
		// A program that was killed while it began a file leaves an empty one.
		this.#lastSeq = Math.max(stored?.seq ?? 0, newest ? firstSeqOf(newest.name) : 0);
		const since = stored?.at ?? 0;
		this.#lastAt = now;
		if (newest && isOfHour(newest.name, now) && newest.at <= now && OpenRows.isOurs(folder.bytes(newest.name, 0))) {
			const appender = await folder.append(newest.name, newest.end);
			this.#current = {name: newest.name, appender, part: this.#part, hour: Math.floor(now / hour)};
		}
		this.#isOpen = true;
		const isBack = this.#trouble !== undefined;
		if (isBack) {
			this.#resume();
		}
		this.#mark({kind: 'start', text: 'the recording began', ...(since > 0 && {since})});
		if (!isBack && since > 0 && now - since > gapFrom) {
			this.#mark({kind: 'gap', since, text: 'dialtop did not run'});
		}
		if (wasElsewhere) {
			this.#options.onLost(since);
		}
		this.#closeHours();
	}

	/** Closes the hours that are over, in a thread; in memory, where nothing stalls, in slices. */
	#closeHours(): void {
		const {folder, clock, zone, retention, isShared = false, complain} = this.#options;
		// A file that is begun while the thread starts is not among them.
		const over = folder.names().filter(name => isOpenName(name) && name !== this.#current?.name);
		if (this.#closing || over.length === 0) {
			return;
		}
		const {wall, ahead} = this.#trustedTime(clock.now());
		const now = Math.floor(wall);
		if (ahead === undefined) {
			this.#hasDoubted = false;
		} else if (!this.#hasDoubted && heldBack(folder, retention, wall, wall + ahead).length > 0) {
			this.#hasDoubted = true;
			complain(doubtText(ahead));
		}
		const {promise: end, resolve} = Promise.withResolvers<void>();
		const done = (): void => {
			this.#closing = undefined;
			resolve();
		};
		if (folder.path === undefined) {
			const slices = closeHours(folder, {isOver: name => over.includes(name), zone, retention, now});
			let cancel: (() => void) | undefined;
			const stop = (): void => {
				cancel?.();
				done();
			};
			const slice = (): void => {
				if (slices.next().done) {
					done();
				} else {
					cancel = clock.after(sliceEvery, slice);
				}
			};
			this.#closing = {end, stop};
			slice();
			return;
		}
		const task: ClosingTask = {path: folder.path, isShared, over, zone, retention, now};
		const worker = new Worker(workerFile(), {workerData: task});
		worker.unref();
		this.#closing = {end, stop: () => worker.terminate()};
		worker.once('message', ({news, problem}: ClosingEnd) => {
			for (const text of news) {
				complain(text);
			}
			if (problem !== undefined) {
				complain(`The recording cannot be written: ${problem}`);
			}
		});
		worker.once('error', error => complain(`The recording cannot be written: ${messageOf(error)}`));
		worker.once('exit', done);
	}

	/** Resolves once it has begun, and no hour is being closed. */
	async settled(): Promise<void> {
		await this.#writes;
		await this.#closing?.end;
	}

	/** Writes what waits. An hour that is being closed is left as it is: the next program closes it. */
	async close(): Promise<void> {
		await this.flush();
		this.#isClosed = true;
		this.#cancelRetry?.();
		await this.#current?.appender.close().catch(() => undefined);
		this.#current = undefined;
		this.#closing?.stop();
		await this.#closing?.end;
		this.reader.close();
		this.#release?.();
	}
}

/** Starts to write a recording; what cannot be written is reported, never thrown. */
export const createWriter = (options: WriterOptions): Writer => new Writer(options);
export type {Writer};
