/** When a lead is called again, by the outcome of the last call, or rings back itself. */
import {type CallStatus, callStatuses, statusCode} from './call-log.ts';
import {logNormalByMedian, type Purpose, purpose, uniform} from './draw.ts';
import {zoneOf} from './leads.ts';
import type {Call, Settings, World} from './state.ts';
import {hour, minute} from './time.ts';
import {localHour} from './zones.ts';

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
 * tried at another part of the day, and then on other days; who was dropped is not called until the next day.
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

const waitAfter = ({habits}: World, {attempt}: Pick<Call, 'attempt'>, code: number): Wait | undefined => {
	const waits = overDaysByCode[code];
	return habits.days ? waits?.[Math.min(attempt, waits.length) - 1] : sameDayByCode[code];
};

const drawFor = ({seed}: World, {lead, attempt}: Pick<Call, 'lead' | 'attempt'>, what: Purpose): number =>
	uniform(seed, lead, attempt, what);

/** Milliseconds until the lead may be called again, by its status code; undefined if it is finished. */
export const retryDelay = (world: World, call: Pick<Call, 'lead' | 'attempt'>, code: number): number | undefined => {
	const wait = waitAfter(world, call, code);
	return wait && Math.round((wait[0] + (wait[1] - wait[0]) * drawFor(world, call, purpose.callback)) * hour);
};

const message = statusCode('MESSAGE');

/** How long a lead waits that heard a message and does not ring back. */
export const waitAfterMessage = (world: World, lead: number): number =>
	retryDelay(world, {lead, attempt: world.leads.attempts[lead] ?? 0}, message) ?? 0;

/** Of those who hear a message, the share that ring the number to call back, by whether that is free. */
const ringBacks = {free: 0.12, other: 0.04};
const freeNumber = /^8(?:00|33|44|55|66|77|88)/;
/** Half of them ring within so long. */
const medianDelay = 20 * minute;
const longestDelay = 4 * hour;
/** Hours of the person's own day in which they ring. */
const awake = {from: 8, to: 21};

/** Milliseconds until the person rings the number that a message has left; undefined if they do not. */
export const ringBackDelay = (
	world: World,
	call: Call,
	code: number,
	{callBackNumber}: Pick<Settings, 'callBackNumber'>,
): number | undefined => {
	const share = freeNumber.test(callBackNumber) ? ringBacks.free : ringBacks.other;
	if (code !== message || !world.habits.ringBack || drawFor(world, call, purpose.ringBack) >= share) {
		return undefined;
	}
	const delay = 2 * minute + logNormalByMedian(medianDelay, 1, drawFor(world, call, purpose.ringBackDelay));
	const hourThen = localHour(world, world.now + delay, zoneOf(world, call.lead));
	return delay < longestDelay && hourThen >= awake.from && hourThen < awake.to ? delay : undefined;
};
