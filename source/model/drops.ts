/**
 * The drop rate of a campaign, as used by all that show or judge it: board, totals, wall, alerts, JSON and `check`.
 * A campaign that dials for no agents keeps no caller waiting for one, so it has no drop rate, whatever the service sends.
 */
import {dropLine, dropStatus, hair, honestPercent, isDropCountRough, quarterHour, sumOfLast} from './derived.ts';
import {methodOf} from './diagnosis.ts';
import type {CampaignRow} from './select.ts';
import type {CallsPoint, Figures} from './wire.ts';

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

/** How its drop rate compares with its limit. */
export const dropStatusOf = (row: DropRow): ReturnType<typeof dropStatus> =>
	dropStatus(dropRateOf(row), row.figures?.dropLimit);

const gravity = {unknown: 0, ok: 1, near: 2, high: 3} as const;

/**
 * The campaign whose drop rate is worst: at its limit before near it, then the highest rate; of equal ones the first.
 * Undefined if none has a rate. It is shown instead of a total: an average lets the many calls of one campaign hide the
 * drops of another.
 */
export const worstDrop = <R extends DropRow>(rows: readonly R[]): {row: R; rate: number} | undefined => {
	let worst: {row: R; rate: number; weight: number} | undefined;
	for (const row of rows) {
		const rate = honestPercent(dropRateOf(row));
		if (rate === undefined) {
			continue;
		}
		const weight = gravity[dropStatusOf(row)];
		if (!worst || weight > worst.weight || (weight === worst.weight && rate > worst.rate)) {
			worst = {row, rate, weight};
		}
	}
	return worst;
};

/** What the figures say of it. */
export type DropCounting = {
	/** `unclear` if the figures fit both ways, or neither. */
	over: 'live answers' | 'all answered' | 'unclear';
	/** The largest distance, in percentage points, of a rate from the nearest whole number of drops if counted so. */
	errors: {live: number; all: number};
	/** How many campaigns' figures were compared. */
	campaigns: number;
};

/** How far two decimals may be off, be they rounded or cut off. */
const precision = 0.01;
/** The error that binary fractions add to a rate. */
const rateHair = 1e-6;

/** From so many live answers on, the rates of whole numbers of drops lie too close together to distinguish. */
const mostCalls = 5000;

/** Points between a rate and that of the nearest whole number of drops of so many calls. */
const errorOver = (rate: number, calls: number): number =>
	Math.abs(rate - (100 * Math.round((rate * calls) / 100)) / calls);

/**
 * Infers it: drops are whole numbers, so a rate with two decimals fits few of the counts that it may be a share of, and does
 * not fit a count that it is no share of. The more calls there are, the more rates fit: from 5,000 on a campaign proves nothing.
 * Undefined if no campaign proves anything: without drops, without figures, or with too many calls.
 */
export const dropCounting = (all: readonly Figures[]): DropCounting | undefined => {
	const telling = all.flatMap(figures => {
		const dropRate = dropRateOf(rowOfFigures(figures));
		const {humanAnswered, answeredToday} = figures;
		return dropRate !== undefined &&
			dropRate > 0 &&
			dropRate <= 100 &&
			humanAnswered !== undefined &&
			humanAnswered > 0 &&
			humanAnswered < mostCalls &&
			answeredToday !== undefined &&
			answeredToday > humanAnswered
			? [{live: errorOver(dropRate, humanAnswered), all: errorOver(dropRate, answeredToday)}]
			: [];
	});
	if (telling.length === 0) {
		return undefined;
	}
	const worst = (base: 'live' | 'all'): number => Math.max(...telling.map(errors => errors[base]));
	const errors = {live: worst('live'), all: worst('all')};
	const [fitsLive, fitsAll] = [errors.live <= precision + rateHair, errors.all <= precision + rateHair];
	const over = fitsLive === fitsAll ? 'unclear' : fitsLive ? 'live answers' : 'all answered';
	return {over, errors, campaigns: telling.length};
};

/** What it takes. */
export type BackUnder = {
	/** Percent. */
	line: number;
	/** Further live answers; infinite where as many of them are dropped as in the last fifteen minutes. */
	answers: number;
	/** True if the rate's two decimals do not give them to the unit. */
	isRough: boolean;
	/** Seconds until there are so many, at the pace of the last fifteen minutes; undefined where none come, or none are known of. */
	seconds: number | undefined;
	/** Whether that is before the service's next midnight, when the rate begins anew. */
	isToday: boolean;
};

const day = 86_400;

/** The graph of calls at whose pace a rate goes on; none of a campaign that is off, which has no pace. */
export const callsGoingOn = ({
	state,
	dashboard,
}: Pick<CampaignRow, 'state' | 'dashboard'>): readonly CallsPoint[] | undefined =>
	state === 'paused' || state === 'stopped' ? undefined : dashboard?.calls;

/** Undefined where the rate is under its line already, cannot be under it, or is not known. */
export const backUnder = (figures: Figures, points: readonly CallsPoint[] | undefined): BackUnder | undefined => {
	const {dropRate, dropLimit, humanAnswered} = figures;
	const line = dropLine(dropLimit);
	if (dropRate === undefined || !humanAnswered || line <= 0 || dropStatus(dropRate, dropLimit) !== 'high') {
		return undefined;
	}
	const dropped = sumOfLast(points, quarterHour, point => point.drops);
	const delivered = sumOfLast(points, quarterHour, point => point.delivered);
	const recent = dropped && delivered ? dropped.sum + delivered.sum : 0;
	const share = dropped && recent > 0 ? dropped.sum / recent : 0;
	const isRough = isDropCountRough(figures);
	const drops = (dropRate * humanAnswered) / 100;
	const over = (isRough ? drops : Math.round(drops)) - (line / 100) * humanAnswered;
	const less = line / 100 - share;
	const answers = less > 0 ? Math.floor(over / less + hair) + 1 : Number.POSITIVE_INFINITY;
	const seconds = dropped && recent > 0 ? (answers / recent) * dropped.minutes * 60 : undefined;
	const now = points?.at(-1)?.time;
	return {
		line,
		answers,
		isRough,
		seconds,
		isToday: seconds === undefined || now === undefined || now + seconds < day,
	};
};
