/** The dashboard (section 2.6) and other statistics of campaigns (section 4.2; shapes ours). */
import type {FiguresWritten} from '../../api/dashboard.ts';
import {scripts} from '../world/agent-scripts.ts';
import {dayFiguresOf, daysOf, figuresOf, hoursOpen} from '../world/figures.ts';
import {invalidValue} from '../world/refusal.ts';
import type {Campaign, GraphPoint, World} from '../world/state.ts';
import {dayText, midnightOf, parseDay, second} from '../world/time.ts';
import {schedules} from '../world/zones.ts';
import {levelText} from './campaign-settings.ts';
import {statusTexts} from './campaigns.ts';
import {dayRangeOf} from './day-range.ts';
import {dayOfPoint, gatherPoints, graphsOf} from './graphs.ts';
import type {Handlers} from './handler.ts';

const dashboardFigures = (world: World, campaign: Campaign): FiguresWritten => {
	const {id, name, settings, state, level} = campaign;
	return {
		campaignId: id,
		campaignName: name,
		paceMethod: settings.method,
		paceTempo: levelText(level),
		throttle: levelText(settings.levelLimit),
		dropLimit: settings.dropLimit,
		agentLevel: settings.agentLevel,
		callerId: settings.callerId,
		script: scripts.find(script => script.id === settings.script)?.label ?? settings.script,
		recording: settings.recording ? 'ALLCALLS' : 'NEVER',
		scheduled: 'N',
		schedule: schedules.find(schedule => schedule.id === settings.schedule)?.label ?? settings.schedule,
		...figuresOf(world, campaign),
		status: statusTexts[state],
		schedulerStatus: hoursOpen(world, campaign) ? 'OPEN' : 'CLOSED',
		machineDetection: settings.machineDetection ? 'Y' : 'N',
		leaveMessage: settings.playMessage ? 'Y' : 'N',
		callBackNumber: settings.callBackNumber,
		transferQueue: settings.transferTo,
	};
};

/** The rows of a past day, without live figures, which are not kept. */
const pastFigures = (world: World, campaigns: readonly Campaign[], date: string): FiguresWritten[] => {
	const midnight = parseDay(world, date);
	const first = world.campaigns[0]?.days[0]?.time ?? midnightOf(world, world.now);
	if (midnight < first || midnight > world.now) {
		const kept = `${dayText(world, first)} to ${dayText(world, world.now)}`;
		throw invalidValue('date', `there are figures from ${kept}`);
	}
	return campaigns.flatMap(campaign =>
		daysOf(world, campaign, midnight, midnight).map(day => ({
			campaignId: campaign.id,
			campaignName: campaign.name,
			...dayFiguresOf(day),
		})),
	);
};

/** Sums over the last points, of which there is one a minute. */
const sumsOfLast = (points: readonly GraphPoint[], minutes: number) => {
	const sums = {calls: 0, answers: 0, drops: 0};
	for (const {dialed, answered, drops} of points.slice(-minutes)) {
		sums.calls += dialed;
		sums.answers += answered;
		sums.drops += drops;
	}
	return sums;
};

export const statistics = {
	get_dashboard_stats: {
		level: 'agent',
		run({campaign_id}, {world, access}) {
			const campaign = access.campaign(campaign_id);
			return {figures: dashboardFigures(world, campaign), ...graphsOf(world, campaign.graph)};
		},
	},
	get_all_stats: {
		level: 'agent',
		run({date}, {world, access}) {
			const campaigns = access.campaigns();
			return {
				stats:
					date === undefined || date === dayText(world, world.now)
						? campaigns.map(campaign => dashboardFigures(world, campaign))
						: pastFigures(world, campaigns, date),
			};
		},
	},
	get_all_graphs: {
		level: 'agent',
		run: ({campaign_id}, {world, access}) => graphsOf(world, access.campaign(campaign_id).graph),
	},
	get_graph_data: {
		level: 'agent',
		run({campaign_id, graph, interval = 60, ...span}, {world, access}) {
			const {graph: points} = access.campaign(campaign_id);
			const {since, until} = dayRangeOf(world, span, 0);
			const asked = points.filter(point => dayOfPoint(world, point) >= since && dayOfPoint(world, point) <= until);
			return {graph, graphs: graphsOf(world, gatherPoints(world, asked, interval * second))};
		},
	},
	get_campaign_stats: {
		level: 'agent',
		run({campaign_id}, {access}) {
			const {counters, graph} = access.campaign(campaign_id);
			const hour = sumsOfLast(graph, 60);
			const halfHour = sumsOfLast(graph, 30);
			const five = sumsOfLast(graph, 5);
			const one = sumsOfLast(graph, 1);
			return {
				stats: {
					calls_today: counters.called,
					calls_hour: hour.calls,
					calls_halfhour: halfHour.calls,
					calls_fivemin: five.calls,
					calls_onemin: one.calls,
					answers_today: counters.human + counters.machine,
					answers_hour: hour.answers,
					answers_halfhour: halfHour.answers,
					answers_fivemin: five.answers,
					answers_onemin: one.answers,
					drops_today: counters.drops,
					drops_hour: hour.drops,
					drops_halfhour: halfHour.drops,
					drops_fivemin: five.drops,
					drops_onemin: one.drops,
				},
			};
		},
	},
} satisfies Partial<Handlers>;
