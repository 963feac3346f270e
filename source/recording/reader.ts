/** Reads a recording: closed hours from their chunks, and those that are open from their files. */

import {join} from 'node:path';
import {day, hour, minute} from '../model/time.ts';
import {codeOf, messageOf} from '../wire/causes.ts';
import {decodeChunk} from './chunk.ts';
import {isGatheredStream, isPolled, newestOf, sealOf} from './closing.ts';
import type {Columns, Wanted} from './columns.ts';
import {type ChunkDatabase, fileNamed, NothingYet, type StoredChunk} from './database.ts';
import type {Folder} from './folder.ts';
import {dateIn, daysAfter, gatheredEach} from './gather.ts';
import {fileStart, isOpenName, OpenRows} from './open-hour.ts';
import {
	type Day,
	type Mark,
	type MarkFilter,
	type Period,
	type RecordedCampaign,
	type Recording,
	type Row,
	type Tier,
	tiers,
} from './recording.ts';
import {number} from './row-values.ts';

/** Milliseconds for which the names of the files on a disk are cached. */
const listedFor = 50;

/** Chunks that stay decoded: two for each of 50 campaigns. */
const mostDecoded = 100;
/** Files that stay open, and milliseconds after which one is closed that nobody reads: a monitor that is open for weeks reads few. */
const mostOpen = 12;
const openFor = minute;

/** A little more than the time that a row may be in the file of the period before it, since an hour's rows are stored where the hour began. */
const overhang = hour;

const forever: Period = {from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY};

type ChunkFile = NonNullable<ReturnType<typeof fileNamed>>;

/** A cache of the entries that were used last. */
class Cache<T> {
	readonly #most: number;
	readonly #release: (value: T) => void;
	readonly #values = new Map<string, T>();

	constructor(most: number, release: (value: T) => void = () => undefined) {
		this.#most = most;
		this.#release = release;
	}

	get(key: string, make: () => T): T {
		const value = this.#values.has(key) ? (this.#values.get(key) as T) : make();
		this.#values.delete(key);
		this.#values.set(key, value);
		for (const [oldest, other] of this.#values) {
			if (this.#values.size <= this.#most) {
				break;
			}
			this.#values.delete(oldest);
			this.#release(other);
		}
		return value;
	}

	/** Drops the entries whose key is not wanted any longer. */
	keep(wanted: (key: string) => boolean): void {
		for (const [key, value] of this.#values) {
			if (!wanted(key)) {
				this.#values.delete(key);
				this.#release(value);
			}
		}
	}
}

/** A mark as read from a row. */
const markOf = ({at, seq, values}: Row): Mark => {
	const {kind, campaign, id, run, since, by, text, data} = values;
	return {
		at,
		seq,
		kind: String(kind) as Mark['kind'],
		campaignId: campaign === undefined ? undefined : String(campaign),
		id: number(id),
		run: number(run) ?? 0,
		since: number(since),
		...(by !== undefined && {by: String(by)}),
		text: String(text ?? ''),
		...(typeof data === 'string' && {data: JSON.parse(data)}),
	};
};

/** A mark as a row, without its time. */
export const valuesOfMark = (mark: Omit<Mark, 'at' | 'seq'>): Row['values'] => {
	const {kind, campaignId, id, run, since, by, text, data} = mark;
	return {
		kind,
		run,
		text,
		...(campaignId !== undefined && {campaign: campaignId}),
		...(id !== undefined && {id}),
		...(since !== undefined && {since}),
		...(by !== undefined && {by}),
		...(data !== undefined && {data: JSON.stringify(data)}),
	};
};

const markWanted = ({kinds, campaignId}: MarkFilter): Wanted => ({
	isWanted: value =>
		(kinds === undefined || kinds.some(kind => kind === value('kind'))) &&
		(campaignId === undefined || value('campaign') === campaignId),
});

const byTime = (a: Row, b: Row): number => a.at - b.at || a.seq - b.seq;

/**
 * Reads the recording of a folder.
 *
 * @param zone the time zone of the service's days; undefined for this machine's own
 */
