/**
 * The state of the simulated world: plain data, changed by the other files of this folder. It is stored: raise the version in
 * store/store.ts with every change of its types.
 */
import type {CallLog, CallStatus} from './call-log.ts';
import type {Carrier} from './carrier.ts';
import type {EventQueue} from './events.ts';
import type {Habits} from './habits.ts';
import type {LeadTable} from './lead-table.ts';

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
	/** A detected machine gets the campaign's message. */
	playMessage: boolean;
	externalQueue: boolean;
	/** Most lines at once. */
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

/**
 * Counts of the calls placed on a day (world time). Agents' ready and wrap-up times count on the day that they pass, and in
 * their own campaign, as do the calls and the talks that a queue gives them.
 */
export type Counters = {
	called: number;
	/** Calls of people who rang the call-back number; no other count of calls has them, but for transfers and billed units. */
	inbound: number;
	human: number;
	machine: number;
	noAnswer: number;
	busy: number;
	failed: number;
	connected: number;
	drops: number;
	/** Drops that an agent took all the same, later; they are connected as well. */
	lateConnects: number;
	hangUps: number;
	transfers: number;
	sales: number;
	agentCalls: number;
	/** Milliseconds in total, as are the next two. */
	talkTime: number;
	wrapTime: number;
	readyTime: number;
	/** Billed units of six seconds. */
	billed: number;
};

/** `transferred`: with an agent of a queue, or at an extension. */
export const stage = {ringing: 0, detecting: 1, waiting: 2, inIvr: 3, talking: 4, transferred: 5} as const;
export type Stage = (typeof stage)[keyof typeof stage];
export const stageCount = 6;

/** Who or what answers; the service itself does not know it. */
export type Fate = 'human' | 'machine' | 'busy' | 'bad-number' | 'no-answer';

/** A live call. */
export type Call = {
	slot: number;
	campaign: number;
	/** Counted since the world began; also its index in the call log. */
	number: number;
	/** -1 for a test call. */
	lead: number;
	list: number;
	attempt: number;
	/** The campaign's method when the call was placed. */
	method: DialMethod;
	fate: Fate;
	stage: Stage;
	/** -1 for none. */
	agent: number;
	/** When billing began; 0 while it rings. */
	answeredAt: number;
	/** When the person who waits for an agent hangs up (world time). */
	givesUpAt: number;
	/** No agent took it in time: it counts as dropped, even if one takes it later. */
	dropped: boolean;
	/** Of its campaign on the day that it was placed: a call counts on that day, whenever it ends. */
	counters: Counters;
	statuses: Int32Array;
	/** The lead has rung the call-back number. */
	isInbound: boolean;
	/** What comes of the talk that it is in. */
	outcome: CallStatus;
	/** The IVR that it hears; empty for the campaign's message alone, undefined if that is left on a machine. */
	ivr: string | undefined;
	/** How often it has asked to hear the IVR again. */
	repeats: number;
	/** The queue that it is held in, as a part of the IVR's stage; empty for none. */
	queue: string;
};

/** `dead`: the other side has hung up and the agent has not noticed. */
export const agentState = {out: 0, ready: 1, onCall: 2, wrapUp: 3, paused: 4, dead: 5} as const;
export type AgentState = (typeof agentState)[keyof typeof agentState];
export const agentStateCount = 6;

export type Agent = {
	index: number;
	campaign: number;
	state: AgentState;
	/** When that state began. */
	since: number;
	/** How many states it has had: an event for an earlier one is void. */
	turn: number;
	/** Slot of its call; -1 for none. */
	call: number;
	/** Calls taken so far. */
	calls: number;
	/** Its shift, by the number of its day; -1 for none. */
	shift: number;
	/** True once the shift has begun. */
	onShift: boolean;
	/** Milliseconds of wrap-up after its call. */
	wrap: number;
	/** When its present break or lunch ends; 0 before the first. */
	restUntil: number;
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
	/** Its leads, as ranges of indexes; those of linked ranges are not looked for by `cursors`. */
	ranges: {first: number; count: number; isLinked: boolean}[];
	/** Leads in each phase. */
	phases: number[];
	/** Per zone: how far its ranges have been searched for fresh leads. */
	cursors: {range: number; offset: number}[];
	/** Per zone: leads that the cursor has yet to find. */
	fresh: number[];
	/** Per zone: the first and last of the leads that may be taken again, linked by the lead table; -1 for none. */
	heads: number[];
	tails: number[];
	/** Per zone: how many are linked so. */
	linked: number[];
	/** Per zone: how many leads fewer than its share have been taken. */
	arrears: number[];
	/** Leads that wait for a minute of world time, by that minute modulo the length, linked likewise. */
	waiting: Int32Array;
	/** Leads that waited for this minute or an earlier one have been made available. */
	lookedAt: number;
	/** Leads that wait for an hour of world time, likewise; as it begins they are spread over its minutes. */
	waitingLong: Int32Array;
	lookedAtHour: number;
	/** All its leads are finished, and this has been noticed. */
	exhausted: boolean;
};

