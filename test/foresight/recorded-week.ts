/** Weeks of a campaign as a recording has them, whose hours are known. */
import {type Week, weekOf} from '../../source/foresight/week.ts';
import type {SeriesPoint} from '../../source/model/series.ts';
import {hour} from '../../source/model/time.ts';

const at = (index: number, figures: object): SeriesPoint => ({
	at: index * hour,
	span: hour,
	figures: {extra: {}, unreadable: [], ...figures} as SeriesPoint['figures'],
});

/** What is dialed and who is there in an hour. */
export type Hour = {dials: number; answered: number; agents: number; paused: number};

/** Hours of some days from eight on, as a recording has them: what each hour of a day is like. @param first the number of the first day */
export const recorded = (hours: readonly Hour[], days = 5, first = 0): SeriesPoint[] =>
	Array.from({length: days}, (_, index) => {
		const number = first + index;
		let [dials, humans] = [0, 0];
		const points = [
			at(24 * number + 8, {
				calledToday: 0,
				humanAnswered: 0,
				machineAnswered: 0,
				connectedCalls: 0,
				remainingLeads: 100_000,
			}),
		];
		for (const [order, {dials: more, answered, agents, paused}] of hours.entries()) {
			dials += more;
			humans += more * answered;
			points.push(
				at(24 * number + 9 + order, {
					calledToday: dials,
					humanAnswered: humans,
					machineAnswered: dials * 0.5,
					connectedCalls: humans * 0.96,
					remainingLeads: 100_000 - dials * 0.4,
					ringing: (more * 18) / 3600,
					onCall: (more * answered * 0.96 * 200) / 3600,
					dead: 0,
					wrapUp: (more * answered * 0.96 * 30) / 3600,
					paused,
					agents,
				}),
			);
		}
		return points;
	}).flat();

/** @throws Error if too little of it is known */
export const weekWith = (hours: readonly Hour[], days?: number): Week => {
	const week = weekOf(recorded(hours, days), 'UTC');
	if (!week) {
		throw new Error('too little of it is known');
	}
	return week;
};
