/** How a drop rate comes back under its line, in words. */
import type {BackUnder} from '../model/back-under.ts';
import {number, span} from './format.ts';

const spanInWords = (seconds: number): string => {
	const minutes = Math.max(1, Math.round(seconds / 60));
	return `about ${minutes < 120 ? `${minutes} min` : span(minutes * 60)}`;
};

/** What happens to the rate, and after what: `back under 3%`, `after 441 more live answers, about 90 min at this pace`. */
export const backUnderParts = (back: BackUnder): readonly [what: string, after: string] => {
	const {line, answers, isRough, seconds, isToday} = back;
	const under = `back under ${Number(line.toFixed(2))}%`;
	if (!Number.isFinite(answers)) {
		return [`not ${under}`, 'at this pace'];
	}
	const after = `after ${isRough ? '~' : ''}${number(answers)} more live answer${answers === 1 ? '' : 's'}`;
	return [
		under,
		seconds === undefined
			? `${after} without a drop`
			: `${after}, ${isToday ? spanInWords(seconds) : 'not today'} at this pace`,
	];
};
