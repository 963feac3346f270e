/** Times as columns of cells: the points that fall in each, and what is expected there. */
import {type Chart, type Point, shownOf} from './chart.ts';

/** A point holds until the next one comes, and for so many times their usual distance at most; after that there is a gap. */
const holds = 2.5;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The seconds that columns cover: so many before the newest point, and so many after it. */
export type Extent = {span: number; ahead: number};

/** The least share of the columns for the measured time, beside the forecast: an hour stays readable beside the remaining day. */
const measuredShare = 0.5;

/** The last column of the measured time. */
export const newestColumn = ({ahead}: Extent, columns: number): number =>
	ahead > 0 ? Math.round((columns - 1) * measuredShare) : columns - 1;

/** The column that a time falls in: the measured time and the forecast have a scale each. */
export const columnOf = (at: number, extent: Extent, columns: number): number => {
	const {span, ahead} = extent;
	const newest = newestColumn(extent, columns);
	return at > 0 && ahead > 0
		? newest + Math.round((at / ahead) * (columns - 1 - newest))
		: span <= 0
			? newest
			: Math.round(((at + span) / span) * newest);
};

/**
 * The points in so many columns: the average where several fall in one, the newest by itself, held where they are further
 * apart, undefined in a gap, and after the newest point.
 */
export const inColumns = (
	points: readonly Point[],
	span: number,
	columns: number,
	ahead = 0,
): (number | undefined)[] => {
	const extent = {span, ahead};
	const at: number[][] = Array.from({length: columns});
	const lengths: number[] = [];
	const newest = newestColumn(extent, columns);
	for (const point of points) {
		// The newest value has the last column alone, as the number beside it.
		const column = Math.min(columnOf(point.at, extent, columns), point.at < 0 ? Math.max(0, newest - 1) : newest);
		if (column >= 0 && column < columns) {
			const here = at[column] ?? [];
			const value = shownOf(point);
			at[column] = value === undefined ? here : [...here, value];
			lengths[column] = point.length ?? 0;
		}
	}
	const apart = median(points.slice(1).map((point, index) => point.at - (points[index]?.at ?? 0)));
	const heldFor = (length: number): number =>
		span > 0 ? Math.ceil((Math.max(apart, length) / span) * newest * holds) : 0;
	let value: number | undefined;
	let since = 0;
	return at.map((here, column) => {
		if (here) {
			since = column;
			value = here.length > 0 ? here.reduce((sum, one) => sum + one, 0) / here.length : undefined;
		}
		return column <= newest && column - since <= heldFor(lengths[since] ?? 0) ? value : undefined;
	});
};

/** The forecast in each column after the newest point: on the straight lines between its points. */
export const expectedIn = ({ahead = []}: Chart, extent: Extent, columns: number): (number | undefined)[] => {
	const newest = newestColumn(extent, columns);
	const perColumn = extent.ahead / Math.max(1, columns - 1 - newest);
	return Array.from({length: columns}, (_, column) => {
		const at = (column - newest) * perColumn;
		const next = ahead.findIndex(point => point.at >= at - perColumn / 2);
		const [from, to] = [ahead[Math.max(0, next - 1)], ahead[next]];
		if (at <= 0 || !from || !to) {
			return undefined;
		}
		const share = to.at > from.at ? Math.min(1, Math.max(0, (at - from.at) / (to.at - from.at))) : 1;
		return from.value + (to.value - from.value) * share;
	});
};
