/** The scripts and the skill of agents; what comes of a talk, and how long it takes: drawn as the talk begins from (seed, lead, attempt) and the agent's nature. */
import type {CallStatus} from './call-log.ts';
import {exponential, logNormal, type Purpose, purpose, uniform} from './draw.ts';
import type {Agent, Call, Campaign, World} from './state.ts';
import {second} from './time.ts';

/** The level of an agent's skill, 1 to 9. */
export const levelOf = ({seed}: Pick<World, 'seed'>, agent: number): number =>
	1 + Math.floor(9 * uniform(seed, agent, 0, purpose.agentLevel));

/** How much more of their talks sell than the mean: from 0.6 at level 1 to 1.4 at level 9. */
export const salesSkill = (world: World, agent: number): number =>
	world.habits.skill && agent >= 0 ? 0.5 + levelOf(world, agent) / 10 : 1;

const speedScale = 1000;

/** How much longer than the mean an agent talks and wraps up: an eighth, one way or the other. */
export const slowness = ({seed, habits}: World, agent: number): number =>
	habits.skill && agent >= 0 ? logNormal(speedScale, 0.12, uniform(seed, agent, 0, purpose.slowness)) / speedScale : 1;

/**
 * `talk` multiplies the length of talks; `sales` and `refusals` are shares of the talks with people. Of a script that
 * `collects`, a sale is an agreement to pay a debt.
 */
export type Script = {id: string; label: string; talk: number; sales: number; refusals: number; collects: boolean};

const contact: Script = {
	id: '1',
	label: 'Collections, first contact',
	talk: 1,
	sales: 0.14,
	refusals: 0.36,
	collects: true,
};

/** The scripts that `script` may name. */
export const scripts: readonly Script[] = [
	contact,
	{id: '2', label: 'Settlement offer', talk: 1.12, sales: 0.19, refusals: 0.36, collects: true},
	{id: '3', label: 'Medical balance', talk: 1.05, sales: 0.14, refusals: 0.3, collects: true},
	{id: '4', label: 'Appointment', talk: 0.6, sales: 0.26, refusals: 0.2, collects: false},
];

/** The script with this id; the first one's for an unknown id. */
export const scriptNamed = (id: string): Script => scripts.find(script => script.id === id) ?? contact;

const drawFor = ({seed}: World, {lead, attempt}: Call, what: Purpose): number => uniform(seed, lead, attempt, what);

/** Of those who refuse, the share that asks to be called no more (our assumption). */
const barring = 0.05;

/** Of all talks, those that end as neither sale, refusal nor callback; the callbacks are what the script leaves. */
const wrongNumbers = 0.08;
const completed = 0.2;

/** The outcome of a talk of the agent (-1 for none) with whoever answered. */
export const outcomeOf = (world: World, call: Call, {settings}: Campaign, agent: number): CallStatus => {
	if (call.fate !== 'human') {
		return 'MACHINE';
	}
	const {sales, refusals} = scriptNamed(settings.script);
	const sold = sales * salesSkill(world, agent);
	const u = drawFor(world, call, purpose.disposition);
	if (u < sold) {
		return 'SALE';
	}
	if (u < sold + refusals) {
		const asksToStop = world.habits.barring && drawFor(world, call, purpose.barring) < barring;
		return asksToStop ? 'DONOTCALL' : 'REFUSED';
	}
	if (u < 1 - wrongNumbers - completed) {
		return 'CALLBACK';
	}
	return u < 1 - completed ? 'WRONGNUMBER' : 'COMPLETE';
};

/** How long the talks of each outcome take beside those of all others (our assumption): a wrong number takes about 20 s. */
const lengths = {SALE: 2.4, REFUSED: 0.65, DONOTCALL: 0.35, CALLBACK: 0.75, WRONGNUMBER: 0.13, COMPLETE: 1.3} as const;

const isTimed = (outcome: CallStatus): outcome is keyof typeof lengths => Object.hasOwn(lengths, outcome);

/** The mean of the lengths of a script's talks, and of their squares. */
const meansOf = ({sales, refusals}: Script): {length: number; square: number} => {
	const shares: Record<keyof typeof lengths, number> = {
		SALE: sales,
		REFUSED: refusals * (1 - barring),
		DONOTCALL: refusals * barring,
		CALLBACK: 1 - wrongNumbers - completed - sales - refusals,
		WRONGNUMBER: wrongNumbers,
		COMPLETE: completed,
	};
	let length = 0;
	let square = 0;
	for (const [outcome, share] of Object.entries(shares)) {
		const own = lengths[outcome as keyof typeof lengths];
		length += share * own;
		square += share * own ** 2;
	}
	return {length, square};
};

const means = new Map(scripts.map(script => [script, meansOf(script)]));

/** Whoever hears a machine speak says no more. */
const machineTime = (u: number): number => Math.round((5 + 6 * u) * second);

/**
 * How long a talk that ends as `call.outcome` takes. All talks of a script together have the mean and the spread of the
 * carrier's, whether their length follows the outcome or not.
 */
export const talkTime = (world: World, call: Call, {settings}: Campaign, agent: Agent | undefined): number => {
	const {talk, talkShape, talkSigma} = world.carrier;
	const u = drawFor(world, call, purpose.talk);
	const script = scriptNamed(settings.script);
	if (talkShape === 'exponential') {
		return Math.round(exponential(talk, u) * script.talk);
	}
	if (call.fate !== 'human') {
		return Math.round(machineTime(u) * script.talk);
	}
	const mean = talk * script.talk * slowness(world, agent?.index ?? -1);
	const all = means.get(script);
	if (!world.habits.talk || !isTimed(call.outcome) || !all) {
		return Math.max(second, logNormal(mean, talkSigma, u));
	}
	// The spread between the outcomes is a part of the whole.
	const within = Math.sqrt(Math.max(0, talkSigma ** 2 - Math.log(all.square / all.length ** 2)));
	return Math.max(second, logNormal((mean * lengths[call.outcome]) / all.length, within, u));
};

export const wrapTime = (world: World, call: Call, agent: Agent): number => {
	const {wrap, wrapSigma} = world.carrier;
	return wrap === 0
		? 0
		: Math.max(second, logNormal(wrap * slowness(world, agent.index), wrapSigma, drawFor(world, call, purpose.wrap)));
};
