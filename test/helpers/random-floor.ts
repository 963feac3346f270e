/**
 * Floors drawn by chance, each with a twin on which nothing fails: ten failures, at a moment and a strength drawn by chance
 * too, and whether their cause is named.
 */
import {type Diagnosis, diagnose} from '../../source/model/diagnosis.ts';
import type {Reason} from '../../source/model/reason.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {Carrier} from '../../source/sandbox/world/carrier.ts';
import {configureCampaign, setListActive} from '../../source/sandbox/world/commands.ts';
import {signOut} from '../../source/sandbox/world/floor.ts';
import type {Campaign, DialMethod, Shift, World} from '../../source/sandbox/world/state.ts';
import {eastern, hour, minute, parseDay, second} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {planOf, testDay} from '../sandbox/small-world.ts';
import {type Watched, watch, watchUntil} from './watched-world.ts';

/** Numbers from 0 to 1, the same for the same seed. */
export const drawsOf = (seed: number): (() => number) => {
	let state = (seed * 2_654_435_761) >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
};

const days = [0, 1, 2, 3, 4, 5, 6];

/** Long enough for a day that is watched, with breaks and a lunch. */
const dayShift: Shift = {
	days,
	from: 8 * hour,
	length: 13 * hour,
	share: 1,
	breaks: [
		{at: 10.25 * hour, within: 1.5 * hour, length: 15 * minute},
		{at: 12 * hour, within: 2.5 * hour, length: 30 * minute},
		{at: 15.5 * hour, within: 1.5 * hour, length: 15 * minute},
	],
};

export type Floor = {
	seed: number;
	method: DialMethod;
	agents: number;
	level: number;
	carrier: Partial<Carrier>;
	/** Seconds between two polls. */
	interval: number;
	/** World time at which it is watched from. */
	from: number;
};

export const between = (draw: number, low: number, high: number): number => low + draw * (high - low);

/** A floor of 4 to 300 agents, or of none, of any method; how people answer, talk and wrap up varies. */
export const randomFloor = (seed: number): Floor => {
	const draw = drawsOf(seed);
	const methods: DialMethod[] = [
		'PREDICTIVE',
		'PREDICTIVE',
		'PREDICTIVE',
		'RATIO',
		'RATIO',
		'RATIO',
		'MANUAL',
		'BROADCAST',
	];
	const method = methods[Math.floor(draw() * methods.length)] ?? 'RATIO';
	const agents = method === 'BROADCAST' ? 0 : Math.round(4 * 75 ** draw());
	return {
		seed,
		method,
		agents,
		level: method === 'MANUAL' ? 1 : between(draw(), 1, agents < 15 ? 1.2 : 1.5),
		interval: between(draw(), 1, 8),
		from: parseDay(eastern, testDay) + Math.floor(between(draw(), 10, 15) * 60) * minute,
		carrier: {
			human: between(draw(), 0.08, 0.3),
			machine: between(draw(), 0.2, 0.45),
			busy: between(draw(), 0.02, 0.08),
			ringMedian: between(draw(), 7, 12) * second,
			talk: between(draw(), 60, 240) * second,
			wrap: between(draw(), 6, 45) * second,
			absent: between(draw(), 0, 0.1),
			pauseChance: between(draw(), 0, 0.06),
		},
	};
};

const velocityOf = ({seed}: Floor): number => Math.round(between(drawsOf(seed + 1e6)(), 10, 120));

export const worldOf = (floor: Floor): World => {
	const {seed, method, agents, level, carrier, from} = floor;
	const leads = 4000 + agents * 1200 + (method === 'BROADCAST' ? velocityOf(floor) * 60 * 11 : 0);
	return createWorld({
		seed,
		origin: from - 1.2 * hour,
		plan: [
			planOf({
				agents,
				shifts: [dayShift],
				settings: {
					method,
					level,
					levelLimit: 4,
					lines: 2000,
					velocity: velocityOf(floor),
					machineDetection: method !== 'MANUAL',
				},
				lists: [
					{name: 'First', leads, active: true, worked: 0.1},
					{name: 'Second', leads: Math.round(leads / 3), active: false, worked: 0},
				],
			}),
		],
		carrier,
	});
};