/** Counts of the interval that ended at `time`, and the state at that time. */
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

/** The past that pacing looks back on. */
export type PaceMemory = {
	/** Ready agents minus waiting calls at the last ticks (a ring). */
	spare: number[];
	/** Agents signed in at the last ticks (a ring). */
	agents: number[];
	/** Steps so far. */
	steps: number;
	/** Human answers in the last steps (a ring). */
	humans: number[];
	/** Drops in the last steps (a ring). */
	drops: number[];
	/** Counters at the beginning of the current step. */
	humanMark: number;
	dropMark: number;
};

/** Counts of the calls placed on a day. `time` is its midnight; `statuses` counts those that have ended by status code. */
export type DayRecord = {time: number; counters: Counters; statuses: Int32Array};

/** The settings of a campaign's texts from a time on: they do not change the texts sent before. */
export type TextSettings = Pick<Settings, 'script' | 'callBackNumber'> & {since: number};

/** A shift of a campaign's agents. Times of day are milliseconds since midnight by the service's clocks. */
export type Shift = {
	/** Weekdays on which it is worked; 0 is Sunday. */
	days: readonly number[];
	/** When the first of its agents signs in; the others follow. */
	from: number;
	/** How long the first stays. */
	length: number;
	/** The share of the campaign's agents who work it. */
	share: number;
	/** Breaks and lunch: each agent begins at a time of its own `within` so long after `at`. */
	breaks: readonly {at: number; within: number; length: number}[];
};

/** Lists that a campaign receives, each at the midnight at which one of the weekdays begins. */
export type Supply = {name: string; leads: number; days: readonly number[]};

/** A number that calls show: how many of today's, and how worn it is, from 0 to 1. */
export type CallerIdUse = {calls: number; wear: number};

/** A call back at an hour that has come, and the agent who promised it. */
export type Promised = {lead: number; agent: number; at: number};

export type Campaign = {
	index: number;
	id: string;
	name: string;
	createdAt: number;
	state: DialState;
	settings: Settings;
	shifts: readonly Shift[];
	supplies: readonly Supply[];
	/** Numbers that its calls have shown, in the order of their first use; the first is unknown. */
	callerIds: string[];
	/** Those that it shows by turns, by their index, with the zone in which each is local (-1 for none). */
	shown: {index: number; zone: number; use: CallerIdUse}[];
	/** Which of these is shown next. */
	shownNext: number;
	/** Most calls per lead. */
	attemptLimit: number;
	/** The current dial level, 0 to 10. */
	level: number;
	lists: number[];
	agents: number[];
	agentCounts: number[];
	/** Agents who are on a call that a queue gave them. */
	lent: number;
	/** Ready agents, longest waiting first. */
	ready: Set<number>;
	/** Live calls by stage, test calls aside. */
	stages: number[];
	/** Live test calls by stage. */
	testStages: number[];
	/** Slots of calls that wait for an agent, longest waiting first. */
	queue: Set<number>;
	/** Leads to dial, the next one last. */
	hopper: number[];
	/** Leads who were promised a call by now, the first promise first. */
	promised: Promised[];
	/** Dials allowed by `velocity` and not yet placed. */
	credit: number;
	ticks: number;
	counters: Counters;
	/** Those of today's calls that have ended, by status code. */
	statuses: Int32Array;
	/** The days before this one, oldest first. */
	days: DayRecord[];
	/** Today's drop rate is over the limit, and this has been noticed. */
	overLimit: boolean;
	pace: PaceMemory;
	graph: GraphPoint[];
	/** Counters of today and the day before at the last point: calls of the day before may end after midnight. */
	graphMark: {dialed: number; answered: number; delivered: number; drops: number};
	/** Oldest first. */
	texts: TextSettings[];
	/** Sums of today's points that are no longer in the graph. */
	graphGone: {dialed: number; delivered: number; drops: number};
};

/** Which adaptive rule PREDICTIVE campaigns follow. */
export type AdaptiveRule = 'damped' | 'classic';

/** `action` is `transfer:<queue>`, `repeat`, `hangup` or `opt-out`. */
export type IvrOption = {key: string; action: string};

