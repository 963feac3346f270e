/** Runs a floor on in the world of the sandbox: there is no second simulation. */
import {scheduleAgent, setAgent, startTalk} from '../sandbox/world/agents.ts';
import {dialLead} from '../sandbox/world/calls.ts';
import type {Carrier} from '../sandbox/world/carrier.ts';
import {exponential, purpose, uniform} from '../sandbox/world/draw.ts';
import {habitNames} from '../sandbox/world/habits.ts';
import {fillHopper, takeLead} from '../sandbox/world/hopper.ts';
import {nextLead} from '../sandbox/world/promises.ts';
import {
	type Agent,
	type AgentState,
	agentState,
	type Campaign,
	type Settings,
	type World,
} from '../sandbox/world/state.ts';
import {minute, second} from '../sandbox/world/time.ts';
import {advance, createWorld} from '../sandbox/world/world.ts';
import {agentsOf, type Dialing, expecting, type Parameters, quarter, type Seats} from './floor.ts';

/** What a run of some time came to. Times are seconds of agents. */
export type Outcome = {
	/** How long it was. */
	minutes: number;
	dials: number;
	/** Answers by people. */
	humans: number;
	drops: number;
	talk: number;
	wrap: number;
	ready: number;
	/** Of all agents together. */
	present: number;
	/** At the end. */
	level: number;
};

/** A run. */
export type Run = {
	/** When it begins, UTC milliseconds: calls back come by the clock. */
	at: number;
	/** Which draws it makes: two runs of one seed differ only by what differs between them. */
	seed: number;
	parameters: Parameters<number>;
	/** How the floor dials before, and from the beginning of what is counted on. */
	before: Dialing;
	dialing: Dialing;
	seats: Seats;
	/** Agents who are there as well from then on; a negative number leaves. */
	extraAgents?: number;
	/** How talks are spread; exponential as in queueing theory. */
	isExponential?: boolean;
};

/** A part of a run. */
export type Part = {
	/** How long it is, and how much of it is not counted, at its beginning, until the floor has settled. */
	minutes: number;
	settling: number;
	/** How many times as many dials a person answers as by the parameters, and how many times as many agents are there as at first. */
	human: number;
	agents: number;
	/** Seconds of pauses after a talk, in place of those of the parameters. */
	pause: number;
};

/** Milliseconds that a floor runs before anything is counted, so that its calls are in every stage. */
const warmUp = 3 * minute;

/** A Tuesday in spring, at noon in UTC: nothing of a run depends on the time of the day but the quarters of its hours. */
const noon = Date.UTC(2026, 2, 31, 12);

/** Milliseconds that an agent takes to notice a dead line, and that machines and busy lines ring: those of the world. */
const [busyRing, badRing, machineRing, detection] = [2, 1, 16.5, 1.8];

/** The mean length of a pause, seconds. */
const pauseLength = 500;

/** The spread of the time until a person answers. */
const ringSigma = 0.4;

/** The longest and shortest that ringing is taken to be, as a factor of the world's usual times. */
const [shortest, longest] = [0.2, 3];

/** The largest share of the dials that people and machines answer. */
const mostAnswered = 0.92;

/** How many talks a pause follows, by the seconds of pauses that follow one on average. */
const pauseChance = (pause: number): number => Math.min(0.5, Math.max(0, pause / pauseLength));

/** The behaviour of the world by the parameters of a floor. */
export const carrierOf = (
	{human, machine, ring, talk, wrap, pause}: Parameters<number>,
	isExponential: boolean,
): Partial<Carrier> => {
	const [busy, badNumber] = [0.05, 0.03];
	const answered = Math.min(mostAnswered, human + machine);
	const silent = Math.max(0, 1 - answered - busy - badNumber);
	const usual = human * 9.5 * Math.exp(ringSigma ** 2 / 2) + silent * 22;
	const fixed = machine * machineRing + busy * busyRing + badNumber * badRing + (human + machine) * detection;
	const factor = Math.min(longest, Math.max(shortest, (ring - fixed) / Math.max(0.1, usual)));
	return {
		human,
		machine,
		busy,
		badNumber,
		expecting,
		ringMedian: 9.5 * factor * second,
		ringSigma,
		ringTimeout: Math.max(13, 22 * factor) * second,
		// Answers are counted behind the detection, so its errors are in their shares already.
		humanTakenForMachine: 0,
		machineTakenForHuman: 0,
		talk: talk * second,
		talkShape: isExponential ? 'exponential' : 'log-normal',
		wrap: wrap * second,
		absent: 0,
		callerEnds: 0,
		pauseChance: pauseChance(pause),
		pause: (pauseLength - 10) * second,
	};
};

