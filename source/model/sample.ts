/** What one poll showed of a campaign, as a plain value: a history is built only of these. */
import type {DialState} from './campaign.ts';
import type {Span} from './time.ts';
import type {Dashboard, Figures} from './wire.ts';

/** Figures of the moment: calls on the lines by stage, and agents by state. */
export const momentFigures = [
	...(['activeCalls', 'ringing', 'waiting', 'inIvr'] as const),
	...(['agents', 'ready', 'onCall', 'wrapUp', 'paused', 'dead', 'activeAgents'] as const),
] as const satisfies readonly (keyof Figures)[];

/** The figures of dashboard_stats (section 2.6) that are numbers: those of the moment, counts of the day, leads, money. */
export const sampleFigures = [
	...momentFigures,
	// Counts since the service's midnight, and rates of them, percent.
	...(['calledToday', 'answeredToday', 'humanAnswered', 'machineAnswered', 'connectedCalls', 'totalCalls'] as const),
	...(['transfers', 'sales', 'dropRate', 'dropLimit'] as const),
	// Leads, and seconds until they run out.
	...(['totalLeads', 'activeLeads', 'remainingLeads', 'percentComplete', 'recycled', 'remainingTime'] as const),
	// Averages, in seconds, and agents.
	...(['averageWrap', 'averageInterval', 'averageTalk', 'averageAgents'] as const),
	// Minutes on the lines, and what they cost.
	...(['minutesToday', 'chargeToday', 'minutesMonth', 'chargeMonth'] as const),
] as const satisfies readonly (keyof Figures)[];

/** The service's own graphs in an answer: one point a minute over its last hour; not given for a graph that was not sent. */
export type Graphs = Pick<Dashboard, 'calls' | 'agents' | 'leads' | 'liveCalls'>;

/** One poll of a campaign with some of its figures, and the graphs that came with it. */
export type Poll<Name extends keyof Figures> = Graphs & {
	/** When it was asked for, and when its answer was whole. */
	readonly span: Span;
	/** What its status word means. */
	readonly state: DialState;
	/** Undefined for one that was not sent. `paceTempo` is the dial level, a number as the service writes it. */
	readonly figures: Readonly<Pick<Figures, Name>>;
};

/** One poll of a campaign with its numbers: a recording stores exactly this, and each point of the graphs once, by its time. */
export type Sample = Poll<(typeof sampleFigures)[number] | 'paceTempo'>;
