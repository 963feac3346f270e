/** What an operator sees of test calls (dial_number). */
import {expect, test} from 'vitest';
import {minute} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

const campaign_id = '1001';

const dial = async ({call}: Awaited<ReturnType<typeof httpService>>): Promise<void> => {
	const asked = {campaign_id, phone_number: '2125550123', callerid: '8005550100'};
	expect(await call('dial_number', asked)).toMatchObject({success: 1, status: 'RINGING'});
};

test.each([
	['a person', 'COMPLETE', {human: 1000, machine: 0, busy: 0, badNumber: 0}],
	['a machine', 'MESSAGE', {human: 0, machine: 1, busy: 0, badNumber: 0}],
	['nobody', 'NOANSWER', {human: 0, machine: 0, busy: 0, badNumber: 0}],
])('a test call that %s answers is logged and billed, and counts nowhere', async (who, status, carrier) => {
	// Nothing else is dialed.
	await using service = await httpService({plan: [planOf({settings: {level: 0, method: 'RATIO'}})], carrier});
	const billed = async (): Promise<number> =>
		Number((await service.call('get_usage', {campaign_id})).minutes as string);
	const counted = async () => {
		const {todays_minutes, todays_charge, mtd_minutes, mtd_charge, ...figures} = await service.dashboard(campaign_id);
		return {
			figures,
			graphs: await service.call('get_all_graphs', {campaign_id}).then(({calls_graph_data, call_status_graph}) => ({
				calls_graph_data: (calls_graph_data as Record<string, string>[]).map(({datetime: _, ...point}) => point),
				call_status_graph,
			})),
			stats: (await service.call('get_campaign_stats', {campaign_id})).stats,
			summary: await service.call('campaign_summary', {campaign_id}),
		};
	};
	service.advance(60 * minute);
	const before = await counted();
	for (let calls = 0; calls < 3; calls++) {
		await dial(service);
	}
	// Their lines are in use: that shows while they last.
	expect(await service.dashboard(campaign_id)).toMatchObject({
		calls_ringings: '3',
		active_calls: '3',
		called_today: '0',
	});
	service.advance(2 * minute);
	expect(await counted()).toEqual(before);
	const logged = await service.rows('search_lead', 'all_log_search', {query: '2125550123'});
	expect(logged.map(entry => [entry.status, entry.flag])).toEqual(Array.from({length: 3}, () => [status, 'TEST']));
	expect((await billed()) > 0).toBe(who !== 'nobody');
});

test('testing a campaign that dials changes none of its counts', async () => {
	const answers = async (tests: number) => {
		await using service = await httpService({plan: [planOf({settings: {method: 'RATIO', level: 1.5}})]});
		for (let calls = 0; calls < tests; calls++) {
			await dial(service);
		}
		service.advance(20 * minute);
		const {summary, statuses} = await service.call('campaign_summary', {campaign_id});
		return {summary, statuses};
	};
	expect(await answers(8)).toEqual(await answers(0));
});
