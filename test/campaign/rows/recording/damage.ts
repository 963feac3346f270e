/** Bytes of a recording torn off or changed: what is read is right, the rest is said, and the next writer goes on. */
import {chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {diskFolder} from '../../../../source/recording/folder.ts';
import {allTime} from '../../../../source/recording/reader.ts';
import {type Recording, type Row, tiers} from '../../../../source/recording/recording.ts';
import {damageFile} from '../../damage-file.ts';
import type {Trials} from '../../row.ts';
import {type Given, give, hour, judge, minute, pollOf, readFrom, startWriter, streamOf} from './given.ts';

const ways = ['flip', 'bits', 'zeros', 'cut', 'emptied'] as const;

type Read = {rows: Map<string, readonly Row[]>; damage: readonly string[]};

/** All that a recording holds, in each tier. */
const readAll = (reader: Recording): Read => {
	const rows = new Map<string, readonly Row[]>();
	for (const stream of [1, 2].map(streamOf)) {
		for (const tier of tiers) {
			rows.set(`${tier} ${stream}`, reader.rows(stream, allTime, tier).rows);
		}
	}
	rows.set(
		'marks',
		reader.marks(allTime).map(({at, seq, ...values}) => ({at, seq, values: {text: values.text}})),
	);
	return {rows, damage: reader.damage};
};

/** What a row of a coarser tier says of its last poll; gauges are of those polls that were not lost. */
const lastPoll = ({at, seq, values}: Row): unknown => ({
	at,
	seq,
	values: Object.fromEntries(
		Object.entries(values).filter(([name]) => !/\.(?:min|mean|max)$|^(?:polls|since|date)$/.test(name)),
	),
});

/** Rows that a sound recording does not have. */
const untrue = (read: Read, truth: Read): string[] =>
	[...read.rows].flatMap(([name, rows]) => {
		const [tier = '', stream = ''] = name.split(' ');
		const known = new Map(truth.rows.get(stream === '' ? name : `polled ${stream}`)?.map(row => [row.seq, row]));
		const polls = rows.reduce((sum, {values}) => sum + Number(values.polls ?? 1), 0);
		const wrong = rows
			.filter(row => !isDeepStrictEqual(known.get(row.seq), tier === 'polled' || stream === '' ? row : lastPoll(row)))
			.map(row => `${name} reads what was never written: ${JSON.stringify(row).slice(0, 120)}`);
		return polls > known.size ? [...wrong, `${name} has ${polls} polls of ${known.size}`] : wrong;
	});

const countOf = ({rows}: Read): number => [...rows.values()].reduce((sum, {length}) => sum + length, 0);

/**
 * Whether a loss need not be said: nobody can tell that there was more in a file that is empty, or whether the last batch of an
 * open hour has ever been whole.
 */
const mayBeUnsaid = (name: string, what: string, read: Read, truth: Read): boolean => {
	const lost = (stream: string): number =>
		(truth.rows.get(`polled ${stream}`)?.length ?? 0) - (read.rows.get(`polled ${stream}`)?.length ?? 0);
	const isLastBatch = [1, 2].every(campaign => lost(streamOf(campaign)) <= 1);
	return what === 'emptied' || (name.endsWith('.open') && (what.startsWith('cut') || isLastBatch));
};

/** A sound recording of some hours, closed and open; returns what it was given, and when it ended. */
const record = async (path: string): Promise<{given: Given; wall: number}> => {
	const given: Given = new Map();
	const {clock, writer} = await startWriter({folder: diskFolder(path)});
	for (let n = 0; n < 400; n++) {
		await clock.advance(30_000);
		for (const campaign of [1, 2]) {
			give(given, streamOf(campaign), clock.now().wall, pollOf(campaign, n));
			writer.append(streamOf(campaign), clock.now().wall, pollOf(campaign, n));
		}
		await writer.flush();
		await writer.settled();
	}
	await writer.close();
	return {given, wall: clock.now().wall};
};

/** Damages a copy of a recording so many times. */
export const tryDamage = async (trials: Trials, folder: string, count: number): Promise<void> => {
	const sound = join(folder, 'sound');
	const {given, wall} = await record(sound);
	const names = readdirSync(sound).filter(name => /\.(?:db|open)$/.test(name));
	const truth = readFrom(sound, readAll);
	if (truth.damage.length > 0 || names.length < 5 || readFrom(sound, reader => judge(reader, given)).wrong.length > 0) {
		throw new Error(`the recording is not sound: ${truth.damage.join(' | ')}`);
	}
	const random = trials.random('damage');
	const told = {read: 0, renamed: 0, said: 0};
	for (let number = 0; number < count; number++) {
		const path = join(folder, 'damaged');
		rmSync(path, {recursive: true, force: true});
		cpSync(sound, path, {recursive: true});
		chmodSync(path, 0o700);
		const name = names[number % names.length] ?? '';
		const file = join(path, name);
		const way = ways[Math.floor(number / names.length) % ways.length] ?? 'flip';
		const what = damageFile(file, way, random.below(statSync(file).size), random);
		if (what === undefined) {
			continue;
		}
		const trial = `${name}, ${what}`;
		const harmed = readFileSync(file);
		const read = readFrom(path, readAll);
		const wrong = untrue(read, truth);
		const isLess = countOf(read) < countOf(truth);
		if (isLess && read.damage.length === 0 && !mayBeUnsaid(name, what, read, truth)) {
			wrong.push(`${countOf(truth) - countOf(read)} rows are missing, and nothing is said`);
		}
		// The next writer, a while later, closes the hours that are over.
		const run = await startWriter({folder: diskFolder(path)}, wall + hour);
		for (let n = 400; n < 404; n++) {
			await run.clock.advance(minute);
			give(given, streamOf(1), run.clock.now().wall, pollOf(1, n));
			run.writer.append(streamOf(1), run.clock.now().wall, pollOf(1, n));
			await run.writer.flush();
		}
		await run.writer.settled();
		await run.writer.close();
		if (name.endsWith('.open') && read.damage.length > 0 && !run.said.some(text => text.includes(name))) {
			wrong.push('the damaged hour was closed, and nothing is said');
		}
		const after = readFrom(path, reader => ({...judge(reader, given), read: readAll(reader)}));
		wrong.push(...after.wrong);
		const later = [...(after.found.get(streamOf(1)) ?? [])].filter(n => n >= 400).length;
		if (later !== 4) {
			wrong.push(`the next writer recorded ${later} of 4 rows: ${run.said.join(' | ')}`);
		}
		const aside = readdirSync(path).filter(
			one => /\.(?:corrupt|other-version)-/.test(one) && !/-(?:wal|shm)$/.test(one),
		);
		for (const one of aside) {
			if (!one.startsWith(name) || !readFileSync(join(path, one)).equals(harmed)) {
				wrong.push(`${one} is not the damaged file`);
			}
			if (!run.said.some(text => text.includes(one))) {
				wrong.push(`${one} was renamed, and nothing is said`);
			}
		}
		told.renamed += aside.length > 0 ? 1 : 0;
		told.said += isLess ? 1 : 0;
		told.read += isLess ? 0 : 1;
		for (const text of wrong.slice(0, 3)) {
			trials.failed(text, trial);
		}
		trials.tried('damages to a recording');
	}
	trials.noted(
		`damage: after ${told.read} nothing was missing, after ${told.said} rows were missing; ${told.renamed} files were renamed`,
	);
};