/** A failure: which methods it concerns, what it does to a world, and what the diagnosis must name first. */
type Failure = {
	methods?: readonly DialMethod[];
	/** By its strength, from 0.5 to 1. */
	happens(world: World, campaign: Campaign, strength: number): void;
	named: readonly Reason['kind'][];
};

const manned: readonly DialMethod[] = ['PREDICTIVE', 'RATIO', 'MANUAL'];
const paced: readonly DialMethod[] = ['PREDICTIVE', 'RATIO'];

const change = (world: World, carrier: Partial<Carrier>): void => {
	world.carrier = {...world.carrier, ...carrier};
};

const scaled = ({carrier}: World, names: readonly ('human' | 'machine' | 'busy')[], by: number): Partial<Carrier> =>
	Object.fromEntries(names.map(name => [name, carrier[name] * by]));

/** Ten failures. */
export const failures: Readonly<Record<string, Failure>> = {
	'dials fail': {
		happens: (world, _campaign, strength) =>
			change(world, {
				...scaled(world, ['human', 'machine', 'busy'], 1 - strength),
				badNumber: Math.min(0.98, strength),
			}),
		named: ['dials-fail'],
	},
	'nobody answers': {
		happens: (world, _campaign, strength) => change(world, scaled(world, ['human', 'machine'], 1 - strength)),
		named: ['unanswered'],
	},
	'caller id': {
		happens: (world, _campaign, strength) => change(world, scaled(world, ['human'], 1 - strength)),
		named: ['caller-id'],
	},
	detection: {
		methods: paced,
		happens: (world, _campaign, strength) => change(world, {humanTakenForMachine: strength}),
		named: ['detection'],
	},
	'agents leave': {
		methods: manned,
		happens(world, campaign, strength) {
			for (const index of campaign.agents.slice(0, Math.round(strength * campaign.agents.length))) {
				const agent = world.agents[index];
				if (agent) {
					signOut(world, index, agent.shift);
				}
			}
		},
		named: ['agents-left', 'no-agents'],
	},
	'agents pause': {
		methods: manned,
		happens: (world, _campaign, strength) => change(world, {pauseChance: strength, pause: 40 * minute}),
		named: ['agents-paused'],
	},
	'wrap-up': {
		methods: manned,
		happens: (world, _campaign, strength) => change(world, {wrap: world.carrier.wrap * between(strength, 2, 10)}),
		named: ['long-wrap-up'],
	},
	'cap of lines': {
		methods: paced,
		happens(world, campaign, strength) {
			const used = campaign.stages.reduce((sum, count) => sum + count, 0);
			configureCampaign(world, campaign.id, {lines: Math.max(1, Math.round(used * (1 - strength)))});
		},
		named: ['held-back', 'lines-full'],
	},
	'level raised': {
		methods: paced,
		happens: (world, campaign, strength) =>
			configureCampaign(world, campaign.id, {
				level: Math.min(10, campaign.level * between(strength, 1, 4)),
				override: true,
			}),
		named: ['level-up'],
	},
	'lists off': {
		happens(world, campaign) {
			for (const index of campaign.lists) {
				const list = world.lists[index];
				if (list?.active) {
					setListActive(world, list.id, false);
				}
			}
		},
		named: ['lists-off', 'leads-done'],
	},
};

const firstCampaign = ({campaigns: [campaign]}: World): Campaign => {
	if (!campaign) {
		throw new Error('the world has no campaign');
	}
	return campaign;
};

/** What is told of the world's campaign. */
export const toldOf = ({world, state}: Watched): Diagnosis => {
	const row = campaignRow(state, firstCampaign(world).id);
	if (!row) {
		throw new Error('the campaign is not listed');
	}
	return diagnose(row);
};

