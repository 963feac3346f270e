/** The trade-off that dialers live by: how busy agents are against how many answered calls are dropped. */
import {habitNames} from '../../source/sandbox/world/habits.ts';
import {phase} from '../../source/sandbox/world/lead-table.ts';
import type {AdaptiveRule, Counters} from '../../source/sandbox/world/state.ts';
import {eastern, hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {planOf, testDay} from '../sandbox/small-world.ts';

/** How a campaign finds its level: it is fixed (RATIO), or a rule aims at a drop limit in percent (PREDICTIVE). */
export type Dialing = {level: number} | {rule: AdaptiveRule; limit: number};

/** A campaign, measured. Rates in percent. */
export type Point = {
	agents: number;
	dialing: Dialing;
	/** Drops of the human answers. */
	dropRate: number;
	/** The standard error of that, from one day to another. */
	error: number;
	/** Talk and wrap-up of the time that agents are signed in. */
	utilisation: number;
	answers: number;
	days: number;
};

/** How exact a point is to be: until the standard error of its drop rate is so small, in points. */
export type Precision = {
	error: number;
	/** Where that is more, so many percent of the drop rate do. */
	share: number;
	/** Human answers at least, since few of them say little of their own error. */
	answers: number;
	/** Days at least, likewise. */
	days: number;
};

/** From then on everybody is there, until the first one leaves; the campaign has fifty minutes to get going. */
const opening = 10 * hour + 41 * minute;
const from = 11 * hour + 30 * minute;
const until = 17 * hour + 30 * minute;

/** A line cannot dial more often in those seven hours. */
const dialsPerLine = 1800;
const levelLimit = 4;
/** Where a rule begins on its first day. */
const coldLevel = 1;
const mostDays = 2000;

type Day = Pick<Counters, 'human' | 'drops'> & {busy: number; level: number};

/** One day of one campaign, beginning at a level: counted from half past eleven, for six hours. */
const measureDay = (agents: number, dialing: Dialing, level: number, seed: number): Day => {
	const most = 'rule' in dialing ? levelLimit : level;
	const world = createWorld({
		without: habitNames,
		seed,
		origin: parseDay(eastern, testDay) + opening,
		rule: 'rule' in dialing ? dialing.rule : 'damped',
		plan: [
			planOf({
				agents,
				attemptLimit: 1,
				settings: {
					method: 'rule' in dialing ? 'PREDICTIVE' : 'RATIO',
					level,
					levelLimit,
					dropLimit: 'rule' in dialing ? dialing.limit : 100,
					lines: 100_000,
				},
				lists: [{name: 'all', leads: Math.ceil(dialsPerLine * agents * most), active: true, worked: 0}],
			}),
		],
		carrier: {absent: 0, pauseChance: 0},
	});
	const [campaign] = world.campaigns;
	if (!campaign) {
		throw new Error('the world has no campaign');
	}
	advance(world, parseDay(eastern, testDay) + from);
	const before = {...campaign.counters};
	advance(world, parseDay(eastern, testDay) + until - 1);
	const {human, drops, talkTime, wrapTime} = campaign.counters;
	if (!world.lists[0]?.phases[phase.fresh]) {
		throw new Error(`the leads ran out for ${agents} agents: ${JSON.stringify(dialing)}`);
	}
	return {
		human: human - before.human,
		drops: drops - before.drops,
		busy: talkTime - before.talkTime + wrapTime - before.wrapTime,
		level: campaign.level,
	};
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const pointOf = (agents: number, dialing: Dialing, days: readonly Day[]): Point => {
	const answers = sumOf(days.map(({human}) => human));
	const rate = sumOf(days.map(({drops}) => drops)) / answers;
	const squares = sumOf(days.map(({human, drops}) => (drops - rate * human) ** 2));
	return {
		agents,
		dialing,
		dropRate: 100 * rate,
		error: days.length < 2 ? Infinity : (100 / answers) * Math.sqrt((squares * days.length) / (days.length - 1)),
		utilisation: (100 * sumOf(days.map(({busy}) => busy))) / (agents * (until - from) * days.length),
		answers,
		days: days.length,
	};
};

/**
 * Measures a campaign day after day, each with leads and a seed of its own. A rule goes on in the morning from the level
 * that it had in the evening; its first day, which it begins cold, does not count.
 */
export const measurePoint = (agents: number, dialing: Dialing, precision: Precision, seed = 1): Point => {
	const days: Day[] = [];
	let level = 'rule' in dialing ? measureDay(agents, dialing, coldLevel, seed).level : dialing.level;
	for (let turn = 1; turn <= mostDays; turn++) {
		const today = measureDay(agents, dialing, level, seed + turn);
		days.push(today);
		level = today.level;
		const point = pointOf(agents, dialing, days);
		const enough = Math.max(precision.error, (precision.share * point.dropRate) / 100);
		if (days.length >= precision.days && point.answers >= precision.answers && point.error <= enough) {
			return point;
		}
	}
	throw new Error(`${mostDays} days are not enough for ${agents} agents: ${JSON.stringify(dialing)}`);
};

/** The RATIO points of so many agents, by rising drop rate. */
export const curveOf = (points: readonly Point[], agents: number): Point[] =>
	points
		.filter(point => point.agents === agents && 'level' in point.dialing)
		.sort((one, other) => one.dropRate - other.dropRate || one.utilisation - other.utilisation);

/** The utilisation of so many agents where so many percent are dropped, between measured levels; NaN outside of them. */
export const utilisationAt = (points: readonly Point[], agents: number, dropRate: number): number => {
	const curve = curveOf(points, agents);
	const after = curve.findIndex(point => point.dropRate >= dropRate);
	const [low, high] = [curve[after - 1], curve[after]];
	return low && high
		? low.utilisation +
				((high.utilisation - low.utilisation) * (dropRate - low.dropRate)) / (high.dropRate - low.dropRate)
		: Number.NaN;
};

/** Where more agents are not busier at the same drop rate: a sentence for each such place. */
export const misplaced = (points: readonly Point[], dropRates: readonly number[]): string[] => {
	const sizes = [...new Set(points.map(({agents}) => agents))].sort((one, other) => one - other);
	return dropRates.flatMap(dropRate =>
		sizes.slice(1).flatMap((more, place) => {
			const fewer = sizes[place] ?? more;
			const [busier, less] = [utilisationAt(points, more, dropRate), utilisationAt(points, fewer, dropRate)];
			if (Number.isNaN(busier + less)) {
				return [`at ${dropRate} % dropped, ${more} or ${fewer} agents were not measured`];
			}
			return busier > less
				? []
				: [
						`at ${dropRate} % dropped, ${more} agents are ${busier.toFixed(1)} % busy and ${fewer} are ${less.toFixed(1)} %`,
					];
		}),
	);
};
