/** Totals and charges of campaigns over days (section 4.2; shapes ours). */
import {ledgerOf, prepaidBalance} from '../rules/ledger.ts';
import {type CallStatus, callStatuses} from '../world/call-log.ts';
import {callbacksDue, daysOf} from '../world/figures.ts';
import type {DayRecord} from '../world/state.ts';
import {dayText, second} from '../world/time.ts';
import {dayRangeOf} from './day-range.ts';
import {admin, type Handlers, manager} from './handler.ts';

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number =>
	items.reduce((sum, item) => sum + value(item), 0);

const countsByStatus = (days: readonly DayRecord[]): {status: CallStatus; count: number}[] =>
	callStatuses
		.map((status, code) => ({status, count: sumOf(days, ({statuses}) => statuses[code] ?? 0)}))
		.filter(({count}) => count > 0)
		.toSorted((a, b) => b.count - a.count);

export const usage = {
	campaign_summary: manager(({campaign_id, ...span}, {world, access}) => {
		const campaign = access.campaign(campaign_id);
		const {since, until} = dayRangeOf(world, span);
		const days = daysOf(world, campaign, since, until);
		const total = (name: keyof DayRecord['counters']): number => sumOf(days, ({counters}) => counters[name]);
		const human = total('human');
		const drops = total('drops');
		return {
			summary: {
				calls: total('called'),
				inbound: total('inbound'),
				answers: human + total('machine'),
				machines: total('machine'),
				no_answer: total('noAnswer'),
				busy: total('busy'),
				failed: total('failed'),
				drops,
				drop_pct: human === 0 ? 0 : (100 * drops) / human,
				drops_connected: total('lateConnects'),
				sales: total('sales'),
				talk_sec: Math.round(total('talkTime') / second),
				...(until >= world.today && {callbacks_due: callbacksDue(world, campaign)}),
			},
			statuses: countsByStatus(days),
		};
	}),
	get_usage: admin(({campaign_id, ...span}, context) => {
		const {world, user, access} = context;
		const {since, until} = dayRangeOf(world, span);
		const campaigns = user.campaigns === 'all' ? 'all' : access.campaigns();
		const asked = campaign_id === undefined ? campaigns : [access.campaign(campaign_id)];
		const rows = [...ledgerOf(context, asked, since, until).values()].flat();
		const days = [...Map.groupBy(rows, ({time}) => time)].toSorted(([a], [b]) => a - b);
		return {
			minutes: sumOf(rows, ({units}) => units) / 10,
			texts: sumOf(rows, ({texts}) => texts),
			charge: sumOf(rows, ({charge}) => charge),
			balance: prepaidBalance(context),
			days: days.map(([time, ofDay]) => ({
				date: dayText(context.world, time),
				minutes: sumOf(ofDay, ({units}) => units) / 10,
				texts: sumOf(ofDay, ({texts}) => texts),
				charge: sumOf(ofDay, ({charge}) => charge),
			})),
		};
	}),
} satisfies Partial<Handlers>;
