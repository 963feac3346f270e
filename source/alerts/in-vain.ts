/** Leads that are called while next to nobody can answer: dials, less those that the answers account for. */

import {drawnMinutes, usualAnswers} from '../model/drawn.ts';
import type {CampaignPoll} from './rule.ts';

/** Live answers are about none below this share of the usual. */
const aboutNone = 0.5;

/** Those of the newest minutes of the graphs in a row in which next to nobody answered; undefined if they do not tell. */
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
 * Those since the poll before, or before a first look by the service's graphs; undefined if the counts do not tell.
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
