/**
 * What a campaign's figures were over the last twelve hours, in averages of five minutes: the graphs of an answer hold an hour.
 * It grows by a step at a time and is bounded; a step of which nothing is known stays a gap.
 */

import type {Graphs, Sample} from './sample.ts';
import type {Moment} from './time.ts';

/** Seconds of a step. */
export const stepLength = 300;

const steps = 144;

/** What is stored of each step: averages of its points, except for the last three, which are counts of the step. */
const series = [
	'dialed',
	'delivered',
	'drops',
	'agents',
	'available',
	'occupied',
	'remainingLeads',
	'ringing',
	'waiting',
	'inIvr',
	'called',
	'answered',
	'sales',
] as const;

type Series = (typeof series)[number];

/** Figures that come from the counts of the day. */
const counted = ['called', 'answered', 'sales'] as const satisfies readonly Series[];
type Counted = (typeof counted)[number];

/** The figures of a step; undefined where nothing is known. */
export type PastStep = Partial<Record<Series, number>>;

/** A campaign's last hours. */
export type Past = {
	/** The newest point of the graphs: seconds that go on over midnight, by the service's clock, and when it came. */
	readonly clock: {readonly seconds: number; readonly seen: Moment};
	/** The number of the newest step: of those seconds. */
	readonly newest: number;
	/** The steps, oldest first, each with its series; NaN where nothing is known. */
	readonly values: Float32Array;
	/** The day's counts when the newest step ended; NaN where no answer came by then. */
	readonly counts: Readonly<Record<Counted, number>>;
};

const minute = 60;
const day = 86_400;

/** The time that is nearest to another, among those that show a time of day. */
const nearest = (timeOfDay: number, to: number): number => timeOfDay + Math.round((to - timeOfDay) / day) * day;

/** The step that the interval belongs to that ends at a time. */
const stepOf = (seconds: number): number => Math.ceil(seconds / stepLength) - 1;

const number = (value: number | undefined): number => value ?? Number.NaN;

const widest = series.length;

/** Adds up the points of the graphs by their steps, from a step on. */
const averages = (
	{calls = [], agents = [], leads = [], liveCalls = []}: Graphs,
	newest: number,
	from: number,
	to: number,
) => {
	const count = to - from + 1;
	const sums = new Float64Array(count * widest);
	const counts = new Uint16Array(count * widest);
	const timed: readonly {time?: number | undefined}[] = calls.length > 0 ? calls : agents;
	const last = timed.at(-1)?.time ?? 0;
	const add = (points: readonly object[], of: (index: number) => readonly (readonly [Series, number])[]): void => {
		// Points without times of their own are those of the same minutes, if they are as many.
		if (points.length !== timed.length) {
			return;
		}
		for (const [index, {time}] of timed.entries()) {
			const step = stepOf(newest - ((last - number(time) + day) % day)) - from;
			// A step that is not over has no cells, and writes to the arrays skip it.
			for (const [name, value] of step >= 0 ? of(index) : []) {
				const cell = step * widest + series.indexOf(name);
				if (!Number.isNaN(value)) {
					sums[cell] = (sums[cell] ?? 0) + value;
					counts[cell] = (counts[cell] ?? 0) + 1;
				}
			}
		}
	};
	add(calls, index => [
		['dialed', number(calls[index]?.dialed)],
		['delivered', number(calls[index]?.delivered)],
		['drops', number(calls[index]?.drops)],
	]);
	add(agents, index => {
		const {agents: all, paused, onCall, wrapUp, dead} = agents[index] ?? {};
		return [
			['agents', number(all)],
			['available', number(all) - number(paused)],
			['occupied', number(onCall) + number(wrapUp) + number(dead)],
		];
	});
	add(leads, index => [['remainingLeads', number(leads[index]?.remainingLeads)]]);
	add(liveCalls, index => [
		['ringing', number(liveCalls[index]?.ringing)],
		['waiting', number(liveCalls[index]?.waiting)],
		['inIvr', number(liveCalls[index]?.inIvr)],
	]);
	return Float32Array.from(sums, (sum, cell) => sum / number(counts[cell]));
};

