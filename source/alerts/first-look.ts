/**
 * What the first look at a campaign judges by the service's own graphs, where rules otherwise compare polls or wait until
 * something has lasted.
 */
import {type Cause, causeOf} from '../model/causes.ts';
import {drawnFor, drawnMinutes, usualAnswers, type WasSo} from '../model/drawn.ts';
import {between, type History} from '../model/history.ts';
import {recentOf} from '../model/recent.ts';
import type {CampaignPoll, Measurement} from './rule.ts';

/** How long the graphs show what a first look sees, and since when. */
export type Drawn = Required<Pick<Measurement, 'drawn' | 'since'>> & {drawn: number};

/** The minutes that the service's graphs draw. */
const minutesOf = (history: History) => between(history, 'minute').map(({record}) => record);

/**
 * For how many seconds the newest intervals of the graphs were all as the first look shows it; 0 if the newest was not.
 * Undefined where they lack the figures, and for any poll but the first.
 */
export const drawnBefore = ({row, previous}: CampaignPoll, wasSo: WasSo): Drawn | undefined => {
	const {dashboard, span} = row;
	const drawn = previous || !dashboard ? undefined : drawnFor(minutesOf(dashboard.history), wasSo);
	const seen = span?.receivedAt;
	return drawn === undefined || !seen
		? undefined
		: {drawn, since: {wall: seen.wall - drawn * 1000, mono: seen.mono - drawn * 1000}};
};

/**
 * What the figures of the last two minutes, seen or drawn, would name had nobody answered in them, and if `isDead` had nothing
 * rung either; undefined if they have too few calls to be sure.
 */
export const namedIfSilent = ({row: {dashboard}}: CampaignPoll, isDead: boolean): Cause['kind'] | undefined => {
	const recent = dashboard && recentOf(dashboard.history);
	// Times 0, so that a figure that is not reported stays NaN.
	const buckets = recent?.buckets.map(bucket => ({
		...bucket,
		human: bucket.human * 0,
		...(isDead && {machine: bucket.machine * 0, ringing: bucket.ringing * 0}),
	}));
	const cause = recent && buckets && causeOf({...recent, buckets}, undefined);
	return cause?.isSure ? cause.kind : undefined;
};

/** Below this share of the usual, there are next to no live answers. */
const aboutNone = 0.5;

/** The leads that were called in the newest consecutive minutes of the graphs in which next to nobody answered; undefined if they lack the figures. */
const drawnInVain = ({row: {dashboard}}: CampaignPoll): number | undefined => {
	const minutes = dashboard ? drawnMinutes(dashboard) : [];
	const usual = usualAnswers(minutes);
	if (!usual) {
		return undefined;
	}
	let sum = 0;
	for (const {dialed, live, settled} of minutes.toReversed()) {
		const share = live / settled / usual.rate;
		if (!(share < aboutNone)) {
			break;
		}
		sum += dialed * (1 - share);
	}
	return sum;
};

/**
 * The leads that were called in vain since the poll before, or before a first look by the service's graphs; undefined if the counts are missing.
 *
 * @param share live answers per dial, percent of the usual
 */
export const calledInVain = (poll: CampaignPoll, share: number): number | undefined => {
	const {row, previous} = poll;
	if (!previous) {
		return drawnInVain(poll);
	}
	const [before, now] = [previous.value?.figures?.calledToday, row.figures?.calledToday];
	return before === undefined || now === undefined || now < before
		? undefined
		: (now - before) * Math.max(0, 1 - share / 100);
};
