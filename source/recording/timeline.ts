/** A span of time in so many cells: the drop rate of a campaign, what happened, and when nothing was recorded. */
import type {Stretch} from '../model/calling-hours.ts';
import {minute} from '../model/time.ts';
import type {Mark, Period, Recording} from './recording.ts';
import {number} from './row-values.ts';

/** A cell of the timeline. */
export type TimelineCell = {
	/** The day's drop rate at the end of the cell, percent; undefined if none was recorded in it. */
	readonly rate: number | undefined;
	/** What happened in it, the newest last. */
	readonly marks: readonly Mark[];
	readonly isGap: boolean;
	/** Whether it was not recorded, but read from an engine. */
	readonly isFilled: boolean;
};

export type Timeline = Period & {
	readonly cells: readonly TimelineCell[];
	/** The drop limit of the campaign, percent, as it was last. */
	readonly limit: number | undefined;
};

/** The cell that holds a moment. */
export const cellOf = ({from, to}: Period, count: number, at: number): number =>
	Math.min(count - 1, Math.max(0, Math.floor(((at - from) / (to - from)) * count)));

/**
 * Marks of all campaigns, and the drop rate of one.
 *
 * @param filled the stretches that were not recorded, but read from an engine
 */
export const timelineOf = (
	recording: Pick<Recording, 'rows' | 'marks'>,
	campaignId: string | undefined,
	period: Period,
	count: number,
	filled: readonly Stretch[] = [],
): Timeline => {
	const cells = Array.from({length: count}, () => ({
		rate: undefined as number | undefined,
		marks: [] as Mark[],
		isGap: false,
		isFilled: false,
	}));
	const cellAt = (at: number) => cells[cellOf(period, count, at)];
	let limit: number | undefined;
	const rows = campaignId === undefined ? [] : recording.rows(`figures/${campaignId}`, period, 'minute').rows;
	for (const {at, values} of rows) {
		const cell = cellAt(at);
		if (cell) {
			cell.rate = number(values.dropRate) ?? cell.rate;
			limit = number(values.dropLimit) ?? limit;
		}
	}
	const length = (period.to - period.from) / count;
	// A cell that is shorter than a minute has no row of its own: the day's rate stays what it was.
	for (let [at, since] = [1, 0]; at < count; at++) {
		const [cell, before] = [cells[at], cells[at - 1]];
		since = cell?.rate === undefined ? since + length : 0;
		if (cell && cell.rate === undefined && since < 2 * minute) {
			cell.rate = before?.rate;
		}
	}
	for (const mark of recording.marks({from: period.from, to: period.to + longestGap})) {
		const {at, kind, since = at} = mark;
		if (at <= period.to) {
			cellAt(at)?.marks.push(mark);
		}
		// A gap is marked at its end.
		if (kind === 'gap' && since <= period.to) {
			const first = cellOf(period, count, Math.max(since, period.from));
			for (const cell of cells.slice(first, cellOf(period, count, Math.min(at, period.to)) + 1)) {
				cell.isGap = true;
			}
		}
	}
	for (const {from, until} of filled) {
		for (const cell of cells.slice(cellOf(period, count, from), cellOf(period, count, until) + 1)) {
			cell.isFilled = true;
		}
	}
	return {...period, cells, limit};
};

/** How long a gap may go on behind what is shown for it to be looked for. */
const longestGap = 1440 * minute;
