/** A campaign's recorded figures as points of a series, of whatever tier they are read. */

import type {SeriesPoint} from '../model/series.ts';
import {minute} from '../model/time.ts';
import type {Figures} from '../model/wire.ts';
import type {Period, Reading, Recording, Row, Tier} from './recording.ts';

/** Milliseconds that a row of a tier tells of, which ends with its last poll. */
const lengths: Readonly<Record<Tier, number>> = {polled: 0, minute, hour: 60 * minute, day: 24 * 60 * minute};

/** A row of figures as a point: of a coarser tier, gauges are their means. The rate of drops is of the day, not of a moment. */
const pointOf = ({at, values}: Row, tier: Tier): SeriesPoint => {
	const means = Object.entries(values).flatMap(([name, value]) =>
		name.endsWith('.mean') && name !== 'dropRate.mean' ? [[name.slice(0, -'.mean'.length), value] as const] : [],
	);
	const figures = {...values, ...Object.fromEntries(means), extra: {}, unreadable: []} as Figures;
	return {at, span: tier === 'polled' ? 0 : at % lengths[tier], figures};
};

/** Rows of figures as points. */
export const pointsOf = ({tier, rows}: Reading): SeriesPoint[] => rows.map(row => pointOf(row, tier));

/** What was recorded of a campaign between two moments, oldest first; of the finest tier that holds the first, or of one that is named. */
export const pointsIn = (
	recording: Pick<Recording, 'rows'>,
	campaignId: string,
	period: Period,
	named?: Tier,
): SeriesPoint[] => pointsOf(recording.rows(`figures/${campaignId}`, period, named));

/** Whether rows that are in the order of their times are also in that in which they were recorded: if not, a clock was set back. */
export const isInOrder = ({rows}: Reading): boolean =>
	rows.every(({seq}, index) => index === 0 || seq > (rows[index - 1] as Row).seq);
