/** People ring the call-back number that a message has left: what an operator sees of it. */
import {expect, test} from 'vitest';
import type {Habit} from '../../../source/sandbox/world/habits.ts';
import {hour, minute} from '../../../source/sandbox/world/time.ts';
import {checkInvariants, type Marks} from '../invariants.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Row = Record<string, string>;

/** Messages on machines (1001), and agents who wait in the queue that those who ring come to (1002). */
const open = (without: readonly Habit[] = []) =>
	httpService({
		warmUp: 0,
		carrier: {machine: 0.7, human: 0.1, absent: 0},
		without,
		plan: [
			planOf({
				name: 'Reminders',
				agents: 0,
				settings: {method: 'BROADCAST', velocity: 20, playMessage: true},
				lists: [{name: 'Clinics', leads: 4000, active: true, worked: 0}],
			}),
			planOf({name: 'Desk', agents: 5, state: 'paused'}),
		],
	});

test('who rings is in the log, the queue, the dashboard and the search, and reaches an agent', async () => {
	await using service = await open();
	const {advance, dashboard, need, rows, world} = service;
	let marks: Marks | undefined;
	let waited = 0;
	for (let passed = 0; passed < 2 * hour; passed += minute) {
		advance(minute);
		marks = checkInvariants(world, marks);
		const shown = await dashboard('1001');
		waited = Math.max(waited, Number((await dashboard('1002')).oncalls), Number(shown.calls_in_ivr));
	}
	const calls = (params: Row) => rows('search_lead', 'all_log_search', {days: '0', ...params});
	const inbound = await calls({call_type: 'inbound'});
	expect(inbound.length).toBeGreaterThan(40);
	expect(new Set(inbound.map(({call_type}) => call_type))).toEqual(new Set(['INBOUND']));
	expect(waited).toBeGreaterThan(0);
	const {summary, statuses} = await need('campaign_summary', {campaign_id: '1001'});
	expect((summary as Row).inbound).toBe(String(inbound.length));
	// They are no calls that the campaign has placed.
	const shown = await dashboard('1001');
	expect(shown.called_today).toBe((summary as Row).calls);
	expect(
		Number(
			(await need('search_lead', {call_type: 'outbound'})).footer
				?.toString()
				.match(/[\d,]+(?= calls)/)?.[0]
				.replace(',', ''),
		),
	).toBe(Number(shown.called_today));
	const taken = inbound.filter(({status}) => status === 'TRANSFER');
	expect(taken.length).toBeGreaterThan(20);
	expect(Number((statuses as Row[]).find(({status}) => status === 'TRANSFER')?.count)).toBeGreaterThanOrEqual(
		taken.length,
	);
	const [queue] = (await rows('get_queues', 'queues')).filter(({queue_id}) => queue_id === '8500');
	expect(Number(queue?.answered)).toBe(Number(shown.transfers));
	// Each had heard the message before, is not called while they may ring, and is done with once they have talked.
	for (const {lead_id = '', phone_number, status} of inbound.slice(0, 25)) {
		const all = (await calls({query: phone_number ?? ''})).filter(call => call.lead_id === lead_id);
		expect(all[0]).toMatchObject({call_type: 'INBOUND', status});
		expect(all[1]).toMatchObject({call_type: 'OUTBOUND', status: 'MESSAGE'});
	}
	const {total} = await need('get_results', {campaign_id: '1001'});
	const newest = {campaign_id: '1001', page: String(Math.floor(Number(total) / 100))};
	const users = (await rows('get_results', 'results', newest)).filter(
		({call_type, status}) => call_type === 'INBOUND' && status === 'TRANSFER',
	);
	expect(users.length).toBeGreaterThan(0);
	expect(users.every(({user, caller_id}) => user !== '' && caller_id === '')).toBe(true);
});

test('nobody rings on the plain floor', async () => {
	await using service = await open(['ringBack']);
	service.advance(2 * hour);
	expect(await service.rows('search_lead', 'all_log_search', {call_type: 'inbound'})).toEqual([]);
});
