/** Everything that the simulated world consists of. Pure data: the other files of this folder move it along. */
import type {CallLog} from './call-log.ts';
import type {Carrier} from './carrier.ts';
import type {EventQueue} from './events.ts';
import type {LeadTable} from './lead-table.ts';

/** Of the shape below: a stored world of another version cannot be read. */
export const worldVersion = 4;

/** How a campaign dials (section 2.2). */
export type DialMethod = 'BROADCAST' | 'PREDICTIVE' | 'RATIO' | 'MANUAL' | 'SMSB';

/** Section 3. */
export type DialState = 'dialing' | 'paused' | 'stopped';

/** The settings of section 2.2 in the field's own words. */
export type Settings = {
	method: DialMethod;
	/** Lines per available agent, 0 to 10; adaptive campaigns start from it. */
	level: number;
	/** The highest level that the adaptive rule may reach. */
	levelLimit: number;
	machineDetection: boolean;
	/** A machine that was detected gets the campaign's message. */
	playMessage: boolean;
	externalQueue: boolean;
	/** Simultaneous lines at most. */
	lines: number;
	/** Percent. */
	dropLimit: number;
	/** Calls or messages a minute of BROADCAST and SMSB. */
	velocity: number;
	schedule: string;
	recording: boolean;
	customCallerIds: boolean;
	override: boolean;
	prefix: '8' | '9';
	agentLevel: string;
	script: string;
	callBackNumber: string;
	transferTo: string;
	callerIdList: string;
	callerId: string;
};

/** Counts since midnight of the service's day. */
export type Counters = {
	called: number;
	human: number;
	machine: number;
	noAnswer: number;
	busy: number;
	failed: number;
	connected: number;
	drops: number;
	hangUps: number;
	transfers: number;
	sales: number;
	agentCalls: number;
	/** Milliseconds, over calls that agents had. */
	talkTime: number;
	wrapTime: number;
	readyTime: number;
	/** Billed units of six seconds. */
	billed: number;
};

/** Where a call is. */
export const stage = {ringing: 0, detecting: 1, waiting: 2, inIvr: 3, talking: 4} as const;
export type Stage = (typeof stage)[keyof typeof stage];
export const stageCount = 5;

/** What happens when the call is placed, known to the world and not to the service. */
export type Fate = 'human' | 'machine' | 'busy' | 'bad-number' | 'no-answer';

/** A live call. */
export type Call = {
	slot: number;
	campaign: number;
	/** Its number since the world began; also its place in the call log. */
	number: number;
	/** -1 for a test call. */
	lead: number;
	list: number;
	attempt: number;
	/** What the campaign dialed by when it placed the call: later changes do not touch it. */
	method: DialMethod;
	fate: Fate;
	stage: Stage;
	/** -1 while it has none. */
	agent: number;
	/** When the line opened, 0 while it rings: what is billed. */
	answeredAt: number;
	/** Why it leaves the queue unless an agent takes it first. */
	givesUp: boolean;
};

/** What an agent is doing. `dead`: the caller has gone and the agent has not noticed. */
export const agentState = {out: 0, ready: 1, onCall: 2, wrapUp: 3, paused: 4, dead: 5} as const;
export type AgentState = (typeof agentState)[keyof typeof agentState];
export const agentStateCount = 6;

/** An agent. */
export type Agent = {
	index: number;
	campaign: number;
	state: AgentState;
	/** When that state began. */
	since: number;
	/** How many states there have been: an event for an earlier one is void. */
	turn: number;
	/** Slot of the call, -1 without one. */
	call: number;
	/** The number of calls taken: the turn of the next draws. */
	calls: number;
	/** The shift in force (a day's number), and whether it has ended. */
	shift: number;
	onShift: boolean;
	/** How long the wrap-up after the present call will take. */
	wrap: number;
};

/** A calling list (section 2.4). */
export type List = {
	index: number;
	id: string;
	name: string;
	campaign: number;
	active: boolean;
	createdAt: number;
	changedAt: number;
	/** 0 until a lead of it is dialed. */
	lastCalledAt: number;
	/** Runs of lead indexes. */
	ranges: {first: number; count: number}[];
	/** Leads in each phase. */
	phases: number[];
	/** Per zone: where the search for leads that were never taken stands. */
	cursors: {range: number; offset: number}[];
	/** Per zone: leads that may be taken again, linked through the lead table; -1 is none. */
	heads: number[];
	tails: number[];
	/** Leads that wait for one of the coming minutes (of world time) by that minute's remainder, linked likewise. */
	waiting: Int32Array;
	/** Every minute up to this one has been looked at. */
	lookedAt: number;
	/** All its leads are finished, and that has been told. */
	exhausted: boolean;
};