export const createReader = (folder: Folder, zone?: string): Recording => {
	const damage = new Set<string>();
	const open = new Map<string, OpenRows>();
	const databases = new Cache<ChunkDatabase | undefined>(mostOpen, database => database && folder.release(database));
	const decoded = new Cache<Columns | undefined>(mostDecoded);

	/** Those that were read since the last look at which ones were. */
	const read = new Set<string>();
	let closing: NodeJS.Timeout | undefined;
	const closeUnread = (): void => {
		databases.keep(name => read.has(name));
		closing = read.size > 0 ? setTimeout(closeUnread, openFor).unref() : undefined;
		read.clear();
	};

	let listed: {names: readonly string[]; at: number} | undefined;
	/** The names of the files; one look asks for them hundreds of times. */
	const namesNow = (): readonly string[] => {
		const at = performance.now();
		listed = listed && folder.path !== undefined && at - listed.at < listedFor ? listed : {names: folder.names(), at};
		return listed.names;
	};
	let chunkFiles: {names: readonly string[]; files: ChunkFile[]} | undefined;

	const files = (): ChunkFile[] => {
		const now = namesNow();
		if (chunkFiles?.names === now) {
			return chunkFiles.files;
		}
		const found = now.flatMap(name => fileNamed(name) ?? []);
		const names = new Set(found.map(({name}) => name));
		databases.keep(name => names.has(name));
		chunkFiles = {names: now, files: found};
		return found;
	};

	const pathOf = (name: string): string => (folder.path === undefined ? name : join(folder.path, name));

	/** The size of each file when it was checked. */
	const checked = new Map<string, number>();

	/** Reports what is wrong with a file, once for each of its sizes: where an index has lost an entry, SQLite finds fewer rows and no error. */
	const check = (name: string, database: ChunkDatabase): void => {
		const size = folder.size(name);
		if (checked.get(name) !== size) {
			checked.set(name, size);
			const problem = database.problem();
			if (problem !== undefined) {
				damage.add(`${pathOf(name)} is damaged; what is whole in it is read: ${problem}`);
			}
		}
	};

	const opened = (name: string): ChunkDatabase | undefined => {
		const database = folder.toRead(name);
		try {
			if (database) {
				check(name, database);
			}
			return database;
		} catch (error) {
			if (database) {
				folder.release(database);
			}
			throw error;
		}
	};

	/** What `use` finds in a file; undefined if it cannot be read. */
	const reading = <T>(name: string, use: (database: ChunkDatabase) => T): T | undefined => {
		try {
			const database = databases.get(name, () => opened(name));
			read.add(name);
			closing ??= setTimeout(closeUnread, openFor).unref();
			return database && use(database);
		} catch (error) {
			// One that is too old may be removed since its name was read.
			if (!(error instanceof NothingYet || codeOf(error) === 'ENOENT')) {
				damage.add(`${pathOf(name)} cannot be read: ${messageOf(error)}`);
			}
			return undefined;
		}
	};

	const columnsOf = ({name, tier}: ChunkFile, {stream, key, lastSeq, bytes}: StoredChunk): Columns | undefined =>
		decoded.get(`${name} ${stream} ${key} ${lastSeq}`, () => {
			try {
				return decodeChunk(bytes, sealOf(tier, stream));
			} catch (error) {
				damage.add(`${pathOf(name)} has lost rows of ${stream} of ${new Date(key).toISOString()}: ${messageOf(error)}`);
				return undefined;
			}
		});

	/** What an open hour has from an offset on; undefined if it was closed since its name was read: its rows are in a chunk then. */
	const bytesAfter = (name: string, from: number): Buffer | undefined => {
		try {
			return folder.size(name) > from ? folder.bytes(name, from) : Buffer.alloc(0);
		} catch (error) {
			if (codeOf(error) === 'ENOENT') {
				return undefined;
			}
			throw error;
		}
	};

	/** The hours that are not closed, read as far as they go. */
	const openHours = (): OpenRows[] => {
		const names = namesNow().filter(isOpenName);
		for (const name of open.keys()) {
			if (!names.includes(name)) {
				open.delete(name);
			}
		}
		for (const name of names) {
			const rows = open.get(name) ?? new OpenRows();
			const bytes = bytesAfter(name, rows.end);
			if (bytes === undefined) {
				open.delete(name);
				continue;
			}
			if (bytes.length > 0 && (rows.end > 0 || OpenRows.isOurs(bytes))) {
				rows.feed(bytes);
			} else if (bytes.length >= fileStart.length) {
				damage.add(`${pathOf(name)} is damaged, or of another version of dialtop; nothing in it is read`);
			}
			if (rows.damages > 0) {
				damage.add(`${pathOf(name)} is damaged; what is whole in it is read`);
			}
			open.set(name, rows);
		}
		return [...open.values()];
	};

	/** Files in which rows of a stream are stored as they came. */
	const rawTier = (stream: string): Tier => (isPolled(stream) ? 'polled' : 'hour');

	const chunkRows = (stream: string, tier: Tier, {from, to}: Period, wanted?: Wanted): Row[] =>
		files()
			.filter(file => file.tier === tier && file.from <= to && file.to + overhang >= from)
			.flatMap(
				file =>
					reading(file.name, database =>
						database.between(stream, from, to).flatMap(chunk => {
							const columns = columnsOf(file, chunk);
							return columns ? columns.rows(columns.until(from - 1), columns.until(to), wanted) : [];
						}),
					) ?? [],
			);

	/** Rows of open hours, which are read first: meanwhile they may be closed. Those that are in a chunk already, while an hour is being closed, only once. */
	const withOpen = (opened: readonly Row[], closed: readonly Row[]): Row[] => {
		const known = new Set(opened.length > 0 ? closed.map(({seq}) => seq) : []);
		return [...closed, ...opened.filter(({seq}) => !known.has(seq))].toSorted(byTime);
	};

	const rawRows = (stream: string, period: Period, wanted?: Wanted): Row[] =>
		withOpen(
			openHours().flatMap(rows => rows.rows(stream, period.from, period.to, wanted)),
			chunkRows(stream, rawTier(stream), period, wanted),
		);

	/** Rows of a coarser tier; of open hours they are gathered now. */
	const coarseRows = (stream: string, tier: 'minute' | 'hour', period: Period, wanted?: Wanted): Row[] =>
		withOpen(
			openHours().flatMap(rows =>
				gatheredEach(rows.rows(stream, period.from, period.to), tier === 'minute' ? minute : hour),
			),
			chunkRows(stream, tier, period, wanted),
		);

	/** When rows of a stream begin in a tier. */
	const startOf = (stream: string, tier: Tier): number => {
		for (const file of files().filter(one => one.tier === tier)) {
			const first = reading(file.name, database => database.between(stream, file.from, file.to + overhang)[0]?.from);
			if (first !== undefined) {
				return first;
			}
		}
		return tier === 'day'
			? Number.POSITIVE_INFINITY
			: Math.min(...openHours().map(rows => rows.rows(stream)[0]?.at ?? Number.POSITIVE_INFINITY));
	};

	/** The finest tier that holds a moment, else the one that goes back furthest. */
	const tierFor = (stream: string, from: number): Tier => {
		const starts = tiers.map(tier => ({tier, start: startOf(stream, tier)}));
		const first = Math.min(...starts.map(({start}) => start));
		return starts.find(({start}) => start <= Math.max(from, first))?.tier ?? 'polled';
	};

	const chunkLast = (stream: string, tier: Tier, at: number): Row | undefined => {
		for (const file of files().toReversed()) {
			if (file.tier === tier && file.from <= at) {
				const row = reading(file.name, database => {
					for (let until = at; ; ) {
						const chunk = database.before(stream, until);
						const columns = chunk && columnsOf(file, chunk);
						const index = columns ? columns.until(at) - 1 : -1;
						if (!chunk || (columns && index >= 0)) {
							return columns?.row(index);
						}
						until = chunk.from - 1;
					}
				});
				if (row) {
					return row;
				}
			}
		}
		return undefined;
	};

	const last = (stream: string, at: number): Row | undefined => {
		const opened = openHours()
			.flatMap(rows => rows.last(stream, at) ?? [])
			.toSorted(byTime)
			.at(-1);
		const raw = rawTier(stream);
		const order: readonly Tier[] = raw === 'hour' ? ['hour'] : tiers;
		for (const tier of opened ? [] : order) {
			const row = chunkLast(stream, tier, at);
			if (row) {
				return row;
			}
		}
		return opened;
	};

	const markRows = (period: Period, filter: MarkFilter): Row[] => {
		const wanted = markWanted(filter);
		const rows = rawRows('marks', period, wanted);
		// Commands are stored for longer than other marks.
		const known = new Set(rows.map(({seq}) => seq));
		const commands = chunkRows('marks', 'day', period, wanted).filter(({seq}) => !known.has(seq));
		return [...commands, ...rows].toSorted(byTime);
	};

	/** From where to where the files reach. */
	const reach = (): Period => {
		const ends = [...files(), ...openHours().map(({firstAt, lastAt}) => ({from: firstAt, to: lastAt}))];
		return {from: Math.min(...ends.map(({from}) => from)), to: Math.max(...ends.map(({to}) => to + overhang))};
	};

	/** The nearest mark on one side of a moment, in spans that grow. */
	const nearest = (at: number, side: -1 | 1, filter: MarkFilter): Mark | undefined => {
		const {from, to} = reach();
		for (let length = hour; ; length *= 8) {
			const period = side < 0 ? {from: at - length, to: at - 1} : {from: at + 1, to: at + length};
			const found = markRows(period, filter).at(side < 0 ? -1 : 0);
			if (found) {
				return markOf(found);
			}
			if (side < 0 ? period.from <= from : period.to >= to) {
				return undefined;
			}
		}
	};

	const streamsOf = (): Map<string, Period> => {
		const found = new Map<string, Period>();
		const add = (stream: string, {from, to}: Period): void => {
			const known = found.get(stream) ?? {from, to};
			found.set(stream, {from: Math.min(known.from, from), to: Math.max(known.to, to)});
		};
		// The streams of minutes are also those of hours, and minutes are in many files.
		for (const {name} of files().filter(({tier}) => tier !== 'minute')) {
			for (const {stream, from, to} of reading(name, database => database.streams()) ?? []) {
				add(stream, {from, to});
			}
		}
		for (const rows of openHours()) {
			for (const stream of rows.streams) {
				const own = rows.rows(stream);
				add(stream, {from: own[0]?.at ?? 0, to: own.at(-1)?.at ?? 0});
			}
		}
		return found;
	};

	const span = (): Period | undefined => {
		const ends = [
			...files().flatMap(({name}) => reading(name, database => database.extent()) ?? []),
			...openHours()
				.filter(({lastAt}) => lastAt > 0)
				.map(({firstAt, lastAt}) => ({from: firstAt, to: lastAt})),
		];
		return ends.length === 0
			? undefined
			: {from: Math.min(...ends.map(({from}) => from)), to: Math.max(...ends.map(({to}) => to))};
	};

	/** The newest day of a stream in the closed hours. */
	const newestDay = (stream: string): Row | undefined => {
		const days = files()
			.filter(({tier}) => tier === 'day')
			.flatMap(file => {
				const chunk = reading(file.name, database => database.newest(stream));
				return (chunk && columnsOf(file, chunk)?.rows()) ?? [];
			});
		return newestOf(days);
	};

	/** The days of a stream, with the one that is under way. */
	const dayRows = (stream: string, period: Period): Row[] => {
		const opened = openHours()
			.flatMap(rows => rows.rows(stream))
			.toSorted((a, b) => a.seq - b.seq);
		const closed = chunkRows(stream, 'day', {from: period.from, to: period.to + 2 * day});
		if (opened.length === 0) {
			return closed;
		}
		const next = daysAfter(newestDay(stream), opened, dateIn(zone));
		return [...closed.filter(({values}) => next.every(row => row.values.since !== values.since)), ...next];
	};

	return {
		path: folder.path,
		span,
		campaigns() {
			return [...streamsOf()]
				.filter(([stream]) => stream.startsWith('figures/'))
				.map(([stream, period]): RecordedCampaign => {
					const id = stream.slice('figures/'.length);
					const name = last(`listing/${id}`, Number.MAX_SAFE_INTEGER)?.values.name;
					return {id, name: typeof name === 'string' ? name : `campaign ${id}`, ...period};
				})
				.toSorted((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
		},
		streams: (prefix = '') => [...streamsOf().keys()].filter(stream => stream.startsWith(prefix)).toSorted(),
		rows(stream, period, named, names) {
			const isGathered = isGatheredStream(stream);
			const tier = named ?? (isGathered ? tierFor(stream, period.from) : 'polled');
			switch (tier) {
				case 'polled':
					return {tier, rows: rawRows(stream, period, {names})};
				case 'day':
					return {tier, rows: dayRows(stream, period).filter(({at}) => at >= period.from && at <= period.to)};
				default:
					return {tier, rows: coarseRows(stream, tier, period, {names})};
			}
		},
		last,
		marks: (period, filter = {}) => markRows(period, filter).map(markOf),
		markBefore: (at, filter = {}) => nearest(at, -1, filter),
		markAfter: (at, filter = {}) => nearest(at, 1, filter),
		gaps: ({from, to}) =>
			markRows({from, to: Number.POSITIVE_INFINITY}, {kinds: ['gap']})
				.map(markOf)
				.flatMap(({at, since = at}) => (since <= to ? {from: since, to: at} : [])),
		days(campaignId, {from, to}) {
			return dayRows(`figures/${campaignId}`, {from, to}).flatMap(({at, values}): Day | [] => {
				const {since = at, date, ...own} = values;
				return at < from || Number(since) > to
					? []
					: {from: Number(since), to: at, date: String(date), campaignId, values: own};
			});
		},
		get damage() {
			return [...damage];
		},
		close() {
			clearTimeout(closing);
			closing = undefined;
			databases.keep(() => false);
			decoded.keep(() => false);
			open.clear();
		},
	};
};

/** All time. */
export const allTime = forever;
