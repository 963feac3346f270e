/** The monitor on a service that answers in other shapes than the sandbox, and when commands go wrong there. */
import {expect, test} from 'vitest';
import {startOther} from '../helpers/other-monitor.ts';
import {type FaultName, hostileTexts, type ShapeName, shapes} from '../helpers/other-service.ts';

test.for(Object.keys(shapes) as ShapeName[])('%s: shows the board, pauses and plays, switches a list', async shape => {
	await using run = await startOther(shape);
	const {service, monitor, name} = run;
	await monitor.waitFor('level');
	monitor.press('P');
	await monitor.waitFor(/\[y\/N\]|cannot read as dialing or not/);
	if (!monitor.text().includes('[y/N]')) {
		// The service has a word of its own for dialing.
		monitor.press('1');
		await monitor.waitFor('[y/N]');
	}
	const asked = /(Pause|Play) "/.exec(monitor.text())?.[1];
	monitor.press('y');
	await monitor.waitFor(new RegExp(`${asked} "${name}": done, observed after`));
	const [first] = service.state.campaigns;
	expect(first?.state).toBe(asked === 'Pause' ? 'paused' : 'dialing');
	monitor.press('3');
	await monitor.waitFor('Lists of');
	await monitor.waitFor(/│(Y on|N off)/);
	monitor.press('L');
	await monitor.waitFor('[y/N]');
	monitor.press('y');
	await monitor.waitFor(/Switch (on|off) ".+": done, observed after/);
	expect(Math.max(...Object.values(service.commands.byTarget))).toBe(1);
	expect(service.commands.total).toBe(2);
});

test.for<[fault: FaultName, says: RegExp, executed: number]>([
	['reset-after', /no answer; the service now shows PAUSE/, 1],
	['html', /no answer; the service now shows PAUSE/, 1],
	['http-500', /no answer; the service now shows PAUSE/, 1],
	['success-2', /no answer; the service now shows PAUSE/, 1],
	['refused', /was NOT SENT/, 0],
])(
	'%s on a command: its outcome is told as it is, and it is carried out at most once',
	async ([fault, says, executed]) => {
		await using run = await startOther();
		const {service, monitor, name} = run;
		monitor.press('P');
		await monitor.waitFor(`Pause "${name}"`);
		await service.setFault(fault, fault === 'refused' ? {} : {types: ['pause_campaign']});
		monitor.press('y');
		await monitor.waitFor(says, {timeout: 30_000});
		expect(service.commands.total).toBe(executed);
		await service.setFault();
	},
);

test('hostile names do not break the screen', async () => {
	await using run = await startOther();
	const {service, monitor} = run;
	const [first] = service.state.campaigns;
	for (const text of hostileTexts) {
		if (first) {
			first.name = text;
		}
		const seen = service.requests.length;
		monitor.press('ctrl-r');
		await monitor.waitFor(() => service.requests.slice(seen).some(({type}) => type === 'get_campaigns'));
		monitor.press('j', 'k');
		await monitor.waitFor(() => monitor.line(0).startsWith('dialtop'));
		const lines = monitor.text().split('\n');
		expect(lines).toHaveLength(40);
		expect(lines[1]).toMatch(/^╭─ Campaigns ─+╮$/);
		expect(monitor.modes).toMatchObject({alternate: true, cursorHidden: true, wraparound: false});
	}
	expect(service.commands.total).toBe(0);
});
