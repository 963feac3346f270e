/** Alerts as an operator meets them: the bell, the count in the header, the view, and acknowledging. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, test} from 'vitest';
import {openMonitor, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';
import {runProgram} from '../helpers/run-program.ts';

const bell = '\u0007';
const args = ['--config', new URL('drop-alerts.yml', import.meta.url).pathname];

/** One campaign, whose literal rule of pacing has taken it over its limit by eleven. */
const floor = ['--campaigns', '1', '--agents', '20', '--leads', '20000', '--pacing', 'classic', '--without', 'all'];

let sandbox: SandboxProcess;

beforeAll(async () => {
	sandbox = await openSandbox(...floor);
});

afterAll(() => sandbox[Symbol.asyncDispose]());

test.concurrent('a campaign near its drop limit rings once, is listed, and is acknowledged', async ({expect}) => {
	await using monitor = openMonitor({args, env: sandbox.env});
	await monitor.waitFor(/\d alerts?/);
	await monitor.waitFor(() => monitor.raw.includes(bell));
	monitor.press('7');
	await monitor.waitFor(/(?:WARNING|CRITICAL) +Spring Coll/);
	monitor.press('a');
	await monitor.waitFor('Enter takes it');
	monitor.press('enter');
	await monitor.waitFor(/acknowledged +Spring Coll/);
	expect(monitor.raw.split(bell)).toHaveLength(2);
	monitor.press('enter');
	await monitor.waitFor(/PLAY [~!▽△] +Spring Coll/);
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
});

test.concurrent('a muted bell is silent, and says so', async ({expect}) => {
	await using monitor = openMonitor({args, env: sandbox.env});
	// At the first frame, before the service was asked for anything.
	await monitor.waitFor('dialtop');
	monitor.press('b');
	await monitor.waitFor('bell muted');
	await monitor.waitFor(/\d alerts?/);
	monitor.press('7');
	await monitor.waitFor(/(?:WARNING|CRITICAL) +Spring Coll/);
	monitor.press('a');
	await monitor.waitFor('Enter takes it');
	monitor.press('enter');
	await monitor.waitFor(/acknowledged +Spring Coll/);
	expect(monitor.raw).not.toContain(bell);
});

test.concurrent('what is acknowledged for a time is so for another run of the user, and comes back when that is over', async ({
	expect,
	onTestFinished,
}) => {
	const state = mkdtempSync(join(tmpdir(), 'dialtop-state-'));
	onTestFinished(() => rmSync(state, {recursive: true, force: true}));
	const env = {...sandbox.env, XDG_STATE_HOME: state};
	await using monitor = openMonitor({args, env});
	await monitor.waitFor(/\d alerts?/);
	await monitor.waitFor(() => monitor.raw.includes(bell));
	monitor.press('7');
	// One that still rises would come back by itself.
	await monitor.waitFor(/CRITICAL +Spring Coll/);
	monitor.press('a');
	await monitor.waitFor('Enter takes it');
	monitor.press('down');
	await monitor.waitFor('> for 1 h');
	monitor.press('enter');
	await monitor.waitFor(/acknowledged +Spring Coll/);
	await monitor.waitFor(/acknowledged at \d\d:\d\d:\d\d by \S+ until /);
	await monitor.waitFor(() => /1 acknowledged/.test(monitor.line(0)));

	const rung = monitor.raw.split(bell).length;

	await using other = openMonitor({args, env});
	await other.waitFor('1 acknowledged');
	expect(other.raw).not.toContain(bell);

	// The command shortens it: the alert comes back to both, and their bells ring.
	const id = 'drop:1001';
	const ran = await runProgram(['alerts', 'ack', id, '--for', '3s', '--reason', 'trunk 2', ...args], {env});
	expect([ran.stderr, ran.code]).toEqual([expect.stringContaining('acknowledged until '), 0]);
	await monitor.waitFor('trunk 2');
	for (const one of [monitor, other]) {
		await one.waitFor(() => /1 alert[ ,]/.test(one.line(0)), {timeout: 30_000});
	}
	await monitor.waitFor(/(?:WARNING|CRITICAL) +Spring Coll/);
	await monitor.waitFor(() => monitor.raw.split(bell).length > rung);
	await other.waitFor(() => other.raw.includes(bell));
});
