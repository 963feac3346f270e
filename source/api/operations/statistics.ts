/** Statistics, graphs, usage (section 4.2; parameters ours) and the dashboard (sections 2.6 and 4.1). */
import {openAnswer} from '../answer.ts';
import {dashboardAnswer} from '../dashboard.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';

export const statistics = {
	get_dashboard_stats: operation({
		family: 'statistics',
		effect: 'read',
		summary: 'Returns the dashboard figures of one campaign.',
		documented: true,
		params: {campaign_id: p.required(p.idNumber('campaign'))},
		answer: dashboardAnswer,
	}),
	campaign_summary: operation({
		family: 'statistics',
		effect: 'read',
		summary: 'Sums up the calls of a campaign.',
		documented: false,
		params: {
			campaign_id: p.required(p.idNumber('campaign')),
			from: p.date('from this day on'),
			to: p.date('up to this day'),
		},
		answer: openAnswer,
	}),
	get_all_stats: operation({
		family: 'statistics',
		effect: 'read',
		summary: 'Returns a dashboard row per campaign.',
		documented: false,
		params: {date: p.date('day')},
		answer: openAnswer,
	}),
	get_graph_data: operation({
		family: 'statistics',
		effect: 'read',
		summary: 'Returns the points of one graph.',
		documented: false,
		params: {
			campaign_id: p.required(p.idNumber('campaign')),
			graph: p.required(p.text('which graph', 40)),
			from: p.date('from this day on'),
			to: p.date('up to this day'),
			interval: p.integer('seconds a point', {min: 1}),
		},
		answer: openAnswer,
	}),
	get_campaign_stats: operation({
		family: 'statistics',
		effect: 'read',
		summary: 'Returns calls, answers and drops over several spans.',
		documented: false,
		params: {campaign_id: p.required(p.idNumber('campaign'))},
		answer: openAnswer,
	}),
	get_all_graphs: operation({
		family: 'statistics',
		effect: 'read',
		summary: 'Returns every graph of a campaign.',
		documented: false,
		params: {campaign_id: p.required(p.idNumber('campaign'))},
		answer: openAnswer,
	}),
	get_usage: operation({
		family: 'statistics',
		effect: 'read',
		summary: 'Returns minutes, texts and charges.',
		documented: false,
		params: {from: p.date('from this day on'), to: p.date('up to this day'), campaign_id: p.idNumber('campaign')},
		answer: openAnswer,
	}),
};
