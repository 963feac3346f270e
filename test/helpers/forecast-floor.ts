/** Floors drawn by chance for forecasts: worlds of the sandbox with all their habits, recorded until a moment, and what comes of them after a change. */

import {looksBack} from '../../source/foresight/floor.ts';
import type {Change} from '../../source/foresight/forecast.ts';
import type {Asked} from '../../source/foresight/foresee.ts';
import type {SeriesPoint} from '../../source/model/series.ts';
import type {Carrier} from '../../source/sandbox/world/carrier.ts';
import {configureCampaign} from '../../source/sandbox/world/commands.ts';
import {signIn, signOut} from '../../source/sandbox/world/floor.ts';
import {
	type Agent,
	agentState,
	type Campaign,
	type DialMethod,
	type ScriptStep,
	type Shift,
	type World,
} from '../../source/sandbox/world/state.ts';
import {day, dayNumber, eastern, hour, minute, parseDay, second} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {pointOf} from '../foresight/floor.ts';
import {planOf, testDay} from '../sandbox/small-world.ts';
import {between, drawsOf} from './random-floor.ts';

/** Minutes ahead that a forecast is made of, beside the rest of the day. */
export const minutesAhead = 30;

/** Seconds between two polls, and by how much more at most: answers do not come in step with the dialer. */
const [interval, late] = [8.75, 2.5];

/** When the agents of these floors leave, and their day closes. */
const [opens, closes] = [8 * hour, 19 * hour];

const workday: Shift = {
	days: [0, 1, 2, 3, 4, 5, 6],
	from: opens,
	length: closes - opens,
	share: 1,
	breaks: [
		{at: 10.25 * hour, within: 1.5 * hour, length: 15 * minute},
		{at: 12 * hour, within: 2.5 * hour, length: 30 * minute},
		{at: 15.5 * hour, within: 1.5 * hour, length: 15 * minute},
	],
};

/** Shares of the agents who leave or come, and when. */
type Staffing = readonly {time: number; do: 'leave' | 'come'; from: number; to: number}[];

/** A floor as it was drawn. */
export type ForecastFloor = {
	seed: number;
	method: DialMethod;
	/** Agents of the beginning; so many more are there to come. */
	agents: number;
	spare: number;
	level: number;
	carrier: Partial<Carrier>;
	/** World time at which the forecast is made. */
	now: number;
	/** How the share of people who answer goes on from quarter hour to quarter hour: the standard deviation of its logarithm. */
	drift: number;
	/** Of its day. */
	staffing: Staffing;
	/** What is changed. */
	change: Change;
};

const morning = parseDay(eastern, testDay);

/** Days before it that are recorded as well. */
const daysBefore = 4;

/** The name of the campaign. */
const name = 'Test';

/** A talk or a level is drawn so that agents are busy for so large a part of their time. */
const usualLevel = (human: number, talk: number, busy: number): number => busy * (1 + 20_000 / (human * talk));

const rounded = (value: number): number => Math.round(10 * value) / 10;

/** A change of the level, of the drop limit where that sets the level, or of the agents. */
const drawnChange = (draw: () => number, method: DialMethod, level: number, agents: number): Change => {
	if (draw() < 0.25) {
		const most = Math.max(1, Math.round(0.3 * agents));
		return {extraAgents: (draw() < 0.6 ? -1 : 1) * (1 + Math.floor(draw() * most))};
	}
	if (method === 'PREDICTIVE') {
		return {dialing: {dropLimit: [1, 2, 4, 5][Math.floor(draw() * 4)] ?? 2}};
	}
	const to = rounded(Math.min(10, Math.max(1, level * between(draw(), 0.8, 1.35))));
	return {dialing: {level: to === level ? rounded(level + 0.1) : to}};
};

const movesOf = (draw: () => number): number => (draw() < 0.5 ? 1 + Math.floor(draw() * 2) : 0);

/** Agents who leave or come on a day that begins at a moment. */
const staffingOf = (draw: () => number, begins: number, moves: number): Staffing =>
	Array.from({length: moves}, () => {
		const from = draw() * 0.7;
		const leaves = draw() < 0.6;
		return {
			time: begins + between(draw(), 9, 18) * hour,
			do: leaves ? ('leave' as const) : ('come' as const),
			from: leaves ? from : 0.75,
			to: leaves ? from + between(draw(), 0.05, 0.25) : 0.75 + between(draw(), 0.05, 0.25),
		};
	});

