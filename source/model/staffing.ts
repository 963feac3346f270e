/** What agents did today, as far as the graphs of the service were seen. Hours that no answer showed are not counted. */
import {occupancyCounts} from './derived.ts';
import {type Past, type PastStep, stepLength, stepsOf} from './past.ts';
import type {AgentsPoint} from './wire.ts';

/** The time that a figure covers. */
export type Known = {
	/** Seconds of the service's day from which on it is known; 0 is its midnight. */
	since: number;
	/** Seconds of which it is known, and whether these are all since then. */
	seconds: number;
	isWhole: boolean;
};

/** Agents' time of today. */
export type Staffing = {
	of: Known;
	/** Hours that agents were signed in. */
	signedIn: number;
	/** Minutes that agents were ready for a call and had none. */
	idle: number;
	/** Sales an hour that an agent was signed in, and of which time; undefined before an hour of it was watched. */
	sales: {of: Known; perHour: number} | undefined;
};

const day = 86_400;

/** Agents over some seconds, and the sales of these where they are known. */
type Piece = {from: number; seconds: number; agents: number; ready: number; sales?: number | undefined};

const pieceOf = (from: number, {agents, available, occupied, sales}: PastStep): Piece[] =>
	agents === undefined || available === undefined || occupied === undefined
		? []
		: [{from, seconds: stepLength, agents, ready: Math.max(0, available - occupied), sales}];

/** The minutes of a graph after the last step that is over. */
const piecesAfter = (points: readonly AgentsPoint[], {clock, newest}: Past): Piece[] => {
	const end = (newest + 1) * stepLength;
	const last = points.at(-1)?.time;
	return points.flatMap((point, index) => {
		const {time} = point;
		const before = points[index - 1]?.time;
		const counts = occupancyCounts(point);
		if (time === undefined || last === undefined || before === undefined || !counts) {
			return [];
		}
		const until = clock.seconds - ((last - time + day) % day);
		const seconds = (time - before + day) % day;
		const {agents, available, occupied} = counts;
		return until <= end || seconds > stepLength
			? []
			: [{from: until - seconds, seconds, agents, ready: Math.max(0, available - occupied)}];
	});
};

const total = (pieces: readonly Piece[], of: (piece: Piece) => number): number =>
	pieces.reduce((sum, piece) => sum + of(piece), 0);

const hoursOf = (pieces: readonly Piece[]): number => total(pieces, ({agents, seconds}) => agents * seconds) / 3600;

/** Agents' time of the day of the newest point; undefined where nothing of it is known. */
export const staffingOf = ({
	past,
	agents = [],
}: {
	past: Past | undefined;
	agents: readonly AgentsPoint[] | undefined;
}): Staffing | undefined => {
	if (!past) {
		return undefined;
	}
	// The interval of a point ends at its time: midnight's belongs to the day before.
	const midnight = (Math.ceil(past.clock.seconds / day) - 1) * day;
	const steps = stepsOf(past).flatMap(({at, record}, index) => {
		const from = past.clock.seconds + at - stepLength / 2;
		// The graph may begin within its first step.
		return from < midnight || (index === 0 && from > midnight) ? [] : pieceOf(from, record);
	});
	const pieces = [...steps, ...piecesAfter(agents, past).filter(({from}) => from >= midnight)];
	const knownOf = (some: readonly Piece[], until: number): Known => {
		const from = some[0]?.from ?? until;
		const seconds = total(some, piece => piece.seconds);
		return {since: from - midnight, seconds, isWhole: seconds >= until - from};
	};
	const sold = steps.filter(({sales}) => sales !== undefined);
	const hours = hoursOf(sold);
	return pieces.length === 0
		? undefined
		: {
				of: knownOf(pieces, past.clock.seconds),
				signedIn: hoursOf(pieces),
				idle: total(pieces, ({ready, seconds}) => (ready * seconds) / 60),
				sales:
					hours < 1
						? undefined
						: {
								of: knownOf(sold, (past.newest + 1) * stepLength),
								perHour: total(sold, ({sales = 0}) => sales) / hours,
							},
			};
};
