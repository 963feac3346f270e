/** A year by a fast clock: what it takes on the disk, what is removed when, and whether each day is counted exactly. */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {
	closeHours,
	isGatheredStream,
	prune,
	type Retention,
	retentionDefaults,
} from '../../../../source/recording/closing.ts';
import {fileNamed} from '../../../../source/recording/database.ts';
import {diskFolder} from '../../../../source/recording/folder.ts';
import {encodeBatch, fileStart, openName, type StreamRow} from '../../../../source/recording/open-hour.ts';
import {allTime, createReader} from '../../../../source/recording/reader.ts';
import {Recorder} from '../../../../source/recording/recorder.ts';
import {type Tier, tiers} from '../../../../source/recording/recording.ts';
import {castOf} from '../../../../source/sandbox/scenarios/cast.ts';
import {eastern, parseDay} from '../../../../source/sandbox/world/time.ts';
import {createWorld} from '../../../../source/sandbox/world/world.ts';
import {watch, watchUntil} from '../../../helpers/watched-world.ts';
import {figuresAt} from '../../../recording/floor.ts';
import type {Trials} from '../../row.ts';
import {day, hour} from './given.ts';

/** Writes hours and closes them, as a writer does. */
const createFloor = (path: string, retention: Retention) => {
	const folder = diskFolder(path);
	folder.prepare();
	let seq = 0;
	return {
		folder,
		/** An hour that is over, with the polls that it brought. */
		async pass(at: number, polls: readonly Omit<StreamRow, 'seq'>[]): Promise<void> {
			const rows = polls.map(row => ({...row, seq: ++seq}));
			const appender = await folder.append(openName(at, rows[0]?.seq ?? 0), 0);
			await appender.write(Buffer.concat([fileStart, encodeBatch(rows)]));
			await appender.close();
			for (const _ of closeHours(folder, {isOver: () => true, zone: 'UTC', retention, now: at + hour})) {
				// Nothing waits for it.
			}
		},
		bytesOf: (tier: Tier): number =>
			folder
				.names()
				.filter(name => fileNamed(name)?.tier === tier)
				.reduce((sum, name) => sum + statSync(join(path, name)).size, 0),
	};
};

/** Polls of an hour: a floor dials from 8 to 20 o'clock, and its totals begin again each midnight. */
const hourOf = (campaigns: number, at: number, every: number): Omit<StreamRow, 'seq'>[] =>
	Array.from({length: hour / every}, (_, index) => at + index * every).flatMap(moment =>
		Array.from({length: campaigns}, (_, campaign) => {
			const worked = Math.min(12 * hour, Math.max(0, (moment % day) - 8 * hour));
			// Each day and campaign is another one.
			const figures = figuresAt(campaign, Math.round(worked / 5000));
			const more = 1 + ((Math.floor(moment / day) * 7 + campaign) % 11);
			const calledToday = Number(figures.calledToday) * more;
			return {stream: `figures/${campaign}`, at: moment, values: {...figures, calledToday, totalCalls: calledToday}};
		}),
	);

/** Campaigns of the simulated floor, and how often each is written under another name: a file of few is mostly padding. */
const [simulated, copies] = [6, 8];
const campaigns = simulated * copies;
/** Hours that a campaign dials on a day. */
const shift = 12;

/** The rows of some hours of a simulated floor, polled each five seconds; hour by hour. */
function* simulatedHours(hours: number): Generator<{at: number; rows: Omit<StreamRow, 'seq'>[]}> {
	const origin = parseDay(eastern, '2026-03-31') + 12 * hour;
	const world = createWorld({seed: 3, origin, plan: castOf({}).slice(0, simulated)});
	const watched = watch(world);
	let rows: Omit<StreamRow, 'seq'>[] = [];
	const recorder = new Recorder(
		{
			append(stream, at, values) {
				const names = /\d/.test(stream) ? Array.from({length: copies}, (_, copy) => `${stream}${copy}`) : [stream];
				rows.push(...names.map(name => ({stream: name, at, values})));
			},
		},
		{wall: world.now, mono: world.now},
	);
	recorder.record(watched.state);
	for (let at = origin; at < origin + hours * hour; at += hour) {
		watchUntil(watched, at + hour - 1, 5, ({state}) => {
			recorder.record(state);
			return false;
		});
		yield {at, rows};
		rows = [];
	}
}

