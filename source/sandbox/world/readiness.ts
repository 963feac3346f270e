/** How readily people answer: by the hour and the day of the week in their own zone, and each by their own nature. */
import {purpose, uniform} from './draw.ts';
import type {World} from './state.ts';
import {localHour, localWeekday} from './zones.ts';

/** At each hour of their own day, relative to the mean. */
const byHour = [
	0.4, 0.3, 0.3, 0.3, 0.4, 0.5, 0.7, 0.8, 0.92, 0.98, 1.02, 1, 0.95, 0.94, 0.96, 0.98, 1.02, 1.12, 1.2, 1.18, 1.05, 0.8,
	0.6, 0.5,
];

/** From Sunday to Saturday. */
const byWeekday = [0.84, 1.03, 1.05, 1.01, 0.98, 0.94, 0.89];

/** The readiest answer so many times as often as the mean. */
const readiest = 5;

/**
 * A person's own readiness, the same at every call: 0 to `readiest`, with a mean of 1. As those who are readier are reached
 * first, those left after fruitless tries are the less ready ones: of a first call 18 % are answered, of a second 15.4 %, of
 * a third 13.4 %, of a fourth 11.9 %.
 */
const ownReadiness = (seed: number, lead: number): number =>
	readiest * (1 - (1 - uniform(seed, lead, 0, purpose.readiness)) ** (1 / (readiest - 1)));

/** In place of a lead. */
export const nobody = -1;

/** How readily a person answers now, relative to the mean; `nobody` has no nature of their own. */
export const readinessOf = (world: World, lead: number, zone: number): number => {
	const {seed, habits, now} = world;
	return (
		(byHour[localHour(world, now, zone)] ?? 1) *
		(habits.days ? (byWeekday[localWeekday(world, now, zone)] ?? 1) : 1) *
		(habits.memory && lead !== nobody ? ownReadiness(seed, lead) : 1)
	);
};
