/** A process of its own for a thousand campaigns: lets an hour pass beside a busy process, and prints the speed as JSON. */
import {spawn} from 'node:child_process';
import {castOf} from '../../source/sandbox/scenarios/cast.ts';
import {takeEnded} from '../../source/sandbox/world/call-log.ts';
import {eastern, hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';

const origin = parseDay(eastern, '2026-03-31') + 9 * hour;
const world = createWorld({seed: 1, origin, plan: castOf({campaigns: 1000})});

/** Takes what the call log has ended every minute, as whoever stores it does. */
const passTo = (until: number): void => {
	while (world.now < until) {
		advance(world, world.now + minute);
		takeEnded(world.log);
	}
};

passTo(origin + 2 * hour);
const other = spawn(process.execPath, ['-e', 'for (;;) {}'], {stdio: 'ignore'});
try {
	const from = performance.now();
	passTo(origin + 3 * hour);
	process.stdout.write(JSON.stringify({speed: 3_600_000 / (performance.now() - from)}));
} finally {
	other.kill('SIGKILL');
}
