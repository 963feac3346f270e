/** The answer of get_dashboard_stats: five arrays (section 2.6). */
import {type AnswerCodec, openAnswer, wireFields, withResolvedIds} from './answer.ts';
import {charge, count, decimal, duration, id, percent, rate, text, timeOfDay} from './codecs.ts';
import type {Envelope} from './envelope.ts';
import {findRecords, findRecordsIn, namedRecords} from './find-records.ts';
import type {IdResolver} from './id-resolver.ts';
import {type Field, field, type RecordCodec, type RecordOf, record} from './record.ts';
import {noteRule, readingOnce} from './tolerance.ts';

/** dashboard_stats. Seconds for times, percent for rates, money as written (two decimals, unit of the account). */
export const dashboardRecord = record({
	campaignId: field(id, 'campaign_id', 'id'),
	campaignName: field(text, 'campaign_name', 'name'),
	paceMethod: field(text, 'pace_method'),
	paceTempo: field(text, 'pace_tempo'),
	throttle: field(text, 'intensity_throttle'),
	dropLimit: field(percent, 'adaptive_dropped_percentage'),
	agentLevel: field(text, 'agent_level'),
	callerId: field(text, 'caller_id'),
	script: field(text, 'campaign_script'),
	recording: field(text, 'recording'),
	scheduled: field(text, 'scheduled_campaign'),
	schedule: field(text, 'contact_schedule'),

	totalLeads: field(count, 'total_leads'),
	activeLeads: field(count, 'active_leads'),
	remainingLeads: field(count, 'remaining_leads'),
	percentComplete: field(rate, 'percentage_complete'),
	recycled: field(count, 'recycled'),

	answeredToday: field(count, 'answered_today'),
	calledToday: field(count, 'called_today'),
	dropRate: field(rate, 'percentage_dropped'),
	humanAnswered: field(count, 'human_answered_calls'),
	machineAnswered: field(count, 'answering_machine'),
	transfers: field(count, 'transfers'),
	sales: field(count, 'sales'),

	averageWrap: field(decimal, 'average_wrap_time'),
	averageInterval: field(decimal, 'average_call_interval'),
	averageTalk: field(decimal, 'average_talkoff_time'),
	averageAgents: field(decimal, 'average_no_of_agents'),
	remainingTime: field(duration, 'remaining_time'),

	activeCalls: field(count, 'active_calls'),
	ringing: field(count, 'calls_ringings', 'calls_ringing'),
	waiting: field(count, 'calls_waiting'),
	inIvr: field(count, 'calls_in_ivr'),

	agents: field(count, 'total'),
	ready: field(count, 'ready'),
	onCall: field(count, 'oncalls'),
	wrapUp: field(count, 'wrappingup'),
	paused: field(count, 'paused'),
	dead: field(count, 'dead'),
	activeAgents: field(count, 'active'),

	status: field(text, 'display_status'),
	schedulerStatus: field(text, 'scheduler_status'),

	connectedCalls: field(count, 'connected_calls'),
	totalCalls: field(count, 'total_calls'),
	minutesToday: field(decimal, 'todays_minutes'),
	chargeToday: field(charge, 'todays_charge'),
	minutesMonth: field(decimal, 'mtd_minutes'),
	chargeMonth: field(charge, 'mtd_charge'),

	machineDetection: field(text, 'am_detection'),
	leaveMessage: field(text, 'am_leave_message'),
	callBackNumber: field(text, 'call_back_number'),
	transferQueue: field(text, 'transfer_queue'),
});

/** A point of calls_graph_data: counts of the interval that ends at `time` (seconds of the day). */
export const callsPoint = record({
	dialed: field(count, 'dialed'),
	delivered: field(count, 'delivered'),
	drops: field(count, 'drops'),
	time: field(timeOfDay, 'datetime'),
});

/** A point of agent_graph_data. */
export const agentsPoint = record({
	agents: field(count, 'total'),
	ready: field(count, 'ready'),
	onCall: field(count, 'oncalls'),
	wrapUp: field(count, 'wrappingup'),
	paused: field(count, 'pausedcalls'),
	dead: field(count, 'deadcalls'),
	time: field(timeOfDay, 'datetime'),
});

/** A point of lead_status_graph, whose values are integers. */
export const leadsPoint = record(
	{activeLeads: field(count, 'active_leads'), remainingLeads: field(count, 'remaining_leads')},
	{writeNumbers: true},
);

