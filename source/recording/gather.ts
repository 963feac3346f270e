/** Rows of a coarser tier out of those that were polled. */
import {momentFigures} from '../model/sample.ts';
import {minute} from '../model/time.ts';
import type {Row, Value, Values} from './recording.ts';

/** For other figures, such as counts and averages of the day, the last one is enough. */
const gaugeNames: ReadonlySet<string> = new Set(momentFigures);

/** Tenths are enough of a mean of whole numbers. */
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The names of the further values that are stored of gauges. */
const spreadNames = new Map(momentFigures.map(name => [name, [`${name}.min`, `${name}.mean`, `${name}.max`] as const]));

const isSpread = (name: string): boolean => {
	const dot = name.lastIndexOf('.');
	return dot > 0 && gaugeNames.has(name.slice(0, dot));
};

/** A gauge over several rows. */
class Spread {
	#min = Number.POSITIVE_INFINITY;
	#max = Number.NEGATIVE_INFINITY;
	#sum = 0;
	#polls = 0;

	add(min: number, mean: number, max: number, polls: number): void {
		this.#min = Math.min(this.#min, min);
		this.#max = Math.max(this.#max, max);
		this.#sum += mean * polls;
		this.#polls += polls;
	}

	/** Least, mean and most, but for those that equal the last value. */
	*besides(names: readonly string[], last: Value | undefined): Generator<[string, number]> {
		for (const [index, value] of [this.#min, rounded(this.#sum / this.#polls), this.#max].entries()) {
			const name = names[index];
			if (this.#polls > 0 && name !== undefined && value !== last) {
				yield [name, value];
			}
		}
	}
}

const pollsOf = ({values}: Row): number => (typeof values.polls === 'number' ? values.polls : 1);

const spreadOf = (
	rows: readonly Row[],
	before: Row | undefined,
	name: string,
	names: readonly [string, string, string],
): Spread => {
	const spread = new Spread();
	const [min, mean, max] = names.map(one => before?.values[one]);
	const last = before?.values[name];
	if (before && typeof last === 'number') {
		const or = (value: Value | undefined): number => (typeof value === 'number' ? value : last);
		spread.add(or(min), or(mean), or(max), pollsOf(before));
	}
	for (const {values} of rows) {
		const value = values[name];
		if (typeof value === 'number') {
			spread.add(value, value, value, 1);
		}
	}
	return spread;
};

/**
 * One row for several as they were polled, oldest first: its values are the last ones, its gauges have least, mean and most besides,
 * and `polls` counts the rows. The mean is of the polls that brought the gauge.
 *
 * @param before the row of those that came before them, made in the same way
 */
export const gathered = (rows: readonly Row[], before?: Row): Row | undefined => {
	const last = rows.at(-1) ?? before;
	if (!last) {
		return undefined;
	}
	const polls = rows.length + (before ? pollsOf(before) : 0);
	return {
		at: last.at,
		seq: last.seq,
		values: Object.fromEntries([
			...Object.entries(last.values).filter(([name]) => !isSpread(name)),
			...[...spreadNames].flatMap(([name, names]) => [
				...spreadOf(rows, before, name, names).besides(names, last.values[name]),
			]),
			['polls', polls],
		]),
	};
};

/** A row for each period of so many milliseconds, oldest first. */
export const gatheredEach = (rows: readonly Row[], length: number): Row[] =>
	[...Map.groupBy(rows, ({at}) => Math.floor(at / length)).values()].flatMap(some => gathered(some) ?? []);

/** Counts of the day, by which it is seen to end. */
const totals = ['calledToday', 'humanAnswered', 'answeredToday', 'totalCalls', 'connectedCalls'];

/** Whether the service has begun a new day: a count is less than half of what it was. A small step back is a correction. */
const hasFallen = (before: Values, after: Values): boolean =>
	totals.some(name => {
		const [was, is] = [before[name], after[name]];
		return typeof was === 'number' && typeof is === 'number' && is * 2 < was;
	});

/** The date of a moment in a time zone; undefined for this machine's own. */
export const dateIn = (zone: string | undefined): ((at: number) => string) => {
	const format = new Intl.DateTimeFormat('en-CA', {timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit'});
	return at => format.format(at);
};

/** Milliseconds without a poll in which the end of a day may have gone unseen. */
const unseen = 10 * minute;

/**
 * The rows of days after those that were polled: a day ends where its totals fall, or at midnight where they are zero or nothing was
 * polled. Each holds when it began (`since`), and its `date`. Rows that a day holds already are skipped.
 *
 * @param before the day that was under way
 */
export const daysAfter = (before: Row | undefined, rows: readonly Row[], dateOf: (at: number) => string): Row[] => {
	const days: Row[] = [];
	let day = before;
	let part: Row[] = [];
	const finish = (): void => {
		const next = part.length > 0 ? gathered(part, day) : undefined;
		if (next) {
			const {since = part[0]?.at ?? next.at, date = dateOf(part[0]?.at ?? next.at)} = day?.values ?? {};
			// A day does not end before it began where a clock was set back.
			days.push({...next, at: Math.max(next.at, day?.at ?? 0), values: {...next.values, since, date}});
		}
	};
	for (const row of rows) {
		const last = part.at(-1) ?? day;
		if (last && row.seq <= last.seq) {
			continue;
		}
		const isMidnight = last !== undefined && dateOf(last.at) !== dateOf(row.at);
		const isUnseen = isMidnight && (row.at - last.at > unseen || totals.every(name => !row.values[name]));
		if (last && (isUnseen || hasFallen(last.values, row.values))) {
			finish();
			day = undefined;
			part = [];
		}
		part.push(row);
	}
	finish();
	return days;
};
