/** The rate of a period with its ±, what the limit still allows, and how many of its days are known. */
import {describe, expect, test} from 'vitest';
import {
	type Compliance,
	complianceOf,
	complianceProblems,
	dayNumberOf,
	dayText,
} from '../../source/model/compliance.ts';
import {
	type DropDay,
	type DropDays,
	dropCountOf,
	dropDayOf,
	dropDaysAfter,
	noDropDays,
	withDays,
} from '../../source/model/drop-days.ts';
import {dropPeriod, periodOf} from '../../source/model/drop-period.ts';

const number = (text: string): number => dayNumberOf(text) ?? Number.NaN;

const today = number('2026-11-26');

/** By default the period began on the 5th, so today is its 22nd day. */
const thirty = complianceOf({rule: 'thirty-days', period_start: '2026-10-06'}) as Compliance;

const wall = (text: string): number => Date.parse(`${text}:00Z`);

const polled = (known: DropDays, at: string, answers: number, rate: number): DropDays =>
	dropDaysAfter(known, {count: dropCountOf(answers, rate), called: answers * 4, at: wall(at), zone: 'UTC'});

const seenDay = (day: string, liveAnswers: number, dropRate: number, over: Partial<DropDay> = {}): DropDay => ({
	...dropDayOf({day: number(day), liveAnswers, dropRate, source: 'seen', isWhole: true}),
	...over,
});

/** Days from the 5th to the 25th, each with 1,000 live answers and 25 drops. */
const whole = Array.from({length: 21}, (_, index) => seenDay(dayText(number('2026-11-05') + index), 1000, 2.5));

const sofar = (days: readonly DropDay[], answers = 100, rate = 3): DropDays =>
	withDays(polled(noDropDays, '2026-11-26T12:00', answers, rate), days);

const member = (days: DropDays, created?: string) => ({days, created});

describe('a period of thirty days', () => {
	test('follows the one before, from its start on', () => {
		expect(periodOf(thirty, today)).toEqual({first: number('2026-11-05'), length: 30});
		expect(periodOf(thirty, number('2026-11-04'))).toEqual({first: number('2026-10-06'), length: 30});
		expect(periodOf(thirty, number('2026-10-05'))).toEqual({first: number('2026-09-06'), length: 30});
	});

	test('sums drops and live answers of its days and of today', () => {
		const period = dropPeriod(thirty, [member(sofar(whole))], today);
		expect(period).toMatchObject({
			count: {answers: 21_100, least: 528, most: 528},
			error: 0,
			limit: 3,
			remaining: {least: 105, most: 105},
			until: 0,
			status: 'near',
			coverage: {unit: 'days', known: 22, due: 22, length: 30, partly: 0, byService: 0, byLog: 0},
		});
		expect(period.rate).toBeCloseTo(2.5024, 4);
	});

	test('leaves days of the period before out', () => {
		const period = dropPeriod(thirty, [member(sofar([seenDay('2026-11-04', 9000, 9), ...whole]))], today);
		expect(period.count.answers).toBe(21_100);
	});

	test('says by how many points it may be off where two decimals do not tell the drops', () => {
		const {error, count, remaining} = dropPeriod(thirty, [member(sofar([seenDay('2026-11-25', 40_000, 2.5)]))], today);
		expect(count).toEqual({answers: 40_100, least: 1001, most: 1006});
		expect(error).toBeCloseTo((50 * 5) / 40_100, 6);
		expect(remaining).toEqual({least: 1203 - 1006, most: 1203 - 1001});
	});

	test('is as long as the campaign lives where that is shorter', () => {
		const {coverage} = dropPeriod(thirty, [member(sofar(whole.slice(-5)), '2026-11-21 09:12:00')], today);
		expect(coverage).toMatchObject({known: 6, due: 6, length: 14});
	});

	test('tells how each day is known', () => {
		const days = [
			...whole.slice(0, 14),
			seenDay('2026-11-20', 400, 1, {isWhole: false}),
			seenDay('2026-11-22', 1000, 2, {source: 'service'}),
			seenDay('2026-11-23', 0, 0, {source: 'search', answers: 0, least: 7, most: 7}),
		];
		const {coverage, loggedDrops, count} = dropPeriod(thirty, [member(sofar(days))], today);
		expect(coverage).toMatchObject({known: 17, partly: 1, byService: 1, byLog: 1, due: 22});
		expect(loggedDrops).toBe(7);
		expect(count.answers).toBe(14_000 + 400 + 1000 + 100);
	});

	test('is over its limit once the fewest drops are', () => {
		const near = dropPeriod(thirty, [member(sofar([], 1000, 3))], today);
		expect(near).toMatchObject({status: 'near', remaining: {least: 0, most: 0}});
		const over = dropPeriod(thirty, [member(sofar([], 1000, 3.1))], today);
		expect(over).toMatchObject({status: 'over', remaining: {least: -1, most: -1}, until: 34});
		// 34 more live answers: 31 of 1,034 are 2.998 %.
		expect(31 / 1034).toBeLessThan(0.03);
		expect(31 / 1033).toBeGreaterThan(0.03);
	});

	test('counts the campaigns of a group together, and a day by the worst known of them', () => {
		const two = [member(sofar(whole)), member(sofar(whole.slice(0, 10)), '2026-10-01')];
		const {count, coverage} = dropPeriod(thirty, two, today);
		expect(count.answers).toBe(21_100 + 10_100);
		expect(coverage).toMatchObject({known: 11, due: 22});
	});
});

