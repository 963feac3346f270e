/** Alerts as an operator meets them: the bell, the count in the header, the view, and acknowledging. */
import {test} from 'vitest';
import {openMonitor, openSandbox} from '../helpers/monitor.ts';

const bell = '\u0007';
const args = ['--config', new URL('drop-alerts.yml', import.meta.url).pathname];

test.concurrent('a campaign near its drop limit rings once, is listed, and is acknowledged', async ({expect}) => {
	await using sandbox = await openSandbox();
	await using monitor = openMonitor({args, env: sandbox.env});
	await monitor.waitFor(/\d alerts?/);
	await monitor.waitFor(() => monitor.raw.includes(bell));
	monitor.press('7');
	await monitor.waitFor(/(?:WARNING|CRITICAL) +Auto Loans/);
	monitor.press('a');
	await monitor.waitFor(/acknowledged +Auto Loans/);
	expect(monitor.raw.split(bell)).toHaveLength(2);
	monitor.press('enter');
	await monitor.waitFor(/PLAY [~!▽△] +Auto Loans/);
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
});

test.concurrent('a muted bell is silent, and says so', async ({expect}) => {
	await using sandbox = await openSandbox();
	await using monitor = openMonitor({args, env: sandbox.env});
	// At the first frame, before the service was asked for anything.
	await monitor.waitFor('dialtop');
	monitor.press('b');
	await monitor.waitFor('bell muted');
	await monitor.waitFor(/\d alerts?/);
	monitor.press('7');
	await monitor.waitFor(/(?:WARNING|CRITICAL) +Auto Loans/);
	monitor.press('a');
	await monitor.waitFor(/acknowledged +Auto Loans/);
	expect(monitor.raw).not.toContain(bell);
});
