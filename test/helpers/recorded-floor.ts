/**
 * Floors drawn by chance that run for days, as a monitor records them: how readily people answer drifts, agents leave and come,
 * levels are changed. In process, by the world's own clock.
 */
import {baseSettings, campaign} from '../../source/sandbox/scenarios/campaign.ts';
import {dayFiguresOf, figuresOf} from '../../source/sandbox/world/figures.ts';
import type {DialMethod, ScriptStep, Shift, World} from '../../source/sandbox/world/state.ts';
import {day, eastern, hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {between, drawsOf} from './random-floor.ts';

/** What a minute showed of a campaign, by the names of the model. `at` is milliseconds since 1970 on the floor's clock. */
export type RecordedMinute = {
	at: number;
	humanAnswered: number;
	/** Percent, with two decimals. */
	dropRate: number;
	calledToday: number;
	remainingLeads: number;
	remainingTime: number;
	ringing: number;
	status: 'PLAY';
	schedule: undefined;
};

export type RecordedCampaign = {name: string; method: DialMethod; agents: number; minutes: readonly RecordedMinute[]};

const pause = (at: number, within: number, length: number) => ({
	at: at * hour,
	within: within * hour,
	length: length * minute,
});
const workingDays = [1, 2, 3, 4, 5, 6];

/** An early shift, and a late one on weekdays. */
const shifts: readonly Shift[] = [
	{
		days: [1, 2, 3, 4, 5],
		from: 11 * hour,
		length: 9 * hour,
		share: 0.35,
		breaks: [pause(13.5, 1, 15), pause(15.5, 1.5, 30), pause(18, 1, 15)],
	},
	{
		days: workingDays,
		from: 8.5 * hour,
		length: 9 * hour,
		share: 0.65,
		breaks: [pause(10.25, 0.75, 15), pause(12, 1.5, 30), pause(15, 1, 15)],
	},
];

type Draw = () => number;

/** Two of five campaigns dial a fixed level. */
const methods: readonly DialMethod[] = ['PREDICTIVE', 'RATIO', 'PREDICTIVE', 'RATIO', 'PREDICTIVE'];

const planOf = (draw: Draw, index: number) => {
	const agents = Math.round(5 * 10 ** draw());
	const method = methods[index % methods.length] ?? 'RATIO';
	return campaign({
		name: `Campaign ${index + 1}`,
		agents,
		method,
		settings: {
			...baseSettings,
			schedule: '9am-9pm-mon-sat',
			method,
			level: between(draw(), 1, agents < 15 ? 1.25 : 1.45),
			dropLimit: draw() < 0.7 ? 3 : between(draw(), 1.5, 5),
			lines: 600,
		},
		lists: [['First', agents * 250, between(draw(), 0.1, 0.6)]],
		shifts,
		supplies: [{name: 'Daily', leads: agents * 270, days: workingDays}],
	});
};

/** What happens on a day of the floor. */
const happenings = (
	draw: Draw,
	midnight: number,
	plans: readonly {name: string; settings: {level: number}}[],
): ScriptStep[] => {
	const at = (from: number, to: number): number => midnight + Math.round(between(draw(), from, to) * 60) * minute;
	const carrier = () => ({human: 0.18 * between(draw(), 0.8, 1.2), talk: 150_000 * between(draw(), 0.9, 1.1)});
	return [
		{do: 'carrier', time: midnight + 7 * hour, carrier: carrier()},
		{do: 'carrier', time: at(11, 18), carrier: carrier()},
		...plans.flatMap(({name, settings}): ScriptStep[] => {
			const from = draw() * 0.6;
			const part = {campaign: name, from, to: from + between(draw(), 0.1, 0.4)};
			const left = at(10, 16);
			return [
				...(draw() < 0.3
					? [
							{do: 'leave' as const, time: left, ...part},
							{
								do: 'come' as const,
								time: left + Math.round(between(draw(), 30, 150)) * minute,
								within: 10 * minute,
								...part,
							},
						]
					: []),
				...(draw() < 0.25
					? [
							{
								do: 'configure' as const,
								time: at(9, 18),
								campaign: name,
								settings: {level: Math.max(1, settings.level * between(draw(), 0.9, 1.12))},
							},
						]
					: []),
			];
		}),
	].toSorted((one, other) => one.time - other.time) as ScriptStep[];
};

/** Runs a world for some time, and records a minute at a time what each campaign shows. */
const recordedMinutes = (world: World, until: number): RecordedCampaign[] => {
	const recorded = world.campaigns.map(({name, settings, agents}) => ({
		name,
		method: settings.method,
		agents: agents.length,
		minutes: [] as RecordedMinute[],
	}));
	for (let at = world.now + minute; at < until; at += minute) {
		advance(world, at);
		for (const [index, one] of world.campaigns.entries()) {
			const {remainingLeads, remainingTime, ringing} = figuresOf(world, one);
			const {humanAnswered, dropRate, calledToday} = dayFiguresOf(one);
			recorded[index]?.minutes.push({
				at,
				humanAnswered,
				dropRate: Math.round(dropRate * 100) / 100,
				calledToday,
				remainingLeads,
				remainingTime,
				ringing,
				status: 'PLAY',
				schedule: undefined,
			});
		}
	}
	return recorded;
};

/** The minutes of some days of a floor, from a Tuesday on; on the Monday before it begins from cold, which no monitor sees twice. */
export const recordedFloor = (seed: number, days: number, size = 5): RecordedCampaign[] => {
	const draw = drawsOf(seed);
	const plan = Array.from({length: size}, (_, index) => planOf(draw, index));
	const origin = parseDay(eastern, '2026-01-12');
	const script = Array.from({length: days + 1}, (_, number) => happenings(draw, origin + number * day, plan)).flat();
	const world = createWorld({seed, origin, plan, script});
	advance(world, origin + day);
	return recordedMinutes(world, origin + (days + 1) * day);
};
