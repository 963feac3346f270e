/** The recording: its bytes, how long a seek takes, and what it costs the monitor. */
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import {retentionDefaults} from '../../source/recording/closing.ts';
import {diskFolder} from '../../source/recording/folder.ts';
import {Recorder} from '../../source/recording/recorder.ts';
import {type Tier, tiers} from '../../source/recording/recording.ts';
import {createWriter} from '../../source/recording/writer.ts';
import {castOf} from '../../source/sandbox/scenarios/cast.ts';
import {eastern, hour, midnightAfter, parseDay, second} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {watch, watchUntil} from '../helpers/watched-world.ts';
import type {Figure} from './figures.ts';
import {cpuSeconds, type LoadOptions, residentMegabytes} from './load.ts';
import {type Program, startMonitor} from './program.ts';
import {startSandbox} from './sandbox.ts';
import {campaigns, measureSeek} from './seek.ts';

const day = 24 * hour;
const [yearAim, cpuAim, memoryAim, hourAim] = [150, 5, 10, 25];

/** Records so many hours of the ordinary floor, spread over a day, as the monitor polls it. */
const recordHours = async (path: string, hours: readonly number[]): Promise<number> => {
	const world = createWorld({seed: 1, origin: parseDay(eastern, '2026-03-31'), plan: castOf({})});
	const midnight = world.now;
	const watched = watch(world);
	const now = () => ({wall: world.now, mono: world.now});
	const writer = createWriter({
		folder: diskFolder(path),
		clock: {now, after: () => () => undefined, random: () => 0.5},
		zone: 'America/New_York',
		retention: retentionDefaults,
		complain: text => {
			throw new Error(text);
		},
		onLost: () => undefined,
	});
	await writer.settled();
	// The thread that closes hours does not keep a program alive.
	const alive = setInterval(() => undefined, 1000);
	const recorder = new Recorder(writer, now());
	for (const of of hours) {
		advance(world, midnight + of * hour);
		// The last poll of an hour is not the first of the next.
		watchUntil(watched, world.now + hour - 5 * second, 5, ({state}) => {
			recorder.record(state);
			return false;
		});
		await writer.flush();
		await writer.settled();
	}
	advance(world, midnightAfter(world, world.now));
	writer.append('reads', world.now, {what: 'campaigns'});
	await writer.flush();
	await writer.settled();
	await writer.close();
	clearInterval(alive);
	return world.campaigns.length;
};

/** Bytes of each tier for a campaign and a day. */
const bytesOf = (path: string, count: number, share: number): Record<Tier, number> => {
	const folder = diskFolder(path);
	// A month's chunk of days holds about as many rows as a day's chunk of hours, and here only one.
	const shares: Record<Tier, number> = {polled: share, minute: share, hour: share, day: 1 / 4};
	const sums = tiers.map(tier => {
		let bytes = 0;
		for (const name of folder.names().filter(one => one.startsWith(`${tier}-`) && one.endsWith('.db'))) {
			for (const chunk of folder.toRead(name)?.all() ?? []) {
				// Its row besides: the names and times that it is found by.
				bytes += chunk.bytes.length + 80;
			}
		}
		return [tier, (bytes / count) * shares[tier]];
	});
	return Object.fromEntries(sums) as Record<Tier, number>;
};

const measureBytes = async (isQuick: boolean): Promise<Figure[]> => {
	const path = await mkdtemp(join(tmpdir(), 'dialtop-history-'));
	try {
		const hours = Array.from({length: isQuick ? 6 : 24}, (_, at) => (isQuick ? at * 4 : at));
		const count = await recordHours(path, hours);
		const bytes = bytesOf(path, count, 24 / hours.length);
		const daily = tiers.reduce((sum, tier) => sum + bytes[tier], 0);
		const stored = tiers.reduce((sum, tier) => sum + bytes[tier] * Math.min(365, retentionDefaults[tier] / day), 0);
		const parts = tiers.map(tier => `${tier} ${(bytes[tier] / 1000).toFixed(1)}`).join(', ');
		return [
			{
				name: 'recording: a campaign and day',
				unit: 'kB',
				samples: [daily / 1000],
				note: `${parts} kB; ${hours.length} hours of ${count} campaigns`,
			},
			{name: 'recording: 50 campaigns after a year', unit: 'MB', samples: [(stored * campaigns) / 1e6], aim: yearAim},
		];
	} finally {
		await rm(path, {recursive: true, force: true});
	}
};

/** What the hour under way holds once it was read, as charts and forecasts read it: until it is closed it grows. */
const measureOpenHour = async (): Promise<Figure> => {
	const run = join(import.meta.dirname, 'open-hour-run.ts');
	const {stdout} = await promisify(execFile)(process.execPath, ['--expose-gc', run, String(campaigns)]);
	const {megabytes, read, rows} = JSON.parse(stdout) as {megabytes: number; read: number; rows: number};
	if (read !== rows) {
		throw new Error(`${read} of ${rows} rows were read`);
	}
	return {
		name: `recording: the hour under way, read whole, ${campaigns} campaigns`,
		unit: 'MB',
		samples: [megabytes],
		aim: hourAim,
		note: `${rows.toLocaleString('en')} rows`,
	};
};

/** Two monitors at once, one of which records. */
const measureCost = async (program: Program, {warmUp, stretches, length}: LoadOptions): Promise<Figure[]> => {
	const names = ['recording: processor beside a monitor that does not', 'recording: memory beside it'];
	if (!existsSync('/proc/self/stat')) {
		return names.map(name => ({name, unit: '', samples: [], missing: 'needs /proc'}));
	}
	await using sandbox = await startSandbox(program, '--campaigns', String(campaigns));
	const off = join(program.env.HOME ?? '', 'off.yml');
	await writeFile(off, 'history: {record: false}\n', {mode: 0o600});
	await using recording = startMonitor(program, sandbox.env, '--interval', '1');
	await using other = startMonitor(program, sandbox.env, '--interval', '1', '--config', off);
	const both = [recording, other];
	for (const one of both) {
		one.hear(() => undefined);
	}
	await sleep(warmUp);
	const used: number[][] = [];
	for (let stretch = 0; stretch < stretches; stretch++) {
		const before = both.map(({pid}) => cpuSeconds(pid));
		await sleep(length);
		used.push(both.map(({pid}, index) => cpuSeconds(pid) - (before[index] ?? 0)));
	}
	const shares = used.map(([mine = 0, others = 0]) => 100 * (mine / others - 1));
	const [mine = 0, others = 0] = both.map((_, index) => used.reduce((sum, one) => sum + (one[index] ?? 0), 0));
	const [memory = 0, without = 0] = both.map(({pid}) => residentMegabytes(pid));
	return [
		{name: names[0] ?? '', unit: '%', value: 100 * (mine / others - 1), samples: shares, aim: cpuAim},
		{
			name: names[1] ?? '',
			unit: 'MB',
			samples: [memory - without],
			aim: memoryAim,
			note: `${memory.toFixed(0)} and ${without.toFixed(0)} MB`,
		},
	];
};

/** All of it. */
export const measureHistory = async (program: Program, load: LoadOptions, isQuick: boolean): Promise<Figure[]> => [
	...(await measureBytes(isQuick)),
	...(await measureSeek(program, hour => recordHours(hour, [14]))),
	await measureOpenHour(),
	...(await measureCost(program, load)),
];
