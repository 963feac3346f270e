/** The drops of a period in words. Every figure names its rule; it is an indicator, not legal advice. */
import type {Compliance} from '../model/compliance.ts';
import type {DropPeriod} from '../model/drop-period.ts';
import {counted, decimals, number, percent} from './format.ts';
import type {Cell} from './grid.ts';
import type {Role} from './theme.ts';

/** Shown beside every such figure where there is room. */
const notLegalAdvice = 'an indicator, not legal advice';

/** The time that a rule counts, in a word or two. */
export const periodName = ({rule, hours}: Pick<Compliance, 'rule' | 'hours'>): string =>
	({'thirty-days': '30 days', 'each-day': 'day', 'last-hours': `${number(hours)} h`})[rule];

const markOf: Record<DropPeriod['status'], string> = {none: '', ok: '', near: '~', over: '!'};

/** The role of the rate by how it compares with its limit. */
export const periodRole: Record<DropPeriod['status'], Role> = {
	none: 'text',
	ok: 'text',
	near: 'drop.near',
	over: 'drop.high',
};

/** A count that is known between two numbers: `105`, `~105`. */
const between = ({least, most}: {least: number; most: number}): string => {
	const middle = Math.round((least + most) / 2);
	return `${least === most ? '' : '~'}${number(Math.abs(middle))}`;
};

/** What the limit still allows: `over by 12`, `105 left`; empty without a limit. */
const remainingText = ({remaining}: DropPeriod): string =>
	remaining === undefined
		? ''
		: remaining.least + remaining.most < 0
			? `over by ${between(remaining)}`
			: `${between(remaining)} left`;

/** The rate with its mark, what remains, and how many of its days are known unless all are, in a cell of the board. */
export const periodCell = (period: DropPeriod | undefined): Cell => {
	if (period?.rate === undefined) {
		return {text: '—', role: 'faint'};
	}
	const {rate, status, coverage} = period;
	const {unit, known, due} = coverage;
	const seen = unit === 'days' && known < due ? `${number(known)}/${number(due)}` : '';
	return {
		text: [`${markOf[status]}${percent(rate, 2)}`, remainingText(period), seen].filter(Boolean).join(', '),
		role: rate === 0 ? 'faint' : periodRole[status],
	};
};

/** `2.50% ±0.01 of 3%`, or `—`. */
export const periodRate = ({rate, error, limit}: DropPeriod): string => {
	const off = error >= 0.005 ? ` ±${decimals(error, 2)}` : '';
	const of = limit === undefined ? '' : ` of ${Number(limit.toFixed(2))}%`;
	return rate === undefined ? '—' : `${percent(rate, 2)}${off}${of}`;
};

/** The same with its rule: `2.50% ±0.01 of 3% in 30 days, 2 s to an agent`. */
export const periodText = (period: DropPeriod): string => {
	const within = {
		'thirty-days': 'in 30 days',
		'each-day': 'today',
		'last-hours': `in the last ${periodName(period)}`,
	};
	const due = period.seconds === undefined ? '' : `, ${number(period.seconds)} s to an agent`;
	return `${periodRate(period)} ${within[period.rule]}${due}`;
};

/** The same for programs; null without a rule, or before there are figures. */
export const periodRecord = (period: DropPeriod | undefined) =>
	period === undefined
		? null
		: {
				rule: period.rule,
				rate: period.rate === undefined ? null : Number(period.rate.toFixed(4)),
				plus_minus: Number(period.error.toFixed(4)),
				live_answers: period.count.answers,
				drops_least: period.count.least,
				drops_most: period.count.most,
				limit: period.limit ?? null,
				seconds: period.seconds ?? null,
				left_least: period.remaining?.least ?? null,
				left_most: period.remaining?.most ?? null,
				standing: period.status,
				[`${period.coverage.unit}_due`]: period.coverage.due,
				[`${period.coverage.unit}_seen`]: Number(period.coverage.known.toFixed(2)),
				in_part: period.coverage.partly,
				by_service: period.coverage.byService,
				by_log: period.coverage.byLog,
				drops_by_log: period.loggedDrops,
				note: notLegalAdvice,
			};

/** What the limit still allows today, in words; undefined without a limit, or before a person has answered. */
export const periodBudgetText = (period: DropPeriod): string | undefined => {
	const {remaining, until, rate} = period;
	if (remaining === undefined || rate === undefined) {
		return undefined;
	}
	if (remaining.least + remaining.most >= 0) {
		return `${remaining.least === remaining.most ? '' : 'about '}${counted(Math.round((remaining.least + remaining.most) / 2), 'drop')} today`;
	}
	return `over by ${between(remaining)}${until > 0 ? `; under after ${counted(until, 'more live answer')}` : ''}`;
};

/** How many of its days or hours are known, and how: `21 of 22 days seen, 3 by its statistics`. */
export const coverageText = ({coverage, loggedDrops}: Pick<DropPeriod, 'coverage' | 'loggedDrops'>): string => {
	const {unit, known, due, length, partly, byService, byMetrics = 0, byLog} = coverage;
	const shown = unit === 'hours' ? decimals(known, 1).replace('.0', '') : number(known);
	return [
		`${shown} of ${counted(due, unit === 'hours' ? 'hour' : 'day')} seen`,
		...(partly > 0 ? [`${number(partly)} in part`] : []),
		...(byService > 0 ? [`${number(byService)} by its statistics`] : []),
		...(byMetrics > 0 ? [`${number(byMetrics)} from metrics`] : []),
		...(byLog > 0 ? [`${number(byLog)} more by call log: ${counted(loggedDrops, 'drop')}`] : []),
		...(unit === 'days' && length > due ? [`${number(length - due)} to come`] : []),
	].join(', ');
};

/** The same with what such a figure is. */
export const knownText = (period: DropPeriod): string => `${coverageText(period)}; ${notLegalAdvice}`;
