/** Alert rules on the drops of a longer time, by the rule of compliance that the profile sets: none without one, or without a limit. */
import type {DropPeriod} from '../model/drop-period.ts';
import type {CampaignPoll, CampaignRule} from './rule.ts';

/** Whether enough of a period is known to judge it. */
const isKnown = ({known, due}: DropPeriod['coverage']): boolean => known * 2 >= due;

/**
 * How much of its limit a period uses, percent, once it has enough calls to mean something; unknown while fewer than half of its
 * days are known.
 */
const usedOf = (
	period: DropPeriod | undefined,
	least: {leastHuman: number; leastDrops: number},
): {used: number; note: string} | 'unknown' | undefined => {
	if (period?.rate === undefined || !period.limit) {
		return undefined;
	}
	const {rate, limit, count, rule, hours, coverage} = period;
	if (!isKnown(coverage)) {
		return 'unknown';
	}
	const within = {'thirty-days': 'the period of 30 days', 'each-day': 'the day', 'last-hours': `the last ${hours} h`};
	return count.answers >= least.leastHuman && count.most >= least.leastDrops
		? {used: (100 * rate) / limit, note: `${rate.toFixed(2)}% of ${Number(limit.toFixed(2))}% in ${within[rule]}`}
		: undefined;
};

const ofPeriod = {
	kind: 'period',
	profilePart: 'compliance',
	unit: 'share',
	counts: 'period',
	title: "period's drops",
	figure: (amount: string) => `drops at ${amount} of the period's limit`,
	bounds: {least: 1, most: 1000, of: "the period's limit"},
	needs: [],
	uses: ['dropRate', 'humanAnswered'],
	isCompared: true,
	takesCalls: true,
	inOneLook: ({row}: CampaignPoll) => {
		const period = row.dashboard?.period;
		return !period?.limit || isKnown(period.coverage);
	},
} as const;

/** The rules, the graver later. */
export const periodRules: readonly CampaignRule[] = [
	{
		id: 'period-near',
		level: 'warning',
		...ofPeriod,
		defaults: {threshold: 90, margin: 3, seconds: 0, polls: 1},
		inForce: ({threshold}) => `drops from ${threshold} of the compliance period's limit on`,
		measure({row}, {threshold}, settings) {
			const found = usedOf(row.dashboard?.period, settings);
			return typeof found === 'object' ? {value: found.used, threshold, note: found.note} : found;
		},
	},
	{
		id: 'period-over',
		level: 'critical',
		...ofPeriod,
		defaults: {threshold: 100, margin: 1, seconds: 0, polls: 1},
		says: ({figure, because}) => `${figure.toUpperCase()}${because}`,
		inForce: () => "drops over the compliance period's limit",
		measure({row}, {threshold}, settings) {
			const found = usedOf(row.dashboard?.period, settings);
			// A rate at the limit is not over it.
			return typeof found === 'object'
				? {value: found.used > 100 ? found.used : Math.min(found.used, 99.99), threshold, note: found.note}
				: found;
		},
	},
];
