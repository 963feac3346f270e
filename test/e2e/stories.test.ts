/** The sandbox's scenarios as an operator lives through them: an alert comes, is understood, and goes. */
import {expect, test} from 'vitest';
import {openMonitor, openSandbox} from '../helpers/monitor.ts';
import {runProgram} from '../helpers/run-program.ts';

const configured = (name: string): string[] => ['--config', new URL(name, import.meta.url).pathname];

test.concurrent('drop-storm: the drop alert comes, is acknowledged, and resolves by itself', async () => {
	await using sandbox = await openSandbox('--scenario', 'drop-storm', '--speed', '60');
	await using monitor = openMonitor({args: configured('quick-alerts.yml'), env: sandbox.env});
	await monitor.waitFor(/\d alerts?, CRITICAL/);
	monitor.press('7');
	await monitor.waitFor('─ Alerts ─');
	await monitor.waitFor(/CRITICAL +Spring Collections +(?:\d+ +)?drop rate +[\d.]+% +≥?3\.00%/);
	monitor.press('/');
	await monitor.waitFor('Filter');
	monitor.press('Spring', 'enter');
	await monitor.waitFor(() => monitor.text().includes('filter: Spring') && !monitor.text().includes('Auto Loans'));
	await monitor.waitFor(/"Spring Collections": DROP RATE [\d.]+%, (?:AT|[\d.]+ OVER) its own limit of 3\.00%/);
	monitor.press('a');
	await monitor.waitFor('Enter takes it');
	monitor.press('enter');
	await monitor.waitFor(/acknowledged until [\d:]+: "Spring Collections"/);
	await monitor.waitFor(/│acknowledged +Spring Collections/);
	await sandbox.setSpeed(400);
	await monitor.waitFor(/│past +Spring Collections/);
	await monitor.waitFor(/since \d\d:\d\d:\d\d, until \d\d:\d\d:\d\d/);
	monitor.press('c');
	await monitor.waitFor(() => !monitor.text().includes('filter: Spring'));
	// The storm itself raises a level, which is an alert of its own.
	await monitor.waitFor(() => !/CRITICAL|acknowledged *live/.test(monitor.line(0)));
	monitor.press('a');
	await monitor.waitFor('it is over');
});

test.concurrent('list-exhausted: the alert says that there are no leads left, and so does the campaign with its figure', async () => {
	await using sandbox = await openSandbox('--scenario', 'list-exhausted', '--speed', '100');
	await using monitor = openMonitor({args: configured('idle-alerts.yml'), env: sandbox.env});
	await monitor.waitFor('Telecom Final Notices');
	monitor.press('2');
	await monitor.waitFor('─ Telecom Final Notices (');
	await monitor.waitFor(/No leads left: 0 of [\d,]+ active ones remain/, {timeout: 30_000});
	await monitor.waitFor(/remaining +0 /);
	monitor.press('7');
	// After three of its minutes that do not dial, which are two seconds here, it is critical.
	await monitor.waitFor(/(?:WARNING|CRITICAL) +Telecom Final Notices /);
	await monitor.waitFor(/"Telecom Final Notices": .*no leads left/);
	monitor.press('enter');
	await monitor.waitFor(/PLAY [△▲] +Telecom Final/);
});

test.concurrent('carrier-outage: a look in its midst rings, in cron and on a screen that is opened then', async () => {
	await using sandbox = await openSandbox('--scenario', 'carrier-outage', '--speed', '30');
	const check = () => runProgram(['check', '1001'], {env: sandbox.env});
	// A look each minute of the sandbox's, as by cron: each costs a start of the program.
	await expect
		.poll(async () => (await check()).stdout, {timeout: 50_000, interval: 2000})
		.toMatch(/^DIALTOP CRITICAL .*fail/);
	await sandbox.setSpeed(1);
	expect(await check()).toMatchObject({code: 2, stdout: expect.stringMatching(/answers/)});
	await using monitor = openMonitor({env: sandbox.env});
	await monitor.waitFor(/live +\d\d:\d\d/);
	await monitor.waitFor(/CRITICAL.*answers/);
});
