/** How long a look at another moment of a recording takes, from the key to the last byte of its frame. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {encodeChunk} from '../../source/recording/chunk.ts';
import {retentionDefaults, sealOf} from '../../source/recording/closing.ts';
import {fileOf, openToWrite, type StoredChunk} from '../../source/recording/database.ts';
import {diskFolder} from '../../source/recording/folder.ts';
import {allTime, createReader} from '../../source/recording/reader.ts';
import type {Row, Tier} from '../../source/recording/recording.ts';
import {hour} from '../../source/sandbox/world/time.ts';
import type {Figure} from './figures.ts';
import {cpuSeconds} from './load.ts';
import {type Program, type Running, startMonitor, untilQuiet, untilText} from './program.ts';

const day = 24 * hour;
/** Campaigns that the figures of a recording are of. */
export const campaigns = 50;

const seekAim = 100;

/** Records an hour of the ordinary floor into a folder. */
type RecordHour = (path: string) => Promise<unknown>;

/** What a campaign's hour is stored as. */
type Hour = {tier: Tier; stream: (id: string) => string; rows: readonly Row[]}[];

/** An hour of a campaign of forty agents. */
const hourOf = async (record: RecordHour): Promise<Hour> => {
	const path = await mkdtemp(join(tmpdir(), 'dialtop-history-'));
	try {
		await record(path);
		const reader = createReader(diskFolder(path));
		const rows = (stream: string, tier: Tier) => reader.rows(stream, allTime, tier).rows;
		const hour: Hour = [
			{tier: 'polled', stream: id => `figures/${id}`, rows: rows('figures/1003', 'polled')},
			{tier: 'polled', stream: id => `graphs/${id}`, rows: rows('graphs/1003', 'polled')},
			{tier: 'minute', stream: id => `figures/${id}`, rows: rows('figures/1003', 'minute')},
			{tier: 'hour', stream: id => `listing/${id}`, rows: rows('listing/1003', 'polled')},
		];
		reader.close();
		return hour;
	} finally {
		await rm(path, {recursive: true, force: true});
	}
};

/** A terminal that has written nothing for so many milliseconds has written its frame. */
const quiet = 150;

/** A frame of the clock, which comes once a second, has fewer bytes than the answer to a look. */
const clockBytes = 150;

/** Milliseconds from a key to the last byte of the frame that answers it; NaN without one. */
const answered = async (screen: Running, key: string): Promise<number> =>
	new Promise(resolve => {
		const pressed = performance.now();
		let last = 0;
		let timer = setTimeout(() => resolve(Number.NaN), 5000);
		screen.hear(data => {
			if (data.length > clockBytes) {
				last = performance.now() - pressed;
				clearTimeout(timer);
				timer = setTimeout(() => resolve(last), quiet);
			}
		});
		screen.write(key);
	});

/** Looks at some moments, each of which the operator types. */
const lookAt = async (program: Program, path: string, looked: readonly number[]): Promise<Figure[]> => {
	const typed = looked.map(at => new Date(at + hour / 2).toISOString().replace(/:00\.000Z$/, 'Z'));
	await using screen = startMonitor(program, {}, 'replay', path, '--at', typed.at(-1) ?? '');
	await untilText(screen, /1001/);
	const samples: number[] = [];
	let processor = 0;
	for (const time of typed) {
		await untilQuiet(screen, quiet);
		screen.write(`l${time}`);
		await untilQuiet(screen, quiet);
		const before = cpuSeconds(screen.pid);
		samples.push(await answered(screen, '\r'));
		processor += cpuSeconds(screen.pid) - before;
	}
	return [
		{
			name: `recording: a look at 31 days of ${campaigns} campaigns, to the last byte`,
			unit: 'ms',
			samples,
			aim: seekAim,
			note: `${((1000 * processor) / samples.length).toFixed(0)} ms of processor each`,
		},
	];
};

/** Moments that are looked at. */
const looks = 12;

/** A recording of 31 days of 50 campaigns; the hours that are looked at are real, and the others as large. */
export const measureSeek = async (program: Program, record: RecordHour): Promise<Figure[]> => {
	const path = await mkdtemp(join(tmpdir(), 'dialtop-history-'));
	try {
		const stored = await hourOf(record);
		const first = stored[0]?.rows[0]?.at ?? 0;
		const begin = Math.floor(first / day) * day;
		const looked = Array.from(
			{length: looks},
			(_, index) => begin + Math.floor(((index + 0.5) * 31 * 24) / looks) * hour,
		);
		const ids = Array.from({length: campaigns}, (_, index) => String(1001 + index));
		const fill = stored.map(({rows}) => encodeChunk(rows, ''));
		for (let at = begin; at < begin + 31 * day; at += hour) {
			const isLooked = looked.some(to => to === at || to - hour === at);
			const chunks = stored.map(({tier, stream, rows}, index) => {
				const shifted = rows.map(({at: was, ...row}) => ({...row, at: at + (was - first)}));
				return {
					tier,
					chunks: ids.map((id): StoredChunk => {
						const name = stream(id);
						return {
							stream: name,
							key: at,
							from: at,
							to: shifted.at(-1)?.at ?? at,
							lastSeq: at,
							rows: rows.length,
							bytes: isLooked
								? encodeChunk(
										shifted.map(row => (tier === 'hour' ? {...row, values: {...row.values, id}} : row)),
										sealOf(tier, name),
									)
								: (fill[index] ?? new Uint8Array()),
						};
					}),
				};
			});
			// What was polled is stored for a week.
			const stays = chunks.filter(({tier}) => tier !== 'polled' || at >= begin + 31 * day - retentionDefaults.polled);
			for (const [tier, some] of Map.groupBy(stays, one => one.tier)) {
				const database = openToWrite(join(path, fileOf(tier, at)), {});
				database.put(some.flatMap(one => one.chunks));
				database.close();
			}
		}
		return await lookAt(program, path, looked);
	} finally {
		await rm(path, {recursive: true, force: true});
	}
};
