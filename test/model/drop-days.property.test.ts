/** However a campaign was polled, its days have the answers that it had, and its drops lie between the fewest and the most. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {dayIn} from '../../source/model/calling-hours.ts';
import {countedBy, dropCountOf, dropDaysAfter, noDropDays, plus} from '../../source/model/drop-days.ts';

const minute = 60_000;
const step = 5 * minute;
const day = 24 * 60 * minute;

const zones = fc.constantFrom(
	'America/New_York',
	'Europe/Berlin',
	'Australia/Lord_Howe',
	'Asia/Kolkata',
	'America/Havana',
	'UTC',
	-6 * 60 * minute,
);

/** Two decimals, as a service may write them. */
const written = fc.constantFrom<(rate: number) => number>(
	rate => Number(rate.toFixed(2)),
	rate => Math.floor(rate * 100 + 1e-9) / 100,
);

/** Live answers and drops of each five minutes. */
const calls = fc.array(
	fc
		.record({answers: fc.integer({min: 0, max: 60}), dropped: fc.integer({min: 0, max: 60})})
		.map(({answers, dropped}) => ({answers, drops: Math.min(answers, Math.floor(dropped / 8))})),
	{minLength: 3, maxLength: 40},
);

type Written = (rate: number) => number;

/** What the service shows every five minutes over three days; its counts begin anew at its midnight. */
const shownBy = (
	zone: string | number,
	start: number,
	pattern: readonly {answers: number; drops: number}[],
	write: Written,
) => {
	const shown: {at: number; number: number; answers: number; drops: number; rate: number}[] = [];
	for (let at = start, index = 0; at < start + 3 * day; at += step, index++) {
		const {number} = dayIn(zone, at);
		const before = shown.at(-1)?.number === number ? shown.at(-1) : undefined;
		const {answers = 0, drops = 0} = pattern[index % pattern.length] ?? {};
		const all = {answers: (before?.answers ?? 0) + answers, drops: (before?.drops ?? 0) + drops};
		shown.push({at, number, ...all, rate: all.answers === 0 ? 0 : write((100 * all.drops) / all.answers)});
	}
	return shown;
};

const pollOf = (zone: string | number) => (one: ReturnType<typeof shownBy>[number]) => ({
	count: dropCountOf(one.answers, one.rate),
	called: one.answers * 4,
	at: one.at,
	zone,
});

/** The zone, when it is first polled, its calls, how its rate is written, and which polls are made. */
const floors = [
	zones,
	fc.integer({min: Date.UTC(2026, 0, 1) / minute, max: Date.UTC(2026, 11, 20) / minute}),
	calls,
	written,
	fc.infiniteStream(fc.boolean()),
] as const;

test('each day that has ended holds what it had, in every zone and over every change of clocks', () => {
	fc.assert(
		fc.property(...floors, (zone, start, pattern, write, picks) => {
			const shown = shownBy(zone, start * minute, pattern, write);
			// The last poll of each day and the first of the next are always there.
			const polled = shown.filter(
				({number}, index) =>
					picks.next().value || shown[index + 1]?.number !== number || shown[index - 1]?.number !== number,
			);
			const {past, total} = polled.map(pollOf(zone)).reduce(dropDaysAfter, noDropDays);
			const ends = shown.filter(({number}, index) => shown[index + 1] && shown[index + 1]?.number !== number);
			expect(past.map(({day: number, answers}) => [number, answers])).toEqual(
				ends.map(({number, answers}) => [number, answers]),
			);
			for (const [index, {least, most}] of past.entries()) {
				const {drops = 0, answers = 0} = ends[index] ?? {};
				expect(least).toBeLessThanOrEqual(drops);
				expect(most).toBeGreaterThanOrEqual(drops);
				expect(most - least).toBeLessThanOrEqual(Math.ceil((0.015 * answers) / 100));
			}
			expect(past.every(({isWhole}) => isWhole)).toBe(true);
			expect(total).toEqual(
				past.map(({answers, least, most}) => ({answers, least, most})).reduce(plus, {answers: 0, least: 0, most: 0}),
			);
		}),
		{numRuns: 30},
	);
});

test('however a day is split into polls, it comes to the same', () => {
	fc.assert(
		fc.property(...floors, (zone, start, pattern, write, picks) => {
			const shown = shownBy(zone, start * minute, pattern, write);
			const ends = shown.filter(
				({number}, index) => shown[index + 1]?.number !== number || shown[index - 1]?.number !== number,
			);
			const some = shown.filter(one => ends.includes(one) || picks.next().value);
			const days = [shown, ends, some].map(polls => polls.map(pollOf(zone)).reduce(dropDaysAfter, noDropDays).past);
			expect(days[1]).toEqual(days[0]);
			expect(days[2]).toEqual(days[0]);
		}),
		{numRuns: 30},
	);
});

test('where the counts of the service begin anew at another hour than midnight, no call is lost or counted twice', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 1, max: 23}),
			fc.integer({min: 1, max: 200}),
			fc.integer({min: 0, max: 3}),
			(hour, perStep, dropsPerStep) => {
				const start = Date.UTC(2026, 4, 4);
				let [counted, drops, all, allDrops] = [0, 0, 0, 0];
				let days = noDropDays;
				const drop = Math.min(dropsPerStep, perStep);
				for (let at = start; at < start + 3 * day; at += step) {
					if ((at - start) % day === hour * 60 * minute) {
						[counted, drops] = [0, 0];
					}
					[counted, drops, all, allDrops] = [counted + perStep, drops + drop, all + perStep, allDrops + drop];
					const rate = Number(((100 * drops) / counted).toFixed(2));
					days = dropDaysAfter(days, {count: dropCountOf(counted, rate), called: counted * 4, at, zone: 'UTC'});
				}
				const {answers, least, most} = countedBy(days);
				expect(answers).toBe(all);
				expect(least).toBeLessThanOrEqual(allDrops);
				expect(most).toBeGreaterThanOrEqual(allDrops);
			},
		),
		{numRuns: 40},
	);
});

test('the drops of a rate of two decimals lie between the fewest and the most, rounded or cut off', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 1, max: 200_000}),
			fc.double({min: 0, max: 1, noNaN: true}),
			written,
			(answers, share, write) => {
				const drops = Math.round(answers * share);
				const {least, most} = dropCountOf(answers, write((100 * drops) / answers));
				expect(least).toBeLessThanOrEqual(drops);
				expect(most).toBeGreaterThanOrEqual(drops);
				// Up to some thousands of live answers two decimals tell the drops to the unit.
				expect(most - least).toBeLessThanOrEqual(Math.floor((0.015 * answers) / 100));
			},
		),
	);
});
