/**
 * What the first look at a campaign judges by the service's own graphs, where rules otherwise compare polls or wait until
 * something has lasted.
 */
import type {CampaignPoll, Measurement} from './alert-rule.ts';
import {type DrawnMinute, drawnFor, drawnMinutes} from './drawn.ts';
import {movesOf} from './moves.ts';

/** How long the graphs show what a first look sees, and since when. */
export type Drawn = Required<Pick<Measurement, 'drawn' | 'since'>> & {drawn: number};

/**
 * For how many seconds the newest intervals of the graphs were all as the first look shows it; 0 if the newest was not.
 * Undefined where they do not tell, and for a poll that has one before it.
 */
export const drawnBefore = (
	{row, previous}: CampaignPoll,
	wasSo: (minute: DrawnMinute) => boolean | 'unknown',
): Drawn | undefined => {
	const {dashboard, span} = row;
	const drawn = previous || !dashboard ? undefined : drawnFor(drawnMinutes(dashboard), wasSo);
	const seen = span?.receivedAt;
	return drawn === undefined || !seen
		? undefined
		: {drawn, since: {wall: seen.wall - drawn * 1000, mono: seen.mono - drawn * 1000}};
};

/** Whether the graphs are long enough to judge live answers per dial, and whether anything at all was reached. */
export const drawsAnswers = ({row: {dashboard}}: CampaignPoll): {answers: boolean; reached: boolean} => {
	const drawn = dashboard?.recent ? movesOf(dashboard.recent).filter(look => look.drawn > 0) : [];
	const answers = drawn.filter(({moves}) => moves.live.isTold);
	return {answers: answers.length > 0, reached: answers.some(({moves}) => moves.rings.isTold)};
};
