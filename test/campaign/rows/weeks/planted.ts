/** Faults planted in what the judge of weeks is given: each must be found, and nothing where there is none. */
import type {Trials} from '../../row.ts';
import {apart, growing, type Inside, type Seen, type Span, wrongDays, wrongTimes} from './judge.ts';

const span: Span = {hours: 24, settled: 12, mostHeap: 100};
const timeZone = 'America/New_York';
const minute = 60_000;

type Course = {seen: Seen[]; inside: Inside[]};

/** A day without a fault, with the noise that there is: memory that fills at first and moves by steps, uneven requests. */
const soundCourse = (trials: Trials): Course => {
	const random = trials.random('planted');
	const about = (middle: number, by: number): number => middle + (random.next() * 2 - 1) * by;
	const seen: Seen[] = [];
	let requests = 0;
	for (let hour = 0; hour < span.hours; hour += 1 / 30) {
		requests += about(60, 20);
		seen.push({
			hour,
			resident: about(90, 3) + (hour > 2 ? 5 : 0) + (hour > 15 ? 5 : 0),
			descriptors: 30 + random.below(3),
			audit: hour * 20_000,
			recorded: hour * 500_000,
			other: 5000,
			commands: Math.floor(hour * 10),
			requests,
		});
	}
	const inside = seen
		.filter((_, index) => index % 6 === 0)
		.map(({hour}) => ({hour, heap: about(20_000, 300) + 500 * Math.min(1, hour / 4), resources: 12 + random.below(4)}));
	return {seen, inside};
};

/** A course with what `change` makes of each look. */
const withSeen = ({seen, inside}: Course, change: (one: Seen) => Partial<Seen>): Course => ({
	seen: seen.map(one => ({...one, ...change(one)})),
	inside,
});

const withInside = ({seen, inside}: Course, change: (one: Inside) => Partial<Inside>): Course => ({
	seen,
	inside: inside.map(one => ({...one, ...change(one)})),
});

const faultsOf = (sound: Course): Record<string, Course> => ({
	'objects that stay': withInside(sound, ({hour, heap}) => ({heap: heap + 150 * hour})),
	'memory outside of the heap': withSeen(sound, ({hour, resident}) => ({resident: resident + 3 * hour})),
	'descriptors that stay': withSeen(sound, ({hour, descriptors}) => ({descriptors: descriptors + Math.floor(hour)})),
	'timers that stay': withInside(sound, ({hour, resources}) => ({resources: resources + Math.floor(hour)})),
	'a poll that stops': withSeen(sound, ({hour, requests}) => ({
		requests: Math.min(requests, sound.seen.findLast(one => one.hour < 18)?.requests ?? 0),
		hour,
	})),
	'a poll at half the speed': withSeen(sound, ({hour, requests}) => ({
		requests: hour < 18 ? requests : (requests + (sound.seen.findLast(one => one.hour < 18)?.requests ?? 0)) / 2,
	})),
	'a poll that is made twice': withSeen(sound, ({hour, requests}) => ({
		requests: hour < 18 ? requests : 2 * requests - (sound.seen.findLast(one => one.hour < 18)?.requests ?? 0),
	})),
	'an audit that says everything twice and more': withSeen(sound, ({hour}) => ({audit: hour * 60_000})),
	'files that grow': withSeen(sound, ({hour}) => ({other: hour * 20_000})),
	'a recording that grows twice as fast as it may': withSeen(sound, ({hour}) => ({recorded: hour * 3_000_000})),
	'looks that end early': {...sound, seen: sound.seen.filter(({hour}) => hour < 15)},
	'no looks inside': {...sound, inside: []},
});

/** Plants each fault; reports those that are not found, and what is found where nothing is wrong. */
export const plantFaults = (trials: Trials): void => {
	const failed = (what: string): void => trials.failed(what, 'the judge itself');
	const found = (name: string, complaints: readonly unknown[]): void => {
		trials.tried('planted faults');
		if (complaints.filter(Boolean).length === 0) {
			failed(`the judge does not find ${name}`);
		}
	};
	const sound = soundCourse(trials);
	for (const [name, {seen, inside}] of Object.entries(faultsOf(sound))) {
		found(name, growing(seen, inside, span));
	}
	const start = Date.UTC(2026, 2, 8, 4, 30);
	const sent = Array.from({length: 20}, (_, index) => start + index * 20 * minute);
	const end = sent.at(-1) ?? start;
	const shifted = sent.map((at, index) => (index < 10 ? at : at - 60 * minute));
	found('an audit whose clock goes back with the zone', wrongTimes(shifted, sent, end));
	found(
		'an audit of the day before',
		wrongTimes(
			sent.map(at => at - 86_400_000),
			sent,
			end,
		),
	);
	found('an audit of tomorrow', wrongTimes([...sent, end + 86_400_000], sent, end));
	found('an audit without a command', wrongTimes(sent.toSpliced(10, 1), sent, end));
	// 23:30 and 00:30 of the night in which the clocks go forward.
	const asked = [start, start + 60 * minute];
	const now = start + 120 * minute;
	found('a time without its day', [wrongDays(['23:30:00', '00:30:00'], asked, now, timeZone)]);
	found('a time of another zone', [wrongDays(['7 Mar', '05:30:00'], asked, now, timeZone)]);
	found('the day of a command of today', [wrongDays(['7 Mar', '8 Mar'], asked, now, timeZone)]);
	found('a command that was never asked', [wrongDays(['7 Mar', '00:30:00', '00:40:00'], asked, now, timeZone)]);
	found('a clock that is stuck', [apart(3600, 3600 + 600) > 300]);
	const cries = [
		...growing(sound.seen, sound.inside, span),
		...growing(sound.seen, undefined, span),
		...wrongTimes(
			sent.map(at => at + minute),
			sent,
			end,
		),
		...[wrongDays(['7 Mar', '00:30:00'], asked, now, timeZone)].filter(Boolean),
		...(apart(86_399, 1) === 2 ? [] : ['two seconds across midnight are taken for more']),
	];
	for (const cry of cries) {
		failed(`the judge finds a fault where there is none: ${cry}`);
	}
};
