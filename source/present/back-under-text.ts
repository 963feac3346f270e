/** How a drop rate comes back under its line, in words. */
import {type BackUnder, backUnder} from '../model/back-under.ts';
import {dialsForAgents} from '../model/drops.ts';
import type {CampaignRow} from '../model/select.ts';
import {capital, width as cells, number, span} from './format.ts';

const inWords = (seconds: number): string => {
	const minutes = Math.max(1, Math.round(seconds / 60));
	return minutes < 120 ? `${minutes} min` : span(minutes * 60);
};

/** After what a rate is under its line again, the longest form first: each of the others leaves out what one misses least. */
const afterForms = ({answers, isRough, seconds, isToday}: BackUnder): [string, ...string[]] => {
	const count = `${isRough ? '~' : ''}${number(answers)}`;
	const noun = `live answer${answers === 1 ? '' : 's'}`;
	const [more, briefly] = [`after ${count} more ${noun}`, `after ${count} ${noun}`];
	if (seconds === undefined) {
		return [`${more} without a drop`, briefly];
	}
	const time = isToday ? inWords(seconds) : 'not today';
	const about = isToday ? `about ${time}` : time;
	return [`${more}, ${about} at this pace`, `${more}, ${about}`, `${briefly}, ${time}`, briefly];
};

/**
 * What happens to the rate, and after what: `back under 3%`, `after 441 more live answers, about 90 min at this pace`.
 *
 * @param room cells for what follows the first part; in less than the whole takes it is shorter
 */
export const backUnderParts = (
	back: BackUnder,
	room = Number.POSITIVE_INFINITY,
): readonly [what: string, after: string] => {
	const under = `back under ${Number(back.line.toFixed(2))}%`;
	if (!Number.isFinite(back.answers)) {
		return [`not ${under}`, 'at this pace'];
	}
	const forms = afterForms(back);
	return [under, forms.find(form => cells(form) <= room - cells(under)) ?? forms.at(-1) ?? forms[0]];
};

/** The same as a sentence on a campaign, whole: `Back under 3%* after 441 more live answers, about 90 min at this pace`. */
export const backUnderText = (row: CampaignRow): string | undefined => {
	const {figures, dashboard} = row;
	const back = figures && dialsForAgents(row) ? backUnder(figures, dashboard?.calls) : undefined;
	if (!back) {
		return undefined;
	}
	const [what, after] = backUnderParts(back);
	return `${capital(what)}* ${after}`;
};
