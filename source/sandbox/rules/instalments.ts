/** What a plan's payments come to, and on which days they fall. */
import type {Frequency} from '../store/plans.ts';
import {day, dayText, parseDay} from '../world/time.ts';

/** Splits cents into so many payments; what cannot be split is a cent more on each of the first ones. */
export const split = (total: number, count: number): number[] =>
	Array.from({length: count}, (_, index) => Math.floor(total / count) + (index < total % count ? 1 : 0));

/** A day of a month, or the month's last where it is shorter; months go on into other years. */
const inMonth = (year: number, month: number, dayOfMonth: number): string => {
	const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
	return dayText(Date.UTC(year, month - 1, Math.min(dayOfMonth, last)));
};

/** Half of a month, in days, for what is paid twice in it. */
const half = 15;

/**
 * The day (`YYYY-MM-DD`) of a plan's payment; 0 is the first. Months keep the day of the month that the plan began on
 * (31 January, 28 February, 31 March); semimonthly adds the day that is 15 before or after it in the same month.
 */
export const dueDate = (start: string, frequency: Frequency, index: number): string => {
	const [year = 0, month = 0, dayOfMonth = 0] = start.split('-').map(Number);
	switch (frequency) {
		case 'one-time':
			return start;
		case 'weekly':
			return dayText(parseDay(start) + index * 7 * day);
		case 'biweekly':
			return dayText(parseDay(start) + index * 14 * day);
		case 'monthly':
			return inMonth(year, month + index, dayOfMonth);
		case 'semimonthly': {
			const isLate = dayOfMonth > half;
			const place = index + (isLate ? 1 : 0);
			return inMonth(
				year,
				month + Math.floor(place / 2),
				dayOfMonth - (isLate ? half : 0) + (place % 2 === 0 ? 0 : half),
			);
		}
	}
};
