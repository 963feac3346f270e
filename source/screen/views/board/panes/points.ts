/** The points of charts, with their times: of the service's graphs (section 2.6) and of dialtop's own polls. */

import {between, type History, type TimedRecord} from '../../../../model/history.ts';
import type {Dashboard} from '../../../../model/wire.ts';
import {timeOfDay} from '../../../../present/format.ts';
import type {Point, TimeAxis} from '../../../parts/chart.ts';

const day = 86_400;

/** Records with the seconds from the newest of them, 0 or less. */
export type Timed<T> = {records: readonly {at: number; record: T}[]; axis: TimeAxis};

/** Records that carry the service's own time of day. Without a time on each of them they are in order, and that is all that is known. */
export const byTimeOfDay = <T extends {time?: number | undefined}>(records: readonly T[]): Timed<T> => {
	const last = records.at(-1)?.time;
	if (last === undefined || records.some(({time}) => time === undefined)) {
		return inOrder(records);
	}
	const timed = records.map(record => ({at: -((last - (record.time ?? last) + day) % day), record}));
	return {records: timed, axis: {span: -(timed[0]?.at ?? 0), end: timeOfDay(last), newest: last}};
};

/** Records of which only the order is known: each step counts as a second, and the axis names no time. */
const inOrder = <T>(records: readonly T[]): Timed<T> => ({
	records: records.map((record, index) => ({at: index - records.length + 1, record})),
	axis: {span: undefined, end: 'newest'},
});

/**
 * Records of a graph without times (lead_status_graph, call_status_graph). Where they are as many as the points of a graph
 * with times in the same answer, they are taken to be of the same times: our own choice.
 */
export const besideTimed = <T>(
	records: readonly T[],
	{calls, agents}: Pick<Dashboard, 'calls' | 'agents'>,
): Timed<T> => {
	const same = [calls, agents].find(points => points?.length === records.length);
	const timed = same && byTimeOfDay<{time?: number | undefined}>(same);
	return timed?.axis.span === undefined
		? inOrder(records)
		: {records: records.map((record, index) => ({at: timed.records[index]?.at ?? 0, record})), axis: timed.axis};
};

/** What dialtop saw at its own polls. */
export const atPolls = (history: History): Timed<TimedRecord<'polled'>['record']> => {
	const records = between(history, 'polled').map(({at, record}) => ({at: Math.round(at), record}));
	return {records, axis: {span: -(records[0]?.at ?? 0), end: 'now'}};
};

/** The points of one line. */
export const pointsOf = <T>({records}: Timed<T>, value: (record: T, index: number) => number | undefined): Point[] =>
	records.map(({at, record}, index) => ({at, value: value(record, index)}));

/** Whether records have the same figures; what came beside those makes no point. */
const sameFigures = <T extends object>(one: T, other: T | undefined): boolean =>
	Object.keys(one).length === Object.keys(other ?? {}).length &&
	Object.entries(one).every(([key, value]) => typeof value === 'object' || value === other?.[key as keyof T]);

/**
 * The result of a function of a graph's records, cached while the same figures come: the service sends whole graphs with each
 * answer, and adds a point by the minute.
 */
export const cached = <T extends object, R>(make: (records: readonly T[]) => R): ((records: readonly T[]) => R) => {
	let last: {records: readonly T[]; made: R} | undefined;
	return records => {
		const isSame =
			last?.records.length === records.length &&
			last.records.every((record, at) => record === records[at] || sameFigures(record, records[at]));
		last = last && isSame ? last : {records, made: make(records)};
		return last.made;
	};
};
