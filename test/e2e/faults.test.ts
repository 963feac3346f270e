/** The monitor on a service with faults: what it shows goes stale in sight, and comes back by itself. */
import {test} from 'vitest';
import {startOther} from '../helpers/other-monitor.ts';
import type {FaultName} from '../helpers/other-service.ts';

/** Faults of reading, and what the screen says of each. */
const readFaults: [fault: FaultName, says: RegExp][] = [
	['html', /web page, not JSON/],
	['empty', /empty body/],
	['truncated', /broken JSON/],
	['broken', /broken JSON/],
	['trailing', /broken JSON/],
	['http-500', /HTTP 500/],
	['success-2', /success "2"/],
	['success-null', /success/],
	['reset-after', /closed the connection/],
	['other-campaign', /service answered for/],
];

// They wait for most of their time, so they wait together.
test.concurrent.for(readFaults)(
	'%s on every poll: figures stay, dim with their age, one readable line, and it recovers',
	async ([fault, says], {expect}) => {
		await using run = await startOther();
		const {service, monitor, name} = run;
		await monitor.waitFor(/called 1,310/);
		await service.setFault(fault, fault === 'other-campaign' ? {types: ['get_dashboard_stats']} : {});
		await monitor.waitFor(says, {timeout: 20_000});
		await monitor.waitFor(/\d+s old/, {timeout: 20_000});
		expect(monitor.text()).toContain(name);
		expect(monitor.text()).toContain('1,310');
		await service.setFault();
		monitor.press('ctrl-r');
		await monitor.waitFor(() => !/\d+s old/.test(monitor.text()) && monitor.text().includes(' live '), {
			timeout: 20_000,
		});
	},
);

test.concurrent('missing arrays are "no data", not zeros', async () => {
	await using run = await startOther();
	await run.service.setFault('no-arrays', {types: ['get_dashboard_stats']});
	await run.monitor.waitFor('no data');
});
