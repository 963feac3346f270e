/** Alerts as an operator meets them: the bell, the count in the header, the view, and acknowledging. */
import {afterAll, beforeAll, test} from 'vitest';
import {openMonitor, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';

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
	await monitor.waitFor(/acknowledged +Spring Coll/);
	expect(monitor.raw).not.toContain(bell);
});