describe('a day', () => {
	test('has no limit unless the profile sets one', () => {
		const rule = complianceOf({rule: 'each-day'}) as Compliance;
		const days = sofar(whole, 1000, 4);
		expect(dropPeriod(rule, [member(days)], today)).toMatchObject({
			count: {answers: 1000, least: 40},
			remaining: undefined,
			status: 'none',
			coverage: {known: 1, due: 1, length: 1},
		});
		const own = complianceOf({rule: 'each-day', limit: 3}) as Compliance;
		expect(dropPeriod(own, [member(days)], today)).toMatchObject({status: 'over', remaining: {least: -10, most: -10}});
	});

	test('ends with the midnight of its zone, and is known in part where its end was not watched', () => {
		const evening = polled(noDropDays, '2026-11-25T18:00', 800, 2);
		const next = polled(evening, '2026-11-26T08:00', 900, 1);
		expect(next.past).toMatchObject([{day: today - 1, answers: 800, isWhole: false}]);
		expect(next.today).toMatchObject({base: {answers: 0}, last: {answers: 900}});
	});

	test('goes on over a correction by a few, and begins anew where the counts fall', () => {
		const corrected = polled(polled(noDropDays, '2026-11-26T10:00', 500, 2), '2026-11-26T10:01', 498, 2);
		expect(corrected.today?.before.answers).toBe(0);
		const anew = polled(corrected, '2026-11-26T10:02', 3, 0);
		expect(anew.today?.before.answers).toBe(498);
	});
});

describe('the last hours', () => {
	const rule = complianceOf({rule: 'last-hours', hours: 2, limit: 3}) as Compliance;

	test('are those that were polled, within ten minutes', () => {
		let days = noDropDays;
		for (let minutes = 0; minutes <= 300; minutes += 5) {
			const time = new Date(wall('2026-11-26T08:00') + minutes * 60_000).toISOString().slice(0, 16);
			// Ten live answers in five minutes; from 12:00 on one of them is dropped each time.
			const drops = Math.max(0, (minutes - 240) / 5);
			days = polled(days, time, minutes * 2, minutes === 0 ? 0 : Number(((100 * drops) / (minutes * 2)).toFixed(2)));
		}
		const {count, coverage} = dropPeriod(rule, [member(days)], today);
		expect(count).toEqual({answers: 240, least: 12, most: 12});
		expect(coverage).toMatchObject({unit: 'hours', known: 2, due: 2});
	});

	test('are those since midnight before dialtop has watched for so long', () => {
		const {count, coverage} = dropPeriod(rule, [member(polled(noDropDays, '2026-11-26T01:30', 300, 1))], today);
		expect(count.answers).toBe(300);
		expect(coverage.known).toBe(1.5);
		const late = dropPeriod(rule, [member(polled(noDropDays, '2026-11-26T09:00', 300, 1))], today);
		expect(late.coverage.known).toBe(0);
		expect(late.rate).toBeUndefined();
	});
});

test('a better known day replaces one that is known less well', () => {
	const inPart = seenDay('2026-11-25', 400, 1, {isWhole: false});
	const told = seenDay('2026-11-25', 1000, 2, {source: 'service'});
	const logged = seenDay('2026-11-25', 0, 0, {source: 'search', least: 7, most: 7});
	const seen = seenDay('2026-11-25', 1001, 2);
	const last = (...days: DropDay[]) => days.reduce((known, day) => withDays(known, [day]), noDropDays).past;
	expect(last(logged, inPart, logged)).toEqual([inPart]);
	expect(last(inPart, told, inPart)).toEqual([told]);
	expect(last(told, seen, told)).toEqual([seen]);
	// A service that tells fewer answers than were seen tells of something else.
	expect(last(inPart, {...told, answers: 300})).toEqual([inPart]);
});

test('a rule says what it lacks', () => {
	expect(complianceProblems({rule: 'thirty-days'})).toMatchObject([{path: ['rule']}]);
	expect(complianceProblems({rule: 'each-day', hours: 4})).toMatchObject([{path: ['hours']}]);
	expect(complianceProblems({rule: 'each-day', groups: {north: ['1', '2'], south: ['2']}})).toEqual([
		{path: ['groups', 'south'], message: 'names campaign 2, which is in north already'},
	]);
	expect(complianceOf({rule: 'none'})).toBeUndefined();
	expect(complianceOf(undefined)).toBeUndefined();
	expect(dayNumberOf('2026-02-30')).toBeUndefined();
});
