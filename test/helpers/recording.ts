/** Recordings of tests: writers that have nothing to complain of, and a floor that is recorded. */
import {expect} from 'vitest';
import {retentionDefaults} from '../../source/recording/closing.ts';
import {memoryFolder} from '../../source/recording/folder.ts';
import {Recorder} from '../../source/recording/recorder.ts';
import {createWriter} from '../../source/recording/writer.ts';
import {scenarios, scriptOf} from '../../source/sandbox/scenarios/scenarios.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import type {Clock} from '../../source/system/clock.ts';
import {openingOf} from '../sandbox/scenario-world.ts';
import {manualClock} from './clock.ts';
import {watch, watchUntil} from './watched-world.ts';

type WriterOptions = Parameters<typeof createWriter>[0];

/** A writer to memory, unless a folder is given. The test fails where it complains. */
export const soundWriter = (given: Partial<WriterOptions> & Pick<WriterOptions, 'clock'>) =>
	createWriter({
		folder: memoryFolder(),
		retention: retentionDefaults,
		complain: text => expect.unreachable(text),
		onLost: () => undefined,
		...given,
	});

/** A clock of which no timer falls due: what waits is written when a test says so. */
export const stillClock = (now: () => number): Clock => ({
	now: () => ({wall: now(), mono: now()}),
	after: () => () => undefined,
	random: () => 0.5,
});

/**
 * A floor on which a drop storm begins, recorded in memory.
 *
 * @param before milliseconds before the storm from which on it is watched
 */
export const recordStorm = async (before = 0) => {
	const opening = openingOf('drop-storm');
	const world = createWorld({
		seed: 7,
		origin: opening - hour,
		plan: scenarios['drop-storm'].plan,
		script: scriptOf(scenarios['drop-storm'], opening),
	});
	const from = opening - before;
	advance(world, from);
	const clock = manualClock({wall: world.now, mono: world.now});
	const writer = soundWriter({clock});
	await writer.settled();
	const watched = watch(world);
	const recorder = new Recorder(writer, watched.state.now);
	recorder.record(watched.state);
	return {
		world,
		from,
		watched,
		recorder,
		reader: writer.reader,
		/** Watches until so many minutes have passed since the first poll. */
		watchFor(minutes: number): void {
			watchUntil(watched, from + minutes * minute, 5, ({state}) => {
				recorder.record(state);
				return false;
			});
		},
		/** Has what was seen in a minute written. */
		async written(): Promise<void> {
			await clock.advance(minute);
			await writer.flush();
		},
	};
};
