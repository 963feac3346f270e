/** A process of its own for the largest world: makes it, lets an hour of it pass, and prints what that took as JSON. */
import {castOf} from '../../source/sandbox/scenarios/cast.ts';
import {takeEnded} from '../../source/sandbox/world/call-log.ts';
import {eastern, hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';

const begun = process.cpuUsage();
const origin = parseDay(eastern, '2026-03-31') + 9 * hour;
const plan = castOf({campaigns: 1000, agents: 10_000, leads: 10_000_000});
const world = createWorld({seed: 1, origin, plan});

/** Takes what the call log has ended every minute, as whoever stores it does. */
const passTo = (until: number): void => {
	while (world.now < until) {
		advance(world, world.now + minute);
		takeEnded(world.log);
	}
};

passTo(origin + 2 * hour);

/** Seconds of processor since a moment. */
const used = (since: NodeJS.CpuUsage): number => {
	const {user, system} = process.cpuUsage(since);
	return (user + system) / 1e6;
};

const opening = used(begun);
const calls = world.log.count;
const from = process.cpuUsage();
// Simulated seconds by the processor time of the whole process, its garbage collection included.
passTo(origin + 3 * hour);
const seconds = used(from);
process.stdout.write(
	JSON.stringify({
		opening,
		speed: 3600 / seconds,
		calls: world.log.count - calls,
		memory: process.memoryUsage.rss() / 1e6,
	}),
);