/** A point of the graphs: counts of the interval that ended at `time`, and the state at that moment. */
export type GraphPoint = {
	time: number;
	dialed: number;
	/** By people and machines. */
	answered: number;
	delivered: number;
	drops: number;
	agents: number;
	ready: number;
	onCall: number;
	wrapUp: number;
	paused: number;
	dead: number;
	activeLeads: number;
	remainingLeads: number;
	ringing: number;
	waiting: number;
	inIvr: number;
};

/** What pacing looks back on. */
export type PaceMemory = {
	/** At the last dial ticks, ready agents minus waiting calls, and agents: rings, as are the next two. */
	spare: number[];
	agents: number[];
	/** Steps so far, and human answers and drops of the last ones. */
	steps: number;
	humans: number[];
	drops: number[];
	/** Counters when the step under way began. */
	humanMark: number;
	dropMark: number;
};

/** What a day of a campaign came to. `time` is its midnight; `statuses` counts ended calls by status code. */
export type DayRecord = {time: number; counters: Counters; statuses: Int32Array};

/** A campaign. */
export type Campaign = {
	index: number;
	id: string;
	name: string;
	createdAt: number;
	state: DialState;
	settings: Settings;
	/** Calls per lead at most. */
	attemptLimit: number;
	/** The level in force, 0 to 10. */
	level: number;
	lists: number[];
	agents: number[];
	agentCounts: number[];
	/** Agents that wait for a call, longest first. */
	ready: Set<number>;
	/** Live calls by stage. */
	stages: number[];
	/** Slots of calls that wait for an agent, longest first. */
	queue: Set<number>;
	/** The dialing queue: leads to be dialed, the next one last. */
	hopper: number[];
	/** Dials that velocity has earned and that were not placed yet. */
	credit: number;
	ticks: number;
	counters: Counters;
	/** Calls that ended today, by status code. */
	statuses: Int32Array;
	/** The days before this one, oldest first. */
	days: DayRecord[];
	/** Today's drops are over the limit, and that has been told. */
	overLimit: boolean;
	/** Billed units of the month before today. */
	billedBefore: number;
	pace: PaceMemory;
	graph: GraphPoint[];
	/** Counters at the last point. */
	graphMark: {dialed: number; answered: number; delivered: number; drops: number};
	/** Sums of the points of today that the graph no longer holds. */
	graphGone: {dialed: number; delivered: number; drops: number};
};

/** Which adaptive rule PREDICTIVE campaigns follow. */
export type AdaptiveRule = 'damped' | 'classic';

/** Something that people want to be told of. `list` is -1 where it is about the whole campaign, `campaign` where about all. */
export type Happening = {
	kind: 'drop-limit' | 'list-exhausted' | 'new-day';
	time: number;
	campaign: number;
	list: number;
	/** Percent of the day's human answers, where they went over the limit. */
	dropRate?: number;
};

/** Which agents of a campaign: those between two shares of them, 0 to 1, in the order in which they are numbered. */
export type Share = {from: number; to: number};

/** Something that happens of itself. Campaigns and lists go by their names. */
export type Step =
	/** The network, the people called, or the agents behave otherwise from here on. */
	| {do: 'carrier'; carrier: Partial<Carrier>}
	| {do: 'play' | 'pause'; campaign: string}
	| {do: 'configure'; campaign: string; settings: Partial<Settings>}
	| {do: 'list'; list: string; active: boolean}
	/** Agents go home, each after the call at hand. */
	| ({do: 'leave'; campaign: string} & Share)
	/** Agents come to work, one after the other `within` so many milliseconds. */
	| ({do: 'come'; campaign: string; within: number} & Share);

/** A step and the world time at which it is due. */
export type ScriptStep = Step & {time: number};

/** The world. */
export type World = {
	seed: number;
	carrier: Carrier;
	rule: AdaptiveRule;
	/** World time: see time.ts. */
	now: number;
	/** When it began. */
	origin: number;
	/** The year in account references. */
	year: number;
	/** Midnight of the day whose counts the counters hold. */
	today: number;
	events: EventQueue;
	leads: LeadTable;
	campaigns: Campaign[];
	lists: List[];
	agents: Agent[];
	calls: (Call | undefined)[];
	/** Calls that are over, whose slots are free. */
	callsOver: Call[];
	log: CallLog;
	campaignById: Map<string, Campaign>;
	listById: Map<string, List>;
	/** Numbers (ten digits) that may not be called, each with the campaigns it is barred from; -1 is every one. */
	doNotCall: Map<string, number[]>;
	/** Leads that have such a number. */
	barred: Set<number>;
	/** What has happened and was not fetched yet. */
	happenings: Happening[];
	/** What happens of itself: see script.ts. */
	script: ScriptStep[];
};

/** So many zeros. Small counts are plain arrays: they lie closer together than typed ones, which are for the large. */
export const zeros = (length: number): number[] => Array.from({length}, () => 0);