const settingsOf = ({method, level, levelLimit, dropLimit, lines}: Dialing): Settings => ({
	method,
	level,
	levelLimit,
	dropLimit,
	lines,
	machineDetection: true,
	playMessage: false,
	externalQueue: false,
	velocity: 0,
	schedule: '24hours',
	recording: false,
	customCallerIds: false,
	override: false,
	prefix: '8',
	agentLevel: '1',
	script: '1',
	callBackNumber: '',
	transferTo: '',
	callerIdList: '',
	callerId: '',
});

/** More dials an hour than this no line can make: each rings for some seconds. */
const dialsPerLine = 450;

const leadsFor = ({before, dialing}: Run, agents: number, minutes: number): number => {
	const level = Math.max(before.level, dialing.level, dialing.method === 'PREDICTIVE' ? dialing.levelLimit : 0, 1);
	const lines = Math.min(agents * level, Math.max(before.lines, dialing.lines));
	return Math.ceil((lines * dialsPerLine * (minutes + warmUp / minute)) / 60) + 100;
};

const draw = ({seed}: World, {index}: Agent, turn: number): number => uniform(seed, index, turn, purpose.pauseTime);

/** Seats an agent, in a state that ends as one that is under way does. */
const seat = (world: World, campaign: Campaign, agent: Agent, state: AgentState): void => {
	agent.onShift = true;
	agent.shift = 0;
	setAgent(world, campaign, agent, state);
	const {wrap, pause} = world.carrier;
	if (state === agentState.onCall) {
		const taken = nextLead(world, campaign);
		const call = taken && dialLead(world, campaign, taken, agent);
		if (call) {
			call.fate = 'human';
			call.answeredAt = world.now;
			startTalk(world, campaign, call, agent);
		}
	} else if (state === agentState.wrapUp) {
		scheduleAgent(world, agent, Math.round(wrap * draw(world, agent, 1)));
	} else if (state === agentState.paused) {
		scheduleAgent(world, agent, exponential(pause, draw(world, agent, 2)));
	}
};

/** Agents come, or leave: first those who wait, then the others after their call. */
const changeAgents = (world: World, campaign: Campaign, extra: number): void => {
	const order: readonly AgentState[] = [agentState.ready, agentState.paused, agentState.wrapUp, agentState.onCall];
	const agents = campaign.agents.flatMap(index => world.agents[index] ?? []);
	if (extra > 0) {
		for (const agent of agents.filter(({onShift}) => !onShift).slice(0, extra)) {
			seat(world, campaign, agent, agentState.ready);
		}
		return;
	}
	const leaving = agents
		.filter(({onShift}) => onShift)
		.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
		.slice(0, -extra);
	for (const agent of leaving) {
		agent.onShift = false;
		if (agent.state === agentState.ready || agent.state === agentState.paused) {
			setAgent(world, campaign, agent, agentState.out);
		}
	}
};

/** Who was promised a call by now is dialed before all others. */
const callBack = (world: World, campaign: Campaign, callbacks: number): void => {
	for (let count = 0; count < callbacks; count++) {
		if (campaign.hopper.length === 0) {
			fillHopper(world, campaign);
		}
		const taken = takeLead(world, campaign);
		if (taken) {
			campaign.promised.push({lead: taken.lead, agent: -1, at: world.now});
		}
	}
};

/** Advances a floor; those who were promised a call are called at each quarter of an hour. */
const runTo = (world: World, campaign: Campaign, until: number, callbacks: number): void => {
	for (let next = Math.ceil((world.now + 1) / quarter) * quarter; next <= until; next += quarter) {
		advance(world, next);
		callBack(world, campaign, callbacks);
	}
	advance(world, until);
};

