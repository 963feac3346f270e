/** The answer of get_dashboard_stats: five arrays (section 2.6). */
import {type AnswerCodec, wireFields} from './answer.ts';
import {count, decimal, duration, id, percent, text, timeOfDay, twoDecimals} from './codecs.ts';
import {findRecords, namedRecords} from './envelope.ts';
import {type Field, field, type RecordCodec, type RecordOf, record} from './record.ts';

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
	percentComplete: field(twoDecimals, 'percentage_complete'),
	recycled: field(count, 'recycled'),

	answeredToday: field(count, 'answered_today'),
	calledToday: field(count, 'called_today'),
	dropRate: field(twoDecimals, 'percentage_dropped'),
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
	chargeToday: field(twoDecimals, 'todays_charge'),
	minutesMonth: field(decimal, 'mtd_minutes'),
	chargeMonth: field(twoDecimals, 'mtd_charge'),

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

/** What get_dashboard_stats says of one campaign; an array that did not come is missing, not empty. */
export type Dashboard = {
	figures: DashboardFigures | undefined;
	calls: CallsPoint[] | undefined;
	agents: AgentsPoint[] | undefined;
	leads: LeadsPoint[] | undefined;
	liveCalls: LiveCallsPoint[] | undefined;
};

type Writes<R> =
	R extends RecordCodec<infer F> ? {[K in keyof F]?: (F[K] extends Field<infer T> ? T : never) | undefined} : never;

/** What the sandbox writes a dashboard from. */
export type DashboardAnswer = {
	figures: Writes<typeof dashboardRecord>;
	calls: Writes<typeof callsPoint>[];
	agents: Writes<typeof agentsPoint>[];
	leads: Writes<typeof leadsPoint>[];
	liveCalls: Writes<typeof liveCallsPoint>[];
};

const graphs = ['calls_graph_data', 'agent_graph_data', 'lead_status_graph', 'call_status_graph'] as const;

/** Points of one graph that are kept: dialtop draws at most a few hundred columns. */
const pointLimit = 1000;

/** Reads and writes get_dashboard_stats. */
export const dashboardAnswer: AnswerCodec<Dashboard, DashboardAnswer> = {
	fields: [
		...wireFields(dashboardRecord, 'dashboard_stats[].'),
		...wireFields(callsPoint, `${graphs[0]}[].`),
		...wireFields(agentsPoint, `${graphs[1]}[].`),
		...wireFields(leadsPoint, `${graphs[2]}[].`),
		...wireFields(liveCallsPoint, `${graphs[3]}[].`),
	],
	given: true,
	decode(envelope) {
		const points = <T>(name: string, read: (wire: unknown) => T | undefined): T[] | undefined =>
			namedRecords(envelope, name)
				?.slice(-pointLimit)
				.flatMap(wire => read(wire) ?? []);
		const figures = findRecords(envelope, 'dashboard_stats', graphs)?.[0];
		return {
			figures: figures && dashboardRecord.decode(figures),
			calls: points(graphs[0], callsPoint.decode),
			agents: points(graphs[1], agentsPoint.decode),
			leads: points(graphs[2], leadsPoint.decode),
			liveCalls: points(graphs[3], liveCallsPoint.decode),
		};
	},
	encode: ({figures, calls, agents, leads, liveCalls}) => ({
		dashboard_stats: [dashboardRecord.encode(figures)],
		[graphs[0]]: calls.map(callsPoint.encode),
		[graphs[1]]: agents.map(agentsPoint.encode),
		[graphs[2]]: leads.map(leadsPoint.encode),
		[graphs[3]]: liveCalls.map(liveCallsPoint.encode),
	}),
};
