/** The month before an embedded sandbox began: simulated, as all of the sandbox is, and recorded in advance. */

import {dayIn, whenShown, type Zone} from '../../model/calling-hours.ts';
import {day} from '../../model/time.ts';
import {movedRecording, withEarlier} from '../../recording/earlier.ts';
import type {Folder} from '../../recording/folder.ts';
import {packedFolder} from '../../recording/packed.ts';
import {createReader} from '../../recording/reader.ts';
import type {Recording} from '../../recording/recording.ts';
import {monthDays, monthEnd, packedMonth} from '../../sandbox/month.ts';

/** Midnight before a moment on the clock of a zone. */
const midnightBefore = (now: number, zone: Zone): number => whenShown(zone, dayIn(zone, now).number * day);

/** The month up to a midnight, from which on nothing of it is read. */
const monthUntil = (midnight: number): Recording =>
	movedRecording(createReader(packedFolder(packedMonth()), 'UTC'), midnight - monthEnd, midnight);

/**
 * The month alone, up to the midnight before a moment.
 *
 * @param zone the service's, by whose clock the floor works; undefined for this machine's own
 */
export const sandboxMonth = (now: number, zone: Zone): Recording => monthUntil(midnightBefore(now, zone));

/** The files of the month, whose rows have the times at which it was made. */
export const sandboxFolder = (): Folder => packedFolder(packedMonth());

/**
 * The recording of an embedded sandbox with the month before it, which is opened when somebody looks so far back.
 *
 * @param begin when the sandbox was first seen
 * @param zoneShown by whose clock the screen shows its times, which its first answers tell
 */
export const withSandboxMonth = (recording: Recording, begin: number, zoneShown: () => Zone): Recording => {
	let until: number | undefined;
	const midnight = (): number => {
		until ??= midnightBefore(begin, zoneShown());
		return until;
	};
	let month: Recording | undefined;
	const between = {
		get begin() {
			return midnight() - monthDays * day;
		},
		get from() {
			return midnight();
		},
		to: begin,
		text: 'the sandbox began; the days before were made up in advance',
	};
	return withEarlier(recording, between, () => {
		month ??= monthUntil(midnight());
		return month;
	});
};
