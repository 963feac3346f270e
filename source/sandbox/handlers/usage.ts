/** Totals and charges of campaigns over days (section 4.2; shapes ours). */
import {type CallStatus, callStatuses} from '../world/call-log.ts';
import {balanceOf, chargeOf, textCharge, textsOf} from '../world/charges.ts';
import {daysOf} from '../world/figures.ts';
import type {DayRecord} from '../world/state.ts';
import {dayText, midnightAfter, midnightOf, monthStart, second} from '../world/time.ts';
import {dayRangeOf} from './day-range.ts';
import type {Context, Handlers} from './handler.ts';

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number =>
	items.reduce((sum, item) => sum + value(item), 0);

/** Cents charged this month for texts that users have sent. */
const byHandThisMonth = ({world, store}: Context): number =>
	sumOf(
		store.messages.segmentsByDay(
			{campaigns: 'all', since: monthStart(world, world.now), until: Number.MAX_SAFE_INTEGER},
			time => midnightOf(world, time),
		),
		({segments}) => textCharge(segments),
	);

const countsByStatus = (days: readonly DayRecord[]): {status: CallStatus; count: number}[] =>
	callStatuses
		.map((status, code) => ({status, count: sumOf(days, ({statuses}) => statuses[code] ?? 0)}))
		.filter(({count}) => count > 0)
		.toSorted((a, b) => b.count - a.count);

export const usage = {
	campaign_summary: {
		level: 'manager',
		run({campaign_id, ...span}, {world, access}) {
			const campaign = access.campaign(campaign_id);
			const {since, until} = dayRangeOf(world, span);
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
	},
	get_usage: {
		level: 'admin',
		run({campaign_id, ...span}, context) {
			const {world, store, user, access} = context;
			const campaigns = campaign_id === undefined ? access.campaigns() : [access.campaign(campaign_id)];
			const {since, until} = dayRangeOf(world, span);
			const byHand = new Map(
				store.messages
					.segmentsByDay(
						{
							campaigns: campaign_id === undefined ? user.campaigns : new Set([campaign_id]),
							since,
							until: midnightAfter(world, until),
						},
						time => midnightOf(world, time),
					)
					.map(row => [row.day, row.segments]),
			);
			const records = Map.groupBy(
				campaigns.flatMap(campaign => daysOf(world, campaign, since, until)),
				({time}) => time,
			);
			// Each row is rounded to the cent, so that the rows add up to the total.
			const days = [...records].map(([time, ofDay]) => {
				const segments = byHand.get(time) ?? 0;
				return {
					date: dayText(world, time),
					units: sumOf(ofDay, ({counters}) => counters.billed),
					texts: sumOf(ofDay, textsOf) + segments,
					charge: sumOf(ofDay, chargeOf) + textCharge(segments),
				};
			});
			return {
				minutes: sumOf(days, ({units}) => units) / 10,
				texts: sumOf(days, ({texts}) => texts),
				charge: sumOf(days, ({charge}) => charge),
				balance: balanceOf(world, byHandThisMonth(context)),
				days: days.map(({units, ...row}) => ({...row, minutes: units / 10})),
			};
		},
	},
} satisfies Partial<Handlers>;
