/** What an operator sees after stopping or pausing a campaign whose calls still ring. */
import {expect, test} from 'vitest';
import {minute, second} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

const campaign_id = '1001';
/** One line an agent: whoever answers is talked to while the agents are there. */
const plan = [planOf({agents: 20, settings: {method: 'RATIO', level: 1}})];

test.each(['stop_campaign', 'pause_campaign'])('after %s everybody who still answers is talked to', async operation => {
	await using service = await httpService({plan, carrier: {human: 0.4}});
	let answeredLater = 0;
	for (let turn = 0; turn < 6; turn++) {
		const before = await service.dashboard(campaign_id);
		expect(Number(before.calls_ringings)).toBeGreaterThan(0);
		expect(await service.call(operation, {campaign_id})).toMatchObject({success: 1});
		service.advance(30 * second);
		const after = await service.dashboard(campaign_id);
		expect(after.called_today).toBe(before.called_today);
		expect(after.active_calls).toBe('0');
		expect(after.percentage_dropped).toBe('0.00');
		answeredLater += Number(after.human_answered_calls) - Number(before.human_answered_calls);
		expect(Number(after.connected_calls)).toBe(Number(after.human_answered_calls));
		expect(await service.call('play_campaign', {campaign_id})).toMatchObject({success: 1});
		service.advance(7 * minute + turn * 11 * second);
		const again = await service.dashboard(campaign_id);
		expect(Number(again.called_today)).toBeGreaterThan(Number(after.called_today));
		expect(again.percentage_dropped).toBe('0.00');
	}
	expect(answeredLater).toBeGreaterThan(3);
});

test('after a stop the agents go home, each when no call needs them any more', async () => {
	await using service = await httpService({plan});
	const {total: there} = await service.dashboard(campaign_id);
	await service.call('stop_campaign', {campaign_id});
	service.advance(2 * second);
	expect((await service.dashboard(campaign_id)).total).toBe(there);
	service.advance(30 * second);
	const {ready, paused, oncalls} = await service.dashboard(campaign_id);
	expect({ready, paused}).toEqual({ready: '0', paused: '0'});
	expect(Number(oncalls)).toBeGreaterThan(0);
	service.advance(30 * minute);
	expect((await service.dashboard(campaign_id)).total).toBe('0');
});
