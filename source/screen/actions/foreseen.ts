/** What a question is likely to do, in a line: an estimate, never a figure without its band. */
import type {Band} from '../../model/drop-at-close.ts';
import {minute} from '../../model/time.ts';
import {clock} from '../../present/format.ts';
import type {Foreseen, NoForecast} from '../../service/foresight.ts';

type Text = (value: number) => string;

/** `2.1 → 2.3 to 2.9`. */
const changeText = (before: Band, after: Band, text: Text): string =>
	`${text(before.median)} → ${text(after.low)} to ${text(after.high)}`;

const rate: Text = value => value.toFixed(1);
const whole: Text = value => String(Math.round(value));

/** When leads run out; undefined if they do not today. */
const leadsText = (before: Band | undefined, after: Band | undefined, now: number): string | undefined => {
	const at = (minutes: number): string =>
		Number.isFinite(minutes) ? clock(now + minutes * minute).slice(0, 5) : 'later';
	if (!before && !after) {
		return undefined;
	}
	const then = after ? `${at(after.low)} to ${at(after.high)}` : 'not today';
	return `leads out ${before ? at(before.median) : 'not today'} → ${then}`;
};

/** The line; why there is no forecast, if there is none. At close comes first: half an hour of a small floor is mostly chance. */
export const foreseenText = (answer: Foreseen | NoForecast, now: number): string => {
	if ('why' in answer) {
		return `No forecast: ${answer.why}.`;
	}
	const {asIs, changed, runs, calibratedOn, ahead, dropLimit} = answer;
	const drop = changeText(asIs.dropAtClose, changed.dropAtClose, rate);
	return [
		`Likely today at close: drop ${drop} %${dropLimit === undefined ? '' : ` (limit ${dropLimit} %)`}`,
		`next ${ahead} min: talk ${changeText(asIs.talk, changed.talk, whole)} min an hour and agent`,
		leadsText(asIs.leadsOut, changed.leadsOut, now),
		`estimated from ${runs} runs on the last ${calibratedOn.minutes} min, not scored yet`,
	]
		.filter(Boolean)
		.join(' · ');
};
