/** The time axis below charts: how long before the newest point, and the times after it. */
import type {Spans} from '../../present/spans.ts';
import type {TimeAxis, Widths} from './chart.ts';
import {columnOf, newestColumn} from './time-columns.ts';

const tickSteps = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600];

/** Cells from one label of the time axis to the next, at least. */
const tickRoom = 9;

/** A time so many seconds before the newest point: `-40m`. */
export const beforeNewest = (seconds: number): string => {
	if (seconds % 60 !== 0) {
		return `-${seconds}s`;
	}
	const [hours, minutes] = [Math.floor(seconds / 3600), (seconds % 3600) / 60];
	return seconds < 7200 ? `-${seconds / 60}m` : `-${hours}h${minutes === 0 ? '' : `${minutes}m`}`;
};

/** The time axis: how long before the newest point, what that is called, and the times after it. */
export const timeAxis = ({span, end, ahead}: TimeAxis, {left, columns, right}: Widths): Spans => {
	const cells = Array.from({length: left + columns + right}, () => ' ');
	const extent = {span: span ?? 1, ahead: ahead?.span ?? 0};
	const placed = (text: string, column: number): number =>
		Math.max(0, Math.min(left + column - (text.length >> 1), cells.length - text.length));
	const write = (text: string, column: number): void => {
		cells.splice(placed(text, column), text.length, ...text);
	};
	/** Writes where there is a blank on both sides. */
	const writeFree = (text: string, column: number): void => {
		const from = placed(text, column);
		if (cells.slice(Math.max(0, from - 1), from + text.length + 1).every(char => char === ' ')) {
			write(text, column);
		}
	};
	const newest = newestColumn(extent, columns);
	write(end, newest);
	if (span === undefined) {
		writeFree('oldest', 3);
		return [['faint', cells.join('').trimEnd()]];
	}
	// What is written first is never left out: the end, then breaks, then the times between them.
	const ticks = ahead?.ticks ?? [];
	const last = ticks.at(-1);
	for (const {at, text} of [...(last ? [last] : []), ...ticks.filter(({hasLine}) => hasLine), ...ticks]) {
		writeFree(text, columnOf(at, extent, columns));
	}
	const most = Math.max(1, Math.floor((newest + 1) / tickRoom));
	const step = tickSteps.find(seconds => span / seconds <= most) ?? 86_400;
	for (let seconds = step; seconds <= span; seconds += step) {
		writeFree(beforeNewest(seconds), columnOf(-seconds, extent, columns));
	}
	return [['faint', cells.join('').trimEnd()]];
};
