/** Causes on simulated floors: failures are named soon, and a calm floor raises nothing; the bench runs many more. */
import {expect, test} from 'vitest';
import {calmScenarioAlerts} from '../bench/causes.ts';
import {failures, randomFloor, runFailure} from '../helpers/random-floor.ts';
import {happenings, toldOf} from '../helpers/scenario-alerts.ts';

test('eight calm hours raise nothing but what the drop rate says', () => {
	expect(calmScenarioAlerts(1)).toEqual([]);
});

test.each(happenings)('$scenario: $what in $campaign: the right alert and the right cause', happening => {
	const {tellsAfter = 0, alertAfter, causeAfter} = toldOf(happening, 3);
	// Wrap-up is longer only once the calls have ended that were under way.
	const most = happening.scenario === 'drop-storm' ? 180 : 75;
	expect(alertAfter).toBeLessThanOrEqual(tellsAfter + most);
	expect(causeAfter).toBeLessThanOrEqual(tellsAfter + most);
});

test.each(Object.keys(failures))('on a floor of sixty agents the cause is named: %s', failure => {
	const floor = {...randomFloor(11), agents: 60, method: 'RATIO' as const, level: 1.3, interval: 2, carrier: {}};
	const {rightAfter, before} = runFailure(floor, failure, 0.9, 600);
	expect(before).toEqual([]);
	expect(rightAfter).toBeLessThanOrEqual(300);
});
