/** Floors whose truth is known: worlds of the sandbox, watched as a recording has them. */
import type {SeriesPoint} from '../../source/model/series.ts';
import {dashboardWithoutCharges} from '../../source/sandbox/handlers/statistics.ts';
import type {Carrier} from '../../source/sandbox/world/carrier.ts';
import type {Habit} from '../../source/sandbox/world/habits.ts';
import type {Settings, World} from '../../source/sandbox/world/state.ts';
import {eastern, hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {dashboardRecord} from '../../source/wire/dashboard.ts';
import {planOf, testDay} from '../sandbox/small-world.ts';

/** A floor to watch. */
export type Watched = {
	agents: number;
	seed?: number;
	settings?: Partial<Settings>;
	carrier?: Partial<Carrier>;
	without?: readonly Habit[];
};

/** What a recording has of the first campaign of a world at a moment. */
export const pointOf = (world: World): SeriesPoint => {
	const [campaign] = world.campaigns;
	if (!campaign) {
		throw new Error('the world has no campaign');
	}
	const {figures} = dashboardWithoutCharges(world, campaign);
	const read = dashboardRecord.decode(dashboardRecord.encode(figures));
	return {at: world.now, span: 0, figures: {...read, extra: {}, unreadable: []} as SeriesPoint['figures']};
};

/** Runs a floor until one in the afternoon, with a point about each ten seconds of the last so many minutes. */
export const watchedFloor = ({agents, seed = 1, settings, carrier, without = []}: Watched, minutes = 80) => {
	const morning = parseDay(eastern, testDay);
	const now = morning + 13 * hour;
	const world = createWorld({
		seed,
		origin: morning + 9.5 * hour,
		plan: [
			planOf({
				agents,
				settings: {method: 'RATIO', level: 1.2, lines: 1000, schedule: '24hours', ...settings},
				lists: [{name: 'all', leads: 2000 * agents, active: true, worked: 0}],
			}),
		],
		carrier: {human: 0.25, ...carrier},
		without,
	});
	advance(world, now - minutes * minute);
	const points = [pointOf(world)];
	while (world.now < now) {
		// Polls are not in step with the dialer, which dials each two and a half seconds.
		advance(world, Math.min(now, world.now + 8750 + ((points.length * 611) % 2500)));
		points.push(pointOf(world));
	}
	return {world, points, now, closesAt: morning + 21 * hour};
};

/** What really comes of a floor after a change, on a copy of its world. */
export const comesOf = (world: World, change: Partial<Settings>, minutes: number) => {
	const copy = structuredClone(world);
	const [campaign] = copy.campaigns;
	if (!campaign) {
		throw new Error('the world has no campaign');
	}
	Object.assign(campaign.settings, change);
	campaign.level = change.level ?? campaign.level;
	const before = {...campaign.counters};
	advance(copy, copy.now + minutes * minute);
	const humans = campaign.counters.human - before.human;
	const drops = campaign.counters.drops - before.drops;
	return {humans, drops, rate: humans === 0 ? 0 : (100 * drops) / humans};
};
