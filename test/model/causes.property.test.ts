/** Causes on simulated floors: failures are named soon, and a calm floor raises nothing; the bench runs many more. */
import {expect, test} from 'vitest';
import {minute} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {calmScenarioAlerts} from '../bench/causes.ts';
import {failures, randomFloor, runFailure} from '../helpers/random-floor.ts';
import {watch, watchUntil} from '../helpers/watched-world.ts';
import {openingOf, scenarioWorld} from '../sandbox/scenario-world.ts';

test('two calm hours raise nothing but what the drop rate says', () => {
	expect(calmScenarioAlerts(1, 2)).toEqual([]);
});

test('a level that is raised is no outage: the first of so many dials cannot have been answered yet', () => {
	const world = scenarioWorld('short-staffed', 2);
	advance(world, openingOf('short-staffed'));
	const rules = new Set<string>();
	watchUntil(watch(world), world.now + 4 * minute, 2, ({state}) => {
		for (const {rule} of state.alerts.active.values()) {
			rules.add(rule);
		}
		return false;
	});
	expect([...rules]).toContain('unusual');
	expect([...rules]).not.toContain('outage');
});

test.each(Object.keys(failures))('on a floor of sixty agents the cause is named: %s', failure => {
	const floor = {...randomFloor(11), agents: 60, method: 'RATIO' as const, level: 1.3, interval: 2, carrier: {}};
	const {rightAfter, before} = runFailure(floor, failure, 0.9, 600);
	expect(before).toEqual([]);
	expect(rightAfter).toBeLessThanOrEqual(300);
});