/** A point of call_status_graph, whose values are integers. */
export const liveCallsPoint = record(
	{
		activeCalls: field(count, 'active_calls'),
		ringing: field(count, 'calls_ringings', 'calls_ringing'),
		waiting: field(count, 'calls_waiting'),
		inIvr: field(count, 'calls_in_ivr'),
	},
	{writeNumbers: true},
);

export type DashboardFigures = RecordOf<(typeof dashboardRecord)['fields']>;
export type CallsPoint = RecordOf<(typeof callsPoint)['fields']>;
export type AgentsPoint = RecordOf<(typeof agentsPoint)['fields']>;
export type LeadsPoint = RecordOf<(typeof leadsPoint)['fields']>;
export type LiveCallsPoint = RecordOf<(typeof liveCallsPoint)['fields']>;

/** The answer of get_dashboard_stats; an array that was not sent is undefined, not empty. */
export type Dashboard = {
	figures: DashboardFigures | undefined;
	calls: CallsPoint[] | undefined;
	agents: AgentsPoint[] | undefined;
	leads: LeadsPoint[] | undefined;
	liveCalls: LiveCallsPoint[] | undefined;
};

type Writes<R> =
	R extends RecordCodec<infer F> ? {[K in keyof F]?: (F[K] extends Field<infer T> ? T : never) | undefined} : never;

/** What the sandbox writes the graphs from: arrays that do not change once they were written. */
export type GraphsWritten = {
	calls: Writes<typeof callsPoint>[];
	agents: Writes<typeof agentsPoint>[];
	leads: Writes<typeof leadsPoint>[];
	liveCalls: Writes<typeof liveCallsPoint>[];
};

/** What the sandbox writes dashboard_stats from. */
export type FiguresWritten = Writes<typeof dashboardRecord>;

/** The graphs by their names on the wire. */
export const graphNames = ['calls_graph_data', 'agent_graph_data', 'lead_status_graph', 'call_status_graph'] as const;

/** Most campaigns of an answer that are searched for the one that was asked for. */
const campaignLimit = 1000;

/** Most points that are read of a graph: dialtop draws at most a few hundred columns. */
const pointLimit = 1000;

type Points = Record<string, string | number>[];

/** By the points that they were written from: a sandbox writes the same ones many times. */
const writtenPoints = new WeakMap<readonly object[], Points>();

const encodePoints = <T extends object>(points: readonly T[], encode: (point: T) => Points[number]): Points => {
	const known = writtenPoints.get(points) ?? points.map(encode);
	writtenPoints.set(points, known);
	return known;
};

const encodeGraphs = ({calls, agents, leads, liveCalls}: GraphsWritten) => ({
	calls_graph_data: encodePoints(calls, callsPoint.encode),
	agent_graph_data: encodePoints(agents, agentsPoint.encode),
	lead_status_graph: encodePoints(leads, leadsPoint.encode),
	call_status_graph: encodePoints(liveCalls, liveCallsPoint.encode),
});

const graphFields = [
	...wireFields(callsPoint, 'calls_graph_data[].'),
	...wireFields(agentsPoint, 'agent_graph_data[].'),
	...wireFields(leadsPoint, 'lead_status_graph[].'),
	...wireFields(liveCallsPoint, 'call_status_graph[].'),
];

/** The newest points of a graph, the oldest of them first. */
const newest = <T>(points: readonly T[], isNewestFirst: boolean): T[] =>
	isNewestFirst ? points.slice(0, pointLimit).reverse() : points.slice(-pointLimit);

const day = 86_400;

/** Whether the times of a graph run backwards: read so, it spans less of a day than read forwards. */
const runsBackwards = (points: readonly {time?: number | undefined}[]): boolean => {
	const times = points.flatMap(({time}) => time ?? []);
	const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
	const span = (sign: 1 | -1): number => steps.reduce((sum, step) => sum + ((sign * step + day) % day), 0);
	return span(-1) < span(1);
};

type Wire = readonly unknown[];

/** Reads a graph whose points say their time; one that did not change since the last answer is not read again. */
const timed = <T extends {time?: number | undefined}>(read: (wire: unknown) => T | undefined) =>
	readingOnce((found: Wire): {points: T[]; isTurned: boolean} => {
		const points = newest(found, false).flatMap(wire => read(wire) ?? []);
		if (!runsBackwards(points)) {
			return {points, isTurned: false};
		}
		noteRule('newest-first');
		return {points: newest(found, true).flatMap(wire => read(wire) ?? []), isTurned: true};
	});

