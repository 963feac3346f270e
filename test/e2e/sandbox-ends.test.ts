/** The embedded sandbox dies of a bug inside its simulation: the monitor lives, says so, and starts a new one. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openMonitor} from '../helpers/monitor.ts';

test('a bug inside the simulation does not end the monitor, and n starts a new sandbox', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-ends-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const file = join(folder, 'break');
	const preload = new URL('../helpers/broken-world.ts', import.meta.url);
	await using monitor = openMonitor({
		args: ['--sandbox'],
		env: {NODE_OPTIONS: `--import=${preload}`, DIALTOP_TEST_BREAK: file},
	});
	await monitor.waitFor('Spring Collections');
	await monitor.waitFor(/live/);
	monitor.press('n');
	await monitor.waitFor(/not now, no sandbox has ended/);

	for (const way of [['n'], [':', 'new sandbox', 'enter']]) {
		writeFileSync(file, '');
		await monitor.waitFor(/ENDED/);
		await monitor.waitFor('the embedded sandbox has ended, and its world is lost: a bug inside');
		await monitor.waitFor('The sandbox has ended, and its world is lost; n starts a new one');
		monitor.press('P');
		await monitor.waitFor(/not now, the sandbox has ended/);
		monitor.press('2');
		await monitor.waitFor('Spring Collections');
		monitor.press('1');
		await monitor.waitFor('n new sandbox');
		monitor.press(...way);
		await monitor.waitFor('A new sandbox, with a world of its own: SANDBOX at embedded');
		await monitor.waitFor(/live/);
		await monitor.waitFor('Spring Collections');
	}
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
});
