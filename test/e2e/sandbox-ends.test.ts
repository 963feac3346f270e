/** The embedded sandbox dies of a bug inside its simulation: the monitor lives, says so, and starts a new one. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {openMonitor} from '../helpers/monitor.ts';

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-ends-'));
	file = join(folder, 'break');
});

afterEach(() => rmSync(folder, {recursive: true}));

/** The monitor on its embedded sandbox, whose simulation breaks once the file is there. */
const openBreakable = () =>
	openMonitor({
		args: ['--sandbox'],
		env: {
			NODE_OPTIONS: `--import=${new URL('../helpers/broken-world.ts', import.meta.url)}`,
			DIALTOP_TEST_BREAK: file,
		},
	});

test('a bug inside the simulation does not end the monitor, and n starts a new sandbox', async () => {
	await using monitor = openBreakable();
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

test('a simulation that is caught in a loop does not keep the operator from leaving', async () => {
	await using monitor = openBreakable();
	await monitor.waitFor('Spring Collections');
	await monitor.waitFor(/live/);
	writeFileSync(file, 'loop');
	await monitor.waitFor(/waiting|stale|retrying/);
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
});