/** Makes a floor what it usually is at another time. Where fewer agents pause then, as many end their pause. */
const turnTo = (
	world: World,
	campaign: Campaign,
	{human: share = 0, machine = 0}: Partial<Carrier>,
	{human, pause, settling}: Part,
): void => {
	const {carrier} = world;
	const before = carrier.pauseChance;
	carrier.human = Math.min(share * human, Math.max(share, mostAnswered - machine));
	carrier.pauseChance = pauseChance(pause);
	if (settling > 0 && carrier.pauseChance < before) {
		const paused = campaign.agents
			.flatMap(index => world.agents[index] ?? [])
			.filter(({state}) => state === agentState.paused);
		for (const agent of paused.slice(Math.round((paused.length * carrier.pauseChance) / before))) {
			scheduleAgent(world, agent, 0);
		}
	}
};

/** How many agents are there in each part. */
const presentIn = ({seats, extraAgents = 0}: Run, parts: readonly Part[]): number[] =>
	parts.map(({agents}) => Math.round((agentsOf(seats) + extraAgents) * agents));

/** Runs a floor on for parts that follow one another, from the change on. @returns what was counted in each */
export const simulate = (run: Run, parts: readonly Part[]): Outcome[] => {
	const {seed, at, parameters, before, dialing, seats, isExponential = false} = run;
	const begin = noon + ((Math.floor(at / minute) * minute) % quarter);
	const callbacks = Math.round(parameters.callbacks);
	const present = presentIn(run, parts);
	const carrier = carrierOf(parameters, isExponential);
	const most = Math.max(agentsOf(seats), ...present);
	const minutes = parts.reduce((sum, part) => sum + part.minutes, 0);
	const world = createWorld({
		seed,
		timeZone: 'UTC',
		origin: begin - warmUp,
		plan: [
			{
				name: '',
				age: 0,
				state: before.isDialing ? 'dialing' : 'paused',
				agents: most,
				attemptLimit: 1,
				settings: settingsOf(before),
				lists: [{name: '', leads: leadsFor(run, most, minutes), active: true, worked: 0}],
				shifts: [],
			},
		],
		carrier,
		without: habitNames,
	});
	const [campaign] = world.campaigns;
	if (!campaign) {
		throw new Error('the world has no campaign');
	}
	fillHopper(world, campaign);
	const states = [
		...Array.from({length: seats.onCall}, () => agentState.onCall),
		...Array.from({length: seats.wrapUp}, () => agentState.wrapUp),
		...Array.from({length: seats.paused}, () => agentState.paused),
		...Array.from({length: seats.ready}, () => agentState.ready),
	];
	for (const [index, state] of states.entries()) {
		const agent = world.agents[index];
		if (agent) {
			seat(world, campaign, agent, state);
		}
	}
	runTo(world, campaign, begin, callbacks);
	Object.assign(campaign.settings, settingsOf(dialing));
	campaign.level = dialing.level;
	campaign.state = dialing.isDialing ? 'dialing' : 'paused';
	return parts.map((part, index) => {
		const [agents = 0, agentsBefore = agentsOf(seats)] = [present[index], present[index - 1]];
		const {settling} = part;
		const counted = part.minutes - settling;
		changeAgents(world, campaign, agents - agentsBefore);
		turnTo(world, campaign, carrier, part);
		runTo(world, campaign, world.now + settling * minute, callbacks);
		const start = {...campaign.counters};
		runTo(world, campaign, world.now + counted * minute, callbacks);
		const {called, human, drops, talkTime, wrapTime, readyTime} = campaign.counters;
		return {
			minutes: counted,
			dials: called - start.called,
			humans: human - start.human,
			drops: (drops - start.drops) * parameters.drops,
			talk: (talkTime - start.talkTime) / second,
			wrap: (wrapTime - start.wrapTime) / second,
			ready: (readyTime - start.readyTime) / second,
			present: agents * counted * 60,
			level: campaign.level,
		};
	});
};