/** How a failure went. */
export type Run = {
	floor: Floor;
	failure: string;
	strength: number;
	/** Whether its figure moved by half within five minutes, and how many seconds after the failure. */
	movedAfter: number | undefined;
	/** The cause named first a minute after that; empty for none. */
	named: string;
	isRight: boolean;
	/** Seconds from the failure until it was named rightly; undefined if not within ten minutes. */
	rightAfter: number | undefined;
	/** Alerts raised in the twenty minutes before it. */
	before: readonly string[];
	/** Dials a minute before it. */
	dials: number;
	/** Whether its figure has the events in a minute that tell half of them from all. */
	isTelling: boolean;
};

/** Events in a minute from which half of them is no chance: live answers, dials, agents. */
const leastEvents = {answers: 25, dials: 40, agents: 15};

const isTelling = (failure: string, agents: number, perMinute: {dials: number; answers: number}): boolean => {
	if (failure === 'lists off') {
		return true;
	}
	if (isCounted(failure)) {
		return perMinute.answers >= leastEvents.answers;
	}
	return failure === 'cap of lines' ? perMinute.dials >= leastEvents.dials : agents >= leastEvents.agents;
};

/** What a failure's own figure is made of: a count that it is per, or the calls or agents that are in a state. */
const figureOf = (failure: string, {counters, stages, agentCounts, level}: Campaign): number => {
	switch (failure) {
		case 'dials fail':
		case 'nobody answers':
		case 'caller id':
		case 'detection':
			return counters.human;
		case 'agents leave':
			return agentCounts.slice(1).reduce((sum, count) => sum + count, 0);
		case 'agents pause':
			return agentCounts[4] ?? 0;
		case 'wrap-up':
			return agentCounts[3] ?? 0;
		case 'cap of lines':
			return (stages[0] ?? 0) + (stages[1] ?? 0);
		case 'level raised':
			return level;
		default:
			return -1;
	}
};

const isCounted = (failure: string): boolean =>
	['dials fail', 'nobody answers', 'caller id', 'detection'].includes(failure);

/** A share of the agents has moved once a tenth of them does something else. */
const isShare = (failure: string): boolean => ['agents pause', 'wrap-up'].includes(failure);

/** Milliseconds over which figures are compared with the twin's. */
const trail = 60 * second;

/** Fewer of them than so many say nothing of a rate. */
const leastAnswers = 8;

/** Tells whether a failure's figure is half of the twin's, or half more, over the last minute. */
const comparison = (failure: string, world: World, twin: World): (() => boolean) => {
	const looks: {at: number; one: number; other: number; dials: number; otherDials: number}[] = [];
	const look = () => {
		const [one, other] = [firstCampaign(world), firstCampaign(twin)];
		const settled = ({counters, stages}: Campaign): number => counters.called - (stages[0] ?? 0) - (stages[1] ?? 0);
		return {
			at: world.now,
			one: figureOf(failure, one),
			other: figureOf(failure, other),
			dials: settled(one),
			otherDials: settled(other),
		};
	};
	looks.push(look());
	return () => {
		looks.push(look());
		while (looks.length > 2 && world.now - (looks[1]?.at ?? 0) >= trail) {
			looks.shift();
		}
		const [first, last] = [looks[0], looks.at(-1)];
		if (!first || !last || failure === 'lists off') {
			return true;
		}
		if (isCounted(failure)) {
			const [one, other] = [
				(last.one - first.one) / Math.max(1, last.dials - first.dials),
				(last.other - first.other) / Math.max(1, last.otherDials - first.otherDials),
			];
			return last.other - first.other >= leastAnswers && one <= 0.5 * other;
		}
		const mean = (of: (one: (typeof looks)[number]) => number): number =>
			looks.reduce((sum, each) => sum + of(each), 0) / looks.length;
		const [one, other] = [mean(each => each.one), mean(each => each.other)];
		return failure === 'level raised'
			? one > other
			: Math.abs(one - other) >=
					Math.max(1, 0.5 * other, isShare(failure) ? firstCampaign(twin).agents.length / 10 : 0);
	};
};

