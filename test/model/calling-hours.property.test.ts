/** The projected end lies in calling hours, and as much was dialed until then as there was to dial. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {dialingWithin, isWithinHours} from '../../source/model/calling-hours.ts';

const minute = 60_000;

const zone = fc.constantFrom(
	'America/New_York',
	'America/Los_Angeles',
	'Europe/Berlin',
	'Australia/Lord_Howe',
	'Asia/Kolkata',
	'Pacific/Chatham',
	undefined,
	12_345 * 1000 * 60,
);

const callingHours = fc
	.record({
		from: fc.integer({min: 0, max: 1379}),
		length: fc.integer({min: 60, max: 1440}),
		zones: fc.array(zone, {minLength: 1, maxLength: 3}),
		days: fc.option(fc.subarray([0, 1, 2, 3, 4, 5, 6], {minLength: 1}), {nil: undefined}),
	})
	.map(({from, length, zones, days}) => ({from, until: Math.min(1440, from + length), zones, days}));

test('dialing stays within calling hours, ends in them, and is as long as it takes', () => {
	fc.assert(
		fc.property(
			callingHours,
			fc.integer({min: Date.UTC(2026, 0, 1) / minute, max: Date.UTC(2027, 0, 1) / minute}),
			fc.integer({min: 1, max: 400}),
			(hours, from, minutes) => {
				const stretches = dialingWithin([hours], from * minute, minutes * minute) ?? [];
				expect(stretches.length).toBeGreaterThan(0);
				let before = from * minute;
				for (const stretch of stretches) {
					expect(stretch.from).toBeGreaterThanOrEqual(before);
					expect(stretch.until).toBeGreaterThan(stretch.from);
					for (const wall of [stretch.from, (stretch.from + stretch.until) / 2, stretch.until - 1]) {
						expect(isWithinHours(hours, wall), new Date(wall).toISOString()).toBe(true);
					}
					// Nothing was left out: it is closed right before.
					if (stretch.from > before) {
						expect(isWithinHours(hours, stretch.from - 1)).toBe(false);
						expect(before === from * minute ? false : isWithinHours(hours, before)).toBe(false);
					}
					before = stretch.until;
				}
				const dialed = stretches.reduce((sum, stretch) => sum + stretch.until - stretch.from, 0);
				expect(dialed).toBe(minutes * minute);
			},
		),
		{numRuns: 300},
	);
});
