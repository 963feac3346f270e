/** Statistics, graphs, usage (section 4.2; parameters ours) and the dashboard (sections 2.6 and 4.1). */
import {optional, ownAnswer} from '../answer.ts';
import {count, decimal, money, text, twoDecimals} from '../codecs.ts';
import {allStatsAnswer, dashboardAnswer, graphAnswer, graphNames, graphsAnswer} from '../dashboard.ts';
import {once} from '../once.ts';
import {family} from '../operation.ts';
import {callOutcomes} from '../outcomes.ts';
import * as p from '../parameters.ts';

/**
 * Results of calls: `calls` = `answers` (by people and machines) + `no_answer` + `busy` + `failed` + calls still
 * unresolved; `inbound` are those of people who rang back, which count in `statuses` alone; `drop_pct` is percent of the people who answered, `drops_connected` are drops that an agent took later,
 * `talk_sec` the seconds that agents talked; `callbacks_due`, where today is among the days, people who wait to be called back.
 */
const summary = {
	calls: count,
	inbound: count,
	answers: count,
	machines: count,
	no_answer: count,
	busy: count,
	failed: count,
	drops: count,
	drop_pct: twoDecimals,
	drops_connected: count,
	sales: count,
	talk_sec: count,
	callbacks_due: optional(count),
};

/** Calls dialed, answers (by people and machines) and drops: today, and in the last whole minutes. */
const spans = {
	calls_today: count,
	calls_hour: count,
	calls_halfhour: count,
	calls_fivemin: count,
	calls_onemin: count,
	answers_today: count,
	answers_hour: count,
	answers_halfhour: count,
	answers_fivemin: count,
	answers_onemin: count,
	drops_today: count,
	drops_hour: count,
	drops_halfhour: count,
	drops_fivemin: count,
	drops_onemin: count,
};

/** Minutes in tenths, texts, and what both cost. */
const used = {minutes: decimal, texts: count, charge: money};

const seconds = p.integer('seconds per point, a multiple of 60; 60 when omitted', {min: 60, max: 3600});
/** The service keeps one point a minute. */
const wholeMinutes = {
	...seconds,
	schema: once(() =>
		seconds.schema().refine(value => value % 60 === 0, {
			message: 'must be a multiple of 60',
			when: ({issues}) => issues.length === 0,
		}),
	),
};

const campaign = {campaign_id: p.required(p.idNumber('campaign'))};

export const statistics = family('statistics', {
	get_dashboard_stats: {
		effect: 'read',
		summary: 'Returns the dashboard figures of one campaign.',
		documented: true,
		params: campaign,
		answer: dashboardAnswer,
	},
	campaign_summary: {
		effect: 'read',
		summary: "Returns a campaign's call totals.",
		params: {
			...campaign,
			from: p.date('first day; the same as `to` when omitted'),
			to: p.date('last day; today when omitted'),
		},
		answer: {...ownAnswer({summary, statuses: [{status: text, count}]}), decode: callOutcomes},
	},
	get_all_stats: {
		effect: 'read',
		summary: 'Returns the dashboard figures of every campaign.',
		params: {date: p.date('day; today when omitted; a past day has only the daily figures')},
		answer: allStatsAnswer,
	},
	get_graph_data: {
		effect: 'read',
		summary: 'Returns the points of one graph, of the last sixty minutes.',
		params: {
			...campaign,
			graph: p.required(p.choice('which graph', graphNames)),
			from: p.date('today, to leave out points of yesterday'),
			to: p.date('today or later; graphs of past days are not stored'),
			interval: wholeMinutes,
		},
		answer: graphAnswer,
	},
	get_campaign_stats: {
		effect: 'read',
		summary: 'Returns calls, answers and drops over several periods.',
		params: campaign,
		answer: ownAnswer({stats: spans}),
	},
	get_all_graphs: {
		effect: 'read',
		summary: 'Returns every graph of a campaign.',
		params: campaign,
		answer: graphsAnswer,
	},
	get_usage: {
		effect: 'read',
		summary: 'Returns minutes, text segments and charges, in total and by day, and the account balance.',
		params: {
			from: p.date('first day; the same as `to` when omitted'),
			to: p.date('last day; today when omitted'),
			campaign_id: p.idNumber('campaign; all you may access when omitted'),
		},
		answer: ownAnswer({...used, balance: money, days: [{date: text, ...used}]}),
	},
});
