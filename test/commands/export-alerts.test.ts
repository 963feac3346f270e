/** The exporter lets graphs go that its rules have judged: its alerts are those of the monitor all the same. */
import {expect, test} from 'vitest';
import {updateWithoutGraphs} from '../../source/commands/export/watched.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {watch, watchUntil} from '../helpers/watched-world.ts';
import {scenarioWorld} from '../sandbox/scenario-world.ts';

test.each(['drop-storm', 'carrier-outage'] as const)('%s: the same alerts, at the same time', name => {
	const alertsOf = (reducer?: typeof updateWithoutGraphs) => {
		const world = scenarioWorld(name, 1, {warmUp: hour});
		advance(world, world.now + hour);
		const watched = watch(world, undefined, reducer);
		const told: string[] = [];
		let seen = new Map<number, string>();
		watchUntil(watched, world.now + 8 * minute, 5, ({state}) => {
			const all = [...state.alerts.active.values(), ...state.alerts.past];
			const now = new Map(
				all.map(({id, rule, value, wellSince, resolvedAt}) => [
					id,
					`${rule} ${value} ${wellSince?.mono} ${resolvedAt?.mono}`,
				]),
			);
			for (const [id, text] of now) {
				if (seen.get(id) !== text) {
					told.push(`${world.now} ${id} ${text}`);
				}
			}
			seen = now;
			return false;
		});
		return {told, graphs: [...watched.state.dashboards.values()].filter(({value}) => value?.agents).length};
	};
	const [monitor, exporter] = [alertsOf(), alertsOf(updateWithoutGraphs)];
	expect(monitor.told.length).toBeGreaterThan(5);
	expect(exporter.told).toEqual(monitor.told);
	expect([monitor.graphs > 0, exporter.graphs]).toEqual([true, 0]);
});
