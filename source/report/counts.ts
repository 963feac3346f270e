/** What was counted in a shift: the service shows totals of its day, so these are differences. */
import {type DropCount, dropCountOf} from '../model/drop-days.ts';
import {dropRateOf, rowOfFigures} from '../model/drops.ts';
import {addedBetween, countBetween, type Of, type Series} from '../model/series.ts';

/** Counts of a stretch of time; undefined where the service did not show one. */
export type Counts = {
	dialed: number | undefined;
	/** Answered by people and machines. */
	answered: number | undefined;
	live: number | undefined;
	machines: number | undefined;
	transfers: number | undefined;
	sales: number | undefined;
	/** Decimal text with two decimals, in the unit of the account. */
	charge: string | undefined;
};

const hundredths = (amount: number | undefined): number | undefined =>
	amount === undefined ? undefined : Math.round(amount * 100);

const moneyText = (value: number | undefined): string | undefined =>
	value === undefined ? undefined : (value / 100).toFixed(2);

/** The counts between two moments. */
export const countsIn = (series: Series, from: number, to: number): Counts => {
	const count = (of: Of<number>): number | undefined => countBetween(series, from, to, of);
	return {
		dialed: count(figures => figures.calledToday),
		answered: count(figures => figures.answeredToday),
		live: count(figures => figures.humanAnswered),
		machines: count(figures => figures.machineAnswered),
		transfers: count(figures => figures.transfers),
		sales: count(figures => figures.sales),
		charge: moneyText(count(figures => hundredths(figures.chargeToday))),
	};
};

/**
 * Drops of a stretch of time: the service shows a rate of two decimals and no count, so they lie between two whole numbers, and
 * so do the percent of live answers that they are; undefined without any.
 */
export type Drops = {
	least: number;
	most: number;
	rate: {least: number; most: number} | undefined;
};

/** The live answers of the day so far, and the drops among them; undefined if either was not shown. */
const dropCount: Of<DropCount> = figures => {
	const rate = dropRateOf(rowOfFigures(figures));
	return rate === undefined || figures.humanAnswered === undefined
		? undefined
		: dropCountOf(figures.humanAnswered, rate);
};

/** The drops between two moments; undefined if no rate was shown, or the campaign dials for no agents. */
export const dropsIn = (series: Series, from: number, to: number): Drops | undefined => {
	if (!series.samples.some(({figures}) => dropCount(figures))) {
		return undefined;
	}
	const [answers, least, most] = addedBetween(series, from, to, dropCount).reduce<[number, number, number]>(
		(sum, {from: before = {answers: 0, least: 0, most: 0}, to: after}) => [
			sum[0] + after.answers - before.answers,
			sum[1] + Math.max(0, after.least - before.most),
			sum[2] + Math.max(0, after.most - before.least),
		],
		[0, 0, 0],
	);
	// No more can be dropped than were answered.
	const highest = Math.min(most, Math.max(answers, least));
	return {
		least,
		most: highest,
		rate: answers > 0 ? {least: (100 * least) / answers, most: (100 * highest) / answers} : undefined,
	};
};
