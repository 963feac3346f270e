/** A disk with so much room and no more: the recording stops with a sentence, and goes on once there is room. */
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {diskFolder} from '../../../../source/recording/folder.ts';
import {allTime} from '../../../../source/recording/reader.ts';
import type {Trials} from '../../row.ts';
import {
	begin,
	closeAll,
	day,
	type Given,
	give,
	judge,
	minute,
	pollOf,
	readFrom,
	startWriter,
	streamOf,
} from './given.ts';

const page = 4096;

const mount = (folder: string, bytes: number): boolean => {
	mkdirSync(folder, {recursive: true});
	return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'none', folder]).status === 0;
};

/** Between two polls of a trial: an hour is over after 60 of them. */
const interval = minute;

/** Fills a disk of so many bytes. */
const fill = async (trials: Trials, disk: string, bytes: number): Promise<void> => {
	const trial = `${bytes} bytes`;
	const path = join(disk, 'recording');
	const given: Given = new Map();
	const lost: number[] = [];
	const run = await startWriter({folder: diskFolder(path), onLost: since => lost.push(since)});
	const {clock, writer, said} = run;
	let [n, appended] = [0, 0];
	const poll = async (): Promise<void> => {
		await clock.advance(interval);
		for (const campaign of [1, 2]) {
			const values = pollOf(campaign, n);
			give(given, streamOf(campaign), clock.now().wall, values);
			writer.append(streamOf(campaign), clock.now().wall, values);
			appended++;
		}
		n++;
		await writer.flush();
	};
	try {
		while (writer.missed === 0 && n < 20_000) {
			await poll();
			if (n % 60 === 0) {
				await writer.settled();
			}
		}
		if (writer.missed === 0) {
			trials.failed('the disk did not fill up', trial);
		}
		for (let more = 0; more < 5; more++) {
			await poll();
		}
		if (!said.some(text => text === 'The recording has stopped: the disk is full')) {
			trials.failed(`it did not say that it has stopped: ${said.join(' | ')}`, trial);
		}
		const {missed} = writer;
		const stored = (isFull: boolean): number => {
			const {found, wrong} = readFrom(path, reader => {
				const judged = judge(reader, given);
				// SQLite needs a little room to read beside a writer.
				const damage = reader.damage.filter(text => !(isFull && /disk I\/O error$/.test(text)));
				return {...judged, wrong: [...judged.wrong, ...damage]};
			});
			for (const text of wrong.slice(0, 3)) {
				trials.failed(text, trial);
			}
			return [...found.values()].reduce((sum, {size}) => sum + size, 0);
		};
		const before = stored(true);
		const marks = readFrom(path, reader => reader.marks(allTime).length);
		// The mark of the beginning is a row as well.
		if (before + marks + missed !== appended + 1) {
			trials.failed(`${appended} rows came, ${before} are there and ${missed} are counted as missed`, trial);
		}
		execFileSync('mount', ['-o', 'remount,size=64m', disk]);
		await clock.advance(31_000);
		await writer.settled();
		await writer.flush();
		if (writer.missed !== 0 || lost.length === 0) {
			trials.failed(`with room again it does not go on: ${said.join(' | ')}`, trial);
		}
		for (let more = 0; more < 5; more++) {
			await poll();
		}
		await clock.advance(2 * minute);
		await writer.settled();
		await writer.close();
		const wall = clock.now().wall + day;
		for (const text of await closeAll(path, wall)) {
			trials.failed(`with room again: ${text}`, trial);
		}
		const after = stored(false);
		if (after !== before + 10) {
			trials.failed(`${after - before} of 10 later rows are there`, trial);
		}
		const gaps = readFrom(path, reader => reader.gaps(allTime));
		if (!gaps.some(({from, to}) => from >= begin - minute && to > from)) {
			trials.failed(`no gap is marked: ${JSON.stringify(gaps)}`, trial);
		}
	} finally {
		await writer.close();
	}
	trials.tried('full disks');
};

/** Disks of so many sizes, from one page to some hours of polls. */
export const tryFullDisk = async (trials: Trials, folder: string, points: number): Promise<void> => {
	const disk = join(folder, 'disk');
	for (let point = 0; point < points; point++) {
		const bytes = (1 + Math.round(100 * (point / points) ** 2)) * page;
		if (!mount(disk, bytes)) {
			trials.noted('full disk: left out, as no tmpfs may be mounted here');
			trials.tried('full disks', points);
			return;
		}
		try {
			await fill(trials, disk, bytes);
		} finally {
			execFileSync('umount', [disk]);
		}
	}
	trials.noted(`full disk: a tmpfs of each of ${points} sizes up to ${Math.round((101 * page) / 1000)} kB`);
};