/** The oldest step of which the graphs have a point. */
const firstStep = ({calls, agents}: Graphs, newest: number): number => {
	const points: readonly {time?: number | undefined}[] = calls?.length ? calls : (agents ?? []);
	const [first, last] = [points[0]?.time, points.at(-1)?.time];
	return first === undefined || last === undefined ? stepOf(newest) : stepOf(newest - ((last - first + day) % day));
};

/** How far the service's clock may be from what this machine's clocks expect, seconds; beyond that it was set. */
const mostDrift = 600;

/** The time of a graph's newest point; undefined if either clock of this machine shows that the service's clock was set. */
const timeAfter = ({clock}: Past, timeOfDay: number, seen: Moment): number | undefined =>
	[seen.mono - clock.seen.mono, seen.wall - clock.seen.wall]
		.map(milliseconds => clock.seconds + milliseconds / 1000)
		.flatMap(expected => {
			const seconds = nearest(timeOfDay, expected);
			return Math.abs(seconds - expected) <= mostDrift ? seconds : [];
		})[0];

/**
 * A campaign's last hours after an answer; the same object unless its graphs have a newer point than before. It begins anew
 * where the service's clock was set, since then no time of it is known any longer.
 */
export const pastAfter = (
	before: Past | undefined,
	graphs: Graphs & {figures: Pick<Sample['figures'], 'calledToday' | 'answeredToday' | 'sales'> | undefined},
	seen: Moment,
): Past | undefined => {
	const {calls, agents, figures} = graphs;
	const {calledToday, answeredToday, sales} = figures ?? {};
	const timeOfDay = (calls?.length ? calls : agents)?.at(-1)?.time;
	if (timeOfDay === undefined || (before && (before.clock.seconds - timeOfDay) % day === 0)) {
		return before;
	}
	const after = before && timeAfter(before, timeOfDay, seen);
	if (before && after !== undefined && after < before.clock.seconds) {
		return before;
	}
	const known = after === undefined ? undefined : before;
	const seconds = after ?? timeOfDay;
	const clock = {seconds, seen};
	const newest = stepOf(seconds + 1) - 1;
	if (known && newest <= known.newest) {
		return {...known, clock};
	}
	const isAtEnd = newest - 1 === known?.newest || seconds - (newest + 1) * stepLength < minute;
	const counts = isAtEnd
		? {called: number(calledToday), answered: number(answeredToday), sales: number(sales)}
		: {called: Number.NaN, answered: Number.NaN, sales: Number.NaN};
	const since = Math.max(known ? known.newest + 1 : firstStep(graphs, seconds), newest - steps + 1);
	const added = averages(graphs, seconds, since, newest);
	if (known && since === newest && known.newest === newest - 1) {
		const last = added.length - widest;
		for (const name of counted) {
			added[last + series.indexOf(name)] = atLeast0(counts[name] - known.counts[name]);
		}
	}
	const stored = known?.values ?? new Float32Array();
	const room = Math.max(0, steps * widest - added.length);
	const older = stored.subarray(Math.max(0, stored.length - room));
	const values = new Float32Array(older.length + added.length);
	values.set(older);
	values.set(added, older.length);
	return {clock, newest, values, counts};
};

/** A count of a day is lower than before only if another day has begun. */
const atLeast0 = (count: number): number => (count >= 0 ? count : Number.NaN);

/** The steps, oldest first, with the seconds from the newest point to the middle of each, below 0. */
export const stepsOf = ({clock, newest, values}: Past): {at: number; record: PastStep}[] => {
	const count = values.length / widest;
	return Array.from({length: count}, (_, index) => {
		const middle = (newest - count + 1 + index + 0.5) * stepLength;
		const record: PastStep = {};
		for (const [at, name] of series.entries()) {
			const value = values[index * widest + at];
			if (value !== undefined && !Number.isNaN(value)) {
				record[name] = value;
			}
		}
		return {at: middle - clock.seconds, record};
	});
};
