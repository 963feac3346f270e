/** The audit as an operator meets it: a command that was cut off is shown at the next start; without it nothing is sent. */
import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openMonitor} from '../helpers/monitor.ts';
import {startOtherService} from '../helpers/other-service.ts';

const start = async () => {
	const service = await startOtherService();
	const home = mkdtempSync(join(tmpdir(), 'dialtop-home-'));
	onTestFinished(async () => {
		await service.close();
		rmSync(home, {recursive: true, force: true});
	});
	const {name} = service.state.campaigns[0] ?? {name: ''};
	const open = async (env: Record<string, string> = {}) => {
		const monitor = openMonitor({
			env: {
				DIALTOP_URL: service.url,
				DIALTOP_USER: 'ops',
				DIALTOP_PASSWORD: 'secret',
				DIALTOP_ENVIRONMENT: 'qa',
				XDG_STATE_HOME: home,
				...env,
			},
		});
		await monitor.waitFor(name);
		return monitor;
	};
	return {service, home, file: join(home, 'dialtop', 'audit.jsonl'), name, open};
};

test('killed between send and answer: the next start says so, view 8 shows it as UNKNOWN until it is seen', async () => {
	const {service, file, open} = await start();
	await service.setFault('hang', {types: ['pause_campaign']});
	{
		await using monitor = await open();
		monitor.press('P');
		await monitor.waitFor(/QA: pause \d+\?[\s\S]*\[y\/N\]/);
		await monitor.answer('y');
		await monitor.waitFor(() => service.requests.some(({type}) => type === 'pause_campaign'));
		monitor.kill('SIGKILL');
	}
	expect(statSync(file).mode & 0o777).toBe(0o600);
	{
		await using monitor = await open();
		// The service had carried it out: the first poll may tell that at once.
		await monitor.waitFor(
			/1 command of an earlier run has no known outcome: 8 shows it|Asked to pause .* no answer; the service now shows PAUSE/,
		);
		monitor.press('8');
		await monitor.waitFor(/UNKNOWN +pause .*\d\d:\d\d:\d\d \d\d:\d\d:\d\d ops/);
	}
	{
		await using monitor = await open();
		await monitor.waitFor(' live ');
		monitor.press('8');
		await monitor.waitFor('Nothing was asked of the service in this run.');
	}
	expect(service.requests.filter(({type}) => type === 'pause_campaign')).toHaveLength(1);
	const kinds = readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.map(line => (JSON.parse(line) as {kind: string}).kind);
	expect(kinds).toEqual(['intent', 'observed']);
});

test('where the audit cannot be written the monitor opens, says so, and sends nothing', async () => {
	const {service, file, open} = await start();
	mkdirSync(dirname(file), {mode: 0o700});
	writeFileSync(file, '', {mode: 0o644});
	chmodSync(file, 0o644);
	await using monitor = await open();
	await monitor.waitFor('Nothing can be sent: the audit cannot be written');
	monitor.press('P');
	await monitor.waitFor(/QA: pause \d+\?[\s\S]*\[y\/N\]/);
	await monitor.answer('y');
	await monitor.waitFor(/was NOT SENT: the audit cannot be written/);
	expect(service.commands.total).toBe(0);
});
