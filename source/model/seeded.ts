/** What is usual for a campaign that is seen for the first time, and its last minutes: both by the service's own graphs. */
import {type DrawnMinute, fewestMinutes, minutesBefore, minutesLookedAt, usualAnswers} from './drawn.ts';
import type {Sample} from './sample.ts';
import {type Bucket, type Counts, countsOf, type ShareName, shareEach, type Usual} from './usual.ts';

/** Seconds of the day's counts, and of the graphs, that a campaign seen for the first time starts with. */
const seedSeconds = 1800;

const mean = (minutes: readonly DrawnMinute[], of: (minute: DrawnMinute) => number): number => {
	const values = minutes.map(of).filter(value => !Number.isNaN(value));
	return values.reduce((sum, value) => sum + value, 0) / values.length;
};

/** The minutes in which it dialed, and agents were there if it has any: nothing else was usual. */
const manned = (minutes: readonly DrawnMinute[]): readonly DrawnMinute[] => {
	const working = minutes.filter(({dialed, agents}) => dialed > 0 && !Number.isNaN(agents));
	const there = working.filter(({agents}) => agents > 0);
	return there.length > 0 ? there : working;
};

/** By how much the day's live answers are too few, or too many, for what is usual: as far as the graphs tell. */
const correction = (day: Counts, usually: ReturnType<typeof usualAnswers>): number =>
	usually && usually.mean > 0 && day.dials > 0
		? 1 + (usually.rate / usually.mean - 1) * Math.min(1, usually.dialed / day.dials)
		: 1;

/** What is usual by the day's counts and the graphs, before anything was watched. */
export const seeded = (figures: Sample['figures'], minutes: readonly DrawnMinute[]): Usual => {
	const day = countsOf(figures);
	const before = minutesBefore(minutes);
	const points = manned(before);
	const dialing = before.filter(({dialed}) => dialed > 0);
	const perMinute = 60 * mean(dialing, ({dialed, from, to}) => dialed / (to - from));
	const enough = dialing.length >= fewestMinutes;
	const seconds = enough ? Math.min(seedSeconds, dialing.length * 60) : 0;
	const dials = enough ? (perMinute / 60) * seconds : 0;
	const scale = day.settled > 0 ? Math.min(1, dials / day.settled) : 0;
	const weight = points.length >= fewestMinutes ? Math.min(seedSeconds, points.length * 60) : 0;
	const shareOf = (minute: DrawnMinute, name: ShareName): number => minute[name] / Math.max(1, minute.agents);
	const sum = (of: (minute: DrawnMinute) => number): number => weight * mean(points, of);
	const here = sum(({agents, paused}) => agents - paused);
	return {
		seconds,
		dials,
		settled: day.settled * scale,
		human: day.human * scale * correction(day, usualAnswers(minutes)),
		machine: day.machine * scale,
		drops: day.drops * scale,
		agentSeconds: weight === 0 ? 0 : (here * seconds) / weight,
		weight,
		ringing: sum(({ringing}) => ringing),
		waiting: sum(({waiting}) => waiting),
		agents: sum(({agents}) => agents),
		ready: sum(({ready}) => ready),
		idle: sum(({idle}) => idle),
		onCall: sum(({onCall}) => onCall),
		wrapUp: sum(({wrapUp}) => wrapUp),
		paused: sum(({paused}) => paused),
		dead: sum(({dead}) => dead),
		// Nobody drew it: it is learned.
		level: Number.NaN,
		shares: shareEach(name => sum(minute => shareOf(minute, name))),
		squares: {
			...shareEach(name => sum(minute => shareOf(minute, name) ** 2)),
			waiting: sum(({waiting}) => waiting ** 2),
			level: Number.NaN,
		},
	};
};

/** Minutes of the graphs as buckets that end with the first poll: what one look judges. */
export const drawnBuckets = (minutes: readonly DrawnMinute[], usual: Usual, at: number): Bucket[] => {
	const usually = usualAnswers(minutes);
	// The graphs may count answers in another way than the figures: they are compared with themselves.
	const scale = usually && usually.rate > 0 ? usual.human / usual.settled / usually.rate : Number.NaN;
	return minutesLookedAt(minutes).map(({from, to, dialed, settled, live, ...minute}) => ({
		...minute,
		from: at + from * 1000,
		to: at + to * 1000,
		polls: 1,
		dials: dialed,
		settled,
		human: live * scale,
		machine: Number.NaN,
		level: Number.NaN,
	}));
};
