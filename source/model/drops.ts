/**
 * The drop rate of a campaign, as everything that shows or judges it takes it: board, totals, wall, alerts, JSON and `check`.
 * A campaign that dials for no agents keeps no caller waiting for one, so it has no drop rate, whatever the service sends.
 */
import {dropStanding, honestPercent} from './derived.ts';
import {methodOf} from './diagnosis.ts';
import type {CampaignRow} from './select.ts';
import type {Figures} from './wire.ts';

/** Dial methods by which no answered call waits for an agent (section 2.2): a text, a recording, an agent who dials by hand. */
const withoutDrops: ReadonlySet<string | undefined> = new Set(['SMSB', 'BROADCAST', 'MANUAL']);

/** A campaign's row, as far as its drop rate is read from it. */
export type DropRow = {campaign: Pick<CampaignRow['campaign'], 'dialMethod'>; figures: Figures | undefined};

/** Figures by themselves, which say the dial method too. */
export const rowOfFigures = (figures: Figures): DropRow => ({campaign: {dialMethod: undefined}, figures});

/** Whether its calls can be dropped; true of a dial method that the interface does not name. */
export const dialsForAgents = (row: DropRow): boolean => !withoutDrops.has(methodOf(row));

/** Whether it places calls that somebody may answer: SMSB sends texts. */
export const placesCalls = (row: DropRow): boolean => methodOf(row) !== 'SMSB';

/** Its drop rate, percent, as it came; undefined if none came, or if it dials for no agents. */
export const dropRateOf = (row: DropRow): number | undefined =>
	row.figures?.dropRate !== undefined && dialsForAgents(row) ? row.figures.dropRate : undefined;

/** How its drop rate stands. */
export const dropStandingOf = (row: DropRow): ReturnType<typeof dropStanding> =>
	dropStanding(dropRateOf(row), row.figures?.dropLimit);

const gravity = {unknown: 0, ok: 1, near: 2, high: 3} as const;

/**
 * The campaign whose drop rate is worst: at its limit before near it, then the highest rate; of equal ones the first.
 * Undefined if none has a rate. It stands where a total would be: an average lets the many calls of one campaign hide the
 * drops of another.
 */
export const worstDrop = <R extends DropRow>(rows: readonly R[]): {row: R; rate: number} | undefined => {
	let worst: {row: R; rate: number; weight: number} | undefined;
	for (const row of rows) {
		const rate = honestPercent(dropRateOf(row));
		if (rate === undefined) {
			continue;
		}
		const weight = gravity[dropStandingOf(row)];
		if (!worst || weight > worst.weight || (weight === worst.weight && rate > worst.rate)) {
			worst = {row, rate, weight};
		}
	}
	return worst;
};