/** A floor of 4 to 300 agents, of which 5 to 45 % of the dials reach a person. */
export const forecastFloor = (seed: number): ForecastFloor => {
	const draw = drawsOf(seed + 3e6);
	const drawn = draw();
	const method = drawn < 0.06 ? 'MANUAL' : drawn < 0.53 ? 'RATIO' : 'PREDICTIVE';
	const agents = Math.round(4 * 75 ** draw());
	const human = 0.05 * 9 ** draw();
	const talk = between(draw(), 60, 240) * second;
	// A large floor is busier.
	const busy = between(draw(), 0.45, 0.7) + 0.05 * Math.log(agents / 4);
	const level = method === 'MANUAL' ? 1 : rounded(Math.min(10, Math.max(1, usualLevel(human, talk, busy))));
	const now = morning + Math.floor(between(draw(), 10.5, 16.5) * 60) * minute;
	const moves = movesOf(draw);
	return {
		seed,
		method,
		agents,
		spare: Math.ceil(0.3 * agents),
		level,
		carrier: {
			human,
			machine: between(draw(), 0.15, 0.45),
			busy: between(draw(), 0.02, 0.08),
			ringMedian: between(draw(), 7, 12) * second,
			talk,
			talkSigma: between(draw(), 0.6, 1.1),
			wrap: between(draw(), 6, 45) * second,
			absent: between(draw(), 0, 0.1),
			pauseChance: between(draw(), 0, 0.06),
		},
		now,
		drift: draw() < 0.5 ? between(draw(), 0, 0.06) : 0,
		staffing: staffingOf(draw, morning, moves),
		change: drawnChange(draw, method, level, agents),
	};
};

/** The steps by which a floor changes over a day that begins at a moment. */
const stepsOf = (
	{agents, spare, carrier, drift}: ForecastFloor,
	begins: number,
	staffing: Staffing,
	draw: () => number,
) => {
	const steps: ScriptStep[] = [
		// Whoever is to come later does not work from the beginning.
		{do: 'leave', campaign: name, from: agents / (agents + spare), to: 1, time: begins + opens + 41 * minute},
		...staffing.map(step => ({campaign: name, within: 5 * minute, ...step})),
	];
	let human = carrier.human ?? 0;
	for (let time = begins + opens; drift > 0 && time < begins + closes; time += 15 * minute) {
		// Twelve uniform numbers make a normal one.
		const normal = Array.from({length: 12}, draw).reduce((sum, one) => sum + one, -6);
		human = Math.min(0.5, Math.max(0.03, human * Math.exp(drift * normal)));
		steps.push({do: 'carrier', carrier: {human}, time});
	}
	return steps;
};

/** The steps of all days: each has agents who leave and come by its own chance. */
const scriptOf = (floor: ForecastFloor): ScriptStep[] => {
	const draw = drawsOf(floor.seed + 4e6);
	const today = stepsOf(floor, morning, floor.staffing, draw);
	const before = Array.from({length: daysBefore}, (_, index) => {
		const begins = morning - (daysBefore - index) * day;
		return stepsOf(floor, begins, staffingOf(draw, begins, movesOf(draw)), draw);
	});
	return [...before.flat(), ...today];
};

/** Leads for all days at the highest pace that there may be for one in three of them. */
const leadsOf = ({agents, level, carrier}: ForecastFloor): number =>
	Math.ceil((1 + daysBefore / 2) * agents * (level * 11 * 150 + (11 * hour) / (carrier.talk ?? hour)));

/** A floor that was recorded until its moment. */
export type RecordedFloor = {floor: ForecastFloor; world: World; asked: Asked};

const campaignOf = ({campaigns: [campaign]}: World): Campaign => {
	if (!campaign) {
		throw new Error('the world has no campaign');
	}
	return campaign;
};

/** Runs a world to a moment. @returns its hours, as a recording has them */
const recordHours = (world: World, until: number): SeriesPoint[] => {
	const points: SeriesPoint[] = [];
	const gauges = ['agents', 'onCall', 'dead', 'wrapUp', 'paused', 'ready', 'ringing'] as const;
	while (world.now < until) {
		const end = Math.min(until, Math.floor(world.now / hour) * hour + hour);
		const sums: Record<string, number> = {};
		let [count, point] = [0, pointOf(world)];
		while (world.now < end) {
			advance(world, Math.min(end, world.now + 4 * minute));
			point = pointOf(world);
			count++;
			for (const name of gauges) {
				sums[name] = (sums[name] ?? 0) + (point.figures[name] ?? 0);
			}
		}
		const means = Object.fromEntries(gauges.map(name => [name, (sums[name] ?? 0) / count]));
		points.push({...point, span: hour, figures: {...point.figures, ...means}});
	}
	return points;
};

