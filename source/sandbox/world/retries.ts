/** When a lead is called again, by what came of the last call. */
import {type CallStatus, callStatuses, statusCode} from './call-log.ts';
import {type Purpose, purpose, uniform} from './draw.ts';
import type {Call, World} from './state.ts';
import {hour, minute} from './time.ts';

/** Hours from and to. */
type Wait = readonly [from: number, to: number];

/** Within one day: the plain floor's. */
const sameDay: Partial<Record<CallStatus, Wait>> = {
	BUSY: [1 / 6, 1 / 6],
	NOANSWER: [1.5, 1.5],
	MACHINE: [2, 2],
	MISDETECTED: [2, 2],
	MESSAGE: [4, 4],
	DROP: [1, 1],
	HANGUP: [1, 1],
	ABANDON: [1, 1],
	CALLBACK: [1, 4],
};

/**
 * Over several days, after the first call to the lead, the second, and so on; the last wait repeats. Who did not answer is
 * tried at another part of the day, and then on other days; who was dropped is left alone until the next day.
 */
const overDays: Partial<Record<CallStatus, readonly Wait[]>> = {
	BUSY: [
		[1 / 6, 1 / 2],
		[1, 3],
	],
	NOANSWER: [
		[3, 7],
		[19, 29],
		[42, 54],
	],
	MACHINE: [
		[19, 29],
		[42, 54],
	],
	MISDETECTED: [
		[3, 7],
		[19, 29],
	],
	MESSAGE: [[42, 78]],
	DROP: [[19, 29]],
	HANGUP: [[19, 29]],
	ABANDON: [[19, 29]],
	CALLBACK: [[1, 4]],
};

const sameDayByCode = callStatuses.map(status => sameDay[status]);
const overDaysByCode = callStatuses.map(status => overDays[status]);

const waitAfter = ({habits}: World, {attempt}: Call, code: number): Wait | undefined => {
	const waits = overDaysByCode[code];
	return habits.days ? waits?.[Math.min(attempt, waits.length) - 1] : sameDayByCode[code];
};

const drawFor = ({seed}: World, {lead, attempt}: Call, what: Purpose): number => uniform(seed, lead, attempt, what);

const message = statusCode('MESSAGE');

/** Who hears a message may ring the number to call back, to be called again soon; more do so if that is free (ours). */
const ringsBack = (world: World, call: Call, callBackNumber: string): boolean =>
	drawFor(world, call, purpose.ringBack) < (/^8(?:00|33|44|55|66|77|88)/.test(callBackNumber) ? 0.12 : 0.04);

/** Milliseconds until the lead may be called again, by its status code; undefined if it is finished. */
export const retryDelay = (world: World, call: Call, code: number, callBackNumber: string): number | undefined => {
	if (code === message && ringsBack(world, call, callBackNumber)) {
		return Math.round((5 + 25 * drawFor(world, call, purpose.callback)) * minute);
	}
	const wait = waitAfter(world, call, code);
	return wait && Math.round((wait[0] + (wait[1] - wait[0]) * drawFor(world, call, purpose.callback)) * hour);
};