/** What a broadcast plays, and what its keys do (section 4.2; ours). */
export type Ivr = {
	id: string;
	name: string;
	/** The text it speaks. */
	prompt: string;
	/** Seconds it waits for a key. */
	timeout: number;
	/** How often it repeats the prompt. */
	repeat: number;
	options: readonly IvrOption[];
};

/** How a queue chooses among its ready agents. */
export type QueueStrategy = 'longest-idle' | 'round-robin' | 'fewest-calls' | 'ring-all';

/** Where calls are held until an agent takes them (section 4.2; ours). */
export type Queue = {
	id: string;
	name: string;
	strategy: QueueStrategy;
	/** Seconds after which a held call is ended. */
	maxWait: number;
	/** Its own agents; those of the campaigns that transfer to it take its calls as well. */
	agents: readonly number[];
	/** Slots of the calls held in it and since when, longest first. */
	calls: Map<number, number>;
	/** The agent who took its last call; -1 at first. */
	lastAgent: number;
	/** Since midnight: calls that an agent took, how long these were held (milliseconds), and calls that none took. */
	answered: number;
	holdTime: number;
	abandoned: number;
};

/** IVRs and queues by id, oldest first. */
export type Switchboard = {
	ivrs: Map<string, Ivr>;
	queues: Map<string, Queue>;
	/** The last ids given: none is used twice. */
	lastIvr: number;
	lastQueue: number;
	/** Calls held in all queues. */
	held: number;
};

/** A talk about a debt in which the person agreed to pay: the lead, and which of its calls it was. */
export type Sale = {lead: number; attempt: number};

/** Something that the service responds to. `list` is -1 if it concerns no single list, `campaign` if no single campaign. */
export type Happening = {
	kind: 'drop-limit' | 'list-exhausted' | 'new-day' | 'opt-out' | 'link-payment' | 'sales' | 'collection';
	time: number;
	campaign: number;
	list: number;
	/** Of `drop-limit`: percent of the day's human answers. */
	dropRate?: number;
	/** Of `opt-out`: the number (ten digits), barred from every campaign, and by what. */
	phone?: string;
	addedBy?: string;
	/** Of `link-payment`: the link's number. */
	link?: number;
	sales?: readonly Sale[];
};

/** A part of a campaign's agents in the order of their numbers, between two shares from 0 to 1. */
export type Share = {from: number; to: number};

/** A step of a script. Campaigns and lists are given by name. */
export type Step =
	/** Changes the behaviour of the network, the people called or the agents. */
	| {do: 'carrier'; carrier: Partial<Carrier>}
	/** A caller ID is worn, from 0 to 1, as if it had dialed too much. */
	| {do: 'wear'; callerId: string; wear: number}
	| {do: 'play' | 'pause'; campaign: string}
	| {do: 'configure'; campaign: string; settings: Partial<Settings>}
	| {do: 'list'; list: string; active: boolean}
	/** Agents sign out, each after its current call. */
	| ({do: 'leave'; campaign: string} & Share)
	/** Agents sign in, one after the other `within` so many milliseconds. */
	| ({do: 'come'; campaign: string; within: number} & Share);

/** A step and the world time at which it is due. */
export type ScriptStep = Step & {time: number};

export type World = {
	seed: number;
	/** The service's time zone, such as `America/New_York`: days and times of day are its own. */
	timeZone: string;
	carrier: Carrier;
	habits: Habits;
	rule: AdaptiveRule;
	/** World time: see time.ts. */
	now: number;
	/** World time at which it began. */
	origin: number;
	/** The year in account references. */
	year: number;
	/** Midnight of the day that the counters count. */
	today: number;
	events: EventQueue;
	leads: LeadTable;
	campaigns: Campaign[];
	lists: List[];
	agents: Agent[];
	calls: (Call | undefined)[];
	/** Ended calls, to be reused with their slots. */
	callsOver: Call[];
	log: CallLog;
	campaignById: Map<string, Campaign>;
	listById: Map<string, List>;
	/** The numbers that calls have shown. */
	callerIds: Map<string, CallerIdUse>;
	/** Barred numbers (ten digits), each with the campaigns it is barred from; -1 for every one. */
	doNotCall: Map<string, number[]>;
	/** Leads with such a number. */
	barred: Set<number>;
	switchboard: Switchboard;
	/** Leads whose number is no longer their account's: they are not dialed any more. */
	retired: Set<number>;
	/** Sales that are still to be booked. */
	sales: Sale[];
	/** What has happened and was not taken yet. */
	happenings: Happening[];
	script: ScriptStep[];
};

/** Short lists of counts are plain arrays, which lie closer together in memory than typed ones. */
export const zeros = (length: number): number[] => Array.from({length}, () => 0);