/** Runs a floor from its first morning to the moment of its forecast, with a point each hour, and each ten seconds of the last hours. */
export const recordedFloorOf = (floor: ForecastFloor): RecordedFloor => {
	const {seed, method, agents, spare, level, carrier, now} = floor;
	const world = createWorld({
		seed,
		origin: morning - daysBefore * day + opens - 5 * minute,
		plan: [
			planOf({
				name,
				agents: agents + spare,
				shifts: [workday],
				settings: {
					method,
					level,
					levelLimit: method === 'PREDICTIVE' ? Math.max(4, level + 1) : 10,
					lines: 20_000,
					machineDetection: method !== 'MANUAL',
				},
				lists: [{name: 'All', leads: leadsOf(floor), active: true, worked: 0.1}],
			}),
		],
		carrier,
		script: scriptOf(floor),
	});
	const lastWeek = recordHours(world, now - looksBack);
	const draw = drawsOf(seed + 5e6);
	const points: SeriesPoint[] = [pointOf(world)];
	while (world.now < now) {
		advance(world, Math.min(now, world.now + Math.round((interval + late * draw()) * second)));
		points.push(pointOf(world));
	}
	const {settings, state} = campaignOf(world);
	return {
		floor,
		world,
		asked: {
			points,
			lastWeek,
			zone: 'America/New_York',
			now,
			closesAt: morning + closes,
			isDialing: state === 'dialing',
			levelLimit: settings.levelLimit,
			lines: settings.lines,
			minutes: minutesAhead,
		},
	};
};

const isHere = ({state}: Agent): boolean => state !== agentState.out;

/** Agents sign in or out at once, or after their call. */
const changeAgents = (world: World, extra: number): void => {
	const {agents} = campaignOf(world);
	const all = agents.flatMap(index => world.agents[index] ?? []);
	if (extra < 0) {
		for (const {index, shift} of all.filter(isHere).slice(0, -extra)) {
			signOut(world, index, shift);
		}
		return;
	}
	const absent = all.filter(one => !isHere(one));
	for (const agent of absent.slice(Math.max(0, absent.length - extra))) {
		agent.shift = dayNumber(world, world.now);
		signIn(world, agent.index, agent.shift);
	}
};

/** What really came. */
export type Came = {
	/** Over the next minutes: drops, live answers, and minutes of talk and of waiting in an hour of an agent. */
	drops: number;
	humans: number;
	talk: number;
	ready: number;
	/** Until the close. */
	dropsAtClose: number;
	humansAtClose: number;
};

/** Attempts that a lead is taken to have had more: each attempt has a draw of its own. */
const otherDraws = 16;

/**
 * What comes of a world after a change that is really made, on a copy of it.
 *
 * @param chance another one if it is not 0: the same people and agents, of whom those who do not answer in one may in the other
 */
export const comesOf = ({world, floor: {change}}: RecordedFloor, made: Change = change, chance = 0): Came => {
	const copy = structuredClone(world);
	const campaign = campaignOf(copy);
	const {attempts, count} = copy.leads;
	for (let lead = 0; chance > 0 && lead < count; lead++) {
		attempts[lead] = (attempts[lead] ?? 0) + chance * otherDraws;
	}
	campaign.attemptLimit += chance * otherDraws;
	const {level, dropLimit} = made.dialing ?? {};
	if (level !== undefined || dropLimit !== undefined) {
		configureCampaign(copy, campaign.id, {
			...(level !== undefined && {level}),
			...(dropLimit !== undefined && {dropLimit}),
		});
	}
	changeAgents(copy, made.extraAgents ?? 0);
	const before = {...campaign.counters};
	let present = 0;
	const step = 10 * second;
	for (let at = 0; at < minutesAhead * minute; at += step) {
		advance(copy, copy.now + step);
		present += campaign.agents.filter(index => copy.agents[index]?.state !== agentState.out).length;
	}
	const perHour = (milliseconds: number): number => (60 * milliseconds) / Math.max(step, present * step);
	const after = {...campaign.counters};
	advance(copy, morning + closes);
	return {
		drops: after.drops - before.drops,
		humans: after.human - before.human,
		talk: perHour(after.talkTime - before.talkTime),
		ready: perHour(after.readyTime - before.readyTime),
		dropsAtClose: campaign.counters.drops,
		humansAtClose: campaign.counters.human,
	};
};
