/** Calibrated bands hold four of five, however far off the simulation is and however that drifts. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {adapted, scaled, scoredFigures} from '../../source/foresight/bands.ts';
import {normalQuantile, purpose, uniform} from '../../source/sandbox/world/draw.ts';

const forecasts = 1000;

/** Scores as they come if the true spread is a factor of the forecast one that drifts. */
const drifting = (seed: number, {begin, end, wave}: {begin: number; end: number; wave: number}): number[] =>
	Array.from({length: forecasts}, (_, index) => {
		const at = index / forecasts;
		const factor = (begin + (end - begin) * at) * Math.exp(wave * Math.sin(6 * Math.PI * at));
		// The end of a band of four in five is 1.28 standard deviations off.
		return (Math.abs(normalQuantile(uniform(seed, index, 0, purpose.arrival))) * factor) / 1.2816;
	});

test('about four of five are inside, whatever drifts', () => {
	const arbitrary = fc.record({
		seed: fc.integer({min: 1, max: 1e6}),
		begin: fc.double({min: 0.6, max: 2, noNaN: true}),
		end: fc.double({min: 0.6, max: 2, noNaN: true}),
		wave: fc.double({min: 0, max: 0.4, noNaN: true}),
	});
	fc.assert(
		fc.property(arbitrary, ({seed, ...drift}) => {
			const scores = drifting(seed, drift);
			let inside = 0;
			// The record says how many of the newest twenty were inside: twenty at a time make all of them.
			for (let until = 20; until <= forecasts; until += 20) {
				inside += adapted(scores.slice(0, until), 9).inside;
			}
			expect(inside / forecasts).toBeGreaterThan(0.76);
			expect(inside / forecasts).toBeLessThan(0.84);
		}),
		{numRuns: 12},
	);
});

test('a band has its median inside, and no figure that cannot be', () => {
	const value = fc.double({min: 0, max: 60, noNaN: true});
	fc.assert(
		fc.property(
			fc.tuple(value, value, value),
			fc.double({min: 0.3, max: 5, noNaN: true}),
			fc.constantFrom(...scoredFigures),
			(values, factor, figure) => {
				const [low = 0, median = 0, high = 0] = values.toSorted((one, other) => one - other);
				const band = scaled({low, median, high}, factor, figure);
				expect(band.low).toBeLessThanOrEqual(band.median);
				expect(band.median).toBeLessThanOrEqual(band.high);
				expect(band.low).toBeGreaterThanOrEqual(0);
				expect(band.high).toBeLessThanOrEqual(figure.startsWith('drop') ? 100 : 60);
			},
		),
	);
});
