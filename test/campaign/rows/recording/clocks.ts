/** A clock that is set back and forth by an operator or a time server: each poll is recorded once, in order. */
import {join} from 'node:path';
import {diskFolder, memoryFolder} from '../../../../source/recording/folder.ts';
import {allTime} from '../../../../source/recording/reader.ts';
import type {Trials} from '../../row.ts';
import {day, type Given, give, hour, judge, minute, miscounted, pollOf, startWriter, streamOf} from './given.ts';

/** By how much it is set. */
const years = 5 * 365 * day;
const steps = [
	...[-10, -1500, -5000, -minute, -20 * minute, -hour, -3 * hour, -day, -3 * day, -years],
	...[5 * minute, hour, day, 30 * day, years],
];

/** A history of some hours. */
const pass = async (trials: Trials, folder: string, number: number): Promise<void> => {
	const trial = `clocks, history ${number}`;
	const random = trials.random(trial);
	const given: Given = new Map();
	const isInMemory = number % 2 === 0;
	const run = await startWriter({folder: isInMemory ? memoryFolder() : diskFolder(join(folder, `clocks-${number}`))});
	const {clock, writer, said} = run;
	// A clock that is far ahead for less than hours removes nothing.
	let set = 0;
	const settle = async (): Promise<void> => {
		await (isInMemory ? clock.advance(2000) : writer.settled());
	};
	try {
		let last = clock.now().wall;
		for (let n = 0; n < 240; n++) {
			await clock.advance(30_000);
			if (random.below(20) === 0) {
				clock.setWall(random.pick(steps));
			}
			const {wall} = clock.now();
			set += wall < last - 2000 ? 1 : 0;
			// A step of less is held until the clock has caught up.
			last = wall < last - 2000 ? wall : Math.max(last, wall);
			for (const campaign of [1, 2]) {
				const values = pollOf(campaign, n);
				give(given, streamOf(campaign), wall, values);
				writer.append(streamOf(campaign), wall, values);
			}
			await writer.flush();
			await settle();
		}
		await settle();
		const {reader} = writer;
		const {found, wrong} = judge(reader, given);
		for (const [stream, numbers] of found) {
			if (numbers.size !== 240) {
				wrong.push(`${stream} has ${numbers.size} of 240 rows`);
			}
			wrong.push(...miscounted(reader, stream, 240));
			const [end] = reader
				.days(stream.slice('figures/'.length), allTime)
				.toSorted((a, b) => Number(a.values.calledToday) - Number(b.values.calledToday))
				.slice(-1);
			if (end?.values.calledToday !== given.get(stream)?.get(239)?.values.calledToday) {
				wrong.push(`${stream} ends its day with ${end?.values.calledToday} calls`);
			}
		}
		const marks = reader.marks(allTime, {kinds: ['clock']}).length;
		if (marks !== set) {
			wrong.push(`${marks} of ${set} steps back are marked`);
		}
		const complaints = said.filter(text => !text.startsWith('The clock of this machine is'));
		for (const text of [...wrong, ...reader.damage, ...complaints].slice(0, 4)) {
			trials.failed(text, trial);
		}
		trials.tried('clocks set back', set);
	} finally {
		await writer.close();
	}
};

/** Histories in which the clock is set. */
export const tryClocks = async (trials: Trials, folder: string, histories: number): Promise<void> => {
	for (let number = 0; number < histories; number++) {
		await pass(trials, folder, number);
	}
};
