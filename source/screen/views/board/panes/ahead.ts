/** What the chart of leads draws after now: the way to its end, in hours of dialing alone. */

import {shownIn} from '../../../../model/calling-hours.ts';
import type {Projection} from '../../../../model/projection.ts';
import {aheadText, dateIn, timeIn, weekdayIn} from '../../../../present/projection-text.ts';
import type {Chart, TimeAxis} from '../../../parts/chart.ts';

/** Ticks after now, besides breaks and the end. */
const mostTicks = 6;

const hour = 3600;
const tickSteps = [300, 600, 900, 1800, hour, 2 * hour, 3 * hour, 4 * hour, 6 * hour, 12 * hour];

/** The step of ticks over so many seconds. */
const stepFor = (span: number): number => tickSteps.find(one => span / one <= mostTicks) ?? 24 * hour;

/** How far the chart looks ahead where no calling hours are known. */
const mostWithoutHours = 5 * 24 * hour;

type Ahead = NonNullable<TimeAxis['ahead']>;
type Tick = Ahead['ticks'][number];

/** The times of the day in the stretches of dialing, and a break where one of them ends. */
const clockTicks = ({zone, dialing = []}: Projection, step: number): Tick[] => {
	let at = 0;
	return dialing.flatMap(({from, until}, index): Tick[] => {
		const begin = at;
		at += (until - from) / 1000;
		const ahead = (shownIn(zone, from) - from) / 1000;
		const first = Math.ceil((from / 1000 + ahead) / step) * step - ahead;
		const count = Math.max(0, Math.ceil((until / 1000 - first) / step));
		const isBreak = index > 0 && begin > 0;
		return [
			...(isBreak ? [{at: begin, text: weekdayIn(zone, from), hasLine: true}] : []),
			...Array.from({length: count}, (_, tick) => {
				const wall = first + tick * step;
				return {at: begin + wall - from / 1000, text: timeIn(zone, wall * 1000)};
			}),
		];
	});
};

/** Days, where the stretches of dialing are too many for the times of each. */
const dayTicks = ({zone, dialing = []}: Projection): Tick[] => {
	const every = Math.ceil(dialing.length / mostTicks);
	let at = 0;
	return dialing.flatMap(({from, until}, index): Tick[] => {
		const begin = at;
		at += (until - from) / 1000;
		return index > 0 && index % every === 0 ? [{at: begin, text: dateIn(zone, from)}] : [];
	});
};

/** The axis after now, up to the end; undefined without a projection, or without the time that was measured. */
export const aheadAxis = (projection: Projection | undefined, measured: number | undefined): Ahead | undefined => {
	if (!projection || !measured) {
		return undefined;
	}
	const {seconds, zone, dialing} = projection;
	if (!dialing) {
		const span = Math.min(seconds, mostWithoutHours);
		const step = stepFor(span);
		const counts = Array.from({length: Math.ceil(span / step) - 1}, (_, tick) => (tick + 1) * step);
		const all = seconds > span ? counts : [...counts, seconds];
		return {span, ticks: all.map(at => ({at, text: aheadText(at)}))};
	}
	const end = dialing.at(-1)?.until ?? 0;
	const isManyDays = dialing.length > mostTicks;
	const last = {at: seconds, text: isManyDays ? dateIn(zone, end) : timeIn(zone, end)};
	const ticks = isManyDays ? dayTicks(projection) : clockTicks(projection, stepFor(seconds));
	return {span: seconds, ticks: [...ticks.filter(({at}) => at < seconds), last]};
};

/** What is expected to remain, in seconds of dialing from now on. */
export const aheadPoints = ({seconds}: Projection, remaining: number): NonNullable<Chart['ahead']> => [
	{at: 0, value: remaining},
	{at: seconds, value: 0},
];
