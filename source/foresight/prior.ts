/** What a floor usually is: of the campaign's last week, or of any floor. */
import {allOf, daysLike, type Time, usualIn, type Week} from './week.ts';

/** A usual value of each parameter; it counts as much as so many dials, or talks. */
export type Prior = Readonly<
	Record<'human' | 'machine' | 'ring' | 'talk' | 'wrap' | 'pause' | 'leads', {value: number; weight: number}>
>;

/** A floor of which nothing else is known: our assumption. Weighs little. */
const anyFloor: Prior = {
	human: {value: 0.18, weight: 60},
	machine: {value: 0.35, weight: 60},
	ring: {value: 16, weight: 60},
	talk: {value: 150, weight: 8},
	wrap: {value: 20, weight: 8},
	pause: {value: 8, weight: 8},
	leads: {value: 0.6, weight: 60},
};

/** Events of each kind that the last week weighs as much as: its days differ by about a tenth (ours). */
const events = 100;

/** The same for pauses, of which days differ more. */
const pauses = 40;

/** Fewer live answers than these at a time of the day in a week say less than all of its hours. */
const leastAnswers = 100;

/** What a floor usually is at a time of the day. @param week its last one; undefined if too little of it is known */
export const priorOf = (week: Week | undefined, time: Time): Prior => {
	if (!week) {
		return anyFloor;
	}
	const days = daysLike(week, time.to);
	const then = usualIn(days, time);
	const {dials, humans, machines, talks, leads, ringing, talking, wrap, paused} =
		then.humans < leastAnswers || then.talks === 0 ? allOf(days) : then;
	const share = (part: number) => ({value: part / dials, weight: events / Math.max(0.01, part / dials)});
	return {
		human: share(humans),
		machine: share(machines),
		ring: {value: ringing / dials, weight: events},
		talk: {value: talking / talks, weight: events},
		wrap: {value: wrap / talks, weight: events},
		pause: {value: paused / talks, weight: pauses},
		leads: share(leads),
	};
};
