/** The monitor on a service with faults: what it shows goes stale in sight, and comes back by itself. */
import {test} from 'vitest';
import {floorOf} from '../commands/floor.ts';
import {openMonitor} from '../helpers/monitor.ts';
import {startOther} from '../helpers/other-monitor.ts';
import type {FaultName} from '../helpers/other-service.ts';
import {noAnswer, type RawService, startRawService} from '../helpers/raw-service.ts';

/**
 * A fault of each kind, and what the screen says of it: every answer is unreadable, there is none, or one campaign's figures
 * are wrong. What each fault is called by itself is in test/service/monitor.test.ts.
 */
const readFaults: [fault: FaultName, says: RegExp][] = [
	['html', /web page, not JSON/],
	['reset-after', /closed the connection/],
	['other-campaign', /service answered for/],
];

// They wait for most of their time, so they wait together.
test.concurrent.for(readFaults)(
	'%s on every poll: figures stay, dim with their age, one readable line, and it recovers',
	async ([fault, says], {expect}) => {
		await using run = await startOther();
		const {service, monitor, name} = run;
		// All three are read: one that never was is the worst of them, and selected then.
		await monitor.waitFor(() => /called 1,310/.test(monitor.text()) && !/\d of 3 read/.test(monitor.text()));
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

test.concurrent('H pauses everything: one is refused, one is not answered, the link is lost, and nothing is sent twice', async ({
	expect,
}) => {
	const all = ['1005', '1004', '1003', '1002', '1001'].map(id => ({id, name: `Campaign ${id}`}));
	const answers = floorOf(all);
	const pause = answers.pause_campaign as (fields: Record<string, string>) => unknown;
	let service: RawService | undefined;
	await using end = new AsyncDisposableStack();
	const first = await startRawService({
		...answers,
		pause_campaign: (fields: Record<string, string>) => {
			switch (fields.campaign_id) {
				case '1005':
					return pause(fields);
				case '1004':
					return {response: {success: 0, error: 'Not allowed'}};
				case '1002':
					void service?.[Symbol.asyncDispose]();
			}
			return noAnswer;
		},
	});
	service = first;
	const env = {DIALTOP_URL: first.url, DIALTOP_TOKEN: 'tok-en-1', DIALTOP_ENVIRONMENT: 'production'};
	const monitor = end.use(openMonitor({env}));
	const paused = ({requests}: RawService): (string | undefined)[] =>
		requests.filter(({type}) => type === 'pause_campaign').map(({campaign_id}) => campaign_id);
	// The question counts the calls of all five.
	await monitor.waitFor(/total +5 campaigns +— +10 /);
	monitor.press('H');
	await monitor.waitFor('PRODUCTION: pause all 5 campaigns that dial? 30 calls in progress will finish. [y/N]');
	await monitor.answer('y');
	await monitor.waitFor(
		'4 NOT PAUSED (H asks again, 8 log, Esc closes): 1004 refused, 1003 UNKNOWN, 1002 UNKNOWN, 1001 NOT SENT',
		{timeout: 30_000},
	);
	const second = end.use(await startRawService(answers, Number(new URL(first.url).port)));
	monitor.press('ctrl-r');
	await monitor.waitFor(' live ', {timeout: 20_000});
	monitor.press('H');
	await monitor.waitFor('PRODUCTION: pause all 2 campaigns that dial?');
	const leftOut = 'Skipped: 1003, 1002 (the outcome of pause on it is unknown).';
	await monitor.waitFor(() => monitor.text().replace(/\s+/g, ' ').includes(leftOut));
	await monitor.answer('y');
	await monitor.waitFor('all 2 paused');
	monitor.press('8');
	await monitor.waitFor(/NOT SENT +pause +Campaign 1001/);
	await monitor.waitFor(/UNKNOWN +pause +Campaign 1003/);
	expect(paused(first)).toEqual(['1005', '1004', '1003', '1002']);
	expect(paused(second)).toEqual(['1004', '1001']);
});
