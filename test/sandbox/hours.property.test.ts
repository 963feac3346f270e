import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {castOf} from '../../source/sandbox/scenarios/cast.ts';
import {fillHopper} from '../../source/sandbox/world/hopper.ts';
import {zoneOf} from '../../source/sandbox/world/leads.ts';
import {
	atTimeOfDay,
	dayNumber,
	dayText,
	eastern,
	fromUtc,
	hour,
	midnightAfter,
	midnightOf,
	minute,
	parseDay,
	stampText,
	utcOf,
	weekdayOf,
} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {localHour, withinHours, zoneNumbers, zones} from '../../source/sandbox/world/zones.ts';
import {monthOf} from '../helpers/month.ts';
import {checkInvariants, type Marks} from './invariants.ts';
import {planOf, smallWorld} from './small-world.ts';

const timeZones = [
	'America/New_York',
	'America/Chicago',
	'America/Phoenix',
	'Pacific/Honolulu',
	'Europe/London',
	'Asia/Kolkata',
];

/** What the clocks of a time zone show, by Node alone. */
const shownBy = (timeZone: string, utc: number): string =>
	new Intl.DateTimeFormat('sv-SE', {timeZone, dateStyle: 'short', timeStyle: 'medium'}).format(utc);

const zoned = fc
	.constantFrom(...timeZones, 'Africa/Cairo', 'America/Havana', 'Australia/Lord_Howe')
	.map(timeZone => ({timeZone}));
const someUtc = fc
	.integer({min: Date.UTC(2024, 0, 1) / minute, max: Date.UTC(2030, 0, 1) / minute})
	.map(at => at * minute);

describe('the calendar of a service', () => {
	test('shows what clocks in its time zone show', () => {
		fc.assert(
			fc.property(zoned, someUtc, (service, utc) => {
				const time = fromUtc(service, utc);
				expect(stampText(service, time)).toBe(shownBy(service.timeZone, utc));
				expect(utcOf(service, time)).toBe(utc);
			}),
		);
	});

	test('has days that follow one another without a gap, each with its own name', () => {
		fc.assert(
			fc.property(zoned, someUtc, (service, utc) => {
				const time = fromUtc(service, utc);
				const midnight = midnightOf(service, time);
				const next = midnightAfter(service, time);
				expect(midnight <= time && time < next).toBe(true);
				expect(midnightOf(service, next - 1)).toBe(midnight);
				expect(midnightAfter(service, next, -1)).toBe(midnight);
				expect(parseDay(service, dayText(service, time))).toBe(midnight);
				expect(dayNumber(service, next)).toBe(dayNumber(service, midnight) + 1);
				expect(Math.abs(next - midnight - 24 * hour)).toBeLessThanOrEqual(hour);
				expect(stampText(service, atTimeOfDay(service, time, 9.5 * hour)).slice(11)).toBe('09:30:00');
			}),
		);
	});

	test('is that of US Eastern time on the days that have 23 and 25 hours', () => {
		const hoursOf = (day: string): number => {
			const midnight = parseDay(eastern, day);
			return (midnightAfter(eastern, midnight) - midnight) / hour;
		};
		expect(['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01'].map(hoursOf)).toEqual([24, 23, 24, 25]);
		expect(weekdayOf(dayNumber(eastern, parseDay(eastern, '2026-03-08')))).toBe(0);
	});

	test('and the zones of leads keep their own clocks, those without daylight saving time as well', () => {
		fc.assert(
			fc.property(zoned, someUtc, fc.constantFrom(...zoneNumbers), (service, utc, zone) => {
				const shown = Number(shownBy(zones[zone]?.timeZone ?? '', utc).slice(11, 13));
				const time = fromUtc(service, utc);
				expect(localHour(service, time, zone)).toBe(shown);
				expect(withinHours(service, '9am-9pm', time, zone)).toBe(shown >= 9 && shown < 21);
			}),
		);
	});
});

/** The hours around which clocks are set, in either direction, of the years in which a world may run. */
const changes = ['2026-03-08', '2026-11-01', '2027-03-14', '2026-03-29', '2026-10-25'];

test('no lead is dialed outside its calling hours, in whatever time zone the service is, while clocks are set', () => {
	const lists = [{name: 'a', leads: 3000, active: true, worked: 0.1}];
	fc.assert(
		fc.property(
			fc.constantFrom(...timeZones),
			fc.constantFrom(...changes),
			fc.integer({min: -4, max: 30}),
			fc.nat(1000),
			(timeZone, day, from, seed) => {
				const world = smallWorld(
					[
						planOf({agents: 0, lists, settings: {method: 'BROADCAST', velocity: 30, schedule: '9am-9pm'}}),
						planOf({agents: 0, lists, settings: {method: 'SMSB', velocity: 30, schedule: '9am-5pm-mon-sat'}}),
					],
					{seed, timeZone, origin: parseDay({timeZone}, day) + from * hour},
				);
				const until = world.now + 4 * hour;
				let marks: Marks = checkInvariants(world);
				while (world.now < until) {
					const calls = world.log.count;
					// The whole world is counted anew where a call was placed.
					advance(world, until, () => world.log.count > calls);
					marks = checkInvariants(world, marks);
				}
			},
		),
		{numRuns: 6},
	);
});

test('each zone gets its share of the hopper, to the lead', () => {
	fc.assert(
		fc.property(fc.integer({min: 20, max: 400}), fc.nat(1000), (velocity, seed) => {
			const lists = [{name: 'a', leads: 4000, active: true, worked: 0.3}];
			const world = smallWorld([planOf({agents: 0, lists, settings: {method: 'BROADCAST', velocity}})], {seed});
			const [campaign] = world.campaigns;
			const [list] = world.lists;
			if (!campaign || !list) {
				throw new Error('the world is empty');
			}
			const had = zoneNumbers.map(zone => (list.fresh[zone] ?? 0) + (list.linked[zone] ?? 0));
			const all = had.reduce((sum, count) => sum + count, 0);
			fillHopper(world, campaign);
			const taken = campaign.hopper.length;
			expect(taken).toBe(2 * velocity);
			for (const zone of zoneNumbers) {
				const count = campaign.hopper.filter(lead => zoneOf(world, lead) === zone).length;
				expect(Math.abs(count - (taken * (had[zone] ?? 0)) / all)).toBeLessThan(2);
			}
		}),
		{numRuns: 20},
	);
});

// A month of the whole floor is measured by the bench.
test('the usual floor, at a quarter of its size, has leads to call on each day, and is closed on Sundays', () => {
	const quarter = castOf({agents: 60, leads: 83_500}).map(plan => ({
		...plan,
		settings: {...plan.settings, velocity: plan.settings.velocity / 4},
	}));
	const campaigns = monthOf(quarter, 7);
	expect(campaigns).toHaveLength(11);
	for (const {name, least, worked} of campaigns) {
		expect([name, least > 0]).toEqual([name, true]);
		// One of the days is a Sunday, and the single agent of a campaign may be absent on another.
		expect([5, 6]).toContain(worked);
	}
});
