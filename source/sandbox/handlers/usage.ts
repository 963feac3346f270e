/** What campaigns came to over days, and what it cost (section 4.2; shapes ours). */
import {type CallStatus, callStatuses} from '../world/call-log.ts';
import {balanceOf, chargeOf, textsOf} from '../world/charges.ts';
import {daysOf} from '../world/figures.ts';
import type {DayRecord} from '../world/state.ts';
import {dayText, second} from '../world/time.ts';
import type {Handlers} from './handler.ts';
import {daySpanOf} from './span.ts';

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number =>
	items.reduce((sum, item) => sum + value(item), 0);

/** What days cost together; each has been rounded to the cent, so that rows sum to their total. */
const costOf = (days: readonly DayRecord[]) => ({
	minutes: sumOf(days, ({counters}) => counters.billed) / 10,
	texts: sumOf(days, textsOf),
	charge: sumOf(days, chargeOf),
});

const countsByStatus = (days: readonly DayRecord[]): {status: CallStatus; count: number}[] =>
	callStatuses
		.map((status, code) => ({status, count: sumOf(days, ({statuses}) => statuses[code] ?? 0)}))
		.filter(({count}) => count > 0)
		.toSorted((a, b) => b.count - a.count);

export const usage: Pick<Handlers, 'campaign_summary' | 'get_usage'> = {
	campaign_summary({campaign_id, ...span}, {world, access}) {
		const campaign = access.campaign(campaign_id);
		const {since, until} = daySpanOf(world, span);
		const days = daysOf(world, campaign, since, until);
		const total = (name: keyof DayRecord['counters']): number => sumOf(days, ({counters}) => counters[name]);
		const human = total('human');
		const drops = total('drops');
		return {
			summary: {
				calls: total('called'),
				answers: human + total('machine'),
				machines: total('machine'),
				no_answer: total('noAnswer'),
				busy: total('busy'),
				failed: total('failed'),
				drops,
				drop_pct: human === 0 ? 0 : (100 * drops) / human,
				sales: total('sales'),
				talk_sec: Math.round(total('talkTime') / second),
			},
			statuses: countsByStatus(days),
		};
	},
	get_usage({campaign_id, ...span}, {world, access}) {
		const campaigns = campaign_id === undefined ? access.campaigns() : [access.campaign(campaign_id)];
		const {since, until} = daySpanOf(world, span);
		const days = campaigns.flatMap(campaign => daysOf(world, campaign, since, until));
		const byDay = Map.groupBy(days, ({time}) => time);
		return {
			...costOf(days),
			balance: balanceOf(world),
			days: [...byDay].map(([time, records]) => ({date: dayText(time), ...costOf(records)})),
		};
	},
};