/** Reads a graph without times, whose points are assumed to be in the order of the other graphs. */
const untimed = <T>(read: (wire: unknown) => T | undefined) => {
	const reading = (isTurned: boolean) =>
		readingOnce((found: Wire): T[] => newest(found, isTurned).flatMap(wire => read(wire) ?? []));
	const [forwards, backwards] = [reading(false), reading(true)];
	return (found: Wire, isTurned: boolean): T[] => (isTurned ? backwards : forwards)(found);
};

const [readCalls, readAgents] = [timed(callsPoint.decode), timed(agentsPoint.decode)];
const [readLeads, readLiveCalls] = [untimed(leadsPoint.decode), untimed(liveCallsPoint.decode)];

/** The figures of the campaign that was asked for, if the answer has those of several; else the first ones. */
const figuresIn = (envelope: Envelope, resolve: IdResolver | undefined): DashboardFigures | undefined => {
	const found = findRecords(envelope, 'dashboard_stats', graphNames) ?? [];
	const read = (wire: unknown): DashboardFigures | undefined => {
		const figures = dashboardRecord.decode(wire);
		return figures && withResolvedIds(figures, dashboardRecord, resolve);
	};
	const asked = resolve?.asked.campaign_id;
	const first = read(found[0]);
	return asked === undefined || found.length < 2 || first?.campaignId === asked
		? first
		: (found
				.slice(1, campaignLimit)
				.map(read)
				.find(figures => figures?.campaignId === asked) ?? first);
};

export const dashboardAnswer: AnswerCodec<Dashboard, GraphsWritten & {figures: FiguresWritten}> = {
	fields: [...wireFields(dashboardRecord, 'dashboard_stats[].'), ...graphFields],
	given: true,
	// The graphs are nine tenths of an answer, and get a point a minute.
	moving: 'dashboard_stats',
	decode(envelope, resolve) {
		const graphOf = <T>(name: (typeof graphNames)[number], read: (found: Wire) => T): T | undefined => {
			const found = namedRecords(envelope, name);
			return found && read(found);
		};
		const calls = graphOf('calls_graph_data', readCalls);
		const agents = graphOf('agent_graph_data', readAgents);
		const isTurned = (calls ?? agents)?.isTurned ?? false;
		return {
			figures: figuresIn(envelope, resolve),
			calls: calls?.points,
			agents: agents?.points,
			leads: graphOf('lead_status_graph', found => readLeads(found, isTurned)),
			liveCalls: graphOf('call_status_graph', found => readLiveCalls(found, isTurned)),
		};
	},
	encode: ({figures, ...graphs}) => ({dashboard_stats: [dashboardRecord.encode(figures)], ...encodeGraphs(graphs)}),
};

/** The figures of each campaign in an answer of get_all_stats. Section 4.2 names it only: its shape is ours, and read tolerantly. */
export const figuresOfAll = (answer: Record<string, unknown>): DashboardFigures[] =>
	(findRecordsIn(answer, 'stats') ?? []).slice(0, campaignLimit).flatMap(wire => dashboardRecord.decode(wire) ?? []);

/** get_all_graphs: reads anything, writes the four graphs of the dashboard. */
export const graphsAnswer: AnswerCodec<Record<string, unknown>, GraphsWritten> = {
	fields: graphFields,
	decode: openAnswer.decode,
	encode: encodeGraphs,
};

/** get_graph_data: reads anything, writes one of the graphs as `graph_data`. */
export const graphAnswer: AnswerCodec<
	Record<string, unknown>,
	{graph: (typeof graphNames)[number]; graphs: GraphsWritten}
> = {
	fields: ['graph_data[]'],
	decode: openAnswer.decode,
	encode: ({graph, graphs}) => ({graph_data: encodeGraphs(graphs)[graph]}),
};

/** get_all_stats: reads anything, writes the dashboard figures of each campaign. */
export const allStatsAnswer: AnswerCodec<Record<string, unknown>, {stats: FiguresWritten[]}> = {
	fields: wireFields(dashboardRecord, 'stats[].'),
	decode: openAnswer.decode,
	encode: ({stats}) => ({stats: stats.map(dashboardRecord.encode)}),
};