/** Runs a failure on a floor. */
export const runFailure = (floor: Floor, failure: string, strength: number, at: number): Run => {
	const [world, twin] = [worldOf(floor), worldOf(floor)];
	const of = failures[failure];
	advance(world, floor.from);
	advance(twin, floor.from + at * second);
	const watched = watch(world);
	const before = new Set<string>();
	watchUntil(watched, floor.from + at * second, floor.interval, ({state}) => {
		for (const {rule, kind} of state.alerts.active.values()) {
			if (kind !== 'drop') {
				before.add(rule);
			}
		}
		return false;
	});
	const campaign = firstCampaign(world);
	const perMinute = (of: (point: Campaign['graph'][number]) => number): number =>
		campaign.graph.slice(-15).reduce((sum, point) => sum + of(point), 0) / 15;
	const dials = perMinute(({dialed}) => dialed);
	const answers = perMinute(({delivered, drops}) => delivered + drops);
	const hasMoved = comparison(failure, world, twin);
	of?.happens(world, campaign, strength);
	const begun = world.now;
	const seconds = (): number => (world.now - begun) / second;
	const run: Run = {
		floor,
		failure,
		strength,
		movedAfter: undefined,
		named: '',
		isRight: false,
		rightAfter: undefined,
		before: [...before],
		dials,
		isTelling: isTelling(failure, floor.agents, {dials, answers}),
	};
	watchUntil(watched, begun + 10 * minute, floor.interval, () => {
		const {reasons} = toldOf(watched);
		const first = reasons[0]?.kind;
		const isRight = first !== undefined && (of?.named.includes(first) ?? false);
		if (isRight) {
			run.rightAfter ??= seconds();
		}
		if (run.movedAfter === undefined && seconds() <= 300) {
			advance(twin, world.now);
			run.movedAfter = hasMoved() ? seconds() : undefined;
		}
		if (run.movedAfter !== undefined && seconds() <= run.movedAfter + 60) {
			run.named = first ?? '';
			run.isRight = isRight;
		}
		return run.movedAfter === undefined
			? seconds() > 300
			: seconds() > run.movedAfter + 60 && (run.rightAfter !== undefined || seconds() > run.movedAfter + 240);
	});
	return run;
};

/** The failure of a run by its number: every one in turn, at a moment and a strength drawn by chance. */
export const randomRun = (number: number): Run => {
	const draw = drawsOf(number + 7e6);
	const all = Object.entries(failures);
	const [name, {methods}] = all[number % all.length] ?? ['', {methods: undefined}];
	let floor = randomFloor(number);
	for (let more = 1; methods && !methods.includes(floor.method); more++) {
		floor = randomFloor(number + more * 1e5);
	}
	return runFailure(floor, name, between(draw(), 0.5, 0.97), Math.round(between(draw(), 120, 1500)));
};

/** Alerts raised in so many hours on a floor where nothing fails; those of the drop rate are true there too. */
export const calmAlerts = (seed: number, hours: number): string[] => {
	const floor = {...randomFloor(seed), from: parseDay(eastern, testDay) + 10 * hour};
	return alertsRaised(worldOf(floor), floor.from, hours, floor.interval);
};

/** The alerts that are raised on a world, by rule and cause, but those of the drop rate. */
export const alertsRaised = (world: World, from: number, hours: number, interval: number): string[] => {
	advance(world, from);
	const watched = watch(world);
	const raised: string[] = [];
	let seen = new Set<number>();
	watchUntil(watched, from + hours * hour, interval, ({state}) => {
		const now = [...state.alerts.active.values()].filter(({kind}) => kind !== 'drop');
		raised.push(
			...now.filter(({id}) => !seen.has(id)).map(({rule, cause}) => `${rule}${cause ? ` (${cause.kind})` : ''}`),
		);
		seen = new Set(now.map(({id}) => id));
		return false;
	});
	return raised;
};