/** What 50 campaigns take after a year, by what some hours of a simulated floor take, and some days of its coarser tiers. */
const measure = async (trials: Trials, path: string, hours: number): Promise<void> => {
	const fine = createFloor(join(path, 'hours'), retentionDefaults);
	const known = [...simulatedHours(hours)];
	// Again and again until the shift is over, since a file of few hours is mostly padding too.
	for (let passed = 0; passed < shift; passed += hours) {
		for (const {at, rows} of known) {
			await fine.pass(
				at + passed * hour,
				rows.map(row => ({...row, at: row.at + passed * hour})),
			);
		}
	}
	const perDay = (bytes: number): number => bytes / campaigns;
	const [polled, minutes] = [perDay(fine.bytesOf('polled')), perDay(fine.bytesOf('minute'))];
	// Settings, marks and what else has changed lie beside the rows of hours.
	const changes = perDay(
		fine.folder
			.names()
			.filter(name => fileNamed(name)?.tier === 'hour')
			.flatMap(name => [...(fine.folder.toRead(name)?.all() ?? [])])
			.filter(({stream}) => !isGatheredStream(stream))
			.reduce((sum, {bytes}) => sum + bytes.length, 0),
	);
	const coarse = createFloor(join(path, 'days'), retentionDefaults);
	const begin = Date.UTC(2026, 10, 1, 8);
	const days = 10;
	for (let date = begin; date < begin + days * day; date += day) {
		for (let at = date; at < date + shift * hour; at += hour) {
			await coarse.pass(at, hourOf(campaigns, at, 1_800_000));
		}
	}
	const [hourly, daily] = (['hour', 'day'] as const).map(tier => coarse.bytesOf(tier) / days / campaigns) as [
		number,
		number,
	];
	const year = 50 * (polled * 7 + minutes * 31 + (hourly + changes) * 365 + daily * 365);
	const kilobytes = [polled, minutes, hourly + changes, daily].map(bytes => (bytes / 1000).toFixed(1));
	trials.noted(
		`a year: a campaign takes ${kilobytes[0]} kB a day as polled, ${kilobytes[1]} kB by minutes, ${kilobytes[2]} kB by hours with what has changed, ${kilobytes[3]} kB by days; 50 campaigns that dial ${shift} hours a day take ${Math.round(year / 1e6)} MB after a year`,
	);
	if (year > 150e6) {
		trials.failed(`50 campaigns take ${Math.round(year / 1e6)} MB after a year`, 'the bytes of a year');
	}
};

/** Passes so many days, with tiers that are stored for as long as told, and looks at what is there. */
const pass = async (trials: Trials, path: string, days: number, retention: Retention): Promise<void> => {
	const floor = createFloor(path, retention);
	const begin = Date.UTC(2026, 0, 1);
	const end = begin + days * day;
	// Every other hour of the shift, and one at night.
	const hours = [3, 8, 10, 12, 14, 16, 18, 20];
	const last = new Map<string, unknown>();
	let polls = 0;
	for (let date = begin; date < end; date += day) {
		for (const one of hours) {
			const rows = hourOf(2, date + one * hour, 300_000);
			polls += rows.length / 2;
			await floor.pass(date + one * hour, rows);
			for (const {stream, values} of rows) {
				last.set(`${stream} ${new Date(date).toISOString().slice(0, 10)}`, values.calledToday);
			}
		}
	}
	prune(floor.folder, retention, end);
	const names = floor.folder.names();
	for (const tier of tiers) {
		const files = names.flatMap(name => fileNamed(name) ?? []).filter(file => file.tier === tier);
		const oldest = Math.min(...files.map(({to}) => to));
		const wanted = end - retention[tier];
		if (oldest < wanted - day || (files.at(-1)?.to ?? 0) < end - hour) {
			trials.failed(`the ${tier} tier goes back to ${new Date(oldest).toISOString()}`, `${days} days`);
		}
		const first = Math.min(...files.map(({from}) => from));
		if (first > Math.max(begin, wanted)) {
			trials.failed(`the ${tier} tier has lost what is to be stored: ${new Date(first).toISOString()}`, `${days} days`);
		}
	}
	const reader = createReader(floor.folder, 'UTC');
	for (const campaign of ['0', '1']) {
		const read = reader.days(campaign, allTime);
		const stored = Math.min(days, Math.ceil(retention.day / day));
		if (read.length < stored) {
			trials.failed(`${read.length} of ${stored} days of campaign ${campaign} are there`, `${days} days`);
		}
		for (const {date, values} of read) {
			if (values.calledToday !== last.get(`figures/${campaign} ${date}`)) {
				trials.failed(`campaign ${campaign} has ${values.calledToday} calls on ${date}`, `${days} days`);
			}
			if (values.polls !== polls / days) {
				trials.failed(`campaign ${campaign} has ${values.polls} polls on ${date}, not ${polls / days}`, `${days} days`);
			}
		}
		trials.tried('days counted', read.length);
	}
	for (const text of [...reader.damage, ...floor.folder.news].slice(0, 5)) {
		trials.failed(text, `${days} days`);
	}
	reader.close();
};

/** In full it measures what a year takes; passes so many days of one. */
export const tryYear = async (trials: Trials, folder: string, days: number): Promise<void> => {
	// The bench measures it as well.
	if (!trials.isQuick) {
		await measure(trials, join(folder, 'measured'), 6);
	}
	const scale = days / 730;
	await pass(trials, join(folder, 'year'), days, {
		...retentionDefaults,
		polled: Math.ceil(7 * scale) * day,
		minute: Math.ceil(31 * scale) * day,
		hour: Math.ceil(400 * scale) * day,
	});
};
