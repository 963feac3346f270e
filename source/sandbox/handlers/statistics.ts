/** The dashboard (section 2.6) and what else the world can sum up at once (section 4.2; shapes ours). */
import {dashboardAnswer} from '../../api/dashboard.ts';
import {Refusal} from '../refusal.ts';
import {figuresOf, hoursOpen} from '../world/figures.ts';
import type {Campaign, GraphPoint, World} from '../world/state.ts';
import {dayText, secondOfDay} from '../world/time.ts';
import {schedules} from '../world/zones.ts';
import {statusTexts} from './campaigns.ts';
import type {Handlers} from './handler.ts';
import {levelText, scripts} from './settings.ts';

const dashboardFigures = (world: World, campaign: Campaign) => {
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

const liveCalls = ({ringing, waiting, inIvr}: Pick<GraphPoint, 'ringing' | 'waiting' | 'inIvr'>) => ({
	activeCalls: ringing + waiting + inIvr,
	ringing,
	waiting,
	inIvr,
});

const dashboardOf = (world: World, campaign: Campaign) => ({
	figures: dashboardFigures(world, campaign),
	calls: campaign.graph.map(({dialed, delivered, drops, time}) => ({
		dialed,
		delivered,
		drops,
		time: secondOfDay(time),
	})),
	agents: campaign.graph.map(({agents, ready, onCall, wrapUp, paused, dead, time}) => ({
		agents,
		ready,
		onCall,
		wrapUp,
		paused,
		dead,
		time: secondOfDay(time),
	})),
	leads: campaign.graph.map(({activeLeads, remainingLeads}) => ({activeLeads, remainingLeads})),
	liveCalls: campaign.graph.map(liveCalls),
});

const wireDashboard = (world: World, campaign: Campaign) => dashboardAnswer.encode(dashboardOf(world, campaign));

/** Only today's counts are kept: asked for another day, saying today's would be a lie. */
const refuseOtherDays = (world: World, name: string, date: string | undefined): void => {
	if (date !== undefined && date !== dayText(world.now)) {
		throw new Refusal('invalid-value', `Invalid value: ${name}`, `only ${dayText(world.now)} is kept`);
	}
};

export const statistics: Pick<Handlers, 'get_dashboard_stats' | 'get_all_stats' | 'get_all_graphs'> = {
	get_dashboard_stats: ({campaign_id}, {world, access}) => dashboardOf(world, access.campaign(campaign_id)),
	get_all_stats({date}, {world, access}) {
		refuseOtherDays(world, 'date', date);
		return {stats: access.campaigns().flatMap(campaign => wireDashboard(world, campaign).dashboard_stats)};
	},
	get_all_graphs({campaign_id}, {world, access}) {
		const {dashboard_stats: _figures, ...graphs} = wireDashboard(world, access.campaign(campaign_id));
		return graphs;
	},
};
