/** Pages of listings and ranges of days, as requests name them. */
import {invalidValue} from '../world/refusal.ts';
import type {World} from '../world/state.ts';
import {parseDay} from '../world/time.ts';

/** Rows of a page, unless the request or the operation says otherwise. */
const usualLimit = 100;

/** The rows before a page, and how many it has. */
export const pageSpan = (
	{page = 1, limit}: {page?: number | undefined; limit?: number | undefined},
	usual = usualLimit,
): {skip: number; most: number} => {
	const most = limit ?? usual;
	return {skip: (page - 1) * most, most};
};

type Days = {from?: string | undefined; to?: string | undefined};

/** @throws Refusal if the last day is before the first */
export const refuseReversed = ({from, to}: Days): void => {
	if (from !== undefined && to !== undefined && to < from) {
		throw invalidValue('to', 'must not be before from');
	}
};

/**
 * The midnights of the first and the last day of a range, which ends today by default.
 *
 * @param earliest the default of `from`; by default the range is a single day
 */
export const dayRangeOf = (world: World, {from, to}: Days, earliest?: number): {since: number; until: number} => {
	const until = to === undefined ? world.today : parseDay(world, to);
	const since = from === undefined ? (earliest ?? until) : parseDay(world, from);
	if (since > until) {
		throw to === undefined
			? invalidValue('from', 'must not be after today')
			: invalidValue('to', 'must not be before from');
	}
	return {since, until};
};
