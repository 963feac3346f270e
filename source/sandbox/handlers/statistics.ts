/** The dashboard (section 2.6) and other statistics of campaigns (section 4.2; shapes ours). */
import type {FiguresWritten, GraphsWritten} from '../../wire/dashboard.ts';
import {chargesOf, ledgerOf, prepaidBalance} from '../rules/ledger.ts';
import type {WorldAndStore} from '../store/store.ts';
import {type CallStatus, callStatuses} from '../world/call-log.ts';
import {callbacksDue, dayFiguresOf, daysOf, figuresOf, hoursOpen} from '../world/figures.ts';
import {invalidValue} from '../world/refusal.ts';
import type {Campaign, DayRecord, GraphPoint, World} from '../world/state.ts';
import {scripts} from '../world/talks.ts';
import {dayText, midnightAfter, midnightOf, parseDay, second, secondOfDay} from '../world/time.ts';
import {schedules} from '../world/zones.ts';
import {levelText} from './campaign-settings.ts';
import {statusTexts} from './campaigns.ts';
import {admin, agent, type Handlers, manager} from './handler.ts';
import {dayRangeOf} from './pages.ts';

const figuresWithoutCharges = (world: World, campaign: Campaign): FiguresWritten => {
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

/** The dashboard of a campaign but for its charges. */
export const dashboardWithoutCharges = (
	world: World,
	campaign: Campaign,
): GraphsWritten & {figures: FiguresWritten} => ({
	figures: figuresWithoutCharges(world, campaign),
	...graphsOf(world, campaign.graph),
});

/** The row of each campaign. */
const dashboardFigures = (sources: WorldAndStore, campaigns: readonly Campaign[]): FiguresWritten[] => {
	const charges = chargesOf(sources, campaigns);
	return campaigns.map(campaign => ({
		...figuresWithoutCharges(sources.world, campaign),
		...charges.get(campaign.id),
	}));
};

/** The rows of a past day, without live figures, which are not stored. */
const pastFigures = (sources: WorldAndStore, campaigns: readonly Campaign[], date: string): FiguresWritten[] => {
	const {world} = sources;
	const midnight = parseDay(world, date);
	const first = world.campaigns[0]?.days[0]?.time ?? world.today;
	if (midnight < first || midnight > world.today) {
		const stored = `${dayText(world, first)} to ${dayText(world, world.today)}`;
		throw invalidValue('date', `there are figures from ${stored}`);
	}
	const ledger = ledgerOf(sources, campaigns, midnight, midnight);
	return campaigns.flatMap(campaign =>
		daysOf(world, campaign, midnight, midnight).map(day => ({
			campaignId: campaign.id,
			campaignName: campaign.name,
			...dayFiguresOf(day),
			chargeToday: (ledger.get(campaign.id)?.[0]?.charge ?? 0) / 100,
		})),
	);
};

/** The midnight of a point's day; a point at midnight itself belongs to the day before. */
const dayOfPoint = (world: World, {time}: GraphPoint): number => midnightOf(world, time - 1);

/** Graphs hold an hour: the days before today, and those to come, have none. @throws Refusal */
const refusePast = (world: World, days: {from: string | undefined; to: string | undefined}): void => {
	const today = dayText(world, world.today);
	for (const [name, day] of Object.entries(days)) {
		if (day !== undefined && parseDay(world, day) < world.today) {
			throw invalidValue(name, 'graphs hold the last sixty minutes only; campaign_summary tells of days before');
		}
	}
	if (days.from !== undefined && days.from > today) {
		throw invalidValue('from', 'must not be after today');
	}
};

/**
 * Gathers points into longer intervals: counts are summed, states are those of the last point. Intervals count from
 * midnight, and the last of a day ends at the next.
 *
 * @param interval milliseconds
 */
const gatherPoints = (world: World, points: readonly GraphPoint[], interval: number): GraphPoint[] => {
	const gathered = new Map<number, GraphPoint>();
	for (const point of points) {
		const midnight = dayOfPoint(world, point);
		const whole = midnight + Math.ceil((point.time - midnight) / interval) * interval;
		const end = Math.min(midnightAfter(world, midnight), whole);
		const before = gathered.get(end);
		gathered.set(end, {
			...point,
			dialed: point.dialed + (before?.dialed ?? 0),
			answered: point.answered + (before?.answered ?? 0),
			delivered: point.delivered + (before?.delivered ?? 0),
			drops: point.drops + (before?.drops ?? 0),
		});
	}
	return [...gathered.values()];
};

const graphsOf = (world: World, points: readonly GraphPoint[]): GraphsWritten => ({
	calls: points.map(({dialed, delivered, drops, time}) => ({dialed, delivered, drops, time: secondOfDay(world, time)})),
	agents: points.map(({agents, ready, onCall, wrapUp, paused, dead, time}) => ({
		agents,
		ready,
		onCall,
		wrapUp,
		paused,
		dead,
		time: secondOfDay(world, time),
	})),
	leads: points.map(({activeLeads, remainingLeads}) => ({activeLeads, remainingLeads})),
	liveCalls: points.map(({ringing, waiting, inIvr}) => ({
		activeCalls: ringing + waiting + inIvr,
		ringing,
		waiting,
		inIvr,
	})),
});

/** By campaign, with the newest point of the graphs: they change once a minute, and are asked for many times. */
const written = new WeakMap<Campaign, {newest: GraphPoint | undefined; graphs: GraphsWritten}>();

const graphsOfCampaign = (world: World, campaign: Campaign): GraphsWritten => {
	const {graph} = campaign;
	const newest = graph.at(-1);
	const known = written.get(campaign);
	if (known && known.newest === newest) {
		return known.graphs;
	}
	const graphs = graphsOf(world, graph);
	written.set(campaign, {newest, graphs});
	return graphs;
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
	get_dashboard_stats: agent(({campaign_id}, context) => {
		const campaign = context.access.campaign(campaign_id);
		const [figures = {}] = dashboardFigures(context, [campaign]);
		return {figures, ...graphsOfCampaign(context.world, campaign)};
	}),
	get_all_stats: agent(({date}, context) => {
		const campaigns = context.access.campaigns();
		return {
			stats:
				date === undefined || date === dayText(context.world, context.world.today)
					? dashboardFigures(context, campaigns)
					: pastFigures(context, campaigns, date),
		};
	}),
	get_all_graphs: agent(({campaign_id}, {world, access}) => graphsOfCampaign(world, access.campaign(campaign_id))),
	get_graph_data: agent(({campaign_id, graph, interval = 60, from, to}, {world, access}) => {
		const {graph: points} = access.campaign(campaign_id);
		refusePast(world, {from, to});
		const asked = points.filter(point => from === undefined || dayOfPoint(world, point) === world.today);
		return {graph, graphs: graphsOf(world, gatherPoints(world, asked, interval * second))};
	}),
	get_campaign_stats: agent(({campaign_id}, {access}) => {
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
	}),
} satisfies Partial<Handlers>;

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
